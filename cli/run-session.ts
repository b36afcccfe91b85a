// One headless run: opens world, policy and workers, turns the loop, and gathers what the command line reports.
// Invariant: everything that decides the result is in the configuration; workers and clock only in the report.
import { availableParallelism } from 'node:os';
import type { Generation, LedgerEntry, RunConfig, RunState, Settings, SplitScore } from '../src/core/types.ts';
import { evaluateSnapshot, evaluationOptions } from '../src/loop/evaluator.ts';
import type { RolloutPool } from '../src/loop/rollout-contract.ts';
import { run } from '../src/loop/run.ts';
import { settingsOf, type System } from '../src/loop/system.ts';
import { policyKind } from '../src/policy/registry.ts';
import type { PolicyKind } from '../src/policy/policy.ts';
import { systemOf } from '../src/systems/registry.ts';
import { openPool } from './pool.ts';
import { settingsGiven, switchesGiven, textOf, wholeNumber, listOf, type Values } from './run-arguments.ts';
import { openWorld, type OpenedWorld } from './run-world.ts';

/** Everything that is opened once and shared by the runs of one command. */
export interface Bench {
  readonly system: System;
  readonly opened: OpenedWorld;
  readonly policyKind: PolicyKind;
  readonly pool: RolloutPool;
  /** Configuration without arm and seed. */
  readonly base: Omit<RunConfig, 'arm' | 'seed'>;
  /** Environment steps after which a run ends, at the end of the generation that reaches them. */
  readonly budget: number;
}

export async function openBench(values: Values): Promise<Bench> {
  const system = systemOf(textOf(values, 'system') ?? '');
  const kind = policyKind(textOf(values, 'policy') ?? '');
  const opened = await openWorld({
    id: textOf(values, 'world') ?? '',
    data: textOf(values, 'data'),
    splits: listOf(values, 'splits'),
    switches: switchesGiven(values),
  });
  const given = settingsGiven(values, system);
  const workers = values['workers'] === undefined ? availableParallelism() : wholeNumber(values, 'workers', 1, 256);
  const base = {
    format: 'terrarium-run/1',
    system: system.id,
    world: opened.setup,
    policy: { kind: kind.kind, settings: given.policy },
    generations: wholeNumber(values, 'generations', 0, 10_000_000),
    settings: given.system,
  } as const;
  const budget = wholeNumber(values, 'budget', 0, 1e15) || Infinity;
  // Threads start last: they would keep a command alive that was refused.
  const pool = openPool(workers, opened.setup, opened.pack, opened.world, kind);
  return { system, opened, policyKind: kind, pool, base, budget };
}

/** Scores as the JSON contract names them. */
export interface Score {
  readonly at10: number;
  readonly at15: number;
  readonly at50: number;
  readonly meanSteps: number;
}

export type Scores = Readonly<Record<string, Score>>;

interface CurvePoint {
  readonly generation: number;
  readonly envSteps: number;
  readonly splits: Scores;
}

export interface RunReport {
  readonly digest: string;
  readonly curve: readonly CurvePoint[];
  /** At the temperature that the settings name. */
  readonly final: Scores;
  readonly greedy: Scores;
  readonly sampled: Scores;
  readonly envSteps: number;
  readonly seconds: number;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface RunHooks {
  /** `last` = nothing comes after it. */
  onGeneration?(generation: Generation, last: boolean): void;
}

/** Runs one arm with one seed to its end, from a committed state if given. */
export async function runArm(bench: Bench, config: RunConfig, hooks: RunHooks, from?: RunState): Promise<RunReport> {
  const started = performance.now();
  const { opened, policyKind: kind, pool, system } = bench;
  const settings = settingsOf(system, config.arm, config.settings);
  const curve: CurvePoint[] = [];
  const metrics = new Averages();
  let state = from;
  const spent = from !== undefined && from.envSteps >= bench.budget;
  const turns = spent ? [] : run(system, { config, world: opened.world, policyKind: kind, pool }, from);
  for await (const generation of turns) {
    state = generation.state;
    const { entry } = generation;
    if (entry.evaluation) curve.push(pointOf(entry, entry.evaluation));
    if (entry.generation > 0) metrics.add(entry.metrics);
    const last = entry.envSteps >= bench.budget || entry.generation === config.generations;
    hooks.onGeneration?.(generation, last);
    if (last) break;
  }
  if (!state) throw new Error('a run ended without a generation');
  const { greedy, sampled, final } = await finalScores(bench, config, settings, state);
  return {
    digest: state.digest,
    curve,
    final,
    greedy,
    sampled,
    envSteps: state.envSteps,
    seconds: Math.round(performance.now() - started) / 1000,
    metrics: metrics.values(),
  };
}

/** Greedy and sampled at temperature 1; `final` is the one at the temperature of the settings. */
async function finalScores(
  bench: Bench,
  config: RunConfig,
  settings: Settings,
  state: RunState,
): Promise<{ greedy: Scores; sampled: Scores; final: Scores }> {
  const score = async (temperature: number): Promise<Scores> => {
    const options = { ...evaluationOptions(settings), temperature };
    return scoresOf(await evaluateSnapshot(bench.opened.world, bench.pool, config, state.policy, options));
  };
  const { temperature } = evaluationOptions(settings);
  const greedy = await score(0);
  const sampled = await score(1);
  const final = temperature === 0 ? greedy : temperature === 1 ? sampled : await score(temperature);
  return { greedy, sampled, final };
}

function scoresOf(scores: readonly SplitScore[]): Scores {
  return Object.fromEntries(
    scores.map(({ split, at10, at15, at50, meanSteps }) => [split, { at10, at15, at50, meanSteps }]),
  );
}

function pointOf(entry: LedgerEntry, evaluation: readonly SplitScore[]): CurvePoint {
  return { generation: entry.generation, envSteps: entry.envSteps, splits: scoresOf(evaluation) };
}

/** Means of named numbers over generations. */
class Averages {
  private readonly sums = new Map<string, { sum: number; count: number }>();

  add(metrics: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(metrics)) {
      const entry = this.sums.get(name) ?? { sum: 0, count: 0 };
      this.sums.set(name, { sum: entry.sum + value, count: entry.count + 1 });
    }
  }

  values(): Record<string, number> {
    return Object.fromEntries([...this.sums].map(([name, { sum, count }]) => [name, sum / count]));
  }
}
