// What the loop worker answers to commands that cannot be carried out now, each with its next step.
import { Problem } from '../src/core/problem.ts';

export function needWriter(): Problem {
  return new Problem({
    code: 'read-only',
    message: 'Another tab of this page is running and writes the records; this one only shows them.',
    nextStep: 'Press "Take over" to run here instead, or go on in the other tab.',
  });
}

export function noRun(): Problem {
  return new Problem({ code: 'no-run', message: 'No run is open.', nextStep: 'Choose a set-up and press Run.' });
}

export function noSuchRun(): Problem {
  return new Problem({
    code: 'unknown-run',
    message: 'This run is not stored here any more.',
    nextStep: 'Choose another run in Data, or start a new one.',
  });
}

export function notAttached(): Problem {
  return new Problem({
    code: 'not-attached',
    message: 'The loop worker was asked before it had opened its records.',
    nextStep: 'Reload the page.',
  });
}
