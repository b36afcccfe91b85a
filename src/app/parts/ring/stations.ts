// The seven stations in words: name on the ring, and one plain sentence for the panel and the tooltip.
import type { Verb } from '../../../core/types.ts';

export interface StationText {
  readonly name: string;
  readonly sentence: string;
  /** What one counted record of this station is. */
  readonly unit: string;
}

export const STATIONS: Readonly<Record<Verb, StationText>> = {
  rollout: { name: 'Roll out', sentence: 'The policy plays training episodes.', unit: 'episodes' },
  signals: {
    name: 'Signals',
    sentence: 'What the episodes tell is measured: which groups won, which lost.',
    unit: 'signals',
  },
  diagnose: { name: 'Diagnose', sentence: 'Signals are traced to a cause: a task, a step, a unit.', unit: 'findings' },
  generate: {
    name: 'Generate',
    sentence: 'New tasks, units or interventions are proposed for the causes.',
    unit: 'candidates',
  },
  validate: {
    name: 'Validate',
    sentence: 'Every candidate is tested; the rejected ones stay on record.',
    unit: 'verdicts',
  },
  update: { name: 'Update', sentence: 'The stores that the system may write are changed.', unit: 'updates' },
  evaluate: { name: 'Evaluate', sentence: 'The policy plays held-out tasks it never trains on.', unit: 'episodes' },
};
