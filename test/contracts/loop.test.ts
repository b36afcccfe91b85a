// What the loop promises for any system: the same digest however the work is spread and wherever it was interrupted, and
// stores that only declared writers change. On a world of four doors, so that a whole run takes milliseconds.
import { describe, expect, test } from 'vitest';
import type { Candidate, Generation, RunConfig, RunState, Signal } from '../../src/core/types.ts';
import { InlinePool } from '../../src/loop/rollout.ts';
import { run } from '../../src/loop/run.ts';
import type { System } from '../../src/loop/system.ts';
import { grpo } from '../../src/systems/grpo.ts';
import { fakePolicy, fakeSetup, fakeWorld } from './fake.ts';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'grpo',
  world: fakeSetup,
  policy: { kind: 'table', settings: {} },
  seed: 7,
  generations: 6,
  settings: { cloneEpisodes: 8, clonePasses: 2, clonePlayer: 'random', evaluateEvery: 3 },
};

function deps(over: Partial<RunConfig> = {}, workers = 1) {
  return {
    config: { ...config, ...over },
    world: fakeWorld,
    policyKind: fakePolicy,
    pool: new InlinePool(fakeWorld, fakePolicy, workers),
  };
}

async function all(system: System, dependencies: ReturnType<typeof deps>, from?: RunState): Promise<Generation[]> {
  const generations: Generation[] = [];
  for await (const generation of run(system, dependencies, from)) generations.push(generation);
  return generations;
}

describe('digest', () => {
  test('is the same with 1, 2 and 4 shards', async () => {
    const digests = await Promise.all([1, 2, 4].map(async (n) => (await all(grpo, deps({}, n))).at(-1)?.state.digest));
    expect(new Set(digests).size).toBe(1);
  });

  test('is the same after a resume from any generation', async () => {
    const whole = await all(grpo, deps());
    for (const { state } of whole) {
      const rest = await all(grpo, deps(), structuredClone(state));
      expect(rest.map((each) => each.entry)).toEqual(whole.slice(state.generation + 1).map((each) => each.entry));
    }
  });

  test('a run is a prefix of a longer one, and another seed is another run', async () => {
    const short = await all(grpo, deps({ generations: 2 }));
    const long = await all(grpo, deps());
    expect(short.map(({ state }) => state.digest)).toEqual(long.slice(0, 3).map(({ state }) => state.digest));
    const other = await all(grpo, deps({ seed: 8, generations: 2 }));
    expect(other[0].state.digest).not.toBe(short[0].state.digest);
  });
});

describe('a run', () => {
  test('learns, counts its steps and evaluates on its cadence', async () => {
    const generations = await all(
      grpo,
      deps({ generations: 30, settings: { ...config.settings, learningRate: 0.5, evaluationTemperature: 1 } }),
    );
    expect(generations.filter(({ entry }) => entry.evaluation).map(({ entry }) => entry.generation)).toEqual([
      0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30,
    ]);
    const steps = generations.flatMap(({ episodes }) => episodes).filter(({ header }) => header.purpose !== 'evaluate');
    expect(generations.at(-1)?.state.envSteps).toBe(steps.reduce((sum, { header }) => sum + header.steps, 0));
    const first = generations[0].entry.evaluation?.[0];
    const last = generations.at(-1)?.entry.evaluation?.[0];
    expect(last?.meanSteps).toBeLessThan(first?.meanSteps ?? 0);
    const weights = [...(generations.at(-1)?.state.policy.weights ?? [])];
    expect(weights[2]).toBe(Math.max(...weights));
  });

  test('skips and counts groups without a difference, and then updates nothing', async () => {
    const flat: System = {
      ...grpo,
      parts: (settings) => ({ ...grpo.parts(settings), reward: { name: 'nothing', run: () => 0 } }),
    };
    const [before, after] = await all(flat, deps({ generations: 1 }));
    expect(after.entry.metrics).toMatchObject({ skippedGroups: 16, usedEpisodes: 0 });
    expect(after.entry.counts.update).toBe(0);
    expect(after.state.policy).toEqual(before.state.policy);
    expect(after.entry.flows.filter(({ from, to }) => from === 'update' || to === 'update')).toEqual([]);
  });

  test('the control permutes returns inside groups and so keeps their statistics', async () => {
    const settings = { ...config.settings, learningRate: 0 };
    const [measured, random] = await Promise.all(
      ['clone-only', 'random-advantage'].map((arm) => all(grpo, deps({ arm, generations: 1, settings }))),
    );
    const returns = (run: Generation[]) => run[1].episodes.filter(({ header }) => header.purpose === 'train');
    expect(returns(random).map(({ header }) => header.episodeReturn)).toEqual(
      returns(measured).map(({ header }) => header.episodeReturn),
    );
    const advantages = (run: Generation[]) => returns(run).map(({ columns }) => columns.advantages_T[0]);
    expect(advantages(random)).not.toEqual(advantages(measured));
    expect([...advantages(random)].sort()).toEqual([...advantages(measured)].sort());
  });

  test('stops between two turns and inside one, without a half generation', async () => {
    for (const stopAt of ['rollout', 'evaluate'] as const) {
      const stop = new AbortController();
      const seen: number[] = [];
      const onActivity = (verb: string, phase: string): void => {
        if (seen.length === 4 && verb === stopAt && phase === 'begin') stop.abort();
      };
      const dependencies = {
        ...deps({ settings: { ...config.settings, evaluateEvery: 1 } }),
        signal: stop.signal,
        onActivity,
      };
      for await (const { state } of run(grpo, dependencies)) seen.push(state.generation);
      expect(seen).toEqual([0, 1, 2, 3]);
    }
  });

  test('tells of each verb that works, in the order of the cycle', async () => {
    const heard: string[] = [];
    const onActivity = (verb: string, phase: string, count: number): number => heard.push(`${verb} ${phase} ${count}`);
    for await (const _ of run(grpo, { ...deps({ generations: 0 }), onActivity })) expect(heard.length).toBe(6);
    expect(heard).toEqual([
      'rollout begin 8',
      'rollout end 8',
      'update begin 8',
      'update end 1',
      'evaluate begin 60',
      'evaluate end 60',
    ]);
  });

  test('refuses unknown and out-of-range settings, naming the field', async () => {
    await expect(all(grpo, deps({ settings: { groupsize: 8 } }))).rejects.toThrow('"groupsize" does not exist');
    await expect(all(grpo, deps({ settings: { groupSize: 1 } }))).rejects.toThrow('"groupSize" is 1');
    await expect(all(grpo, deps({ arm: 'best' }))).rejects.toThrow('"best"');
  });
});

// A ninth system made of other parts: it counts lost tasks, proposes them for the pool, and keeps those it can replay.
const lost: System = {
  ...grpo,
  id: 'lost-tasks',
  writes: ['policy', 'tasks'],
  parts: (settings) => ({
    ...grpo.parts(settings),
    signals: [
      {
        name: 'lost',
        run: ({ episodes }, memory) => {
          const signals: Signal[] = episodes
            .filter(({ record }) => record.header.steps > 2)
            .map(({ record: { header } }) => ({
              id: `signal/${header.id}`,
              kind: 'slow',
              subject: header.taskId,
              value: header.steps,
              evidence: [header.id],
            }));
          return { signals, memory: Number(memory) + signals.length };
        },
      },
    ],
    diagnosers: [
      {
        name: 'slow tasks',
        run: (_, signals) =>
          signals.map(({ id, subject }) => ({
            id: `finding/${id}`,
            cause: subject,
            locus: 'task',
            confidence: 1,
            evidence: [id],
          })),
      },
    ],
    generators: [
      {
        name: 'repeat the task',
        run: (_, findings) =>
          findings.map((f) => ({ id: `candidate/${f.id}`, kind: 'task', findings: [f.id], body: { task: f.cause } })),
      },
    ],
    validators: [
      {
        name: 'even tasks only',
        run: (_, candidates) =>
          candidates.map(({ id }, i) => ({
            candidate: id,
            outcome: i % 2 ? 'reject' : 'accept',
            reason: 'parity',
            evidence: [id],
          })),
      },
    ],
    updaters: [
      ...grpo.parts(settings).updaters,
      {
        name: 'append to the pool',
        run: ({ stores, generation }, accepted) => [
          {
            store: 'tasks',
            value: [...stores.tasks, ...accepted.map((candidate) => poolTask(candidate, generation))],
            count: accepted.length,
            evidence: accepted.map(({ id }) => id),
            metrics: { poolSize: stores.tasks.length + accepted.length },
          },
        ],
      },
    ],
  }),
};

function poolTask(candidate: Candidate, bornAt: number) {
  return { id: candidate.id, split: 'train', taskIndex: 0, origin: 'lost-tasks', weight: 1, bornAt, parent: '' };
}

describe('a ninth system', () => {
  test('goes through all seven verbs, with verdicts, flows and a resumable store', async () => {
    const whole = await all(lost, deps());
    const { entry, trail, state } = whole[3];
    expect(Object.values(entry.counts).every((count) => count > 0)).toBe(true);
    expect(trail?.candidates.length).toBe(entry.counts.generate);
    expect(trail?.verdicts.map(({ candidate }) => candidate)).toEqual(trail?.candidates.map(({ id }) => id));
    const acceptedCount = trail?.verdicts.filter(({ outcome }) => outcome === 'accept').length;
    expect(entry.flows.find(({ from }) => from === 'validate')?.count).toBe(acceptedCount);
    expect(entry.metrics['poolSize']).toBe((state.carried?.['tasks'] as unknown[]).length);
    const rest = await all(lost, deps(), structuredClone(state));
    expect(rest.at(-1)?.state.digest).toBe(whole.at(-1)?.state.digest);
  });

  test('is refused a store that it did not declare', async () => {
    await expect(all({ ...lost, writes: ['policy'] }, deps())).rejects.toMatchObject({ code: 'undeclared-write' });
  });

  test('is refused training on a held-out split', async () => {
    const cheat: System = {
      ...grpo,
      parts: (settings) => {
        const parts = grpo.parts(settings);
        const run: typeof parts.sampler.run = (cycle) =>
          parts.sampler.run(cycle).map((plan) => ({ ...plan, split: 'test', taskIndex: 0 }));
        return { ...parts, sampler: { name: 'cheat', run } };
      },
    };
    await expect(all(cheat, deps())).rejects.toMatchObject({ code: 'held-out-training' });
  });

  test('does not accept what no validator judged', async () => {
    const careless: System = { ...lost, parts: (settings) => ({ ...lost.parts(settings), validators: [] }) };
    const generations = await all(careless, deps({ generations: 1 }));
    expect(generations[1].trail?.verdicts.every(({ outcome }) => outcome === 'reject')).toBe(true);
    expect(generations[1].state.carried?.['tasks']).toEqual([]);
  });
});
