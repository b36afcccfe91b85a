import { expect, test } from 'vitest';
import type { EpisodeRecord, LedgerEntry, RunConfig } from '../core/types.ts';
import { firstDigest, nextDigest, type Link } from './digest.ts';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 's',
  arm: 'a',
  world: {
    id: 'w',
    source: { kind: 'pack', sha256: '00', name: 'one name' },
    switches: {},
    trainSplit: 'train',
    evaluationSplits: [],
  },
  policy: { kind: 'p', settings: {} },
  seed: 1,
  generations: 3,
  settings: {},
};

test('the start knows all that decides a run, and neither its length nor what a pack is called', () => {
  const first = firstDigest(config);
  const renamed = { ...config.world, source: { kind: 'pack', sha256: '00', name: 'another' } as const };
  expect(firstDigest({ ...config, generations: 9, world: renamed })).toBe(first);
  const others: RunConfig[] = [
    { ...config, seed: 2 },
    { ...config, arm: 'b' },
    { ...config, settings: { x: 1 } },
    { ...config, world: { ...config.world, source: { kind: 'pack', sha256: '01', name: 'one name' } } },
    { ...config, world: { ...config.world, switches: { drift: true } } },
  ];
  expect(new Set([first, ...others.map(firstDigest)]).size).toBe(others.length + 1);
});

function episode(...commands: number[]): EpisodeRecord {
  return { columns: { commands_T: Uint16Array.from(commands) } } as unknown as EpisodeRecord;
}

const link: Link = {
  previous: 'p',
  entry: { generation: 1, metrics: { loss: 1 } } as unknown as Omit<LedgerEntry, 'digest'>,
  trail: undefined,
  carried: undefined,
  episodes: [episode(1, 2), episode(3)],
  weights: Float32Array.of(1, 0),
};

test('every part of a link counts, to the last bit', () => {
  const others: Link[] = [
    { ...link, previous: 'q' },
    { ...link, entry: { ...link.entry, metrics: { loss: 2 } } },
    { ...link, carried: { tasks: [] } },
    { ...link, episodes: [episode(1), episode(2, 3)] },
    { ...link, episodes: [episode(1, 2), episode(4)] },
    { ...link, weights: Float32Array.of(1, -0) },
  ];
  expect(nextDigest({ ...link })).toBe(nextDigest(link));
  expect(new Set([link, ...others].map(nextDigest)).size).toBe(others.length + 1);
});
