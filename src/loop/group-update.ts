// The policy update by group-relative advantages, for every system that trains by GRPO or GiGPO.
// Invariant: advantages are computed once, from this generation's episodes, before the first optimiser step; a group without
// any difference teaches nothing and is counted; the control permutes returns inside groups and changes nothing else.
import type { Rng } from '../core/rng.ts';
import type { Settings } from '../core/types.ts';
import { gigpoAdvantages, PLAIN_GIGPO } from '../learn/gigpo.ts';
import { groupAdvantages, membersOf, spread, type GroupScale } from '../learn/grpo.ts';
import { PLAIN_POLICY_LOSS, policyLoss, type PolicyLossResult } from '../learn/policy-loss.ts';
import type { Learner, PolicyTrace } from '../policy/policy.ts';
import { pack, unpack } from './packing.ts';
import type { EpisodeResult } from './rollout-contract.ts';
import { choiceOf, numberOf, type Setting } from './settings.ts';
import type { Updater } from './system.ts';

export const UPDATE_SETTINGS: readonly Setting[] = [
  {
    name: 'objective',
    kind: 'choice',
    choices: ['grpo', 'gigpo'],
    default: 'grpo',
    explanation:
      'grpo compares whole episodes of a group; gigpo also compares steps that started from the same observation.',
  },
  {
    name: 'advantages',
    kind: 'choice',
    choices: ['measured', 'random'],
    default: 'measured',
    explanation:
      'random permutes the returns inside each group before advantages are computed: a control that must not learn.',
  },
  {
    name: 'scale',
    kind: 'choice',
    choices: ['none', 'unbiased', 'biased', 'leave-one-out'],
    default: 'unbiased',
    explanation:
      'How the difference to the group mean is scaled: none is Dr. GRPO, unbiased divides by the standard deviation.',
  },
  {
    name: 'learningRate',
    kind: 'number',
    min: 0,
    max: 1000,
    default: 30,
    explanation: 'Learning rate of the policy update; 0 plays everything and learns nothing.',
  },
  {
    name: 'updates',
    kind: 'integer',
    min: 1,
    max: 64,
    default: 1,
    explanation: 'Optimiser steps on the episodes of one generation.',
  },
  {
    name: 'clip',
    kind: 'number',
    min: 0.01,
    max: 10,
    default: 0.2,
    explanation:
      'The probability ratio counts up to 1 plus or minus this; it matters from the second update of a generation on.',
  },
  {
    name: 'stepDiscount',
    kind: 'number',
    min: 0,
    max: 1,
    default: 0.95,
    explanation: 'Discount of the step returns that gigpo compares.',
  },
  {
    name: 'stepWeight',
    kind: 'number',
    min: 0,
    max: 100,
    default: 1,
    explanation: 'Weight of the step advantage in gigpo.',
  },
];

/** Advantages of every step, packed in index order. */
interface Advantages {
  readonly advantage_T: Float64Array;
  readonly skippedGroups: number;
}

export function groupUpdater(settings: Settings): Updater {
  return ({ episodes, policyKind, stores, rng }) => {
    const { advantage_T, skippedGroups } = advantagesOf(episodes, settings, rng);
    writeAdvantages(episodes, advantage_T);
    const used = episodes.filter(({ record }) => record.columns.advantages_T.some((advantage) => advantage !== 0));
    const update = {
      store: 'policy',
      count: used.length,
      evidence: used.map(({ record }) => record.header.id),
      metrics: { skippedGroups, usedEpisodes: used.length },
    } as const;
    if (used.length === 0) return [{ ...update, value: stores.policy }];
    const learner = policyKind.learner(stores.policy);
    const descended = descend(learner, episodes, advantage_T, settings);
    return [{ ...update, value: learner.snapshot(), metrics: { ...update.metrics, ...descended } }];
  };
}

function advantagesOf(episodes: readonly EpisodeResult[], settings: Settings, rng: Rng): Advantages {
  const headers = episodes.map(({ record }) => record.header);
  const lengths_E = headers.map(({ steps }) => steps);
  const groups_E = headers.map(({ group }) => group);
  const returns_E = headers.map(({ episodeReturn }) => episodeReturn);
  if (choiceOf(settings, 'advantages') === 'random') permuteInside(groups_E, returns_E, rng.sub('random-advantages'));
  const scale = choiceOf(settings, 'scale') as GroupScale;
  if (choiceOf(settings, 'objective') === 'grpo') {
    const { advantage_E, skippedGroups } = groupAdvantages(returns_E, groups_E, scale);
    return { advantage_T: spread(advantage_E, lengths_E), skippedGroups };
  }
  const rewards_T = pack(returns_E.map((value, e) => finalReward(value, lengths_E[e])));
  const anchors_T = episodes.flatMap((episode) => episode.anchors_T ?? []);
  const gigpo = {
    ...PLAIN_GIGPO,
    scale,
    gamma: numberOf(settings, 'stepDiscount'),
    omega: numberOf(settings, 'stepWeight'),
  };
  return gigpoAdvantages({ lengths_E, groups_E, rewards_T, anchors_T }, gigpo);
}

/** The return as a reward of the last step. */
function finalReward(value: number, steps: number): Float64Array {
  const rewards_T = new Float64Array(steps);
  rewards_T[steps - 1] = value;
  return rewards_T;
}

function permuteInside(groups_E: readonly number[], returns_E: number[], rng: Rng): void {
  for (const members of membersOf(groups_E).values()) {
    const shuffled = rng.shuffle(members.map((e) => returns_E[e]));
    members.forEach((e, k) => (returns_E[e] = shuffled[k]));
  }
}

/** The one column of the record that the loop fills in. */
function writeAdvantages(episodes: readonly EpisodeResult[], advantage_T: Float64Array): void {
  let at = 0;
  for (const { record } of episodes) {
    record.columns.advantages_T.set(advantage_T.subarray(at, at + record.header.steps));
    at += record.header.steps;
  }
}

function descend(
  learner: Learner,
  episodes: readonly EpisodeResult[],
  advantage_T: Float64Array,
  settings: Settings,
): { loss: number; clipFraction: number; gradientNorm: number; entropy: number } {
  const traces = episodes.map(({ trace }) => trace as PolicyTrace);
  const lengths_E = traces.map(({ steps }) => steps);
  const loss = {
    ...PLAIN_POLICY_LOSS,
    clipLow: Math.min(numberOf(settings, 'clip'), 1),
    clipHigh: numberOf(settings, 'clip'),
  };
  const updates = numberOf(settings, 'updates');
  const logProbs = (): Float64Array => pack(traces.map((trace) => learner.logProbs(trace)));
  // At the first update the ratio is 1 by definition, so a single update needs no log-probability at all.
  const old_T = updates > 1 ? logProbs() : new Float64Array(advantage_T.length);
  let logp_T = old_T;
  let result: PolicyLossResult = { loss: 0, dLogp_T: logp_T, clipFraction: 0 };
  let step = { gradientNorm: 0, entropy: 0 };
  for (let update = 0; update < updates; update++) {
    if (update > 0) logp_T = logProbs();
    result = policyLoss({ lengths_E, logp_T, old_T, advantage_T }, loss);
    const rows = unpack(traces, result.dLogp_T).filter(({ dLogp_T }) => dLogp_T.some((slope) => slope !== 0));
    step = learner.step(rows, numberOf(settings, 'learningRate'));
  }
  return { loss: result.loss, clipFraction: result.clipFraction, ...step };
}
