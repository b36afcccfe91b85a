// Geometry of the learning curve: recorded evaluations in, points, paths and ticks in pixels out. Pure.
// Invariant: every drawn point is one recorded evaluation of one split; nothing is smoothed or interpolated but by straight lines.
import type { LedgerEntry, SplitScore } from '../../../core/types.ts';
import { intervalOf, type Measure } from '../../state/measures.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface CurvePoint {
  readonly generation: number;
  readonly score: SplitScore;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

export interface Series {
  readonly split: string;
  readonly points: readonly CurvePoint[];
  readonly line: string;
  /** Closed path of the interval band; '' where the measure has no interval. */
  readonly band: string;
}

export interface Scale {
  /** Value range, bottom to top of the frame (mean steps: fewer is higher). */
  readonly from: number;
  readonly to: number;
  readonly lastGeneration: number;
}

export interface Evaluated {
  readonly generation: number;
  readonly scores: readonly SplitScore[];
}

/** Drawn at most; longer runs keep first, last and evenly spaced evaluations (the table keeps all). */
const MOST_POINTS = 240;

/** The evaluated generations. */
export function evaluatedOf(entries: readonly LedgerEntry[]): readonly Evaluated[] {
  return entries.flatMap((entry) =>
    entry.evaluation ? [{ generation: entry.generation, scores: entry.evaluation }] : [],
  );
}

/** Evenly thinned to what can be drawn. */
export function thin(evaluated: readonly Evaluated[], most = MOST_POINTS): readonly Evaluated[] {
  if (evaluated.length <= most) return evaluated;
  const picked = new Set(Array.from({ length: most }, (_, i) => Math.round((i * (evaluated.length - 1)) / (most - 1))));
  return evaluated.filter((_, i) => picked.has(i));
}

/** The scale of a measure. Success always spans 0..1, so that a rise never looks larger than it is. */
export function scaleOf(evaluated: readonly Evaluated[], measure: Measure): Scale {
  const lastGeneration = Math.max(4, evaluated.at(-1)?.generation ?? 0);
  if (measure !== 'meanSteps') return { from: 0, to: 1, lastGeneration };
  const most = Math.max(10, ...evaluated.flatMap((each) => each.scores.map((score) => score.meanSteps)));
  return { from: Math.ceil(most / 10) * 10, to: 0, lastGeneration };
}

/** Pixel position of a value. */
export function yOf(frame: Frame, scale: Scale, value: number): number {
  const share = (value - scale.from) / (scale.to - scale.from);
  return frame.height - frame.bottom - share * (frame.height - frame.top - frame.bottom);
}

/** Pixel position of a generation. */
export function xOf(frame: Frame, scale: Scale, generation: number): number {
  return frame.left + (generation / scale.lastGeneration) * (frame.width - frame.left - frame.right);
}

/** One line with its band. */
export function seriesOf(
  evaluated: readonly Evaluated[],
  split: string,
  measure: Measure,
  frame: Frame,
  scale: Scale,
): Series {
  const points = evaluated.flatMap(({ generation, scores }) => {
    const score = scores.find((each) => each.split === split);
    return score ? [pointOf(generation, score, measure, frame, scale)] : [];
  });
  const line = pathOf(points.map((point) => [point.x, point.y]));
  const banded = points.length > 1 && intervalOf(points[0].score, measure) !== null;
  const outline = [
    ...points.map((point) => [point.x, point.high] as const),
    ...points.toReversed().map((point) => [point.x, point.low] as const),
  ];
  return { split, points, line, band: banded ? `${pathOf(outline)}Z` : '' };
}

function pointOf(generation: number, score: SplitScore, measure: Measure, frame: Frame, scale: Scale): CurvePoint {
  const interval = intervalOf(score, measure);
  const y = yOf(frame, scale, score[measure]);
  return {
    generation,
    score,
    x: xOf(frame, scale, generation),
    y,
    low: interval ? yOf(frame, scale, interval.low) : y,
    high: interval ? yOf(frame, scale, interval.high) : y,
  };
}

function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Ticks of the value axis, fewer where the frame is low. */
export function valueTicks(frame: Frame, scale: Scale): readonly number[] {
  const most = Math.max(scale.from, scale.to);
  return (frame.height < 200 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map((share) => share * most);
}

/** About five round ticks of the generation axis, 0 and no more than the last. */
export function generationTicks(last: number): readonly number[] {
  const rough = last / 4;
  const decade = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((each) => each >= rough) ?? decade * 10;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

/** Index of the evaluated generation nearest to a pixel position. */
export function nearest(evaluated: readonly Evaluated[], frame: Frame, scale: Scale, x: number): number {
  let best = 0;
  evaluated.forEach((each, i) => {
    const distance = Math.abs(xOf(frame, scale, each.generation) - x);
    if (distance < Math.abs(xOf(frame, scale, evaluated[best].generation) - x)) best = i;
  });
  return best;
}

/** Marker number `index`, about 8 px wide: each split has its own shape as well as its colour. Relative to where it is put. */
export function marker(index: number): string {
  return MARKERS[index % MARKERS.length];
}

/** One path with a marker at every point. */
export function markersAt(points: readonly CurvePoint[], index: number): string {
  return points.map((point) => `M${point.x.toFixed(1)} ${point.y.toFixed(1)}${marker(index)}`).join('');
}

const MARKERS = [
  'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
  'm-3.3-3.3h6.6v6.6h-6.6z',
  'm0-4.3 4 7.3h-8z',
  'm0-4.5 4.5 4.5-4.5 4.5-4.5-4.5z',
  'm0 4.3-4-7.3h8z',
  'm-1.5-4h3v2.5h2.500v3h-2.500v2.500h-3v-2.500h-2.500v-3h2.500z',
] as const;
