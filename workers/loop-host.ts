// The loop worker's work: owns one run, the writer's lock and all writes; turns generations, commits each before the next, and
// reports. Invariant: a generation is stored whole or not at all, whatever happens: pausing inside one drops it and plays it
// again later to the same digest; another tab that takes over, a dead worker and a full disk lose nothing that was stored.
import { sha256Hex } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import type {
  EpisodeHeader,
  EpisodeRecord,
  Generation,
  LedgerEntry,
  PolicySnapshot,
  RunConfig,
  RunState,
  Trail,
} from '../src/core/types.ts';
import type { EpisodeQuery, PackInfo, RunIdentity, RunSummary, Store, Usage } from '../src/store/store.ts';
import { Drive, type LiveRun } from './drive.ts';
import { asNamed } from './edge.ts';
import { needWriter, noRun, noSuchRun, notAttached } from './loop-problems.ts';
import type { LoopAnswer, LoopCommand, LoopService, LoopUpdate, RunStatus } from './protocol.ts';
import { stopped } from './rollout-host.ts';
import { Updates, withoutEvidence } from './updates.ts';
import type { WriterLock } from './writer-lock.ts';

/** What the host is given by its entry file, or by a test. */
export interface LoopParts {
  open(basePath: string, report: (problem: Problem) => void): Promise<OpenedStore>;
  /** @throws Problem for a configuration that cannot run. `pack` holds the bytes of the pack that it names. */
  present(config: RunConfig, pack: Uint8Array | null, onTrouble: OnTrouble): Promise<LiveRun>;
  /** The file as a world's pack. @throws Problem when no world can read it. */
  packOf(name: string, bytes: Uint8Array): { readonly bytes: Uint8Array; readonly notes: readonly string[] };
  newId(): string;
  /** Milliseconds since 1970. */
  now(): number;
}
export type OnTrouble = (problem: Problem, workersLeft: number) => void;

export interface OpenedStore {
  readonly store: Store;
  readonly lock: WriterLock;
  exportRaw(): Promise<Uint8Array>;
}

/** Pausing waits this long for the generation in progress before dropping it. */
const GRACE_MS = 250;
/** How often a read-only tab looks for what the writer stored. */
const FOLLOW_MS = 1000;
/** Entries of an earlier run that are told on resuming it. */
const MOST_HISTORY = 1500;
const HISTORY_AT_A_TIME = 500;

type Phase = 'empty' | 'idle' | 'preparing' | 'running' | 'paused' | 'finished' | 'failed';

interface OpenRun {
  readonly identity: RunIdentity;
  state: RunState | null;
}

export class LoopHost implements LoopService {
  readonly #parts: LoopParts;
  #opened: OpenedStore | null = null;
  #updates: Updates = new Updates(() => Promise.resolve());
  #queue: Promise<unknown> = Promise.resolve();
  #writer = false;
  #phase: Phase = 'empty';
  #run: OpenRun | null = null;
  #live: LiveRun | null = null;
  #workersLeft = 0;
  readonly #drive = new Drive();
  #stepsPerSecond = 0;
  #following: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** @param transfer hands the buffers of a batch over instead of copying them (Comlink.transfer). */
  async attach(
    basePath: string,
    listener: (updates: readonly LoopUpdate[]) => unknown,
    transfer: <T>(value: T, buffers: ArrayBuffer[]) => T = (value) => value,
  ): Promise<void> {
    this.#updates.close();
    this.#updates = new Updates(async (updates, buffers) => listener(transfer(updates, [...buffers])));
    this.#opened = await this.#parts.open(basePath, (problem) => this.#trouble(problem));
    this.#writer = await this.#opened.lock.request((held) => this.#lockChanged(held));
    this.#report();
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  /** Commands are carried out one after another; the pace and what only reads do not wait. */
  command(command: LoopCommand): Promise<LoopAnswer> {
    const act = (): Promise<LoopAnswer> => this.#act(command);
    if (command.kind === 'pace' || command.kind === 'export' || command.kind === 'add-pack') return act();
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => {});
    return done;
  }

  async runs(): Promise<RunSummary[]> {
    return this.#store.runs();
  }
  async ledger(runId: string, from?: number, limit?: number): Promise<LedgerEntry[]> {
    return this.#store.ledger(runId, from, limit);
  }
  async trail(runId: string, generation: number): Promise<Trail | null> {
    return this.#store.trail(runId, generation);
  }
  async episodes(query: EpisodeQuery): Promise<EpisodeHeader[]> {
    return this.#store.episodes(query);
  }
  async episode(id: string): Promise<EpisodeRecord | null> {
    return this.#store.episode(id);
  }
  async pinned(episodeId: string): Promise<boolean> {
    return this.#store.pinned(episodeId);
  }
  async pin(episodeId: string, pinned: boolean): Promise<void> {
    this.#requireWriter();
    await this.#store.pin(episodeId, pinned);
  }
  async policy(runId: string): Promise<PolicySnapshot | null> {
    return (await this.#store.state(runId))?.policy ?? null;
  }
  async packs(): Promise<PackInfo[]> {
    return this.#store.packs();
  }
  async pack(sha256: string): Promise<Uint8Array | null> {
    return (await this.#store.pack(sha256))?.bytes ?? null;
  }
  async usage(): Promise<Usage> {
    return this.#store.usage();
  }
  async exportEpisodes(runId: string): Promise<Uint8Array> {
    return (await import('../src/store/archive/write.ts')).exportEpisodes(this.#store, runId);
  }
  async exportRaw(): Promise<Uint8Array> {
    return this.#attached.exportRaw();
  }

  /** Stops the run and lets go of the lock and the store. */
  async close(): Promise<void> {
    await this.#stop();
    clearTimeout(this.#following);
    this.#updates.close();
    this.#opened?.lock.release();
    this.#opened?.store.close();
  }

  async #act(command: LoopCommand): Promise<LoopAnswer> {
    if (command.kind === 'resume') return this.#resume(command.runId);
    if (command.kind === 'export') return this.#export(command.runId);
    if (command.kind === 'take-over') return this.#takeOver();
    if (command.kind === 'pause') await this.#stop();
    if (command.kind === 'pause') return {};
    this.#requireWriter();
    switch (command.kind) {
      case 'open':
        return this.#openRun(command.config);
      case 'play':
        this.#drive.pace = command.pace;
        return this.#play(Infinity);
      case 'generation':
        return this.#play(1);
      case 'pace':
        this.#drive.pace = command.pace;
        return {};
      case 'reset':
        return this.#reset(command.seed);
      case 'add-pack':
        return this.#addPack(command.name, command.bytes);
      case 'delete-pack':
        await this.#store.deletePack(command.sha256);
        return {};
      case 'import':
        return this.#import(command.bytes);
      case 'delete-run':
        return this.#delete(command.runId);
      case 'erase-everything':
        return this.#erase();
    }
  }

  async #openRun(config: RunConfig): Promise<LoopAnswer> {
    await this.#stop();
    const identity = { id: this.#parts.newId(), config, created: this.#parts.now() };
    await this.#present({ identity, state: null });
    this.#enter('idle');
    return { runId: identity.id };
  }

  /** Opens a stored run where it stopped; a read-only tab only looks at it. */
  async #resume(runId: string): Promise<LoopAnswer> {
    await this.#stop();
    const [summary, state] = [await this.#store.run(runId), await this.#store.state(runId)];
    if (!summary || !state) throw noSuchRun();
    const { id, config, created } = summary;
    const run = { identity: { id, config, created }, state };
    if (this.#writer) await this.#present(run);
    else this.#run = run;
    this.#enter(summary.finished ? 'finished' : 'paused');
    await this.#tellHistory(runId);
    this.#updates.policy(runId, state.policy);
    this.#follow();
    return { runId };
  }

  async #present(run: OpenRun): Promise<void> {
    this.#run = run;
    this.#live = null;
    this.#enter('preparing');
    try {
      const { config } = run.identity;
      this.#live = await this.#parts.present(config, await this.#packOf(config), (problem, left) => {
        this.#workersLeft = left;
        this.#trouble(problem);
      });
      this.#workersLeft = this.#live.workers;
    } catch (error) {
      this.#run = null;
      this.#enter('empty');
      throw error;
    }
  }

  async #packOf({ world }: RunConfig): Promise<Uint8Array | null> {
    if (world.source.kind !== 'pack') return null;
    const pack = await this.#store.pack(world.source.sha256);
    if (pack) return pack.bytes;
    throw new Problem({
      code: 'pack-missing',
      message: `This run plays the file "${world.source.name}", which is not stored here.`,
      nextStep: 'Drop that file on the page, then open the run again.',
      detail: `sha256 ${world.source.sha256}`,
    });
  }

  #play(limit: number): LoopAnswer {
    if (!this.#run || !this.#live) throw noRun();
    const run = this.#run;
    this.#enter(run.state ? 'running' : 'preparing');
    this.#drive.start(this.#live, run.state, limit, {
      onActivity: (verb, phase, count) => this.#updates.activity(verb, phase, count),
      commit: (generation, seconds) => this.#commit(run, generation, seconds),
      ended: (failure) => this.#ended(run, limit, failure),
    });
    return { runId: run.identity.id };
  }

  async #commit(run: OpenRun, generation: Generation, seconds: () => number): Promise<void> {
    if (!this.#writer) throw stopped();
    await this.#store.commit(run.identity, generation);
    const speed = (generation.state.envSteps - (run.state?.envSteps ?? 0)) / Math.max(0.001, seconds());
    this.#stepsPerSecond += (run.state ? 0.3 : 1) * (speed - this.#stepsPerSecond);
    run.state = generation.state;
    this.#enter(isFinished(run) ? 'finished' : 'running');
    this.#updates.generation(run.identity.id, generation.entry, Math.round(this.#stepsPerSecond));
    this.#updates.policy(run.identity.id, generation.state.policy);
  }

  /** Another tab may have stored a generation in the moment of taking over; then the run goes on from what is stored. */
  async #ended(run: OpenRun, limit: number, failure: unknown): Promise<void> {
    const behind = failure instanceof Problem && failure.code === 'out-of-order';
    const stored = behind ? await this.#store.state(run.identity.id) : null;
    if (stored !== null && stored.generation > (run.state?.generation ?? -1)) {
      const play = !this.#drive.stopping;
      this.#settle(async () => {
        await this.#resume(run.identity.id);
        if (play && !isFinished({ ...run, state: stored })) this.#play(limit);
      });
      return;
    }
    if (failure !== null) this.#trouble(failure);
    this.#enter(failure !== null ? 'failed' : isFinished(run) ? 'finished' : 'paused');
  }

  /** Does something after the commands that wait; what goes wrong is told. */
  #settle(work: () => Promise<unknown>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#trouble(error));
  }

  #stop(): Promise<void> {
    return this.#drive.stop(this.#writer ? GRACE_MS : 0);
  }

  async #reset(seed: number | undefined): Promise<LoopAnswer> {
    if (!this.#run) throw noRun();
    const { config } = this.#run.identity;
    return this.#openRun(seed === undefined ? config : { ...config, seed });
  }

  async #addPack(name: string, file: Uint8Array): Promise<LoopAnswer> {
    const { bytes, notes } = this.#parts.packOf(name, file);
    const sha256 = sha256Hex(bytes);
    await this.#store.addPack({ sha256, name, size: bytes.length, bytes });
    return { sha256, notes };
  }

  async #export(runId: string): Promise<LoopAnswer> {
    const { exportRun } = await import('../src/store/archive/write.ts');
    return { bytes: await exportRun(this.#store, runId) };
  }

  async #import(bytes: Uint8Array): Promise<LoopAnswer> {
    const { readArchive } = await import('../src/store/archive/read.ts');
    const bundle = await readArchive(bytes);
    const runId = this.#parts.newId();
    await this.#store.importRun(runId, bundle);
    return { runId };
  }

  async #delete(runId: string): Promise<LoopAnswer> {
    if (this.#run?.identity.id === runId) await this.#forget();
    await this.#store.deleteRun(runId);
    return {};
  }

  async #erase(): Promise<LoopAnswer> {
    await this.#forget();
    await this.#store.eraseEverything();
    this.#report();
    return {};
  }

  async #forget(): Promise<void> {
    await this.#stop();
    this.#run = null;
    this.#live = null;
    this.#enter('empty');
  }

  async #takeOver(): Promise<LoopAnswer> {
    await this.#attached.lock.takeOver();
    this.#writer = true;
    // A tab that shows no run takes the one that the other tab was busy with.
    const runId = this.#run?.identity.id ?? (await this.#store.runs())[0]?.id;
    return runId === undefined ? this.#report() : this.#resume(runId);
  }

  /** The lock came (the writer's tab was closed) or went (another tab took it). */
  #lockChanged(held: boolean): void {
    if (held === this.#writer) return;
    this.#writer = held;
    const runId = this.#run?.identity.id;
    this.#report();
    const settle = async (): Promise<void> => {
      if (!held) await this.#stop();
      if (runId === undefined || this.#writer !== held) return;
      if (held) await this.#resume(runId);
      else this.#follow();
    };
    this.#settle(settle);
  }

  /** A read-only tab shows what the writer stores. */
  #follow(): void {
    clearTimeout(this.#following);
    if (this.#writer || !this.#run) return;
    const run = this.#run;
    const look = async (): Promise<void> => {
      const from = (run.state?.generation ?? -1) + 1;
      const entries = await this.#store.ledger(run.identity.id, from, HISTORY_AT_A_TIME);
      if (this.#run !== run || this.#writer || entries.length === 0) return;
      run.state = await this.#store.state(run.identity.id);
      for (const entry of entries) this.#updates.generation(run.identity.id, entry, 0);
      if (run.state) this.#updates.policy(run.identity.id, run.state.policy);
      this.#report();
    };
    const again = (): void => this.#follow();
    this.#following = setTimeout(() => void look().then(again, again), FOLLOW_MS);
  }

  /** Tells the page the stored entries of a run: all evaluated ones and an even share of the others. */
  async #tellHistory(runId: string): Promise<void> {
    const last = this.#run?.state?.generation ?? -1;
    const every = Math.ceil((last + 1) / MOST_HISTORY);
    for (let from = 0; from <= last; from += HISTORY_AT_A_TIME) {
      for (const entry of await this.#store.ledger(runId, from, HISTORY_AT_A_TIME)) {
        const told = entry.evaluation || entry.generation % every === 0 || entry.generation === last;
        if (told) this.#updates.generation(runId, withoutEvidence(entry), 0);
      }
    }
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#report();
  }

  #report(): LoopAnswer {
    const { state, identity } = this.#run ?? { state: null, identity: null };
    const status: RunStatus = {
      state: this.#shownState(),
      runId: identity?.id ?? null,
      config: identity?.config ?? null,
      generation: state?.generation ?? 0,
      envSteps: state?.envSteps ?? 0,
      digest: state?.digest ?? '',
      workers: this.#workersLeft,
      durable: this.#opened?.store.durable ?? true,
    };
    this.#updates.status(status);
    return {};
  }

  #shownState(): RunStatus['state'] {
    if (!this.#writer) return 'read-only';
    const fewer = this.#live !== null && this.#workersLeft < this.#live.workers;
    return this.#phase === 'running' && fewer ? 'degraded' : this.#phase;
  }

  #trouble(error: unknown): void {
    this.#updates.problem(asNamed(error));
    this.#report();
  }

  #requireWriter(): void {
    if (!this.#writer) throw needWriter();
  }

  get #attached(): OpenedStore {
    if (!this.#opened) throw notAttached();
    return this.#opened;
  }

  get #store(): Store {
    return this.#attached.store;
  }
}

function isFinished({ state, identity }: OpenRun): boolean {
  return state !== null && state.generation >= identity.config.generations;
}
