// Turns the generations of a live run at a pace, one committed before the next is asked for, until told to stop.
// Invariant: stopping is prompt and leaves no half result: a quick generation may finish, a slow one is dropped.
import type { Generation, RunState, Verb } from '../src/core/types.ts';
import type { Pace } from './protocol.ts';
import { stopped } from './rollout-host.ts';

/** A configuration made ready to run: world opened, workers at hand. */
export interface LiveRun {
  readonly workers: number;
  /** Generations after `from` (or from 0); ends when the signal aborts. */
  generations(
    from: RunState | null,
    signal: AbortSignal,
    onActivity: OnActivity,
  ): AsyncGenerator<Generation, void, void>;
  /** Makes whatever workers are doing reject at once. */
  cancel(): void;
}
type OnActivity = (verb: Verb, phase: 'begin' | 'end', count: number) => void;

export interface DriveHooks {
  readonly onActivity: OnActivity;
  /** Stores and tells one generation; `seconds` is what it took. */
  commit(generation: Generation, seconds: () => number): Promise<void>;
  /** The drive ended: by itself or stopped (null), or by a failure. */
  ended(failure: unknown): Promise<void> | void;
}

export class Drive {
  #pace: Pace = Infinity;
  #driving: Promise<void> | null = null;
  #live: LiveRun | null = null;
  #stopping = false;
  #abort = new AbortController();
  #wake: () => void = () => {};

  /** Generations a second at most; ends a wait that is longer. Anything but a positive number means no limit. */
  set pace(pace: Pace) {
    this.#pace = pace > 0 ? pace : Infinity;
    this.#wake();
  }

  /** It was told to stop, and has not been started since. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Starts turning up to `limit` generations after `from`; does nothing while turning. */
  start(live: LiveRun, from: RunState | null, limit: number, hooks: DriveHooks): void {
    if (this.#driving) return;
    this.#live = live;
    this.#stopping = false;
    this.#abort = new AbortController();
    this.#driving = this.#turn(live, from, limit, hooks).finally(() => (this.#driving = null));
  }

  /** Ends the drive, waiting at most `grace` milliseconds for the generation in progress. */
  async stop(grace: number): Promise<void> {
    this.#stopping = true;
    this.#wake();
    if (!this.#driving) return;
    await Promise.race([this.#driving, new Promise((resolve) => setTimeout(resolve, grace))]);
    this.#abort.abort(stopped());
    this.#live?.cancel();
    await this.#driving;
  }

  async #turn(live: LiveRun, from: RunState | null, limit: number, hooks: DriveHooks): Promise<void> {
    const { signal } = this.#abort;
    try {
      const generations = live.generations(from, signal, hooks.onActivity);
      for (let done = 0; done < limit && !this.#stopping; done++) {
        const began = performance.now();
        const next = await generations.next();
        if (next.done) break;
        await hooks.commit(next.value, () => (performance.now() - began) / 1000);
        if (done + 1 < limit) await this.#rest(began);
      }
      await generations.return();
      await hooks.ended(null);
    } catch (error) {
      await hooks.ended(signal.aborted ? null : error);
    }
  }

  /** Waits until the pace allows the next generation; stopping or another pace ends the wait. */
  async #rest(began: number): Promise<void> {
    for (;;) {
      const left = this.#stopping ? 0 : began + 1000 / this.#pace - performance.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
