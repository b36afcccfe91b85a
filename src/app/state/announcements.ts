// Turns updates into sentences for screen readers: evaluations and ends of runs, not every movement.
import type { LoopUpdate } from '../../../workers/protocol.ts';
import type { RunModel } from './run-model.ts';
import { meanAt, percent } from './measures.ts';

/** The sentence of an update, or null where it is not worth interrupting anybody. */
export function describeUpdate(update: LoopUpdate, model: RunModel): { text: string; urgent: boolean } | null {
  if (update.kind === 'generation' && update.entry.evaluation) {
    const success = percent(meanAt(update.entry.evaluation, 'at15'));
    return {
      text: `Generation ${update.entry.generation}: held-out success at 15 steps is ${success}.`,
      urgent: false,
    };
  }
  if (update.kind !== 'status') return null;
  switch (model.status.state) {
    case 'finished':
      return { text: `The run finished after ${model.status.generation} generations.`, urgent: false };
    case 'failed':
      return { text: 'The run stopped because of a problem. See the problems panel.', urgent: true };
    default:
      return null;
  }
}
