// The run that the page shows: first a recorded one, then the visitor's own. Holds the picture and the newest episodes.
// Invariant: data arrives in batches and is replaced whole ($state.raw); headers are read at most once per 400 ms.
import type { EpisodeHeader, RunConfig } from '../../core/types.ts';
import type { LoopUpdate, Pace } from '../../../workers/protocol.ts';
import { advance, EMPTY_MODEL, type RunModel } from './run-model.ts';
import type { RunSource } from './run-source.ts';

export const PACES = [
  { id: 'class', title: 'Class', pace: 0.5, explanation: 'one generation in two seconds, to talk along' },
  { id: 'normal', title: 'Normal', pace: 2, explanation: 'two generations a second at most' },
  { id: 'max', title: 'Max', pace: Infinity, explanation: 'as fast as this machine goes' },
] as const;
export type PaceId = (typeof PACES)[number]['id'];

const HEADERS_EVERY_MS = 400;
const HEADERS_KEPT = 600;

export interface SessionHooks {
  /** Starts the loop worker. */
  openLive(): Promise<RunSource>;
  onUpdate(update: LoopUpdate, model: RunModel): void;
  onProblem(thrown: unknown): void;
}

export class Session {
  model: RunModel = $state.raw(EMPTY_MODEL);
  origin: 'none' | 'recorded' | 'live' = $state('none');
  /** A command is on its way to the worker. */
  busy = $state(false);
  paceId: PaceId = $state('normal');
  /** Newest finished episodes, oldest first. */
  recent: readonly EpisodeHeader[] = $state.raw([]);
  source: RunSource | null = $state.raw(null);
  #live: RunSource | null = null;
  #headersAt = -Infinity;

  constructor(private readonly hooks: SessionHooks) {}

  get pace(): Pace {
    return PACES.find((each) => each.id === this.paceId)?.pace ?? 1;
  }
  get running(): boolean {
    return this.model.status.state === 'running' || this.model.status.state === 'preparing';
  }

  /** Plays a recorded run until the visitor starts one. */
  showRecorded(source: RunSource): void {
    if (this.origin === 'live') return;
    this.#use(source, 'recorded');
    void source.send({ kind: 'play', pace: 0.8 });
  }

  /** Pauses or plays on the recorded run (the visitor's own run has its own button). */
  async toggleRecorded(): Promise<void> {
    if (this.origin !== 'recorded') return;
    await this.#send(this.running ? { kind: 'pause' } : { kind: 'play', pace: 0.8 });
  }

  /** Runs `config`: goes on with the open run where it is the same one, else opens a new run. */
  async run(config: RunConfig, same: boolean): Promise<void> {
    await this.#live_(async () => {
      if (!same) await this.#send({ kind: 'open', config });
      await this.#send({ kind: 'play', pace: this.pace });
    });
  }

  async pause(): Promise<void> {
    await this.#guard(() => this.#send({ kind: 'pause' }));
  }

  async generation(config: RunConfig, same: boolean): Promise<void> {
    await this.#live_(async () => {
      if (!same) await this.#send({ kind: 'open', config });
      await this.#send({ kind: 'generation' });
    });
  }

  async reset(): Promise<void> {
    this.recent = [];
    await this.#guard(() => this.#send({ kind: 'reset' }));
  }

  async setPace(id: PaceId): Promise<void> {
    this.paceId = id;
    if (this.origin === 'live') await this.#guard(() => this.#send({ kind: 'pace', pace: this.pace }));
  }

  /** Hands any other command to the loop worker, starting it where it is not yet running. */
  async command<T>(send: (source: RunSource) => Promise<T>): Promise<T> {
    this.#live ??= await this.hooks.openLive();
    return send(this.#live);
  }

  async #live_(act: () => Promise<void>): Promise<void> {
    await this.#guard(async () => {
      this.#live ??= await this.hooks.openLive();
      if (this.origin !== 'live') this.#use(this.#live, 'live');
      await act();
    });
  }

  async #guard(act: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await act();
    } catch (error) {
      this.hooks.onProblem(error);
    } finally {
      this.busy = false;
    }
  }

  #send(command: Parameters<RunSource['send']>[0]): Promise<unknown> {
    return this.source?.send(command) ?? Promise.resolve();
  }

  #use(source: RunSource, origin: 'recorded' | 'live'): void {
    if (this.origin === 'recorded') this.source?.close();
    this.source = source;
    this.origin = origin;
    this.model = EMPTY_MODEL;
    this.recent = [];
    source.listen((updates) => this.source === source && this.#take(updates));
  }

  #take(updates: readonly LoopUpdate[]): void {
    const before = this.model.status.runId;
    this.model = advance(this.model, updates);
    if (this.model.status.runId !== before) this.recent = [];
    for (const update of updates) {
      if (update.kind === 'problem') this.hooks.onProblem(update.problem);
      else this.hooks.onUpdate(update, this.model);
    }
    const entry = updates.findLast((update) => update.kind === 'generation');
    if (entry) void this.#readHeaders(entry.runId, entry.entry.generation);
  }

  /** Adds the episodes of a generation to the strip, unless the last reading was a moment ago. */
  async #readHeaders(runId: string, generation: number): Promise<void> {
    const source = this.source;
    const now = performance.now();
    if (source === null || now - this.#headersAt < HEADERS_EVERY_MS) return;
    this.#headersAt = now;
    try {
      const headers = await source.records.headers(runId, generation);
      if (this.source !== source || this.model.status.runId !== runId) return;
      const older = this.recent.filter((header) => header.generation < generation);
      this.recent = [...older, ...headers].slice(-HEADERS_KEPT);
    } catch (error) {
      this.hooks.onProblem(error);
    }
  }
}
