// Statistics that are repeatable by seed: bootstrap intervals of means, paired differences, sign counts, quantiles.
// Invariant: the same values and the same seed give the same interval on every machine; order of values matters to nothing
// but the pairing.
import { Rng } from './rng.ts';

const RESAMPLES = 2000;

/** A mean and its 95 % percentile bootstrap interval, in the unit of the values. */
export interface Interval {
  readonly mean: number;
  readonly lo: number;
  readonly hi: number;
}

/** How often b was above, equal to and below a, pair by pair. */
export interface SignCounts {
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
}

/** Arithmetic mean; NaN of nothing. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Quantile q in 0..1 with linear interpolation between order statistics; NaN of nothing. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`quantile ${q} is not in 0..1`);
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  const place = q * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** Mean over the values with its 95 % bootstrap interval (2000 resamples). Nothing gives NaN, one value a point. */
export function bootstrapMean(values: ArrayLike<number>, seed: number): Interval {
  const n = values.length;
  if (n === 0) return { mean: NaN, lo: NaN, hi: NaN };
  const rng = Rng.root(seed).sub('bootstrap');
  const means = new Float64Array(RESAMPLES);
  for (let k = 0; k < RESAMPLES; k++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += values[rng.int(n)];
    means[k] = sum / n;
  }
  return { mean: mean(values), lo: quantile(means, 0.025), hi: quantile(means, 0.975) };
}

/** Mean of b - a over pairs (same seed or same task at the same index) with its 95 % bootstrap interval. */
export function pairedBootstrap(a: ArrayLike<number>, b: ArrayLike<number>, seed: number): Interval {
  checkPairs(a, b);
  const differences = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) differences[i] = b[i] - a[i];
  return bootstrapMean(differences, seed);
}

export function signCounts(a: ArrayLike<number>, b: ArrayLike<number>): SignCounts {
  checkPairs(a, b);
  let better = 0;
  let worse = 0;
  for (let i = 0; i < a.length; i++) {
    if (b[i] > a[i]) better++;
    if (b[i] < a[i]) worse++;
  }
  return { better, equal: a.length - better - worse, worse };
}

function checkPairs(a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length) throw new RangeError(`pairs need equal lengths, got ${a.length} and ${b.length}`);
}
