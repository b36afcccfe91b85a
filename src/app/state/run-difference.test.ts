// Runs told apart: every setting that differs is named, and nothing else.
import { describe, expect, it } from 'vitest';
import type { RunConfig } from '../../core/types.ts';
import { bytesText, differences } from './run-difference.ts';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'method',
  world: {
    id: 'household',
    source: { kind: 'generated' },
    switches: {},
    trainSplit: 'train',
    evaluationSplits: ['a', 'b'],
  },
  policy: { kind: 'linear', settings: {} },
  seed: 7,
  generations: 50,
  settings: { learningRate: 0.1 },
};

describe('differences of runs', () => {
  it('are none for the same set-up', () => {
    expect(differences(config, structuredClone(config))).toEqual([]);
  });
  it('name each setting with both values', () => {
    expect(differences({ ...config, seed: 8, settings: { learningRate: 0.2 } }, config)).toEqual([
      'seed 8 (before 7)',
      'learning rate 0.2 (before 0.1)',
    ]);
  });
  it('name what is only in one of them, as the default of the other', () => {
    const world = {
      ...config.world,
      switches: { drift: true },
      source: { kind: 'pack', sha256: 'x', name: 'g.zip' },
    } as const;
    expect(differences({ ...config, world }, config)).toEqual([
      'games kind pack (before generated)',
      'games sha256 x (before default)',
      'games name g.zip (before default)',
      'drift true (before default)',
    ]);
  });
  it('name another list of splits', () => {
    expect(differences({ ...config, world: { ...config.world, evaluationSplits: [] } }, config)).toEqual([
      'evaluation splits none (before a, b)',
    ]);
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KB'],
    [500 * 1024 * 1024, '500 MB'],
  ])('%d is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
