// Storage that lasts as long as its worker: for refused or full IndexedDB, and for tests.
// Invariant: the same answers as the database for the same writes; bytes never pass the limit, the oldest episodes go first.
import type { EpisodeHeader, EpisodeRecord, Generation, LedgerEntry, RunState, Trail } from '../core/types.ts';
import { packColumns, unpackColumns } from './columns.ts';
import { outOfOrder } from './problems.ts';
import {
  entryBytes,
  episodeBytes,
  matches,
  placeOf,
  renamed,
  START,
  summaryAfter,
  WARN_SHARE,
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

interface Kept {
  readonly header: EpisodeHeader;
  readonly packed: Uint8Array;
}

interface MemoryRun {
  summary: RunSummary;
  /** Null until the first generation of a run that began elsewhere. */
  state: RunState | null;
  readonly entries: LedgerEntry[];
  readonly trails: Map<number, Trail>;
  /** Ascending by generation and index. */
  episodes: Kept[];
}

export class MemoryStore implements Store {
  readonly durable = false;
  readonly #runs = new Map<string, MemoryRun>();
  readonly #packs = new Map<string, Pack>();
  readonly #pins = new Set<string>();
  readonly #limit: number;

  /** @param limit most bytes of records to keep. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit;
  }

  /** Goes on with a run whose generations up to `summary.generation` lie elsewhere. */
  continueFrom(summary: RunSummary): void {
    const nothing = { state: null, entries: [], trails: new Map<number, Trail>(), episodes: [] };
    this.#runs.set(summary.id, { summary: { ...summary, bytes: 0 }, ...nothing });
  }

  has(runId: string): boolean {
    return this.#runs.has(runId);
  }

  async commit(identity: RunIdentity, generation: Generation): Promise<void> {
    const { entry, state, trail } = generation;
    const run = this.#runs.get(identity.id);
    const wanted = run ? run.summary.generation + 1 : 0;
    if (entry.generation !== wanted) throw outOfOrder(identity.id, wanted, entry.generation);
    const kept = generation.episodes.map((record) => keep(identity.id, record));
    const trails = run?.trails ?? new Map<number, Trail>();
    if (trail) trails.set(wanted, trail);
    this.#runs.set(identity.id, {
      summary: summaryAfter(identity, state, run?.summary, sizesOf(kept) + entryBytes(entry, trail)),
      state,
      entries: append(run?.entries, entry),
      trails,
      episodes: append(run?.episodes, ...kept),
    });
    if (this.#bytes() > this.#limit) await this.prune(0.8 * this.#limit);
  }

  async importRun(runId: string, bundle: RunBundle): Promise<void> {
    const identity = { id: runId, config: bundle.config, created: bundle.created };
    const kept = bundle.episodes.map((record) => keep(runId, record));
    const summary = summaryAfter(identity, bundle.state, undefined, sizesOf(kept));
    this.#runs.set(runId, {
      summary: { ...summary, prunedBefore: bundle.prunedBefore },
      state: bundle.state,
      entries: [...bundle.entries],
      trails: new Map(bundle.trails.map((t) => [t.generation, t.trail])),
      episodes: kept,
    });
  }

  async runs(): Promise<RunSummary[]> {
    return [...this.#runs.values()].map((run) => run.summary).sort((a, b) => b.created - a.created);
  }

  async run(runId: string): Promise<RunSummary | null> {
    return this.#runs.get(runId)?.summary ?? null;
  }

  async state(runId: string): Promise<RunState | null> {
    return this.#runs.get(runId)?.state ?? null;
  }

  async ledger(runId: string, from = 0, limit = 1000): Promise<LedgerEntry[]> {
    const entries = this.#runs.get(runId)?.entries ?? [];
    return entries.filter((entry) => entry.generation >= from).slice(0, limit);
  }

  async trail(runId: string, generation: number): Promise<Trail | null> {
    return this.#runs.get(runId)?.trails.get(generation) ?? null;
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeHeader[]> {
    const before = query.before === undefined ? null : placeOf(query.before);
    const headers: EpisodeHeader[] = [];
    const kept = this.#runs.get(query.runId)?.episodes ?? [];
    for (let i = kept.length - 1; i >= 0 && headers.length < query.limit; i--) {
      const { header } = kept[i]!;
      if ((!before || follows(before, header)) && matches(header, query)) headers.push(header);
    }
    return headers;
  }

  async episode(id: string): Promise<EpisodeRecord | null> {
    const place = placeOf(id);
    if (!place) return null;
    const kept = this.#runs.get(place.runId)?.episodes ?? [];
    const found = kept[firstAfter(kept, { ...place, index: place.index - 1 })];
    return found && found.header.generation === place.generation && found.header.index === place.index
      ? open(found)
      : null;
  }

  async episodesAfter(runId: string, after: EpisodePlace, limit: number): Promise<EpisodeRecord[]> {
    const kept = this.#runs.get(runId)?.episodes ?? [];
    const first = firstAfter(kept, after);
    return kept.slice(first, first + limit).map(open);
  }

  async usage(): Promise<Usage> {
    const bytes = this.#bytes();
    const episodes = [...this.#runs.values()].reduce((sum, run) => sum + run.episodes.length, 0);
    return { bytes, limit: this.#limit, episodes, warn: bytes >= WARN_SHARE * this.#limit, durable: false };
  }

  async pack(sha256: string): Promise<Pack | null> {
    return this.#packs.get(sha256) ?? null;
  }

  async packs(): Promise<PackInfo[]> {
    return [...this.#packs.values()].map(({ sha256, name, size }) => ({ sha256, name, size }));
  }

  async addPack(pack: Pack): Promise<void> {
    this.#packs.set(pack.sha256, pack);
  }

  async deletePack(sha256: string): Promise<void> {
    this.#packs.delete(sha256);
  }

  async pinned(id: string): Promise<boolean> {
    return this.#pins.has(id);
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    if (pinned) this.#pins.add(id);
    else this.#pins.delete(id);
  }

  async deleteRun(runId: string): Promise<void> {
    this.#runs.delete(runId);
    for (const id of this.#pins) if (placeOf(id)?.runId === runId) this.#pins.delete(id);
  }

  async eraseEverything(): Promise<void> {
    this.#runs.clear();
    this.#packs.clear();
    this.#pins.clear();
  }

  async prune(target: number): Promise<number> {
    let freed = 0;
    const oldestFirst = [...this.#runs.values()].sort((a, b) => a.summary.created - b.summary.created);
    for (const run of oldestFirst) {
      const excess = this.#bytes() - target;
      if (excess > 0) freed += this.#pruneRun(run, excess);
    }
    return freed;
  }

  close(): void {}

  #pruneRun(run: MemoryRun, excess: number): number {
    const pinned: Kept[] = [];
    let freed = 0;
    let cut = 0;
    // Whole generations go at a time, never the newest one.
    while (freed < excess && cut < run.episodes.length) {
      const { generation } = run.episodes[cut]!.header;
      if (generation === run.summary.generation) break;
      for (; cut < run.episodes.length && run.episodes[cut]!.header.generation === generation; cut++) {
        const kept = run.episodes[cut]!;
        if (this.#pins.has(kept.header.id)) pinned.push(kept);
        else freed += sizeOf(kept);
      }
    }
    if (cut === 0) return 0;
    const prunedBefore = run.episodes[cut]?.header.generation ?? run.summary.generation;
    run.episodes = [...pinned, ...run.episodes.slice(cut)];
    run.summary = { ...run.summary, bytes: run.summary.bytes - freed, prunedBefore };
    return freed;
  }

  #bytes(): number {
    const packs = [...this.#packs.values()].reduce((sum, pack) => sum + pack.size, 0);
    return [...this.#runs.values()].reduce((sum, run) => sum + run.summary.bytes, packs);
  }
}

function keep(runId: string, record: EpisodeRecord): Kept {
  return { header: renamed(record, runId).header, packed: packColumns(record.columns) };
}

function open(kept: Kept): EpisodeRecord {
  return { header: kept.header, columns: unpackColumns(kept.packed) };
}

function sizeOf(kept: Kept): number {
  return episodeBytes(kept.packed.length);
}

function sizesOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, episode) => sum + sizeOf(episode), 0);
}

function append<T>(to: T[] | undefined, ...items: T[]): T[] {
  const list = to ?? [];
  for (const item of items) list.push(item);
  return list;
}

function follows(later: EpisodePlace, earlier: EpisodePlace): boolean {
  return (
    earlier.generation < later.generation || (earlier.generation === later.generation && earlier.index < later.index)
  );
}

function firstAfter(kept: readonly Kept[], after: EpisodePlace = START): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (follows(kept[middle]!.header, after)) high = middle;
    else low = middle + 1;
  }
  return low;
}
