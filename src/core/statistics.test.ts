// Statistics on cases that can be worked out by hand, and coverage of the interval.
import { describe, expect, it } from 'vitest';
import { Rng } from './rng.ts';
import { bootstrapMean, mean, median, pairedBootstrap, quantile, signCounts } from './statistics.ts';

describe('statistics', () => {
  it('means, medians and quantiles', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([10, 20, 30, 40, 50], 0.1)).toBeCloseTo(14, 12);
    expect(quantile([3], 0.9)).toBe(3);
    expect(quantile([], 0.5)).toBeNaN();
    expect(() => quantile([1], 1.5)).toThrow(RangeError);
  });

  it('repeats by seed and differs between seeds', () => {
    const values = Array.from({ length: 30 }, (_, i) => (i * 7919) % 31);
    expect(bootstrapMean(values, 4)).toEqual(bootstrapMean(values, 4));
    expect(bootstrapMean(values, 4)).not.toEqual(bootstrapMean(values, 5));
    expect(bootstrapMean([2, 2, 2], 1)).toEqual({ mean: 2, lo: 2, hi: 2 });
    expect(bootstrapMean([], 1).mean).toBeNaN();
  });

  it('covers the true mean about 95 times in 100', () => {
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const rng = Rng.root(11).sub('trial', trial);
      const { lo, hi } = bootstrapMean(
        Array.from({ length: 40 }, () => rng.float()),
        trial,
      );
      if (lo <= 0.5 && hi >= 0.5) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(180);
    expect(covered).toBeLessThanOrEqual(198);
  });

  it('compares pairs', () => {
    const paired = pairedBootstrap([1, 2, 3, 4], [2, 3, 4, 5], 1);
    expect(paired).toEqual({ mean: 1, lo: 1, hi: 1 });
    expect(signCounts([1, 2, 3], [2, 2, 1])).toEqual({ better: 1, equal: 1, worse: 1 });
    expect(() => pairedBootstrap([1], [1, 2], 1)).toThrow(RangeError);
  });
});
