// The tables of the database and their indexes. Database name = app id + base path of the page (two sites on one origin never mix).
// Invariant: every released version keeps its stanza here for ever, with its upgrade; rows are addressed by
// [runId+generation+index], so that the episodes of a generation are one range of keys.
import { Dexie, type Table } from 'dexie';
import type { EpisodeHeader, LedgerEntry, RunState, Trail } from '../core/types.ts';
import type { PackInfo, RunSummary } from './store.ts';

/** Version of the schema; IndexedDB itself sees ten times this number (Dexie's convention). */
export const SCHEMA_VERSION = 1;

export type Place = [runId: string, generation: number, index: number];

/** A header as stored: IndexedDB cannot index booleans, so `won` is a number. */
export interface EpisodeRow extends Omit<EpisodeHeader, 'won'> {
  readonly won: 0 | 1;
}

export interface PayloadRow {
  readonly runId: string;
  readonly generation: number;
  readonly index: number;
  readonly bytes: Uint8Array;
}

export interface GenerationRow {
  readonly runId: string;
  readonly generation: number;
  readonly entry: LedgerEntry;
  /** Estimated bytes of its episodes, and their number; lowered by pruning. */
  readonly bytes: number;
  readonly episodes: number;
}

export interface TrailRow {
  readonly runId: string;
  readonly generation: number;
  readonly trail: Trail;
}

export interface StateRow {
  readonly runId: string;
  readonly state: RunState;
}

export interface PinRow {
  readonly runId: string;
  readonly generation: number;
  readonly index: number;
}

export class Tables extends Dexie {
  declare runs: Table<RunSummary, string>;
  declare runStates: Table<StateRow, string>;
  declare generations: Table<GenerationRow, [string, number]>;
  declare trails: Table<TrailRow, [string, number]>;
  declare episodes: Table<EpisodeRow, Place>;
  declare payloads: Table<PayloadRow, Place>;
  declare pins: Table<PinRow, Place>;
  declare packs: Table<PackInfo, string>;
  declare packBytes: Table<{ readonly sha256: string; readonly bytes: Uint8Array }, string>;
  declare meta: Table<{ readonly name: string; readonly value: unknown }, string>;

  constructor(name: string, options?: ConstructorParameters<typeof Dexie>[1]) {
    super(name, options);
    this.version(1).stores({
      runs: 'id, created',
      runStates: 'runId',
      generations: '[runId+generation]',
      trails: '[runId+generation]',
      episodes: [
        '[runId+generation+index]',
        '[runId+purpose+generation+index]',
        '[runId+split+generation+index]',
        '[runId+taskType+generation+index]',
        '[runId+won+generation+index]',
      ].join(', '),
      payloads: '[runId+generation+index]',
      pins: '[runId+generation+index]',
      packs: 'sha256',
      packBytes: 'sha256',
      meta: 'name',
    });
  }
}

/** Name of the database for a page served under `basePath`, such as `/` or `/terrarium/`. */
export function databaseName(basePath: string): string {
  return `terrarium:${basePath}`;
}

export function rowOf(header: EpisodeHeader): EpisodeRow {
  return { ...header, won: header.won ? 1 : 0 };
}

export function headerOf(row: EpisodeRow): EpisodeHeader {
  return { ...row, won: row.won === 1 };
}
