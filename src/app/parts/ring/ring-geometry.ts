// Geometry of the ring of stations: a rounded rectangle walked clockwise from the end of its top left corner.
// Invariant: everything is in pixels of the box that is drawn into; positions are distances along the walk.
import { VERBS, type Verb } from '../../../core/types.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Ring {
  readonly width: number;
  readonly height: number;
  /** Distance of the line from the edges of the box. */
  readonly insetX: number;
  readonly insetY: number;
  readonly radius: number;
  /** Two stations of one side are at least this far apart, into its corners where the side is short. */
  readonly apart: number;
  /** Stations sit above and below the diorama only. */
  readonly narrow: boolean;
}

type Side = 'top' | 'right' | 'bottom' | 'left';
type Seat = readonly [side: Side, along: number];

/** Where the stations sit, `along` counted in walking direction. Wide: as in look.md. Narrow: above and below the diorama. */
const WIDE: Readonly<Record<Verb, Seat>> = {
  rollout: ['top', 0.24],
  signals: ['top', 0.76],
  diagnose: ['right', 0.24],
  generate: ['right', 0.76],
  validate: ['bottom', 0.5],
  update: ['left', 0.24],
  evaluate: ['left', 0.76],
};
const NARROW: Readonly<Record<Verb, Seat>> = {
  evaluate: ['top', 0.09],
  rollout: ['top', 0.5],
  signals: ['top', 0.91],
  diagnose: ['bottom', 0.02],
  generate: ['bottom', 0.34],
  validate: ['bottom', 0.66],
  update: ['bottom', 0.98],
};

/** Width in rem below which the ring is narrow. */
const NARROW_BELOW = 35;

/** The ring in a box of `width` x `height` pixels, with room for stations that are measured in `rem` pixels. */
export function ringIn(width: number, height: number, rem: number): Ring {
  return width < NARROW_BELOW * rem
    ? { width, height, insetX: 0.9 * rem, insetY: 2.3 * rem, radius: 1.75 * rem, apart: 0, narrow: true }
    : { width, height, insetX: 3.2 * rem, insetY: 1.5 * rem, radius: 4.5 * rem, apart: 5 * rem, narrow: false };
}

function sides(ring: Ring): { readonly across: number; readonly down: number; readonly corner: number } {
  return {
    across: ring.width - 2 * ring.insetX - 2 * ring.radius,
    down: ring.height - 2 * ring.insetY - 2 * ring.radius,
    corner: (Math.PI / 2) * ring.radius,
  };
}

/** Length of the whole walk. */
export function perimeter(ring: Ring): number {
  const { across, down, corner } = sides(ring);
  return 2 * across + 2 * down + 4 * corner;
}

/** The point at a distance along the walk; any real number, it wraps. */
export function pointAt(ring: Ring, distance: number): Point {
  const { across, down, corner } = sides(ring);
  const { insetX, insetY, radius, width, height } = ring;
  const total = perimeter(ring);
  let s = ((distance % total) + total) % total;
  const [left, top, right, bottom] = [insetX, insetY, width - insetX, height - insetY];
  const arc = (x: number, y: number, from: number): Point => {
    const angle = from + (s / corner) * (Math.PI / 2);
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  };
  const parts: readonly [length: number, at: () => Point][] = [
    [across, () => ({ x: left + radius + s, y: top })],
    [corner, () => arc(right - radius, top + radius, -Math.PI / 2)],
    [down, () => ({ x: right, y: top + radius + s })],
    [corner, () => arc(right - radius, bottom - radius, 0)],
    [across, () => ({ x: right - radius - s, y: bottom })],
    [corner, () => arc(left + radius, bottom - radius, Math.PI / 2)],
    [down, () => ({ x: left, y: bottom - radius - s })],
    [corner, () => arc(left + radius, top + radius, Math.PI)],
  ];
  for (const [length, at] of parts) {
    if (s <= length) return at();
    s -= length;
  }
  return { x: left + radius, y: top };
}

function seatDistance(ring: Ring, [side, along]: Seat): number {
  const { across, down, corner } = sides(ring);
  const starts: Readonly<Record<Side, readonly [start: number, length: number]>> = {
    top: [0, across],
    right: [across + corner, down],
    bottom: [across + down + 2 * corner, across],
    left: [2 * across + down + 3 * corner, down],
  };
  const [start, length] = starts[side];
  const off = along - 0.5;
  return start + length / 2 + Math.sign(off) * Math.max(Math.abs(off) * length, ring.apart / 2);
}

/** Distance of every station along the walk. */
export function stationDistances(ring: Ring): Readonly<Record<Verb, number>> {
  const seats = ring.narrow ? NARROW : WIDE;
  return Object.fromEntries(VERBS.map((verb) => [verb, seatDistance(ring, seats[verb])])) as Record<Verb, number>;
}

/** SVG path of the walk from one distance clockwise to another. */
export function pathBetween(ring: Ring, from: number, to: number): string {
  const total = perimeter(ring);
  const length = (((to - from) % total) + total) % total;
  const pieces = Math.max(2, Math.ceil(length / 8));
  const points = Array.from({ length: pieces + 1 }, (_, i) => pointAt(ring, from + (length * i) / pieces));
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Point half-way between two distances, with the walking direction in degrees: where an arrow head sits. */
export function midway(ring: Ring, from: number, to: number): Point & { readonly degrees: number } {
  const total = perimeter(ring);
  const length = (((to - from) % total) + total) % total;
  const at = pointAt(ring, from + length / 2);
  const next = pointAt(ring, from + length / 2 + 1);
  return { ...at, degrees: (Math.atan2(next.y - at.y, next.x - at.x) * 180) / Math.PI };
}
