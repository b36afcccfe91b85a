// The drawn curve is the recorded one: positions, ticks, thinning, the nearest point.
import { describe, expect, it } from 'vitest';
import { fixtureRun } from '../../state/fixture-run.testing.ts';
import {
  evaluatedOf,
  generationTicks,
  nearest,
  scaleOf,
  seriesOf,
  thin,
  xOf,
  yOf,
  type Frame,
} from './curve-geometry.ts';

const frame: Frame = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 20 };
const evaluated = evaluatedOf(fixtureRun(40).entries);
const scale = scaleOf(evaluated, 'at15');

describe('the curve', () => {
  it('has one point for each recorded evaluation of a split, inside the frame', () => {
    const series = seriesOf(evaluated, 'ood-room', 'at15', frame, scale);
    expect(series.points.map((point) => point.generation)).toEqual(evaluated.map((each) => each.generation));
    for (const point of series.points) {
      expect(point.x).toBeGreaterThanOrEqual(frame.left);
      expect(point.x).toBeLessThanOrEqual(frame.width - frame.right);
      expect(point.high).toBeLessThanOrEqual(point.y);
      expect(point.y).toBeLessThanOrEqual(point.low);
    }
    expect(series.band.endsWith('Z')).toBe(true);
  });

  it('success spans 0 to 1; fewer steps are higher', () => {
    expect([yOf(frame, scale, 0), yOf(frame, scale, 1)]).toEqual([180, 10]);
    const steps = scaleOf(evaluated, 'meanSteps');
    expect(yOf(frame, steps, 5)).toBeLessThan(yOf(frame, steps, 15));
    expect(seriesOf(evaluated, 'ood-room', 'meanSteps', frame, steps).band).toBe('');
  });

  it('the pointer finds the nearest evaluation', () => {
    evaluated.forEach((each, i) =>
      expect(nearest(evaluated, frame, scale, xOf(frame, scale, each.generation) + 3)).toBe(i),
    );
  });

  it('long runs are thinned evenly and keep first and last', () => {
    const long = Array.from({ length: 5000 }, (_, generation) => ({ generation, scores: [] }));
    const thinned = thin(long, 100);
    expect(thinned.length).toBe(100);
    expect([thinned[0].generation, thinned.at(-1)?.generation]).toEqual([0, 4999]);
    expect(thin(evaluated)).toBe(evaluated);
  });

  it.each([
    [4, [0, 1, 2, 3, 4]],
    [12, [0, 5, 10]],
    [60, [0, 20, 40, 60]],
    [1000, [0, 500, 1000]],
  ])('generation ticks up to %d', (last, ticks) => {
    expect(generationTicks(last)).toEqual(ticks);
  });
});
