// Makes a configuration ready to run in the browser: opens its world here and in the rollout workers, and joins it to the loop.
// Invariant: one pool of workers at a time, kept from run to run while the world stays the same (a large release takes
// seconds to open); what decides the result comes from the configuration alone.
import { canonicalJson } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import type { RunConfig } from '../src/core/types.ts';
import { InlinePool } from '../src/loop/rollout.ts';
import { run } from '../src/loop/run.ts';
import { settingsOf } from '../src/loop/system.ts';
import { policyKind } from '../src/policy/registry.ts';
import { systemOf } from '../src/systems/registry.ts';
import { worldKinds } from '../src/worlds/registry.ts';
import type { World, WorldKind } from '../src/worlds/world.ts';
import { BrowserPool, type RolloutRemote } from './browser-pool.ts';
import type { LiveRun } from './drive.ts';
import type { OnTrouble } from './loop-host.ts';
import { worldKind } from './plug-ins.ts';
import type { Incarnation } from './supervisor.ts';

/** More workers than this gain nothing: the learner is one thread. */
const MOST_WORKERS = 16;

/** Rollout workers for a machine: one core stays for the loop and the page. */
export function workerCount(cores: number | undefined): number {
  return Math.min(MOST_WORKERS, Math.max(1, (cores ?? 2) - 1));
}

interface OpenedWorld {
  readonly key: string;
  readonly world: World;
  readonly pool: BrowserPool;
}

export class LiveRuns {
  readonly #workers: number;
  readonly #start: () => Incarnation<RolloutRemote>;
  #opened: OpenedWorld | null = null;
  #onTrouble: OnTrouble = () => {};

  constructor(workers: number, start: () => Incarnation<RolloutRemote>) {
    this.#workers = workers;
    this.#start = start;
  }

  /** @throws Problem where the configuration names something unknown, or a setting out of range. */
  async present(config: RunConfig, pack: Uint8Array | null, onTrouble: OnTrouble): Promise<LiveRun> {
    const system = systemOf(config.system);
    settingsOf(system, config.arm, config.settings);
    const kind = policyKind(config.policy.kind);
    this.#onTrouble = onTrouble;
    const { world, pool } = this.#world(config, pack);
    return {
      workers: pool.workers,
      generations: (from, signal, onActivity) =>
        run(system, { config, world, policyKind: kind, pool, signal, onActivity }, from ?? undefined),
      cancel: () => pool.cancel(),
    };
  }

  #world(config: RunConfig, pack: Uint8Array | null): OpenedWorld {
    const key = canonicalJson(config.world);
    if (this.#opened?.key === key) return this.#opened;
    const world = worldKind(config.world.id).open(config.world, pack ?? undefined);
    this.#opened?.pool.close();
    const pool = new BrowserPool({
      workers: this.#workers,
      start: this.#start,
      open: (remote) => remote.open(config.world, pack),
      local: () => new InlinePool(world, policyKind(config.policy.kind)),
      onTrouble: (problem, left) => this.#onTrouble(problem, left),
    });
    pool.warm();
    this.#opened = { key, world, pool };
    return this.#opened;
  }
}

/**
 * The file as the pack of the first world that can read it.
 * @throws Problem of the first world when none can.
 */
export function packOf(name: string, bytes: Uint8Array): ReturnType<WorldKind['packOf']> {
  const problems: Problem[] = [];
  for (const kind of worldKinds) {
    try {
      return kind.packOf(name, bytes);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
    }
  }
  throw problems[0] ?? new Error('no world is registered');
}
