// The report of the baselines: its shape is a contract of the command line, and its order of players is what a reader expects.
import { describe, expect, it } from 'vitest';
import { baselines } from './household-baselines.ts';

describe('baselines', () => {
  it('reports every player as fractions, from chance to the best there is', () => {
    const report = baselines({ data: () => '', split: 'id-test', repeats: 1 });
    expect(report).toMatchObject({ split: 'id-test', games: 200, repeats: 1 });
    const { random, blind, prior, oracle } = report.players;
    expect(random.at50).toBeLessThan(0.05);
    expect(oracle.at10).toBe(1);
    expect(blind.at15).toBeGreaterThan(random.at15 + 0.3);
    expect(prior.at15).toBeGreaterThan(blind.at15 + 0.2);
    expect(oracle.meanSteps).toBeLessThan(prior.meanSteps);
    for (const { at15, at15Range } of Object.values(report.players)) {
      expect(at15Range[0]).toBeLessThanOrEqual(at15);
      expect(at15Range[1]).toBeGreaterThanOrEqual(at15);
    }
    expect(baselines({ data: () => '', split: 'id-test', repeats: 1 })).toEqual(report);
  });

  it('names the splits when there is no such split', () => {
    expect(() => baselines({ data: () => '', split: 'test' })).toThrow(/--split is "test"/);
  });
});
