// GiGPO's two-level advantages (2505.10978, trainer.md 6.7): the episode's against its group, plus omega times the step's
// against all steps of the same group that started from the same anchor state.
// Invariant: a step alone in its anchor state gets no step advantage; rewards are per step, episodes packed as everywhere.
import { membersOf, normalise, spread, type GroupScale } from './grpo.ts';

export interface GigpoSettings {
  /** Discount of step returns, 0.95 in the paper. */
  readonly gamma: number;
  /** Weight of the step advantage. */
  readonly omega: number;
  readonly scale: GroupScale;
  readonly epsilon: number;
  /** Whether the group's mean and deviation count each episode once (paper) or once per step (some released code). */
  readonly episodeStatistics: 'episodes' | 'steps';
}

export const PLAIN_GIGPO: GigpoSettings = {
  gamma: 0.95,
  omega: 1,
  scale: 'none',
  epsilon: 1e-6,
  episodeStatistics: 'episodes',
};

export interface GigpoInput {
  readonly lengths_E: ArrayLike<number>;
  readonly groups_E: ArrayLike<number>;
  readonly rewards_T: ArrayLike<number>;
  /** Key of the state before the step's command; equal exactly when the states are the same to the agent. */
  readonly anchors_T: readonly string[];
}

export interface GigpoAdvantages {
  readonly advantage_T: Float64Array;
  readonly episode_T: Float64Array;
  readonly step_T: Float64Array;
  /** Discounted return from each step on. */
  readonly stepReturn_T: Float64Array;
  readonly skippedGroups: number;
}

export function gigpoAdvantages(input: GigpoInput, settings: GigpoSettings): GigpoAdvantages {
  const { lengths_E, groups_E, rewards_T, anchors_T } = input;
  const stepReturn_T = discountedReturns(lengths_E, rewards_T, settings.gamma);
  const group_T = spread(groups_E, lengths_E);
  const { episode_T, skippedGroups } = episodeAdvantages(input, group_T, settings);
  const step_T = new Float64Array(rewards_T.length);
  const keys = anchors_T.map((anchor, t) => `${group_T[t]} ${anchor}`);
  for (const members of membersOf(keys).values())
    normalise(stepReturn_T, members, settings.scale, settings.epsilon, step_T);
  const advantage_T = episode_T.map((a, t) => a + settings.omega * step_T[t]);
  return { advantage_T, episode_T, step_T, stepReturn_T, skippedGroups };
}

/** G_k = sum over j >= k of gamma^(j-k) r_j inside each episode. */
function discountedReturns(lengths_E: ArrayLike<number>, rewards_T: ArrayLike<number>, gamma: number): Float64Array {
  const returns_T = new Float64Array(rewards_T.length);
  for (let e = 0, start = 0; e < lengths_E.length; e++) {
    let sum = 0;
    for (let t = start + lengths_E[e] - 1; t >= start; t--) {
      sum = rewards_T[t] + gamma * sum;
      returns_T[t] = sum;
    }
    start += lengths_E[e];
  }
  return returns_T;
}

function episodeAdvantages(
  { lengths_E, groups_E, rewards_T }: GigpoInput,
  group_T: Float64Array,
  settings: GigpoSettings,
): { episode_T: Float64Array; skippedGroups: number } {
  const total_E = new Float64Array(lengths_E.length);
  for (let e = 0, t = 0; e < lengths_E.length; e++) {
    for (const end = t + lengths_E[e]; t < end; t++) total_E[e] += rewards_T[t];
  }
  const perStep = settings.episodeStatistics === 'steps';
  const values = perStep ? spread(total_E, lengths_E) : total_E;
  const out = new Float64Array(values.length);
  let skippedGroups = 0;
  for (const members of membersOf<number>(perStep ? group_T : groups_E).values()) {
    if (!normalise(values, members, settings.scale, settings.epsilon, out)) skippedGroups++;
  }
  return { episode_T: perStep ? out : spread(out, lengths_E), skippedGroups };
}
