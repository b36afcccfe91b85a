// How the page keeps an episode of the stage: merging what arrives, keeping the branch that was left, choosing what to watch next.
// Invariant: pure; a view always holds all steps of the episode, from 0.
import type { StageStep, StageView } from '../../../workers/protocol.ts';
import type { StageSplit } from './stage-worker.ts';

/** Steps that were played and then left by going back: what would have been. */
export interface Branch {
  /** First step that differs. */
  readonly from: number;
  readonly steps: readonly StageStep[];
  readonly won: boolean;
  readonly ended: boolean;
}

/** The whole episode after a part of it arrived. */
export function merged(before: StageView | null, part: StageView): StageView {
  if (part.from === 0 || before === null) return part;
  return { ...part, from: 0, steps: [...before.steps.slice(0, part.from), ...part.steps] };
}

/** What going back to before `step` leaves behind; null where nothing was played after it. */
export function branchLeft(view: StageView, step: number): Branch | null {
  const played = view.steps.filter((each) => each.chosen !== null).length;
  if (step >= played) return null;
  return { from: step, steps: view.steps.slice(step), won: view.won, ended: view.ended };
}

/** What the watched tasks are taken from: the held-out splits, else all. */
function watchable(splits: readonly StageSplit[], preferred: readonly string[]): readonly StageSplit[] {
  const filled = splits.filter((split) => split.size > 0);
  const named = filled.filter((split) => preferred.includes(split.id));
  const heldOut = filled.filter((split) => split.heldOut);
  return named.length > 0 ? named : heldOut.length > 0 ? heldOut : filled;
}

/** The task watched as number `count`: the splits in turn, each from its first task on. */
export function taskToWatch(
  splits: readonly StageSplit[],
  preferred: readonly string[],
  count: number,
): { readonly split: string; readonly index: number } | null {
  const choice = watchable(splits, preferred);
  const split = choice[count % Math.max(1, choice.length)];
  if (split === undefined) return null;
  const index = Math.floor(count / choice.length);
  return { split: split.id, index: Number.isFinite(split.size) ? index % split.size : index };
}

/** Milliseconds between two watched steps: slow enough to read, whatever the pace of the run. */
export const STEP_MS: Readonly<Record<string, number>> = { class: 1500, normal: 850, max: 450 };
/** How long an ended episode stays. */
export const END_MS = 2200;
