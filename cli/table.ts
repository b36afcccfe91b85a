// `lab table`: the arms of a system over seeds, paired by seed, with observed beside expected. Resumable: finished runs stand
// in a JSON-lines file by the hash of their configuration, and are not run again.
// Invariant: all arms of a table run on the same tasks, seeds and number of generations.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { canonicalJson, sha256Hex } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import type { RunConfig } from '../src/core/types.ts';
import { settingsOf } from '../src/loop/system.ts';
import { Progress } from './progress.ts';
import { listOf, readArguments, RUN_OPTIONS, textOf, wholeNumber, type Values } from './run-arguments.ts';
import { openBench, runArm, type Bench } from './run-session.ts';
import { MEASURES, tableOf, type Measure, type TableResult, type TableRow } from './table-result.ts';

export const TABLE_HELP = `lab table: compare the arms of a system over many seeds
  --system ID        system (grpo)                --arms A,B        arms (all of the system)
  --seeds N          seeds 0..N-1 (8)             --generations G   generations of each run (200)
  --budget N         environment steps after which every run ends (0 = no limit): the same for all arms
  --data DIR         real ALFWorld files; without it generated houses
  --measure M        at10, at15, at50 or meanSteps (at10)
  --split S          the split that is compared, or all (valid_unseen where there is one, else all)
  --out FILE         finished runs; an interrupted table goes on from it (lab-out/table-SYSTEM.jsonl)
  --smoke            one seed, two generations, few tasks: does it run?
  --world, --policy, --splits, --switch, --set, --workers as for lab run
  --json             print one JSON line {arms, diffs, mechanism, control, envSteps, seconds, ...}`;

const OPTIONS = {
  ...RUN_OPTIONS,
  arms: { type: 'string' },
  seeds: { type: 'string' },
  measure: { type: 'string', default: 'at10' },
  split: { type: 'string' },
  out: { type: 'string' },
  smoke: { type: 'boolean', default: false },
} as const;

export async function tableCommand(args: readonly string[]): Promise<void> {
  const values = withSmoke(readArguments(args, OPTIONS));
  const bench = await openBench(values);
  try {
    const configs = configsOf(values, bench);
    const measure = measureOf(values);
    const split = splitOf(values, bench);
    const out = textOf(values, 'out') ?? `lab-out/table-${bench.system.id}.jsonl`;
    const rows = await rowsOf(bench, configs, out);
    const result = tableOf(bench.system, rows, measure, split);
    process.stdout.write(values['json'] ? `${JSON.stringify(result)}\n` : describe(result));
  } finally {
    bench.pool.close();
  }
}

/** Two generations and one seed, unless more was asked for by name. */
function withSmoke(values: Values): Values {
  if (!values['smoke']) return { ...values, seeds: values['seeds'] ?? '8' };
  return { ...values, seeds: values['seeds'] ?? '1', generations: '2' };
}

function configsOf(values: Values, bench: Bench): RunConfig[] {
  const arms = listOf(values, 'arms') ?? bench.system.arms.map(({ id }) => id);
  const seeds = wholeNumber(values, 'seeds', 1, 1000);
  const smoke = values['smoke'] ? bench.system.smoke : {};
  const settings = { ...smoke, ...bench.base.settings };
  for (const arm of arms) settingsOf(bench.system, arm, settings);
  return Array.from({ length: seeds }, (_, seed) => arms.map((arm) => ({ ...bench.base, settings, arm, seed }))).flat();
}

function measureOf(values: Values): Measure {
  const measure = MEASURES.find((each) => each === values['measure']);
  if (measure) return measure;
  throw new Problem({
    code: 'bad-arguments',
    message: `--measure is "${String(values['measure'])}"`,
    nextStep: `Use one of: ${MEASURES.join(', ')}.`,
  });
}

function splitOf(values: Values, bench: Bench): string {
  const splits = bench.opened.setup.evaluationSplits;
  const split = textOf(values, 'split') ?? (splits.includes('valid_unseen') ? 'valid_unseen' : 'all');
  if (split === 'all' || splits.includes(split)) return split;
  throw new Problem({
    code: 'bad-arguments',
    message: `--split is "${split}"`,
    nextStep: `Use all, or one of: ${splits.join(', ')}.`,
  });
}

/** Runs what the file does not hold yet, and writes each run down as soon as it ended. */
async function rowsOf(bench: Bench, configs: readonly RunConfig[], out: string): Promise<TableRow[]> {
  await mkdir(dirname(out), { recursive: true });
  const finished = await readRows(out);
  const progress = new Progress('table', configs.length);
  const rows: TableRow[] = [];
  for (const config of configs) {
    const key = sha256Hex(new TextEncoder().encode(canonicalJson({ config, budget: String(bench.budget) })));
    progress.show(rows.length, `${config.arm} seed ${config.seed}`);
    let row = finished.get(key);
    if (!row) {
      const { digest, final, metrics, envSteps, seconds } = await runArm(bench, config, {});
      row = { key, arm: config.arm, seed: config.seed, digest, final, metrics, envSteps, seconds };
      await appendFile(out, `${JSON.stringify(row)}\n`);
    }
    rows.push(row);
  }
  progress.end();
  return rows;
}

/** Finished runs by key; a last line that was cut off by a crash is ignored, because its run starts again. */
async function readRows(path: string): Promise<Map<string, TableRow>> {
  const rows = new Map<string, TableRow>();
  const text = await readFile(path, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    try {
      const row = JSON.parse(line) as TableRow;
      if (typeof row.key === 'string') rows.set(row.key, row);
    } catch {
      continue;
    }
  }
  return rows;
}

function describe(result: TableResult): string {
  const number = (value: number): string => value.toFixed(3);
  const arms = Object.entries(result.arms).map(
    ([id, { mean, lo, hi }]) => `${id}\t${number(mean)}\t[${number(lo)}, ${number(hi)}]\n`,
  );
  const diffs = result.diffs.map(
    ({ a, b, measure, mean, lo, hi, signs, expected, asExpected, text }) =>
      `${a} - ${b} (${measure})\t${number(mean)}\t[${number(lo)}, ${number(hi)}]\t${signs.better}+ ${signs.equal}= ${signs.worse}-` +
      `\texpected ${expected} 0: ${asExpected ? 'as expected' : 'NOT as expected'}. ${text}\n`,
  );
  return [
    `${result.measure} on ${result.split}, ${result.seeds} seeds: mean and 95 % bootstrap interval over seeds\n`,
    ...arms,
    'paired differences\n',
    ...diffs,
    `${result.envSteps} environment steps, ${Math.round(result.seconds)} s\n`,
  ].join('');
}
