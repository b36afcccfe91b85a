// The ring closes, stations follow each other in the order of the cycle, and paths end where they should.
import { describe, expect, it } from 'vitest';
import { VERBS } from '../../../core/types.ts';
import { midway, pathBetween, perimeter, pointAt, ringIn, stationDistances } from './ring-geometry.ts';

const wide = ringIn(900, 420, 16);
const narrow = ringIn(360, 340, 16);

describe.each([
  ['wide', wide],
  ['narrow', narrow],
  ['projected', ringIn(900, 420, 20)],
])('the %s ring', (_, ring) => {
  it('closes and is continuous', () => {
    const total = perimeter(ring);
    const start = pointAt(ring, 0);
    expect(pointAt(ring, total).x).toBeCloseTo(start.x);
    for (let s = 0; s < total; s += 5) {
      const [a, b] = [pointAt(ring, s), pointAt(ring, s + 5)];
      expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeLessThan(5.01);
    }
  });

  it('has its stations in the order of the cycle, walking clockwise', () => {
    const seats = stationDistances(ring);
    const total = perimeter(ring);
    const gaps = VERBS.map((verb, i) => (seats[VERBS[(i + 1) % VERBS.length]] - seats[verb] + total) % total);
    expect(gaps.every((gap) => gap > 20)).toBe(true);
    expect(gaps.reduce((sum, gap) => sum + gap)).toBeCloseTo(total);
  });

  it('keeps the stations apart, however low the box is', () => {
    for (const height of [256, 300, 420]) {
      const low = ringIn(ring.width, height, 16);
      const at = Object.values(stationDistances(low)).map((seat) => pointAt(low, seat));
      const gaps = at.flatMap((a, i) => at.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
      expect(Math.min(...gaps)).toBeGreaterThan(70);
    }
  });

  it('paths and arrow heads lie between their stations', () => {
    const seats = stationDistances(ring);
    const path = pathBetween(ring, seats.rollout, seats.signals);
    const { x, y } = pointAt(ring, seats.rollout);
    expect(path.startsWith(`M${x.toFixed(1)} ${y.toFixed(1)}`)).toBe(true);
    expect(midway(ring, seats.rollout, seats.signals).degrees).toBeCloseTo(0);
  });
});
