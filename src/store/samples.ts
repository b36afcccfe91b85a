// Made-up runs for the tests of storage: shaped like real ones, with every value derived from numbers.
// Invariant: test code only; nothing outside *.test.ts and the suites imports it.
import type { EpisodeRecord, Generation, RunConfig, RunState, StepColumns } from '../core/types.ts';
import type { RunIdentity } from './store.ts';

const TASK_TYPES = ['simple', 'clean', 'heat'] as const;

export function sampleConfig(seed = 7, generations = 5): RunConfig {
  return {
    format: 'terrarium-run/1',
    system: 'grpo',
    arm: 'method',
    world: {
      id: 'household',
      source: { kind: 'generated' },
      switches: { drift: true },
      trainSplit: 'train',
      evaluationSplits: ['id-test'],
    },
    policy: { kind: 'linear', settings: { bits: 10 } },
    seed,
    generations,
    settings: { learningRate: 0.1 },
  };
}

export function sampleRun(id: string, created = 1): RunIdentity {
  return { id, config: sampleConfig(), created };
}

export function sampleColumns(steps: number, salt = 0): StepColumns {
  const admissible_T = Uint16Array.from({ length: steps }, (_, t) => 3 + ((t + salt) % 4));
  const kept = admissible_T.reduce((sum, n) => sum + n, 0);
  return {
    commands_T: Uint16Array.from({ length: steps }, (_, t) => (t * 7 + salt) % 3),
    logProbs_T: Float32Array.from({ length: steps }, (_, t) => -(t + 1) / (salt + 3)),
    rewards_T: Float32Array.from({ length: steps }, (_, t) => (t === steps - 1 ? 1 : 0)),
    advantages_T: Float32Array.from({ length: steps }, (_, t) => (t - salt) / 5),
    admissible_T,
    probabilities_TA: Uint8Array.from({ length: kept }, (_, i) => (i * 31 + salt) & 255),
  };
}

/** Episode `index` of a generation; even indexes win. The header is as the loop makes it: no run yet. */
function sampleEpisode(generation: number, index: number, steps = 4 + (index % 5)): EpisodeRecord {
  const won = index % 2 === 0;
  return {
    header: {
      id: `${generation}/${index}`,
      runId: '',
      generation,
      index,
      purpose: index % 4 === 3 ? 'evaluate' : 'train',
      split: index % 4 === 3 ? 'id-test' : 'train',
      taskIndex: index,
      taskId: `train/${index}`,
      taskType: TASK_TYPES[index % 3]!,
      goal: `put thing ${index} away`,
      group: index >> 2,
      steps,
      stepLimit: 50,
      won,
      stop: won ? 'won' : 'step-limit',
      episodeReturn: won ? 1 : 0,
    },
    columns: sampleColumns(steps, index),
  };
}

export function sampleState(generation: number, weights = 16): RunState {
  return {
    generation,
    envSteps: 100 * (generation + 1),
    digest: (generation + 1).toString(16).padStart(64, '0'),
    policy: {
      kind: 'linear',
      version: generation,
      settings: { bits: 10 },
      weights: Float32Array.from({ length: weights }, (_, i) => (i - generation) / 7),
    },
    carried: { harness: { id: 'harness/0', note: `generation ${generation}` } },
  };
}

export function sampleGeneration(generation: number, episodes = 8, steps?: number): Generation {
  const state = sampleState(generation);
  const records = Array.from({ length: episodes }, (_, index) => sampleEpisode(generation, index, steps));
  return {
    entry: {
      generation,
      digest: state.digest,
      envSteps: state.envSteps,
      counts: { rollout: episodes, signals: 0, diagnose: 0, generate: 0, validate: 0, update: 1, evaluate: 1 },
      flows: [{ from: 'rollout', to: 'update', count: episodes, evidence: records.map((r) => r.header.id) }],
      metrics: { loss: 1 / (generation + 1) },
      ...(generation % 2 === 0 ? { evaluation: [sampleScore(generation)] } : {}),
    },
    episodes: records,
    state,
    ...(generation % 2 === 1 ? { trail: sampleTrail(generation) } : {}),
  };
}

function sampleScore(generation: number): NonNullable<Generation['entry']['evaluation']>[number] {
  return {
    split: 'id-test',
    episodes: 10,
    at10: 0.5,
    at15: 0.6,
    at50: 0.9,
    at15Low: 0.4,
    at15High: 0.7,
    meanSteps: 20 - generation / 100,
  };
}

function sampleTrail(generation: number): NonNullable<Generation['trail']> {
  return {
    signals: [{ id: 's/0', kind: 'rare', subject: 'heat', value: 0.2, evidence: [`${generation}/0`] }],
    findings: [{ id: 'f/0', cause: 'few heats', locus: 'task', confidence: 0.5, evidence: ['s/0'] }],
    candidates: [{ id: 'c/0', kind: 'task', findings: ['f/0'], body: { taskIndex: 3 } }],
    verdicts: [{ candidate: 'c/0', outcome: 'reject', reason: 'too easy', evidence: [`${generation}/1`] }],
  };
}
