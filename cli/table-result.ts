// What a table says, from the finished runs alone: arms with intervals, paired differences with signs beside expectations.
// Invariant: pairs are runs of the same seed; an effect that did not appear is reported like one that did.
import {
  mean,
  bootstrapMean,
  pairedBootstrap,
  signCounts,
  type Interval,
  type SignCounts,
} from '../src/core/statistics.ts';
import type { Expectation, System } from '../src/loop/system.ts';
import type { Score, Scores } from './run-session.ts';

/** One finished run. */
export interface TableRow {
  /** Hash of the configuration. */
  readonly key: string;
  readonly arm: string;
  readonly seed: number;
  readonly digest: string;
  readonly final: Scores;
  readonly metrics: Readonly<Record<string, number>>;
  readonly envSteps: number;
  readonly seconds: number;
}

export type Measure = keyof Score;
export const MEASURES: readonly Measure[] = ['at10', 'at15', 'at50', 'meanSteps'];

interface Difference extends Interval {
  readonly a: string;
  readonly b: string;
  readonly measure: Measure;
  readonly signs: SignCounts;
  readonly expected: Expectation['sign'];
  readonly asExpected: boolean;
  readonly text: string;
}

export interface TableResult {
  readonly measure: Measure;
  /** The split that is compared, or `all`: the mean over all evaluated splits. */
  readonly split: string;
  readonly seeds: number;
  readonly arms: Readonly<
    Record<string, Interval & { readonly splits: Readonly<Record<string, Record<Measure, Interval>>> }>
  >;
  readonly diffs: readonly Difference[];
  /** Means over generations and seeds of the numbers in the ledger, by arm. */
  readonly mechanism: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The differences of the negative controls again, by arm. */
  readonly control: Readonly<Record<string, Difference>>;
  readonly envSteps: number;
  readonly seconds: number;
}

/** Intervals are repeatable: resampling starts from this seed. */
const SEED = 0;

export function tableOf(system: System, rows: readonly TableRow[], measure: Measure, split: string): TableResult {
  const ids = system.arms.map(({ id }) => id).filter((id) => rows.some(({ arm }) => arm === id));
  const of = (arm: string): TableRow[] => rows.filter((row) => row.arm === arm).sort((a, b) => a.seed - b.seed);
  const diffs = system.expectations
    .filter(({ a, b }) => ids.includes(a) && ids.includes(b))
    .map((expectation) => difference(expectation, of(expectation.a), of(expectation.b), split));
  const controls = system.arms.filter(({ role }) => role === 'control').map(({ id }) => id);
  return {
    measure,
    split,
    seeds: new Set(rows.map(({ seed }) => seed)).size,
    arms: Object.fromEntries(ids.map((id) => [id, armOf(of(id), measure, split)])),
    diffs,
    mechanism: Object.fromEntries(ids.map((id) => [id, meanMetrics(of(id))])),
    control: Object.fromEntries(diffs.filter(({ a }) => controls.includes(a)).map((each) => [each.a, each])),
    envSteps: rows.reduce((sum, row) => sum + row.envSteps, 0),
    seconds: rows.reduce((sum, row) => sum + row.seconds, 0),
  };
}

/** A score of a row: of one split, or the mean over all splits. */
function valueOf(row: TableRow, measure: Measure, split: string): number {
  const scores = split === 'all' ? Object.values(row.final) : [row.final[split]];
  return mean(scores.map((score) => score[measure]));
}

function armOf(rows: readonly TableRow[], measure: Measure, split: string): TableResult['arms'][string] {
  const interval = (m: Measure, s: string): Interval =>
    bootstrapMean(
      rows.map((row) => valueOf(row, m, s)),
      SEED,
    );
  const splits = Object.keys(rows[0].final).map((s) => [
    s,
    Object.fromEntries(MEASURES.map((m) => [m, interval(m, s)])),
  ]);
  return { ...interval(measure, split), splits: Object.fromEntries(splits) as TableResult['arms'][string]['splits'] };
}

function difference(expectation: Expectation, a: TableRow[], b: TableRow[], split: string): Difference {
  const seeds = a.map(({ seed }) => seed).filter((seed) => b.some((row) => row.seed === seed));
  const values = (rows: TableRow[]): number[] =>
    rows.filter(({ seed }) => seeds.includes(seed)).map((row) => valueOf(row, expectation.measure, split));
  const paired = pairedBootstrap(values(b), values(a), SEED);
  const { sign } = expectation;
  const asExpected = sign === 'above' ? paired.lo > 0 : sign === 'below' ? paired.hi < 0 : !(paired.lo > 0);
  return {
    a: expectation.a,
    b: expectation.b,
    measure: expectation.measure,
    ...paired,
    signs: signCounts(values(b), values(a)),
    expected: sign,
    asExpected,
    text: expectation.text,
  };
}

function meanMetrics(rows: readonly TableRow[]): Record<string, number> {
  const names = new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)));
  return Object.fromEntries([...names].map((name) => [name, mean(rows.map(({ metrics }) => metrics[name] ?? 0))]));
}
