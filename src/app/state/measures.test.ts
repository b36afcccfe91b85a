// Wilson's interval against published values, and how scores are written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf, meanAt, scoreText, wilson } from './measures.ts';

const score = {
  split: 's',
  episodes: 100,
  at10: 0.5,
  at15: 0.7,
  at50: 1,
  at15Low: 0.6,
  at15High: 0.79,
  meanSteps: 12.34,
};

describe('measures', () => {
  it('Wilson: 81 of 263 is 0.2553 to 0.3662 (Newcombe 1998), 0 of 20 is 0 to 0.1611', () => {
    const newcombe = wilson(81 / 263, 263);
    expect(newcombe.low).toBeCloseTo(0.2553, 4);
    expect(newcombe.high).toBeCloseTo(0.3662, 4);
    expect(wilson(0, 20).low).toBe(0);
    expect(wilson(0, 20).high).toBeCloseTo(0.1611, 4);
  });

  it('Wilson always contains the fraction and stays in 0..1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const p = Math.round(share * n) / n;
        const { low, high } = wilson(p, n);
        expect(low >= 0 && low <= p + 1e-12 && high >= p - 1e-12 && high <= 1).toBe(true);
      }),
    );
  });

  it('an interval is the recorded one where there is one, and says so', () => {
    expect(intervalOf(score, 'at15')).toEqual({ low: 0.6, high: 0.79, source: 'bootstrap over tasks' });
    expect(intervalOf(score, 'at10')?.source).toBe('Wilson, from the counts');
    expect(intervalOf(score, 'meanSteps')).toBeNull();
  });

  it('texts carry unit, interval and n', () => {
    expect(scoreText(score, 'at15')).toBe('70% (60 to 79%, n = 100)');
    expect(scoreText(score, 'meanSteps')).toBe('12.3 steps (n = 100)');
    expect(meanAt([score, { ...score, at15: 0.5 }], 'at15')).toBeCloseTo(0.6);
  });
});
