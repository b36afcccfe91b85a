// What went wrong and what to do next, newest first, until the reader dismisses it.
// Invariant: one entry per code and message (repeats are counted), at most 20 kept.
import type { NamedProblem } from '../../../workers/protocol.ts';
import { Problem } from '../../core/problem.ts';

export interface Noted {
  readonly id: number;
  readonly problem: NamedProblem;
  readonly times: number;
}

const KEPT = 20;

/** The named form of anything that was thrown or rejected. */
function nameProblem(thrown: unknown): NamedProblem {
  if (thrown instanceof Problem || isNamed(thrown)) {
    const { code, message, nextStep, detail } = thrown;
    return { code, message, nextStep, ...(detail === undefined ? {} : { detail }) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const detail = thrown instanceof Error ? thrown.stack : undefined;
  return {
    code: 'defect',
    message: `Something broke inside the page: ${message}`,
    nextStep:
      'Reload the page; committed generations are kept. If it happens again, copy the diagnostics into a report.',
    ...(detail === undefined ? {} : { detail }),
  };
}

function isNamed(thrown: unknown): thrown is NamedProblem {
  return (
    typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown && 'nextStep' in thrown
  );
}

export class Problems {
  list: readonly Noted[] = $state.raw([]);
  #next = 1;

  constructor(private readonly onNew: (problem: NamedProblem) => void) {}

  /** Notes a problem of any kind. */
  note(thrown: unknown): void {
    const problem = nameProblem(thrown);
    const same = this.list.find(
      (noted) => noted.problem.code === problem.code && noted.problem.message === problem.message,
    );
    const entry: Noted = { id: same?.id ?? this.#next++, problem, times: (same?.times ?? 0) + 1 };
    this.list = [entry, ...this.list.filter((noted) => noted !== same)].slice(0, KEPT);
    if (same === undefined) this.onNew(problem);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((noted) => noted.id !== id);
  }
}

/** Text for a report: the problem and what the page runs on; no file contents, no paths. */
export function diagnostics(problem: NamedProblem, facts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return [
    `Terrarium problem: ${problem.code}`,
    problem.message,
    `Next step: ${problem.nextStep}`,
    ...lines,
    problem.detail ?? '',
  ]
    .join('\n')
    .trim();
}
