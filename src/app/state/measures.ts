// The measures of held-out results: names, units, means and intervals. Pure.
// Invariant: fractions are 0..1; an interval is either recorded or Wilson's 95 % interval from the recorded counts, and says which.
import type { SplitScore } from '../../core/types.ts';

export type Measure = 'at10' | 'at15' | 'at50' | 'meanSteps';

export interface MeasureInfo {
  readonly id: Measure;
  readonly short: string;
  readonly title: string;
  readonly unit: 'fraction' | 'steps';
}

export const MEASURES: readonly MeasureInfo[] = [
  { id: 'at10', short: 'at 10', title: 'Success within 10 steps', unit: 'fraction' },
  { id: 'at15', short: 'at 15', title: 'Success within 15 steps', unit: 'fraction' },
  { id: 'at50', short: 'at 50', title: 'Success within 50 steps', unit: 'fraction' },
  { id: 'meanSteps', short: 'mean steps', title: 'Mean steps, a failure counted as 50', unit: 'steps' },
];

export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly source: 'bootstrap over tasks' | 'Wilson, from the counts';
}

const Z = 1.959964;

/** The 95 % interval of a measure, or null where none can be told from what was recorded. */
export function intervalOf(score: SplitScore, measure: Measure): Interval | null {
  if (measure === 'at15') return { low: score.at15Low, high: score.at15High, source: 'bootstrap over tasks' };
  if (measure === 'meanSteps' || score.episodes === 0) return null;
  return { ...wilson(score[measure], score.episodes), source: 'Wilson, from the counts' };
}

/** Wilson's score interval of a fraction `p` seen in `n` trials (Wilson 1927), 95 %. */
export function wilson(p: number, n: number): { readonly low: number; readonly high: number } {
  const z2 = Z * Z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Mean over splits, each split counting once. */
export function meanAt(scores: readonly SplitScore[], measure: Measure): number {
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score[measure], 0) / scores.length;
}

/** A fraction as whole per cent: the intervals here never support more. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

/** A value of a measure with its unit. */
export function valueText(value: number, measure: Measure): string {
  return measure === 'meanSteps' ? `${value.toFixed(1)} steps` : percent(value);
}

/** A value with its interval and number of episodes, for readouts and tables. */
export function scoreText(score: SplitScore, measure: Measure): string {
  const interval = intervalOf(score, measure);
  const range = interval
    ? ` (${Math.round(interval.low * 100)} to ${Math.round(interval.high * 100)}%, n = ${score.episodes})`
    : ` (n = ${score.episodes})`;
  return valueText(score[measure], measure) + range;
}
