// For tests and for the figures of docs/worlds/household.md: the generated houses beside the real train games.
// Invariant: both sides are reduced to the same plain rows and measured by the same code; distances are total variation, 0..1.
import { generatedSource, roomOf } from './generated.ts';
import type { RoomName } from './rooms.ts';
import { ROOM_NAMES } from './rooms.ts';

/** One game, reduced to what is compared. */
export interface GameRow {
  readonly room: RoomName;
  readonly task: string;
  readonly objectType: string;
  readonly receptacleType: string;
  readonly receptacles: readonly { readonly type: string; readonly location: number; readonly openable: boolean }[];
  /** Objects in receptacles only. */
  readonly objects: readonly { readonly type: string; readonly receptacles: readonly number[] }[];
}

/** A game of a compact pack (worlds.md 8), as far as it is compared. */
export interface CompactGame {
  readonly type: string;
  readonly obj: string;
  readonly rec: string;
  readonly scene: number;
  readonly recs: readonly (readonly [id: string, type: string, location: number, openable: number])[];
  readonly objs: readonly (readonly [
    id: string,
    type: string,
    location: number,
    props: number,
    receptacles: readonly number[],
  ])[];
}

/** The real games of a compact pack. */
export function realRows(games: readonly CompactGame[]): GameRow[] {
  return games.map((game) => ({
    room: ROOM_NAMES[game.scene < 100 ? 0 : game.scene < 300 ? 1 : game.scene < 400 ? 2 : 3],
    task: game.type,
    objectType: game.obj,
    receptacleType: game.rec,
    receptacles: game.recs.map((r) => ({ type: r[1], location: r[2], openable: r[3] === 1 })),
    objects: game.objs.filter((o) => o[4].length > 0).map((o) => ({ type: o[1], receptacles: o[4] })),
  }));
}

/** Train tasks of worlds with seeds 1..seeds: 300 of each, three in each of 100 houses. */
export function generatedRows(seeds: number): GameRow[] {
  const rows: GameRow[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const source = generatedSource(
      { id: 'household', source: { kind: 'generated' }, switches: {}, trainSplit: 'train', evaluationSplits: [] },
      'train',
      seed,
    );
    for (let index = 0; index < 300; index++) {
      const { goal, taskType, scene, receptacles, objects } = source.house(index);
      const receptacleType = goal.kind === 'place' ? goal.receptacleType : goal.lampType;
      const objectType = goal.objectType;
      rows.push({ room: roomOf(scene), task: taskType, objectType, receptacleType, receptacles, objects });
    }
  }
  return rows;
}

export type Table = Map<string, number>;

/** Counts of the keys that each row gives. */
export function tally(rows: readonly GameRow[], keys: (row: GameRow) => readonly string[]): Table {
  const table: Table = new Map();
  for (const row of rows) for (const key of keys(row)) table.set(key, (table.get(key) ?? 0) + 1);
  return table;
}

const sum = (table: Table): number => [...table.values()].reduce((a, b) => a + b, 0);

/** Total variation distance of two tables, each scaled to 1. */
export function distance(a: Table, b: Table): number {
  const [totalA, totalB] = [sum(a), sum(b)];
  let d = 0;
  for (const key of new Set([...a.keys(), ...b.keys()]))
    d += Math.abs((a.get(key) ?? 0) / totalA - (b.get(key) ?? 0) / totalB);
  return d / 2;
}

/** Mean distance of the conditional tables P(second | first) of keys "first|second", weighted by how often `a` has the first. */
export function conditionalDistance(a: Table, b: Table): number {
  const split = (table: Table): Map<string, Table> => {
    const parts = new Map<string, Table>();
    for (const [key, n] of table) {
      const [first, second] = key.split('|');
      parts.set(first, (parts.get(first) ?? new Map<string, number>()).set(second, n));
    }
    return parts;
  };
  const [partsA, partsB] = [split(a), split(b)];
  let d = 0;
  for (const [first, table] of partsA) {
    const other = partsB.get(first);
    d += sum(table) * (other ? distance(table, other) : 1);
  }
  return d / sum(a);
}

export const placements = (row: GameRow): string[] =>
  row.objects.flatMap((o) => o.receptacles.map((r) => `${o.type}|${row.receptacles[r].type}`));

/** "type|count" of every receptacle type of `types`, counts of 0 included. */
export const receptacleCounts =
  (types: ReadonlySet<string>) =>
  (row: GameRow): string[] =>
    [...types].map((type) => `${type}|${row.receptacles.filter((r) => r.type === type).length}`);

export const mean = (rows: readonly GameRow[], value: (row: GameRow) => number): number =>
  rows.reduce((total, row) => total + value(row), 0) / rows.length;

/** Share of the receptacles that share their location with another one. */
export function sharingALocation(row: GameRow): number {
  const here = (location: number): number => row.receptacles.filter((r) => r.location === location).length;
  return row.receptacles.filter((r) => here(r.location) > 1).length;
}

/** Receptacles that hold a thing of the wanted type. */
export const holders = (row: GameRow): number =>
  new Set(row.objects.filter((o) => o.type === row.objectType).flatMap((o) => o.receptacles)).size;
