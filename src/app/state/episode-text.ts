// An episode in one line for people: outcome, steps, purpose, goal. Pure.
import type { EpisodeHeader } from '../../core/types.ts';

const PURPOSES: Readonly<Record<EpisodeHeader['purpose'], string>> = {
  train: 'training',
  evaluate: 'evaluation',
  clone: 'cloned from',
  explore: 'exploring',
};

/** "won in 8 steps" or "not solved in 50 steps". */
export function outcome(header: EpisodeHeader): string {
  return header.won ? `won in ${header.steps} steps` : `not solved in ${header.steps} steps`;
}

/** The whole line. */
export function episodeLine(header: EpisodeHeader): string {
  const purpose = PURPOSES[header.purpose];
  return `Generation ${header.generation}, ${purpose} episode ${header.index}: ${outcome(header)}. Task: ${header.goal}.`;
}
