// Keeps one worker alive: a deadline per call, a heartbeat, rejection of everything that waits when the worker dies, restart
// with back-off at most three times in a row. Comlink does none of this (stack.md 1.4): a call to a dead worker never settles.
// Invariant: every call settles; an answer of an old incarnation changes nothing. States: idle -> running -> degraded
// (died and was restarted, or is being restarted) -> failed (gave up); degraded -> running after a quiet while.
import { Problem } from '../src/core/problem.ts';
import { asProblem } from './edge.ts';

/** One started worker with its proxy. The supervisor holds it, so that the proxy is never collected while calls wait. */
export interface Incarnation<R> {
  readonly remote: R;
  ping(): Promise<unknown>;
  /** Reports the death of the worker: its error event, a message it could not read. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
}

export type SupervisorState = 'idle' | 'running' | 'degraded' | 'failed';

export interface SupervisorOptions<R> {
  /** For messages: "rollout worker 1". */
  readonly name: string;
  start(): Incarnation<R>;
  /** Prepares each fresh incarnation (opens the world, attaches the page) before calls reach it. */
  ready?(remote: R, incarnation: number): Promise<void>;
  onState?(state: SupervisorState, problem: Problem | null): void;
  /** Milliseconds; see DEFAULTS. */
  readonly times?: Partial<Times>;
}

export interface Times {
  /** Longest a call may take unless it brings its own deadline. */
  readonly call: number;
  /** Longest `ready` may take. */
  readonly ready: number;
  /** Between two heartbeats. */
  readonly beat: number;
  /** A heartbeat unanswered for this long means a hung worker. */
  readonly silence: number;
  /** Waits before the first, second and third restart in a row. */
  readonly backOff: readonly number[];
  /** A restarted worker that lived this long counts as healthy again. */
  readonly quiet: number;
}

const DEFAULTS: Times = {
  call: 120_000,
  ready: 120_000,
  beat: 2_000,
  silence: 10_000,
  backOff: [100, 500, 2_000],
  quiet: 30_000,
};

interface Waiting {
  readonly reject: (problem: Problem) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class Supervisor<R> {
  /** Number of workers started so far. */
  incarnation = 0;
  readonly #options: SupervisorOptions<R>;
  readonly #times: Times;
  readonly #waiting = new Set<Waiting>();
  #state: SupervisorState = 'idle';
  #current: Incarnation<R> | null = null;
  #opening: Promise<R> | null = null;
  #deaths = 0;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: SupervisorOptions<R>) {
    this.#options = options;
    this.#times = { ...DEFAULTS, ...options.times };
  }

  get state(): SupervisorState {
    return this.#state;
  }

  /**
   * Calls the worker, starting it first where needed.
   * @throws Problem: what the call itself rejected with, 'worker-died' (a fresh worker takes the next call), 'worker-failed'
   * (it died too often; `restart` tries again), 'closed'.
   */
  async call<T>(work: (remote: R) => Promise<T>, deadline = this.#times.call): Promise<T> {
    const remote = await this.#opened();
    return this.#guarded(work(remote), deadline, () => this.#die(`no answer within ${deadline} ms`));
  }

  /** Ends the present worker as if it had died; the next call gets a fresh one. */
  renew(reason: string): void {
    this.#die(reason);
  }

  /** Gives a failed worker another three lives. */
  restart(): void {
    this.#deaths = 0;
    if (this.#state === 'failed') this.#enter('idle', null);
  }

  close(): void {
    this.#closed = true;
    this.#end(
      new Problem({ code: 'closed', message: `${this.#options.name} was closed.`, nextStep: 'Start it again.' }),
    );
    this.#enter('idle', null);
  }

  #opened(): Promise<R> {
    if (this.#state === 'failed' || this.#closed) return Promise.reject(this.#givenUp());
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<R> {
    const wait = this.#deaths > 0 ? this.#times.backOff[this.#deaths - 1]! : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (this.#closed) throw this.#givenUp();
    const number = ++this.incarnation;
    const worker = this.#options.start();
    this.#current = worker;
    worker.onDeath((reason) => {
      if (number === this.incarnation) this.#die(reason);
    });
    const preparing = this.#options.ready?.(worker.remote, number) ?? Promise.resolve();
    try {
      await this.#guarded(preparing, this.#times.ready, () => this.#die('it did not get ready'));
    } catch (error) {
      // Refused, not dead: the worker goes without counting, and the next call prepares a fresh one.
      if (worker === this.#current) this.#end(asProblem(error));
      throw error;
    }
    this.#enter(this.#deaths > 0 ? 'degraded' : 'running', null);
    this.#watch(worker, number, Date.now());
    return worker.remote;
  }

  /** Settles with the work, at the deadline, or with the death of the worker, whichever comes first. */
  #guarded<T>(work: Promise<T>, deadline: number, onLate: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { reject, timer: setTimeout(onLate, deadline) };
      this.#waiting.add(waiting);
      const settle = (act: () => void): void => {
        clearTimeout(waiting.timer);
        if (this.#waiting.delete(waiting)) act();
      };
      work.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(asProblem(error))),
      );
    });
  }

  #watch(worker: Incarnation<R>, number: number, started: number): void {
    this.#beat = setTimeout(() => {
      let quarters = 0;
      // In quarters, so that a laptop that slept meanwhile does not find its worker dead.
      const quarter = (): void => {
        if (number !== this.incarnation || worker !== this.#current) return;
        if (++quarters > 4) this.#die(`no sign of life for ${this.#times.silence} ms`);
        else this.#beat = setTimeout(quarter, this.#times.silence / 4);
      };
      const alive = (): void => {
        if (worker !== this.#current) return;
        clearTimeout(this.#beat);
        if (Date.now() - started >= this.#times.quiet) this.#recover();
        this.#watch(worker, number, started);
      };
      quarter();
      worker.ping().then(alive, alive);
    }, this.#times.beat);
  }

  #recover(): void {
    this.#deaths = 0;
    if (this.#state === 'degraded') this.#enter('running', null);
  }

  #die(reason: string): void {
    if (!this.#current) return;
    const died = new Problem({
      code: 'worker-died',
      message: `${this.#options.name} stopped working and is started again.`,
      nextStep: 'Nothing is lost: work goes on from the last stored generation.',
      detail: reason,
    });
    this.#deaths++;
    this.#end(died);
    if (this.#deaths > this.#times.backOff.length) this.#enter('failed', this.#givenUp(reason));
    else this.#enter('degraded', died);
  }

  /** Terminates the worker and rejects everything that waits for it. */
  #end(problem: Problem): void {
    clearTimeout(this.#beat);
    this.#current?.terminate();
    this.#current = null;
    this.#opening = null;
    for (const { reject, timer } of this.#waiting) {
      clearTimeout(timer);
      reject(problem);
    }
    this.#waiting.clear();
  }

  #enter(state: SupervisorState, problem: Problem | null): void {
    if (state === this.#state && !problem) return;
    this.#state = state;
    this.#options.onState?.(state, problem);
  }

  #givenUp(detail?: string): Problem {
    return new Problem({
      code: this.#closed ? 'closed' : 'worker-failed',
      message: this.#closed
        ? `${this.#options.name} was closed.`
        : `${this.#options.name} died too often and was given up.`,
      nextStep: 'Reload the page; the run goes on from the last stored generation.',
      ...(detail === undefined ? {} : { detail }),
    });
  }
}
