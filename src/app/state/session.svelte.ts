// The run that the page shows: first a recorded one, then the visitor's own. Holds the picture and the newest episodes.
// Invariant: data arrives in batches and is replaced whole ($state.raw); headers are read at most once per 400 ms.
import type { LoopCommand, LoopUpdate, Pace } from '../../../workers/protocol.ts';
import type { EpisodeHeader, EpisodeRecord, RunConfig } from '../../core/types.ts';
import { runOf, withRun } from './episode-id.ts';
import { advance, EMPTY_MODEL, type RunModel } from './run-model.ts';
import type { LiveSource, RunSource } from './run-source.ts';

export const PACES = [
  { id: 'class', title: 'Class', pace: 0.5, explanation: 'one generation in two seconds, to talk along' },
  { id: 'normal', title: 'Normal', pace: 2, explanation: 'two generations a second at most' },
  { id: 'max', title: 'Max', pace: Infinity, explanation: 'as fast as this machine goes' },
] as const;
export type PaceId = (typeof PACES)[number]['id'];

const RECORDED_PACE: Pace = 0.8;
const HEADERS_EVERY_MS = 400;
const HEADERS_KEPT = 600;
/** Run id of the recording; no stored run has it. */
export const RECORDED_ID = 'recorded';

export interface SessionHooks {
  /** Starts the loop worker. */
  openLive(): Promise<LiveSource>;
  onUpdate(update: LoopUpdate, model: RunModel): void;
  onProblem(thrown: unknown): void;
}

export class Session {
  model: RunModel = $state.raw(EMPTY_MODEL);
  origin: 'none' | 'recorded' | 'live' = $state('none');
  /** A command is on its way to the worker. */
  busy = $state(false);
  paceId: PaceId = $state('normal');
  /** Newest finished episodes, oldest first; ids carry their run. */
  recent: readonly EpisodeHeader[] = $state.raw([]);
  source: RunSource | null = $state.raw(null);
  #recorded: RunSource | null = null;
  #live: Promise<LiveSource> | null = null;
  #headersAt = -Infinity;
  #headersTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hooks: SessionHooks) {}

  get pace(): Pace {
    return PACES.find((each) => each.id === this.paceId)?.pace ?? 1;
  }
  get running(): boolean {
    return ['running', 'preparing', 'degraded'].includes(this.model.status.state);
  }

  /** Plays a recorded run until the visitor starts one; its first generation is there at once. */
  showRecorded(source: RunSource): void {
    this.#recorded = source;
    if (this.origin === 'live') return;
    this.#use(source, 'recorded');
    void source.send({ kind: 'generation' });
    void source.send({ kind: 'play', pace: RECORDED_PACE });
  }

  /** Pauses or plays on the recorded run (the visitor's own run has its own button). */
  async toggleRecorded(): Promise<void> {
    if (this.origin !== 'recorded') return;
    await this.source?.send(this.running ? { kind: 'pause' } : { kind: 'play', pace: RECORDED_PACE });
  }

  /** The loop worker, started where it is not yet. */
  live(): Promise<LiveSource> {
    this.#live ??= this.hooks.openLive().catch((error: unknown) => {
      this.#live = null;
      throw error;
    });
    return this.#live;
  }

  /** Runs `config`: goes on with the open run where it is the same one and not at its end, else opens a new run. */
  run(config: RunConfig, same: boolean): Promise<void> {
    return this.#act([...this.#opening(config, same), { kind: 'play', pace: this.pace }]);
  }

  generation(config: RunConfig, same: boolean): Promise<void> {
    return this.#act([...this.#opening(config, same), { kind: 'generation' }]);
  }

  pause(): Promise<void> {
    return this.#act([{ kind: 'pause' }]);
  }

  reset(): Promise<void> {
    return this.#act([{ kind: 'reset' }]);
  }

  /** Opens a stored run where it stopped, and plays it on where asked. */
  resume(runId: string, play: boolean): Promise<void> {
    return this.#act([{ kind: 'resume', runId }, ...(play ? [{ kind: 'play', pace: this.pace } as const] : [])]);
  }

  takeOver(): Promise<void> {
    return this.#act([{ kind: 'take-over' }]);
  }

  async setPace(id: PaceId): Promise<void> {
    this.paceId = id;
    if (this.origin !== 'live') return;
    await this.source?.send({ kind: 'pace', pace: this.pace }).catch((error: unknown) => this.hooks.onProblem(error));
  }

  /** An episode of the recording or of any stored run, or null where it is not kept. */
  async episode(id: string): Promise<EpisodeRecord | null> {
    const source = runOf(id) === RECORDED_ID ? this.#recorded : await this.live();
    return source?.records.episode(id) ?? null;
  }

  #opening(config: RunConfig, same: boolean): LoopCommand[] {
    if (!same) return [{ kind: 'open', config }];
    return this.model.status.state === 'finished' ? [{ kind: 'reset' }] : [];
  }

  /** Carries out commands in turn on the live run; one act at a time. */
  async #act(commands: readonly LoopCommand[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const live = await this.live();
      if (this.origin !== 'live') this.#use(live, 'live');
      for (const command of commands) await live.send(command);
    } catch (error) {
      this.hooks.onProblem(error);
    } finally {
      this.busy = false;
    }
  }

  #use(source: RunSource, origin: 'recorded' | 'live'): void {
    if (this.origin === 'recorded') this.source?.close();
    this.source = source;
    this.origin = origin;
    this.model = EMPTY_MODEL;
    this.recent = [];
    source.listen((updates) => {
      if (this.source === source) this.#take(updates);
    });
  }

  #take(updates: readonly LoopUpdate[]): void {
    const before = this.model.status.runId;
    this.model = advance(this.model, updates);
    if (this.model.status.runId !== before) this.recent = [];
    for (const update of updates) {
      if (update.kind === 'problem') this.hooks.onProblem(update.problem);
      else this.hooks.onUpdate(update, this.model);
    }
    if (updates.some((update) => update.kind === 'generation')) this.#readSoon();
  }

  /** Reads the newest generation's headers now, or as soon as the last reading is long enough ago. */
  #readSoon(): void {
    if (this.#headersTimer !== undefined) return;
    const wait = Math.max(0, this.#headersAt + HEADERS_EVERY_MS - performance.now());
    this.#headersTimer = setTimeout(() => {
      this.#headersTimer = undefined;
      this.#headersAt = performance.now();
      void this.#readHeaders();
    }, wait);
  }

  async #readHeaders(): Promise<void> {
    const { source } = this;
    const { runId } = this.model.status;
    const generation = this.model.entries.at(-1)?.generation;
    if (source === null || runId === null || generation === undefined) return;
    try {
      const read = await source.records.headers(runId, generation);
      if (this.source !== source || this.model.status.runId !== runId) return;
      const headers = read.map((header) => ({ ...header, id: withRun(runId, header.id) }));
      const older = this.recent.filter((header) => header.generation < generation);
      this.recent = [...older, ...headers].slice(-HEADERS_KEPT);
    } catch (error) {
      this.hooks.onProblem(error);
    }
  }
}
