// Generation 0: the policy is cloned from episodes of a scripted player (behaviour cloning by supervised learning).
// Invariant: it is the same cycle with other parts, so its episodes, steps and update are recorded, counted and replayed like
// those of any generation. All episodes are cloned, lost ones too: the clone is to play like the player, not better.
import type { Rng } from '../core/rng.ts';
import { mean } from '../core/statistics.ts';
import type { Settings } from '../core/types.ts';
import { sft } from '../learn/sft.ts';
import type { Learner, LearnerRow, PolicyTrace } from '../policy/policy.ts';
import { EVALUATION_STEPS } from './evaluator.ts';
import { unpack } from './packing.ts';
import { choiceOf, numberOf, type Setting } from './settings.ts';
import type { Cycle, GroupPlan, Parts, Updater } from './system.ts';

export const PREPARATION_SETTINGS: readonly Setting[] = [
  {
    name: 'cloneEpisodes',
    kind: 'integer',
    min: 0,
    max: 4096,
    default: 64,
    explanation: 'Episodes of the scripted player that the policy is cloned from before it learns by itself.',
  },
  {
    name: 'clonePlayer',
    kind: 'choice',
    choices: ['blind', 'prior', 'oracle', 'random'],
    default: 'blind',
    explanation: 'The scripted player that is cloned.',
  },
  {
    name: 'clonePasses',
    kind: 'integer',
    min: 1,
    max: 200,
    default: 60,
    explanation: 'Passes over the cloned episodes.',
  },
  {
    name: 'cloneBatch',
    kind: 'integer',
    min: 1,
    max: 4096,
    default: 8,
    explanation: 'Episodes in one update of the cloning.',
  },
  {
    name: 'cloneLearningRate',
    kind: 'number',
    min: 0,
    max: 100,
    default: 8,
    explanation: 'Learning rate of the cloning.',
  },
];

/** Cloning in place of the sampler and the updaters of `parts`; the other parts stay as they are. */
export function cloning(parts: Parts, settings: Settings): Parts {
  return {
    ...parts,
    sampler: {
      name: `episodes of the ${choiceOf(settings, 'clonePlayer')} player`,
      run: (cycle) => plans(cycle, settings),
    },
    signals: [],
    updaters: [{ name: 'behaviour cloning', run: cloneUpdater(settings) }],
  };
}

function plans(cycle: Cycle, settings: Settings): GroupPlan[] {
  const draws = cycle.rng.sub('clone-tasks');
  const size = cycle.world.source(cycle.trainSplit).size;
  return Array.from({ length: numberOf(settings, 'cloneEpisodes') }, () => ({
    split: cycle.trainSplit,
    taskIndex: drawTask(draws, size),
    episodes: 1,
    player: choiceOf(settings, 'clonePlayer'),
    stepLimit: EVALUATION_STEPS,
    temperature: 1,
    anchors: false,
    probabilities: false,
  }));
}

/** Uniform over a split; generated splits are endless, so any 32-bit number names a task. */
export function drawTask(draws: Rng, size: number): number {
  return size === Infinity ? draws.u32() : draws.int(size);
}

function cloneUpdater(settings: Settings): Updater {
  return ({ episodes, policyKind, stores, rng }) => {
    if (episodes.length === 0) return [];
    const learner = policyKind.learner(stores.policy);
    const traces = episodes.map(({ trace }) => trace as PolicyTrace);
    const size = numberOf(settings, 'cloneBatch');
    const rate = numberOf(settings, 'cloneLearningRate');
    let last = { gradientNorm: 0, entropy: 0 };
    for (let pass = 0; pass < numberOf(settings, 'clonePasses'); pass++) {
      const shuffled = rng.sub('clone-order', pass).shuffle([...traces]);
      for (let at = 0; at < shuffled.length; at += size) last = learner.step(rows(shuffled.slice(at, at + size)), rate);
    }
    return [
      {
        store: 'policy',
        value: learner.snapshot(),
        count: episodes.length,
        evidence: episodes.map(({ record }) => record.header.id),
        metrics: { loss: meanLoss(learner, traces), ...last },
      },
    ];
  };
}

/** The coefficients of a batch: mean negative log-likelihood over its steps. They do not depend on the policy. */
function rows(traces: readonly PolicyTrace[]): LearnerRow[] {
  const lengths_E = traces.map(({ steps }) => steps);
  const logp_T = new Float64Array(lengths_E.reduce((sum, steps) => sum + steps, 0));
  const { dLogp_T } = sft({ lengths_E, logp_T }, { kind: 'token-mean' });
  return unpack(traces, dLogp_T);
}

function meanLoss(learner: Learner, traces: readonly PolicyTrace[]): number {
  return -mean(traces.flatMap((trace) => [...learner.logProbs(trace)]));
}
