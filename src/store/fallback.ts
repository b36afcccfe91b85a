// The store that the loop worker uses: the database while the browser lets it, memory from the moment it does not.
// Invariant: a run never stops for want of room. Full: prune once and retry once; then what follows is kept in memory, the
// report says so, and reads join both (what lies in memory is always later than what lies in the database).
import { Problem } from '../core/problem.ts';
import type { EpisodeHeader, EpisodeRecord, Generation, LedgerEntry, RunState, Trail } from '../core/types.ts';
import { DatabaseStore } from './database.ts';
import { MemoryStore } from './memory.ts';
import { storageFailure, storageFull, storageLost, storageRefused } from './problems.ts';
import {
  STORAGE_LIMIT,
  summaryAfter,
  type EpisodePlace,
  type EpisodeQuery,
  type Pack,
  type PackInfo,
  type RunBundle,
  type RunIdentity,
  type RunSummary,
  type Store,
  type Usage,
} from './store.ts';

/** Generations between two looks at the bytes used. */
const CHECK_EVERY = 16;
/** Pruning goes down to this share of what it has to stay under, so that it is rare. */
const PRUNE_TO = 0.9;
const OPEN_DEADLINE_MS = 8000;

export type Report = (problem: Problem) => void;

/** Opens the database of that name, or memory with a report of why. Never throws. */
export async function openStore(name: string, report: Report, limit = STORAGE_LIMIT): Promise<FallbackStore> {
  try {
    return new FallbackStore(await withDeadline(DatabaseStore.open(name, limit)), report, limit);
  } catch (error) {
    report(error instanceof Problem ? error : storageRefused(error));
    return new FallbackStore(null, report, limit);
  }
}

export class FallbackStore implements Store {
  readonly #disk: Store | null;
  readonly #memory = new MemoryStore();
  readonly #report: Report;
  readonly #limit: number;
  #writable: boolean;
  #commits = 0;

  constructor(disk: Store | null, report: Report, limit: number) {
    this.#disk = disk;
    this.#report = report;
    this.#limit = limit;
    this.#writable = disk !== null;
  }

  get durable(): boolean {
    return this.#writable;
  }

  async commit(run: RunIdentity, generation: Generation): Promise<void> {
    const kept = await this.#write((disk) => disk.commit(run, generation));
    if (!kept) return this.#commitToMemory(run, generation);
    if (++this.#commits % CHECK_EVERY === 0) await this.#keepUnderLimit();
  }

  async addPack(pack: Pack): Promise<void> {
    if (!(await this.#write((disk) => disk.addPack(pack)))) await this.#memory.addPack(pack);
  }

  async importRun(runId: string, bundle: RunBundle): Promise<void> {
    if (!(await this.#write((disk) => disk.importRun(runId, bundle)))) await this.#memory.importRun(runId, bundle);
  }

  async runs(): Promise<RunSummary[]> {
    const later = await this.#memory.runs();
    const earlier = await this.#read((disk) => disk.runs(), []);
    const both = new Map(earlier.map((run) => [run.id, run]));
    for (const run of later) both.set(run.id, joined(both.get(run.id), run));
    return [...both.values()].sort((a, b) => b.created - a.created);
  }

  async run(runId: string): Promise<RunSummary | null> {
    const later = await this.#memory.run(runId);
    const earlier = await this.#read((disk) => disk.run(runId), null);
    return later ? joined(earlier ?? undefined, later) : earlier;
  }

  async state(runId: string): Promise<RunState | null> {
    return (await this.#memory.state(runId)) ?? this.#read((disk) => disk.state(runId), null);
  }

  async ledger(runId: string, from = 0, limit = 1000): Promise<LedgerEntry[]> {
    const earlier = await this.#read((disk) => disk.ledger(runId, from, limit), []);
    return [...earlier, ...(await this.#memory.ledger(runId, from, limit - earlier.length))];
  }

  async trail(runId: string, generation: number): Promise<Trail | null> {
    return (await this.#memory.trail(runId, generation)) ?? this.#read((disk) => disk.trail(runId, generation), null);
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeHeader[]> {
    const later = await this.#memory.episodes(query);
    if (later.length >= query.limit) return later;
    const rest = { ...query, limit: query.limit - later.length };
    return [...later, ...(await this.#read((disk) => disk.episodes(rest), []))];
  }

  async episode(id: string): Promise<EpisodeRecord | null> {
    return (await this.#memory.episode(id)) ?? this.#read((disk) => disk.episode(id), null);
  }

  async episodesAfter(runId: string, after: EpisodePlace, limit: number): Promise<EpisodeRecord[]> {
    const earlier = await this.#read((disk) => disk.episodesAfter(runId, after, limit), []);
    if (earlier.length >= limit) return earlier;
    return [...earlier, ...(await this.#memory.episodesAfter(runId, after, limit - earlier.length))];
  }

  async usage(): Promise<Usage> {
    const memory = await this.#memory.usage();
    const disk = await this.#read((store) => store.usage(), null);
    if (!disk) return memory;
    const episodes = disk.episodes + memory.episodes;
    return { ...disk, bytes: disk.bytes + memory.bytes, episodes, durable: this.#writable };
  }

  async pack(sha256: string): Promise<Pack | null> {
    return (await this.#memory.pack(sha256)) ?? this.#read((disk) => disk.pack(sha256), null);
  }

  async packs(): Promise<PackInfo[]> {
    return [...(await this.#read((disk) => disk.packs(), [])), ...(await this.#memory.packs())];
  }

  async deletePack(sha256: string): Promise<void> {
    await this.#memory.deletePack(sha256);
    await this.#disk?.deletePack(sha256);
  }

  async pinned(episodeId: string): Promise<boolean> {
    return (await this.#memory.pinned(episodeId)) || this.#read((disk) => disk.pinned(episodeId), false);
  }

  async pin(episodeId: string, pinned: boolean): Promise<void> {
    await this.#memory.pin(episodeId, pinned);
    await this.#write((disk) => disk.pin(episodeId, pinned));
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#memory.deleteRun(runId);
    await this.#disk?.deleteRun(runId);
  }

  /** Also gives the database another chance when it was full. */
  async eraseEverything(): Promise<void> {
    await this.#memory.eraseEverything();
    await this.#disk?.eraseEverything();
    this.#writable = this.#disk !== null;
  }

  async prune(target: number): Promise<number> {
    return this.#disk ? this.#read((disk) => disk.prune(target), 0) : this.#memory.prune(target);
  }

  close(): void {
    this.#disk?.close();
  }

  /** True when the database took the write; false when it has to go to memory. Logical problems are thrown. */
  async #write(write: (disk: Store) => Promise<void>): Promise<boolean> {
    if (!this.#disk || !this.#writable) return false;
    let failure = await failureOf(write(this.#disk));
    if (failure?.kind === 'full') {
      await this.#makeRoom();
      failure = await failureOf(write(this.#disk));
    }
    if (!failure) return true;
    this.#writable = false;
    this.#report(failure.kind === 'full' ? storageFull(failure.error) : storageLost(failure.error));
    return false;
  }

  /** Reads from the database; `otherwise` when there is none or it was taken away. */
  async #read<T>(read: (disk: Store) => Promise<T>, otherwise: T): Promise<T> {
    if (!this.#disk) return otherwise;
    try {
      return await read(this.#disk);
    } catch (error) {
      if (storageFailure(error) === null) throw error;
      return otherwise;
    }
  }

  async #commitToMemory(run: RunIdentity, generation: Generation): Promise<void> {
    const before = generation.entry.generation - 1;
    if (!this.#memory.has(run.id) && before >= 0) {
      this.#memory.continueFrom(summaryAfter(run, { ...generation.state, generation: before }, undefined, 0));
    }
    await this.#memory.commit(run, generation);
  }

  async #makeRoom(): Promise<void> {
    await this.prune(0.8 * (await this.#diskBytes()));
  }

  async #keepUnderLimit(): Promise<void> {
    if ((await this.#diskBytes()) > this.#limit) await this.prune(PRUNE_TO * this.#limit);
  }

  #diskBytes(): Promise<number> {
    return this.#read(async (disk) => (await disk.usage()).bytes, 0);
  }
}

function joined(earlier: RunSummary | undefined, later: RunSummary): RunSummary {
  return earlier ? { ...later, bytes: earlier.bytes + later.bytes, prunedBefore: earlier.prunedBefore } : later;
}

async function failureOf(write: Promise<void>): Promise<{ kind: 'full' | 'lost'; error: unknown } | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const kind = storageFailure(error);
    if (kind === null) throw error;
    return { kind, error };
  }
}

/** A blocked or wedged database never answers; this does. */
async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), OPEN_DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
