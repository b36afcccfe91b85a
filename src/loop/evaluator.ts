// The evaluator: success within 10, 15 and 50 steps and mean steps on held-out splits, with intervals over tasks.
// Invariant: tasks and draws depend on the run's seed alone, so generations, arms and checkpoints are compared pair by pair;
// nothing here is handed to a part that can change the run.
import { Rng } from '../core/rng.ts';
import { bootstrapMean, mean } from '../core/statistics.ts';
import type { PolicySnapshot, RunConfig, Settings, SplitScore } from '../core/types.ts';
import type { World } from '../worlds/world.ts';
import type { EpisodeRequest, EpisodeResult, RolloutPool } from './rollout-contract.ts';
import { numberOf, type Setting } from './settings.ts';
import { openStores } from './stores.ts';
import type { EvaluationBench, Evaluator } from './system.ts';

/** Steps of an evaluation episode; the smaller budgets are read off the same episode. */
export const EVALUATION_STEPS = 50;
/** Splits up to this size are evaluated whole by default (the benchmark's have 140 and 134 games) ... */
const WHOLE_SPLIT = 140;
/** ... larger and endless ones on this many tasks. */
const SAMPLE_TASKS = 200;

export interface EvaluationOptions {
  /** Tasks per split; 0 = whole splits up to 140 tasks, else 200 tasks. */
  readonly tasks: number;
  /** 0 = greedy. */
  readonly temperature: number;
  /** 'policy' or a scripted player, for baselines. */
  readonly player: string;
}

/** Settings that every system declares, so that all are measured alike. */
export const EVALUATION_SETTINGS: readonly Setting[] = [
  {
    name: 'evaluateEvery',
    kind: 'integer',
    min: 1,
    max: 10_000,
    default: 10,
    explanation: 'Generations between two evaluations on the held-out splits.',
  },
  {
    name: 'evaluationTasks',
    kind: 'integer',
    min: 0,
    max: 4096,
    default: 0,
    explanation: 'Held-out tasks per split; 0 takes splits of up to 140 tasks whole and 200 tasks of larger ones.',
  },
  {
    name: 'evaluationTemperature',
    kind: 'number',
    min: 0,
    max: 5,
    default: 0.25,
    explanation:
      'Temperature of evaluation episodes; 0 takes the most probable command, and can walk in circles for ever.',
  },
];

/** The options that the settings ask for. */
export function evaluationOptions(settings: Settings): EvaluationOptions {
  return {
    tasks: numberOf(settings, 'evaluationTasks'),
    temperature: numberOf(settings, 'evaluationTemperature'),
    player: 'policy',
  };
}

/** Evenly spaced task numbers of a split, because packs are sorted by task type. */
export function evaluationTasks(size: number, wanted: number): number[] {
  const asked = wanted > 0 ? wanted : size <= WHOLE_SPLIT ? size : SAMPLE_TASKS;
  const count = Math.min(asked, size);
  if (size === Infinity) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: count }, (_, i) => Math.floor((i * size) / count));
}

function requestsOf(bench: EvaluationBench, options: EvaluationOptions): EpisodeRequest[] {
  const requests: EpisodeRequest[] = [];
  for (const split of bench.splits) {
    const stream = bench.rng.sub(split);
    for (const taskIndex of evaluationTasks(bench.world.source(split).size, options.tasks)) {
      requests.push({
        index: requests.length,
        purpose: 'evaluate',
        split,
        taskIndex,
        group: -1,
        stepLimit: EVALUATION_STEPS,
        temperature: options.temperature,
        seed: stream.sub('task', taskIndex).u32(),
        player: options.player,
        keep: { trace: false, probabilities: false, anchors: false },
      });
    }
  }
  return requests;
}

/** 1 where the episode was won within `budget` steps, else 0. */
function wins(results: readonly EpisodeResult[], budget: number): number[] {
  return results.map(({ record: { header } }) => (header.won && header.steps <= budget ? 1 : 0));
}

/** Scores the results of one split. `seed` makes the interval repeatable. */
export function scoreSplit(split: string, results: readonly EpisodeResult[], seed: number): SplitScore {
  const at15 = bootstrapMean(wins(results, 15), seed);
  return {
    split,
    episodes: results.length,
    at10: mean(wins(results, 10)),
    at15: at15.mean,
    at50: mean(wins(results, EVALUATION_STEPS)),
    at15Low: at15.lo,
    at15High: at15.hi,
    meanSteps: mean(results.map(({ record: { header } }) => (header.won ? header.steps : EVALUATION_STEPS))),
  };
}

/** The evaluator part with given options. */
export function heldOutEvaluator(options: EvaluationOptions): Evaluator {
  return async (bench) => {
    const results = await bench.play(requestsOf(bench, options));
    return bench.splits.map((split) => {
      const own = results.filter(({ record }) => record.header.split === split);
      return scoreSplit(split, own, bench.rng.sub(split).sub('bootstrap').u32());
    });
  };
}

/** Scores one snapshot outside a run, on the tasks and draws that the run of this seed evaluates on. */
export function evaluateSnapshot(
  world: World,
  pool: RolloutPool,
  config: Pick<RunConfig, 'seed' | 'world'>,
  policy: PolicySnapshot,
  options: EvaluationOptions,
): Promise<readonly SplitScore[]> {
  return heldOutEvaluator(options)({
    world,
    splits: config.world.evaluationSplits,
    stores: openStores({ policy }),
    rng: evaluationStream(config.seed),
    play: (requests) => pool.play(policy, requests),
  });
}

/** The stream of all evaluations of a run. */
export function evaluationStream(seed: number): Rng {
  return Rng.root(seed).sub('evaluate');
}
