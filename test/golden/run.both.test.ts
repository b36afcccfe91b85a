// Tier T1: one small run has one digest, in Node and in Chromium, whatever the machine. When rules, features, objectives or
// numbers change on purpose, the value changes with them: run `npx vitest run test/golden/run.both.test.ts` and pin the new one.
import { expect, test } from 'vitest';
import type { RunConfig } from '../../src/core/types.ts';
import { InlinePool } from '../../src/loop/rollout.ts';
import { run } from '../../src/loop/run.ts';
import { policyKind } from '../../src/policy/registry.ts';
import { systemOf } from '../../src/systems/registry.ts';
import { worldKinds } from '../../src/worlds/registry.ts';

const DIGEST = '0393fe4ae9b8e51775e48aafe5b90699a6495ecdf487e8959ff8d98194854fad';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'gigpo',
  world: {
    id: 'household',
    source: { kind: 'generated' },
    switches: {},
    trainSplit: 'train',
    evaluationSplits: ['id-test', 'ood-room'],
  },
  policy: { kind: 'linear', settings: {} },
  seed: 1,
  generations: 4,
  settings: {
    tasks: 6,
    groupSize: 4,
    cloneEpisodes: 8,
    clonePasses: 5,
    updates: 2,
    evaluateEvery: 2,
    evaluationTasks: 10,
  },
};

test('a small run gives the pinned digest', async () => {
  const kind = worldKinds.find(({ id }) => id === config.world.id);
  const world = kind?.open(config.world);
  if (!world) throw new Error('the household is not in the registry');
  const policy = policyKind(config.policy.kind);
  let digest = '';
  const deps = { config, world, policyKind: policy, pool: new InlinePool(world, policy) };
  for await (const { state } of run(systemOf(config.system), deps)) digest = state.digest;
  expect(digest).toBe(DIGEST);
});
