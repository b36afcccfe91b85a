// Storage in IndexedDB through Dexie: one transaction per generation, one row per episode header and one per packed steps.
// Invariant: nothing of a generation is visible before all of it is; a generation is refused unless it follows the last one.
import { Dexie } from 'dexie';
import type { EpisodeHeader, EpisodeRecord, Generation, LedgerEntry, RunState, Trail } from '../core/types.ts';
import { packColumns, unpackColumns } from './columns.ts';
import { newerDatabase, outOfOrder } from './problems.ts';
import { findEpisodes, placesFrom } from './queries.ts';
import {
  headerOf,
  rowOf,
  SCHEMA_VERSION,
  Tables,
  type EpisodeRow,
  type GenerationRow,
  type PayloadRow,
  type Place,
} from './schema.ts';
import {
  entryBytes,
  episodeBytes,
  placeOf,
  renamed,
  STORAGE_LIMIT,
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

export class DatabaseStore implements Store {
  readonly durable = true;
  readonly #db: Tables;
  readonly #limit: number;

  private constructor(db: Tables, limit: number) {
    this.#db = db;
    this.#limit = limit;
  }

  /**
   * Opens or creates the database.
   * @throws Problem 'newer-database' when a newer version of the page wrote it; the browser's own error when it refuses.
   */
  static async open(name: string, limit = STORAGE_LIMIT): Promise<DatabaseStore> {
    const found = await installedVersion(name);
    if (found > SCHEMA_VERSION) throw newerDatabase(found, SCHEMA_VERSION);
    const db = new Tables(name, { autoOpen: false });
    await db.open();
    return new DatabaseStore(db, limit);
  }

  async commit(identity: RunIdentity, generation: Generation): Promise<void> {
    const { entry, state, trail } = generation;
    const written = rowsOf(identity.id, generation.episodes);
    const db = this.#db;
    const tables = [db.runs, db.runStates, db.generations, db.trails, db.episodes, db.payloads];
    await db.transaction('rw', tables, async () => {
      const before = await db.runs.get(identity.id);
      const wanted = before ? before.generation + 1 : 0;
      if (entry.generation !== wanted) throw outOfOrder(identity.id, wanted, entry.generation);
      await Promise.all([
        db.runs.put(summaryAfter(identity, state, before, written.bytes + entryBytes(entry, trail))),
        db.runStates.put({ runId: identity.id, state }),
        db.generations.add(generationRow(identity.id, entry, written)),
        trail && db.trails.add({ runId: identity.id, generation: wanted, trail }),
        db.episodes.bulkAdd(written.headers),
        db.payloads.bulkAdd(written.payloads),
      ]);
    });
  }

  async importRun(runId: string, bundle: RunBundle): Promise<void> {
    const db = this.#db;
    const identity = { id: runId, config: bundle.config, created: bundle.created };
    const written = rowsOf(runId, bundle.episodes);
    const generations = bundle.entries.map((entry) => generationRow(runId, entry, written));
    const summary = summaryAfter(identity, bundle.state, undefined, written.bytes);
    await db.transaction('rw', db.tables, async () => {
      await Promise.all([
        db.runs.add({ ...summary, prunedBefore: bundle.prunedBefore }),
        db.runStates.add({ runId, state: bundle.state }),
        db.generations.bulkAdd(generations),
        db.trails.bulkAdd(bundle.trails.map((row) => ({ runId, ...row }))),
        db.episodes.bulkAdd(written.headers),
        db.payloads.bulkAdd(written.payloads),
      ]);
    });
  }

  runs(): Promise<RunSummary[]> {
    return this.#db.runs.orderBy('created').reverse().toArray();
  }

  async run(runId: string): Promise<RunSummary | null> {
    return (await this.#db.runs.get(runId)) ?? null;
  }

  async state(runId: string): Promise<RunState | null> {
    return (await this.#db.runStates.get(runId))?.state ?? null;
  }

  async ledger(runId: string, from = 0, limit = 1000): Promise<LedgerEntry[]> {
    const range = this.#db.generations.where('[runId+generation]').between([runId, from], [runId, Dexie.maxKey]);
    return (await range.limit(limit).toArray()).map((row) => row.entry);
  }

  async trail(runId: string, generation: number): Promise<Trail | null> {
    return (await this.#db.trails.get([runId, generation]))?.trail ?? null;
  }

  episodes(query: EpisodeQuery): Promise<EpisodeHeader[]> {
    return findEpisodes(this.#db, query);
  }

  async episode(id: string): Promise<EpisodeRecord | null> {
    const place = placeOf(id);
    if (!place) return null;
    const key: Place = [place.runId, place.generation, place.index];
    const [row, payload] = await Promise.all([this.#db.episodes.get(key), this.#db.payloads.get(key)]);
    return row && payload ? { header: headerOf(row), columns: unpackColumns(payload.bytes) } : null;
  }

  async episodesAfter(runId: string, after: EpisodePlace, limit: number): Promise<EpisodeRecord[]> {
    const [rows, payloads] = await Promise.all([
      placesFrom(this.#db.episodes, runId, after).limit(limit).toArray(),
      placesFrom(this.#db.payloads, runId, after).limit(limit).toArray(),
    ]);
    return rows.map((row, i) => ({ header: headerOf(row), columns: unpackColumns(payloads[i]!.bytes) }));
  }

  async usage(): Promise<Usage> {
    const [bytes, episodes] = await Promise.all([this.#bytes(), this.#db.episodes.count()]);
    return { bytes, limit: this.#limit, episodes, warn: bytes >= WARN_SHARE * this.#limit, durable: true };
  }

  async pack(sha256: string): Promise<Pack | null> {
    const [info, content] = await Promise.all([this.#db.packs.get(sha256), this.#db.packBytes.get(sha256)]);
    return info && content ? { ...info, bytes: content.bytes } : null;
  }

  packs(): Promise<PackInfo[]> {
    return this.#db.packs.toArray();
  }

  async addPack({ bytes, ...info }: Pack): Promise<void> {
    const db = this.#db;
    await db.transaction('rw', [db.packs, db.packBytes], () =>
      Promise.all([db.packs.put(info), db.packBytes.put({ sha256: info.sha256, bytes })]),
    );
  }

  async deletePack(sha256: string): Promise<void> {
    const db = this.#db;
    await db.transaction('rw', [db.packs, db.packBytes], () =>
      Promise.all([db.packs.delete(sha256), db.packBytes.delete(sha256)]),
    );
  }

  async pinned(id: string): Promise<boolean> {
    const place = placeOf(id);
    return place !== null && (await this.#db.pins.get([place.runId, place.generation, place.index])) !== undefined;
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    const place = placeOf(id);
    if (!place) return;
    if (pinned) await this.#db.pins.put(place);
    else await this.#db.pins.delete([place.runId, place.generation, place.index]);
  }

  async deleteRun(runId: string): Promise<void> {
    const db = this.#db;
    await db.transaction('rw', db.tables, async () => {
      await Promise.all([
        db.runs.delete(runId),
        db.runStates.delete(runId),
        db.generations.where('[runId+generation]').between([runId, Dexie.minKey], [runId, Dexie.maxKey]).delete(),
        db.trails.where('[runId+generation]').between([runId, Dexie.minKey], [runId, Dexie.maxKey]).delete(),
        placesFrom(db.episodes, runId).delete(),
        placesFrom(db.payloads, runId).delete(),
        placesFrom(db.pins, runId).delete(),
      ]);
    });
  }

  async eraseEverything(): Promise<void> {
    const db = this.#db;
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  }

  async prune(target: number): Promise<number> {
    let freed = 0;
    let excess = (await this.#bytes()) - target;
    for (const run of await this.#db.runs.orderBy('created').toArray()) {
      for (let part = 1; excess > 0 && part > 0; excess -= part) {
        part = await this.#pruneRun(run.id, excess);
        freed += part;
      }
    }
    return freed;
  }

  close(): void {
    this.#db.close();
  }

  /** Prunes at most 64 of the run's oldest generations (never its newest) in one transaction. Returns the bytes freed. */
  #pruneRun(runId: string, excess: number): Promise<number> {
    const db = this.#db;
    return db.transaction('rw', [db.runs, db.generations, db.episodes, db.payloads, db.pins], async () => {
      const run = await db.runs.get(runId);
      if (!run) return 0;
      const range = db.generations
        .where('[runId+generation]')
        .between([runId, run.prunedBefore], [runId, run.generation]);
      let freed = 0;
      let prunedBefore = run.prunedBefore;
      for (const row of await range.limit(64).toArray()) {
        if (freed >= excess) break;
        freed += await this.#pruneGeneration(row);
        prunedBefore = row.generation + 1;
      }
      await db.runs.put({ ...run, prunedBefore, bytes: run.bytes - freed });
      return freed;
    });
  }

  async #pruneGeneration(row: GenerationRow): Promise<number> {
    const db = this.#db;
    const from: Place = [row.runId, row.generation, -1];
    const to: Place = [row.runId, row.generation, Infinity];
    const pins = await db.pins.where('[runId+generation+index]').between(from, to).toArray();
    const keys = pins.map((pin): Place => [pin.runId, pin.generation, pin.index]);
    const headers = (await db.episodes.bulkGet(keys)).filter((header) => header !== undefined);
    const payloads = (await db.payloads.bulkGet(keys)).filter((payload) => payload !== undefined);
    await Promise.all([
      db.episodes.where('[runId+generation+index]').between(from, to).delete(),
      db.payloads.where('[runId+generation+index]').between(from, to).delete(),
    ]);
    await Promise.all([db.episodes.bulkAdd(headers), db.payloads.bulkAdd(payloads)]);
    const bytes = payloads.reduce((sum, payload) => sum + episodeBytes(payload.bytes.length), 0);
    await db.generations.put({ ...row, bytes, episodes: headers.length });
    return row.bytes - bytes;
  }

  async #bytes(): Promise<number> {
    const [runs, packs] = await Promise.all([this.#db.runs.toArray(), this.#db.packs.toArray()]);
    return packs.reduce((sum, pack) => sum + pack.size, 0) + runs.reduce((sum, run) => sum + run.bytes, 0);
  }
}

interface WrittenRows {
  readonly headers: EpisodeRow[];
  readonly payloads: PayloadRow[];
  readonly bytes: number;
  /** Bytes and episodes by generation. */
  readonly sizes: ReadonlyMap<number, { readonly bytes: number; readonly episodes: number }>;
}

function rowsOf(runId: string, records: readonly EpisodeRecord[]): WrittenRows {
  const payloads: PayloadRow[] = [];
  const sizes = new Map<number, { bytes: number; episodes: number }>();
  let bytes = 0;
  for (const { header, columns } of records) {
    const packed = packColumns(columns);
    const { generation, index } = header;
    const size = sizes.get(generation) ?? { bytes: 0, episodes: 0 };
    payloads.push({ runId, generation, index, bytes: packed });
    sizes.set(generation, { bytes: size.bytes + episodeBytes(packed.length), episodes: size.episodes + 1 });
    bytes += episodeBytes(packed.length);
  }
  return { headers: records.map((record) => rowOf(renamed(record, runId).header)), payloads, bytes, sizes };
}

/** The row of an entry, sized by those of the written episodes that are its own. */
function generationRow(runId: string, entry: LedgerEntry, written: WrittenRows): GenerationRow {
  const own = written.sizes.get(entry.generation);
  return { runId, generation: entry.generation, entry, bytes: own?.bytes ?? 0, episodes: own?.episodes ?? 0 };
}

/** Schema version of the database as it lies there, 0 when there is none. Never creates one. */
async function installedVersion(name: string): Promise<number> {
  const factory = Dexie.dependencies.indexedDB;
  const found = (await factory.databases()).find((info) => info.name === name);
  return found?.version === undefined ? 0 : Math.ceil(found.version / 10);
}
