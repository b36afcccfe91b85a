// Rollout workers in the browser: shards by index, merges by index, so their number changes the speed only.
// Invariant: a lost shard is played again on a fresh worker and gives the same bits; `play` settles whatever workers do.
import { Problem } from '../src/core/problem.ts';
import type { PolicySnapshot } from '../src/core/types.ts';
import { merge, shard } from '../src/loop/rollout.ts';
import type { EpisodeRequest, EpisodeResult, RolloutPool } from '../src/loop/rollout-contract.ts';
import { asProblem } from './edge.ts';
import { stopped, type RolloutService } from './rollout-host.ts';
import { Supervisor, type Incarnation, type Times } from './supervisor.ts';

/** The calls of a rollout worker that the pool makes (a Comlink proxy has them too). */
export type RolloutRemote = Pick<RolloutService, 'open' | 'play' | 'cancel'>;

export interface PoolOptions {
  readonly workers: number;
  start(): Incarnation<RolloutRemote>;
  /** Opens the run's world in a fresh worker. */
  open(remote: RolloutRemote): Promise<void>;
  /** Plays on this thread when no worker can be started at all. */
  local(): RolloutPool;
  /** Told about each death, with the number of workers that are left. */
  onTrouble?(problem: Problem, workersLeft: number): void;
  readonly times?: Partial<Times>;
}

/** A shard that brought down this many workers is not given to another. */
const MOST_DEATHS = 4;

export class BrowserPool implements RolloutPool {
  readonly workers: number;
  readonly #options: PoolOptions;
  readonly #lanes: readonly Supervisor<RolloutRemote>[];
  #everReady = false;
  #local: RolloutPool | null = null;
  #stop: ((problem: Problem) => void) | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.workers = Math.max(1, options.workers);
    this.#lanes = Array.from({ length: this.workers }, (_, i) => this.#lane(i));
  }

  async play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    const shards = shard(requests, this.workers);
    const stop = new Promise<never>((_, reject) => (this.#stop = reject));
    const run = { stopped: false };
    const parts = Promise.all(shards.map((part, i) => this.#playShard(policy, part, i, run)));
    try {
      return merge(await Promise.race([parts, stop]));
    } catch (error) {
      run.stopped = true;
      parts.catch(() => {});
      throw error;
    } finally {
      this.#stop = null;
    }
  }

  /** Starts the workers and opens the world in them ahead of the first play. */
  warm(): void {
    for (const lane of this.#lanes) void lane.call(() => Promise.resolve()).catch(() => {});
  }

  /** Rejects the play in progress with 'stopped', at once. */
  cancel(): void {
    this.#stop?.(stopped());
    const running = this.#lanes.filter((lane) => lane.state === 'running' || lane.state === 'degraded');
    for (const lane of running) void lane.call((remote) => remote.cancel()).catch(() => {});
  }

  close(): void {
    this.#stop?.(stopped());
    for (const lane of this.#lanes) lane.close();
    this.#local?.close();
  }

  #lane(i: number): Supervisor<RolloutRemote> {
    return new Supervisor<RolloutRemote>({
      name: `Rollout worker ${i + 1}`,
      start: () => this.#options.start(),
      ready: async (remote) => {
        await this.#options.open(remote);
        this.#everReady = true;
      },
      onState: (_state, problem) => {
        if (problem) this.#options.onTrouble?.(problem, this.#left());
      },
      ...(this.#options.times ? { times: this.#options.times } : {}),
    });
  }

  #left(): number {
    return this.#lanes.filter((lane) => lane.state !== 'failed').length;
  }

  async #playShard(
    policy: PolicySnapshot,
    part: readonly EpisodeRequest[],
    index: number,
    run: { readonly stopped: boolean },
  ): Promise<EpisodeResult[]> {
    let threw = false;
    for (let deaths = 0; ;) {
      const lane = this.#alive(index + deaths);
      if (!lane) return this.#playHere(policy, part);
      try {
        return await lane.call((remote) => remote.play(policy, part));
      } catch (error) {
        const problem = asProblem(error);
        if (run.stopped || problem.code === 'closed' || problem.code === 'stopped') throw problem;
        const died = problem.code === 'worker-died' || problem.code === 'worker-failed';
        if (died && ++deaths >= MOST_DEATHS && this.#everReady) throw playedOut(problem);
        if (died) continue;
        // A defect may come of a damaged worker: once more, on a fresh one. A problem that has a name would come again.
        if (threw || problem.code !== 'defect') throw problem;
        threw = true;
        lane.renew(problem.detail ?? problem.message);
      }
    }
  }

  /** The lane for a shard among those that still work; lanes that were given up get another chance when none is left. */
  #alive(index: number): Supervisor<RolloutRemote> | null {
    const working = this.#lanes.filter((lane) => lane.state !== 'failed');
    if (working.length > 0) return working[index % working.length]!;
    if (!this.#everReady) return null;
    for (const lane of this.#lanes) lane.restart();
    return this.#lanes[index % this.#lanes.length]!;
  }

  #playHere(policy: PolicySnapshot, part: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    this.#local ??= this.#options.local();
    return this.#local.play(policy, part);
  }
}

function playedOut(problem: Problem): Problem {
  return new Problem({
    code: 'rollout-failed',
    message:
      'The same episodes brought down one worker after another, so the run stopped at the last stored generation.',
    nextStep:
      'Press Run to try again; if it stops here again, choose another seed or world and report the detail below.',
    detail: problem.detail ?? problem.message,
  });
}
