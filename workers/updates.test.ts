// What reaches the page: at most ten batches a second, each under 64 KiB, merged, bounded, in order.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LedgerEntry, PolicySnapshot } from '../src/core/types.ts';
import { sampleConfig, sampleGeneration } from '../src/store/samples.ts';
import type { LoopUpdate, RunStatus } from './protocol.ts';
import { Updates } from './updates.ts';

const status = (runId: string | null, generation = 0): RunStatus => ({
  state: 'running',
  runId,
  config: sampleConfig(),
  generation,
  envSteps: 0,
  digest: '',
  workers: 1,
  durable: true,
});
const policy = (version: number): PolicySnapshot => ({
  kind: 'k',
  version,
  settings: {},
  weights: new Float32Array(4),
});
const entry = (generation: number, evidence = 3): LedgerEntry => ({
  ...sampleGeneration(generation).entry,
  flows: [
    {
      from: 'rollout',
      to: 'update',
      count: evidence,
      evidence: Array.from({ length: evidence }, (_, i) => `${generation}/${i}`),
    },
  ],
});

let batches: { at: number; updates: LoopUpdate[] }[] = [];
let updates: Updates;
const kinds = () => batches.map((batch) => batch.updates.map((update) => update.kind));
const all = () => batches.flatMap((batch) => batch.updates);
const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
  updates = new Updates((sent) => {
    batches.push({ at: performance.now(), updates: structuredClone([...sent]) });
    return Promise.resolve();
  });
});
afterEach(() => void vi.useRealTimers());

it('merges a busy second into ten batches', async () => {
  updates.status(status('a'));
  for (let g = 0; g < 100; g++) {
    updates.activity('rollout', 'begin', 8);
    updates.activity('rollout', 'end', 8);
    updates.status(status('a', g));
    updates.generation('a', entry(g), 1);
    updates.policy('a', policy(g));
    await tick(10);
  }
  expect(batches.length).toBeLessThanOrEqual(11);
  const gaps = batches.slice(1).map((batch, i) => batch.at - batches[i]!.at);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(99);
  const told = all()
    .filter((update) => update.kind === 'generation')
    .map((update) => update.entry.generation);
  expect(told).toEqual(Array.from({ length: told.length }, (_, g) => g));
  const ended = all().filter((update) => update.kind === 'activity' && update.phase === 'end');
  expect(ended.length).toBeLessThanOrEqual(batches.length);
  await tick(2000);
  const total = all().reduce(
    (sum, update) => sum + (update.kind === 'activity' && update.phase === 'end' ? update.count : 0),
    0,
  );
  expect(total).toBe(800);
  const policies = all()
    .filter((update) => update.kind === 'policy')
    .map((update) => update.snapshot.version);
  expect(policies.length).toBeLessThanOrEqual(3);
  expect(policies.at(-1)).toBe(99);
});

it('sends the policy at most once a second and not again while unchanged', async () => {
  updates.policy('a', policy(1));
  await tick(50);
  updates.policy('a', policy(1));
  await tick(5000);
  updates.policy('a', policy(2));
  await tick(1500);
  expect(all().map((update) => update.kind === 'policy' && update.snapshot.version)).toEqual([1, 2]);
});

it('lets a waiting policy hold nothing up', async () => {
  updates.policy('a', policy(1));
  await tick(10);
  updates.policy('a', policy(2));
  updates.status(status('a'));
  await tick(150);
  expect(kinds()).toEqual([['policy'], ['status']]);
});

it('keeps each batch under 64 KiB, whatever an entry holds', async () => {
  updates.status(status('a'));
  for (let g = 0; g < 200; g++) updates.generation('a', entry(g, g % 20 === 0 ? 20_000 : 200), 1);
  await tick(10_000);
  for (const batch of batches) expect(JSON.stringify(batch.updates).length).toBeLessThan(64 * 1024);
  const told = all().filter((update) => update.kind === 'generation');
  expect(told).toHaveLength(200);
  expect(told[20]!.entry.flows[0]).toMatchObject({ count: 20_000, evidence: [] });
  expect(told[21]!.entry.flows[0]!.evidence).toHaveLength(200);
});

it('stays bounded while the page takes nothing, and keeps what curves are drawn from', async () => {
  let take: () => void = () => {};
  const slow = new Updates((sent) => {
    batches.push({ at: performance.now(), updates: structuredClone([...sent]) });
    return new Promise<void>((resolve) => (take = resolve));
  });
  slow.status(status('a'));
  await tick(1);
  for (let g = 0; g < 5000; g++) slow.generation('a', entry(g), 1);
  await tick(1000);
  expect(batches).toHaveLength(1);
  take();
  for (let i = 0; i < 400; i++) {
    await tick(101);
    take();
  }
  const told = all().filter((update) => update.kind === 'generation');
  expect(told).toHaveLength(2000);
  expect(told.every((update) => update.entry.evaluation)).toBe(true);
});

it('says nothing of an earlier run after the status of a later one', async () => {
  updates.status(status('a'));
  updates.generation('a', entry(0), 1);
  updates.activity('update', 'begin', 1);
  updates.policy('a', policy(1));
  updates.status(status('b'));
  updates.generation('b', entry(0), 1);
  updates.problem({ code: 'c', message: 'm', nextStep: 'n' });
  await tick(1500);
  expect(kinds()).toEqual([['status', 'problem', 'generation']]);
  expect(all()[2]).toMatchObject({ runId: 'b' });
});

it('goes on when a page rejects or never answers', async () => {
  let calls = 0;
  const deaf = new Updates(() => (calls++ === 0 ? Promise.reject(new Error('gone')) : new Promise(() => {})));
  deaf.status(status('a'));
  await tick(200);
  deaf.status(status('a', 1));
  await tick(200);
  deaf.status(status('a', 2));
  await tick(6000);
  expect(calls).toBe(3);
  deaf.close();
});
