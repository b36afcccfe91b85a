import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakePolicy, fakeWorld } from '../../test/contracts/fake.ts';
import type { EpisodeRequest } from './rollout-contract.ts';
import { merge, playEpisodes, shard, transferables } from './rollout.ts';

function request(index: number, over: Partial<EpisodeRequest> = {}): EpisodeRequest {
  return {
    index,
    purpose: 'train',
    split: 'train',
    taskIndex: index,
    group: 0,
    stepLimit: 5,
    temperature: 1,
    seed: index + 1,
    player: 'policy',
    keep: { trace: true, probabilities: true, anchors: true },
    ...over,
  };
}

const policy = fakePolicy.initial({}, 0);
const play = (requests: readonly EpisodeRequest[]) => playEpisodes(fakeWorld, fakePolicy, policy, requests);

test('shards are never empty, and merging undoes them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }), (count, workers) => {
      const requests = Array.from({ length: count }, (_, i) => request(i));
      const shards = shard(requests, workers);
      expect(shards.every((part) => part.length > 0)).toBe(true);
      const results = merge(shards.map(play));
      expect(results.map(({ record }) => record.header.index)).toEqual(requests.map(({ index }) => index));
    }),
    { numRuns: 30 },
  );
});

test('an episode ends when it is won or at its limit, and its columns say what happened', () => {
  for (const { record, trace, anchors_T } of play(Array.from({ length: 50 }, (_, i) => request(i)))) {
    const { header, columns } = record;
    expect(header.steps).toBe(columns.commands_T.length);
    expect(header.stop).toBe(header.won ? 'won' : 'step-limit');
    if (!header.won) expect(header.steps).toBe(5);
    expect([...columns.rewards_T]).toEqual(
      Array.from(columns.rewards_T, (_, t) => (header.won && t === header.steps - 1 ? 1 : 0)),
    );
    expect(columns.probabilities_TA).toHaveLength(4 * header.steps);
    expect(columns.probabilities_TA[0]).toBe(64);
    expect(columns.logProbs_T[0]).toBeCloseTo(Math.log(0.25), 6);
    expect(trace?.steps).toBe(header.steps);
    expect(anchors_T).toHaveLength(header.steps);
  }
});

test('what is not asked for is not kept', () => {
  const [{ record, trace, anchors_T }] = play([
    request(0, { keep: { trace: false, probabilities: false, anchors: false } }),
  ]);
  expect(trace).toBeNull();
  expect(anchors_T).toBeNull();
  expect(record.columns.probabilities_TA).toHaveLength(0);
});

test('a result does not depend on what was played before it', () => {
  const alone = play([request(7)]);
  const among = play([request(3), request(9, { stepLimit: 30 }), request(7)]);
  expect(among[2]).toEqual(alone[0]);
});

test('a scripted player leaves a trace to be cloned from', () => {
  const [{ record, trace }] = play([request(2, { player: 'random', purpose: 'clone' })]);
  expect(trace?.steps).toBe(record.header.steps);
  expect([...new Uint8Array(trace?.buffers[0] as ArrayBuffer)]).toEqual([...record.columns.commands_T]);
});

test('every buffer is transferred once', () => {
  const buffers = transferables(play([request(0), request(1)]));
  expect(new Set(buffers).size).toBe(buffers.length);
  expect(() => structuredClone(buffers, { transfer: buffers })).not.toThrow();
});
