// Ticks: the newest that fit, oldest left, wins taller the sooner they came.
import { describe, expect, it } from 'vitest';
import { fixtureRun } from '../../state/fixture-run.testing.ts';
import { pathsOf, tickAt, ticksOf } from './strip-geometry.ts';

const { headers } = fixtureRun(3);

describe('the episode strip', () => {
  it('shows the newest episodes that fit, from left to right, inside the width', () => {
    for (const width of [0, 5, 100, 333, 100_000]) {
      const ticks = ticksOf(headers, width);
      expect(ticks.map((tick) => tick.header)).toEqual(headers.slice(headers.length - ticks.length));
      ticks.forEach((tick, i) => i > 0 && expect(tick.x - ticks[i - 1].x).toBeGreaterThanOrEqual(9));
      expect(ticks.at(-1)?.x ?? 0).toBeLessThanOrEqual(width);
    }
    expect(ticksOf(headers, 100_000).length).toBe(headers.length);
  });

  it('marks the first tick of each generation', () => {
    const opening = ticksOf(headers, 100_000).filter((tick) => tick.opens);
    expect(opening.map((tick) => tick.header.generation)).toEqual([0, 1, 2, 3]);
  });

  it('heights tell steps, and only of wins', () => {
    const [win] = headers.filter((header) => header.won);
    const heights = ticksOf(
      [
        { ...win, steps: 5 },
        { ...win, steps: 20 },
        { ...win, won: false, steps: 50 },
      ],
      400,
    );
    expect(heights[0].height).toBeGreaterThan(heights[1].height);
    expect(heights[2].height).toBe(0);
  });

  it('draws every tick once, in the shape of its kind', () => {
    const ticks = ticksOf(headers, 100_000);
    const paths = pathsOf(ticks, 34);
    const count = (test: (header: (typeof headers)[number]) => boolean) =>
      ticks.filter((tick) => test(tick.header)).length;
    const drawn = (path: string) => path.split('M').length - 1;
    expect(drawn(paths.won)).toBe(count((header) => header.purpose === 'train' && header.won));
    expect(drawn(paths.lost)).toBe(count((header) => header.purpose === 'train' && !header.won));
    expect(drawn(paths.evaluatedWon)).toBe(count((header) => header.purpose === 'evaluate' && header.won));
    expect(drawn(paths.evaluatedLost)).toBe(count((header) => header.purpose === 'evaluate' && !header.won));
    expect(drawn(paths.gaps)).toBe(3);
  });

  it('the pointer finds the nearest tick', () => {
    const ticks = ticksOf(headers, 500);
    ticks.forEach((tick, i) => expect(tickAt(ticks, tick.x + 2)).toBe(i));
    expect(tickAt([], 10)).toBe(-1);
  });
});
