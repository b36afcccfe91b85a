// A made-up run in the shape of a recording, for tests of the page. Never shipped, never shown as real.
import type { EpisodeHeader, LedgerEntry, SplitScore, Verb } from '../../core/types.ts';
import { Rng } from '../../core/rng.ts';
import type { RecordedRun } from './recorded.ts';

const SPLITS = ['id-test', 'ood-room', 'ood-object', 'ood-compose', 'ood-shift'];
const TYPES = [
  'pick_and_place_simple',
  'pick_clean_then_place_in_recep',
  'pick_heat_then_place_in_recep',
  'look_at_obj_in_light',
  'pick_cool_then_place_in_recep',
  'pick_two_obj_and_place',
];

function score(split: string, index: number, progress: number, rng: Rng): SplitScore {
  const base = 0.42 - 0.05 * index;
  const at15 = Math.min(0.98, base + (0.5 - 0.04 * index) * progress + 0.04 * (rng.float() - 0.5));
  return {
    split,
    episodes: 100,
    at10: at15 * 0.75,
    at15,
    at50: Math.min(1, at15 + 0.25),
    at15Low: at15 - 0.08,
    at15High: Math.min(1, at15 + 0.07),
    meanSteps: 24 - 14 * at15,
  };
}

function header(generation: number, index: number, progress: number, rng: Rng, evaluate: boolean): EpisodeHeader {
  const won = rng.float() < 0.4 + 0.5 * progress;
  const taskType = TYPES[Math.floor(index / 8) % TYPES.length];
  const split = evaluate ? SPLITS[index % 5] : 'train';
  return {
    id: `fixture/${generation}/${index}`,
    runId: 'fixture',
    generation,
    index,
    purpose: evaluate ? 'evaluate' : 'train',
    split,
    taskIndex: index,
    taskId: `${split}/${index}`,
    taskType,
    goal: 'put a clean mug in the coffee machine',
    group: evaluate ? -1 : Math.floor(index / 8),
    steps: won ? 6 + rng.int(12) : 50,
    stepLimit: 50,
    won,
    stop: won ? 'won' : 'step-limit',
    episodeReturn: won ? 1 : 0,
  };
}

/** A run of `generations` generations that rises and flattens. */
export function fixtureRun(generations = 60): RecordedRun {
  const rng = Rng.root(7);
  const entries: LedgerEntry[] = [];
  const headers: EpisodeHeader[] = [];
  for (let generation = 0; generation <= generations; generation++) {
    const progress = 1 - 1 / (1 + generation / 10);
    const evaluated = generation % 4 === 0;
    const own = Array.from({ length: 64 }, (_, index) => header(generation, index, progress, rng, false));
    if (evaluated)
      own.push(...Array.from({ length: 40 }, (_, index) => header(generation, 64 + index, progress, rng, true)));
    headers.push(...own);
    const mixed = 3 + rng.int(5);
    const counts: Record<Verb, number> = {
      rollout: 64,
      signals: 64,
      diagnose: 0,
      generate: 0,
      validate: 0,
      update: generation > 0 ? mixed * 8 : 64,
      evaluate: evaluated ? 40 : 0,
    };
    const ids = own.map((each) => each.id);
    entries.push({
      generation,
      digest: `${'0123456789abcdef'.repeat(4)}`.slice(generation % 16).padEnd(64, 'a'),
      envSteps: generation * 1300,
      counts,
      flows: [
        { from: 'rollout', to: 'signals', count: 64, evidence: ids.slice(0, 64) },
        { from: 'signals', to: 'update', count: counts.update, evidence: ids.slice(0, counts.update) },
        ...(evaluated ? [{ from: 'update', to: 'evaluate', count: 40, evidence: ids.slice(64) } as const] : []),
      ],
      metrics: {
        loss: 0.1 / (1 + generation),
        gradientNorm: 0.6 + rng.float() * 0.2,
        entropy: 1.6 - progress,
        meanReturn: 0.4 + progress / 2,
        trainSuccess: 0.4 + progress / 2,
        skippedGroups: 8 - mixed,
      },
      ...(evaluated ? { evaluation: SPLITS.map((split, index) => score(split, index, progress, rng)) } : {}),
    });
  }
  return {
    runId: 'fixture',
    config: {
      format: 'terrarium-run/1',
      system: 'grpo',
      arm: 'method',
      world: {
        id: 'household',
        source: { kind: 'generated' },
        switches: {},
        trainSplit: 'train',
        evaluationSplits: SPLITS,
      },
      policy: { kind: 'linear', settings: {} },
      seed: 7,
      generations,
      settings: {},
    },
    entries,
    headers,
    episodes: [],
    policies: [],
  };
}
