// The contract of storage: what is kept of runs, and how the loop worker and the page read it back.
// Invariant: a generation is committed whole or not at all, in order, by one writer; every answer is plain data.
// The implementations (IndexedDB, memory, one that falls back from the first to the second) differ only in how long they remember.
import type {
  EpisodeHeader,
  EpisodeRecord,
  Generation,
  LedgerEntry,
  Purpose,
  RunConfig,
  RunState,
  Trail,
} from '../core/types.ts';

/** Self-set limit of all records together, in bytes; the oldest unpinned episodes go first. */
export const STORAGE_LIMIT = 500 * 1024 * 1024;
/** Share of the limit from which the page warns. */
export const WARN_SHARE = 0.7;

/** What names a run; the rest of its row follows from what was committed. */
export interface RunIdentity {
  readonly id: string;
  readonly config: RunConfig;
  /** Milliseconds since 1970, given by whoever starts the run. */
  readonly created: number;
}

export interface RunSummary extends RunIdentity {
  /** Last committed generation. */
  readonly generation: number;
  readonly envSteps: number;
  readonly digest: string;
  readonly finished: boolean;
  /** Estimated bytes of its records. */
  readonly bytes: number;
  /** Episodes of generations before this one were pruned, except pinned ones. */
  readonly prunedBefore: number;
}

/** Filter over the episodes of one run; the answer is newest first. Absent fields do not filter. */
export interface EpisodeQuery {
  readonly runId: string;
  readonly generation?: number;
  readonly purpose?: Purpose;
  readonly split?: string;
  readonly taskType?: string;
  readonly won?: boolean;
  readonly minSteps?: number;
  readonly maxSteps?: number;
  /** Part of the goal or of the task id, in any case. */
  readonly text?: string;
  /** Only episodes older than this id: the last id of the previous page. */
  readonly before?: string;
  /** At most this many, 1..1000. */
  readonly limit: number;
}

export interface Usage {
  readonly bytes: number;
  readonly limit: number;
  readonly episodes: number;
  /** True from WARN_SHARE of the limit. */
  readonly warn: boolean;
  readonly durable: boolean;
}

export interface PackInfo {
  readonly sha256: string;
  readonly name: string;
  readonly size: number;
}

export interface Pack extends PackInfo {
  readonly bytes: Uint8Array;
}

/** Everything of a run but its episodes, for an archive. */
export interface RunBundle {
  readonly created: number;
  readonly config: RunConfig;
  readonly state: RunState;
  readonly entries: readonly LedgerEntry[];
  /** Trails by generation, only those that exist. */
  readonly trails: readonly { readonly generation: number; readonly trail: Trail }[];
  /** Ascending by generation and index. */
  readonly episodes: readonly EpisodeRecord[];
  readonly prunedBefore: number;
}

export interface StoreReader {
  readonly durable: boolean;
  /** Newest first. */
  runs(): Promise<RunSummary[]>;
  run(runId: string): Promise<RunSummary | null>;
  state(runId: string): Promise<RunState | null>;
  /** Entries of generations >= from, ascending, at most `limit`. */
  ledger(runId: string, from?: number, limit?: number): Promise<LedgerEntry[]>;
  trail(runId: string, generation: number): Promise<Trail | null>;
  episodes(query: EpisodeQuery): Promise<EpisodeHeader[]>;
  /** One episode with its steps; null when unknown or pruned. */
  episode(id: string): Promise<EpisodeRecord | null>;
  pinned(episodeId: string): Promise<boolean>;
  /** Episodes after the given place in the order of playing, ascending, at most `limit`. */
  episodesAfter(runId: string, after: EpisodePlace, limit: number): Promise<EpisodeRecord[]>;
  usage(): Promise<Usage>;
  pack(sha256: string): Promise<Pack | null>;
  packs(): Promise<PackInfo[]>;
}

export interface Store extends StoreReader {
  /**
   * Writes one generation in one transaction, creating the run with its first one.
   * @throws Problem 'out-of-order' when the generation does not follow the last one; storage errors pass through.
   */
  commit(run: RunIdentity, generation: Generation): Promise<void>;
  /** Writes a whole run under a new id, or nothing. */
  importRun(runId: string, bundle: RunBundle): Promise<void>;
  addPack(pack: Pack): Promise<void>;
  /** Runs that play it stay; they cannot go on until it is brought again. */
  deletePack(sha256: string): Promise<void>;
  pin(episodeId: string, pinned: boolean): Promise<void>;
  deleteRun(runId: string): Promise<void>;
  eraseEverything(): Promise<void>;
  /** Deletes the oldest unpinned episodes until at most `target` bytes are used. Returns the bytes freed. */
  prune(target: number): Promise<number>;
  close(): void;
}

/** Place of an episode in its run. */
export interface EpisodePlace {
  readonly generation: number;
  readonly index: number;
}

/** Before every episode. */
export const START: EpisodePlace = { generation: -1, index: -1 };

/** `${runId}/${generation}/${index}` */
export function episodeId(runId: string, place: EpisodePlace): string {
  return `${runId}/${place.generation}/${place.index}`;
}

/** The place that an episode id names, or null for a text that is no episode id. */
export function placeOf(id: string): (EpisodePlace & { readonly runId: string }) | null {
  const match = /^(.+)\/(\d{1,9})\/(\d{1,9})$/.exec(id);
  return match ? { runId: match[1]!, generation: Number(match[2]), index: Number(match[3]) } : null;
}

/** True where the header passes every filter of the query (the run and `before` are the caller's business). */
export function matches(header: EpisodeHeader, query: EpisodeQuery): boolean {
  const text = query.text?.toLowerCase();
  return (
    (query.generation === undefined || header.generation === query.generation) &&
    (query.purpose === undefined || header.purpose === query.purpose) &&
    (query.split === undefined || header.split === query.split) &&
    (query.taskType === undefined || header.taskType === query.taskType) &&
    (query.won === undefined || header.won === query.won) &&
    header.steps >= (query.minSteps ?? 0) &&
    header.steps <= (query.maxSteps ?? Infinity) &&
    (!text || header.goal.toLowerCase().includes(text) || header.taskId.toLowerCase().includes(text))
  );
}

/** Estimated bytes that one episode takes: its packed steps and a flat figure for header and indexes. */
export function episodeBytes(packedSteps: number): number {
  return packedSteps + 2000;
}

/** Estimated bytes of a ledger entry with its trail. */
export function entryBytes(entry: LedgerEntry, trail: Trail | undefined): number {
  return JSON.stringify(entry).length + (trail ? JSON.stringify(trail).length : 0);
}

/** What the run list says once `state` is stored, `added` bytes later. */
export function summaryAfter(
  identity: RunIdentity,
  state: RunState,
  before: RunSummary | undefined,
  added: number,
): RunSummary {
  return {
    id: identity.id,
    config: identity.config,
    created: identity.created,
    generation: state.generation,
    envSteps: state.envSteps,
    digest: state.digest,
    finished: state.generation >= identity.config.generations,
    bytes: (before?.bytes ?? 0) + added,
    prunedBefore: before?.prunedBefore ?? 0,
  };
}

/** The record as one of another run. */
export function renamed(record: EpisodeRecord, runId: string): EpisodeRecord {
  return { ...record, header: { ...record.header, id: episodeId(runId, record.header), runId } };
}
