import { describe, expect, it } from 'vitest';
import { slopeOf } from './slope.ts';

describe('the slope of measured points', () => {
  it('is that of a line, with no width', () => {
    const { slope, low, high } = slopeOf([1, 2, 3, 5].map((x) => [x, 4 - 3 * x]));
    expect([slope, low, high].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([-3, -3, -3]);
  });

  it("has the interval of Student's t with four degrees of freedom, whose 97.5 % quantile is 2.7764", () => {
    const y = [2.1, 3.9, 6.2, 7.8, 10.1, 12.2];
    const { slope, low, high } = slopeOf(y.map((value, i) => [i + 1, value]));
    expect(slope).toBeCloseTo(2.02, 9);
    expect((high - low) / 2).toBeCloseTo(0.1187, 2);
  });

  it('needs three points', () => {
    expect(() =>
      slopeOf([
        [1, 1],
        [2, 2],
      ]),
    ).toThrow('three points');
  });
});
