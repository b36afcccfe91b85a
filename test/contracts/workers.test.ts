// The number of workers changes the speed and not one bit: real threads, the real world, the linear policy.
import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../cli/pool.ts';
import { openWorld } from '../../cli/run-world.ts';
import type { RunConfig } from '../../src/core/types.ts';
import type { RolloutPool } from '../../src/loop/rollout-contract.ts';
import { run } from '../../src/loop/run.ts';
import { policyKind } from '../../src/policy/registry.ts';
import { grpo } from '../../src/systems/grpo.ts';

const opened = await openWorld({ id: 'household', data: null, splits: ['id-test'], switches: {} });
const linear = policyKind('linear');
const pools: RolloutPool[] = [];
afterAll(() => pools.forEach((pool) => pool.close()));

function pool(workers: number): RolloutPool {
  const made = openPool(workers, opened.setup, opened.pack, opened.world, linear);
  pools.push(made);
  return made;
}

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'gigpo',
  world: opened.setup,
  policy: { kind: 'linear', settings: {} },
  seed: 3,
  generations: 3,
  settings: grpo.smoke,
};

async function digestOf(workers: number): Promise<string> {
  let digest = '';
  const deps = { config, world: opened.world, policyKind: linear, pool: pool(workers) };
  for await (const { state } of run(grpo, deps)) digest = state.digest;
  return digest;
}

test('one, two and four workers give the same digest', async () => {
  const one = await digestOf(1);
  expect(await digestOf(2)).toBe(one);
  expect(await digestOf(4)).toBe(one);
});

test('a worker that throws rejects with a problem, and so does everything after it', async () => {
  const broken = pool(2);
  const policy = linear.initial({}, 0);
  const request = {
    index: 0,
    purpose: 'train',
    split: 'no such split',
    taskIndex: 0,
    group: 0,
    stepLimit: 5,
    temperature: 1,
    seed: 0,
    player: 'policy',
    keep: { trace: false, probabilities: false, anchors: false },
  } as const;
  await expect(broken.play(policy, [request])).rejects.toMatchObject({ code: 'worker-died' });
  await expect(broken.play(policy, [{ ...request, split: 'train' }])).rejects.toMatchObject({ code: 'worker-died' });
});
