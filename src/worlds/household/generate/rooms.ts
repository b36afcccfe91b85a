// The measured figures as tables that can be drawn from, per room type, and the same tables with the unknown types of ood-object.
// Invariant: pure data derived from figures.ts; shares are fractions 0..1; every list keeps the order of the figures.
import { FITS, OBJECTS, ROOMS } from './figures.ts';
import type { RoomFigures } from './figures.ts';
import { KNOWN_AS, NOVEL } from './novel.ts';

export const ROOM_NAMES = ['kitchen', 'livingroom', 'bedroom', 'bathroom'] as const;
export type RoomName = (typeof ROOM_NAMES)[number];

export interface ReceptacleRow {
  readonly type: string;
  /** Share of the receptacles of this type that can be opened. */
  readonly openable: number;
  /** How many a house has, with weights_N beside it (0 included). */
  readonly counts: readonly number[];
  readonly weights_N: readonly number[];
}

export interface ObjectRow {
  readonly type: string;
  /** Share of houses that have the type at all. */
  readonly present: number;
  /** Weights of 1, 2, 3 and 4 copies in a house that has it. */
  readonly copies: readonly number[];
  /** Receptacle type -> share of the copies, given that the house has the receptacle type. */
  readonly places: ReadonlyMap<string, number>;
}

/** Of the objects of a type in a receptacle of type `from`, the share that is at once in one of type `also`. */
interface TwinRow {
  readonly objectType: string;
  readonly from: string;
  readonly also: string;
  readonly share: number;
}

/** Receptacles at one location: how many such groups a house has that has the types. */
interface GroupRow {
  readonly types: readonly string[];
  readonly rate: number;
}

/** A task's object and receptacle (or lamp) type, with its weight in houses that have both. */
export interface TaskRow {
  readonly task: string;
  readonly objectType: string;
  readonly receptacleType: string;
  readonly weight: number;
}

export interface RoomTables {
  readonly name: RoomName;
  readonly receptacles: readonly ReceptacleRow[];
  readonly objects: readonly ObjectRow[];
  readonly twins: readonly TwinRow[];
  readonly groups: readonly GroupRow[];
  readonly tasks: readonly TaskRow[];
}

/** Share of the real train games per room type, in the order of ROOM_NAMES. */
export const ROOM_SHARES: readonly number[] = ROOM_NAMES.map(
  (name) => ROOMS[name].games / ROOM_NAMES.reduce((total, other) => total + ROOMS[other].games, 0),
);

const pair = (text: string): [string, number] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), Number(text.slice(at + 1))];
};
const share = (mille: string): number => Number(mille) / 1000;

function receptacleRow(line: string, rename: (type: string) => string): ReceptacleRow {
  const [type, openable, ...rest] = line.split(' ');
  const rows = rest.map(pair);
  const absent = Math.max(0, 1000 - rows.reduce((total, row) => total + row[1], 0));
  return {
    type: rename(type),
    openable: share(openable),
    counts: [0, ...rows.map((row) => Number(row[0]))],
    weights_N: [absent, ...rows.map((row) => row[1])],
  };
}

function objectRow(line: string, rename: (type: string) => string): ObjectRow {
  const words = line.split(' ');
  const copies = words.slice(1, 5).map(Number);
  const present = copies.reduce((total, weight) => total + weight, 0) / 1000;
  const places = new Map(words.slice(5).map((word) => [rename(pair(word)[0]), pair(word)[1] / 1000]));
  // Rounded shares and the few games with more than four copies leave types of every house at 0.98 and more.
  return { type: rename(words[0]), present: present > 0.97 ? 1 : present, copies, places };
}

function tables(name: RoomName, figures: RoomFigures, rename: (type: string) => string): RoomTables {
  return {
    name,
    receptacles: figures.receptacles.map((line) => receptacleRow(line, rename)),
    objects: figures.objects.map((line) => objectRow(line, rename)),
    twins: figures.twins.map((line) => {
      const [objectType, from, also, mille] = line.split(' ');
      return { objectType: rename(objectType), from: rename(from), also: rename(also), share: share(mille) };
    }),
    groups: figures.groups.map((line) => {
      const [types, mille] = line.split(' ');
      return { types: types.split('+').map(rename), rate: share(mille) };
    }),
    tasks: figures.tasks.flatMap((line) => {
      const [task, ...pairs] = line.split(' ');
      return pairs.map(pair).map(([names, weight]) => {
        const [objectType, receptacleType] = names.split('>').map(rename);
        return { task, objectType, receptacleType, weight };
      });
    }),
  };
}

const build = (rename: (type: string) => string): Readonly<Record<RoomName, RoomTables>> => ({
  kitchen: tables('kitchen', ROOMS.kitchen, rename),
  livingroom: tables('livingroom', ROOMS.livingroom, rename),
  bedroom: tables('bedroom', ROOMS.bedroom, rename),
  bathroom: tables('bathroom', ROOMS.bathroom, rename),
});

/** Tables of the real types, and of the same rooms with some types replaced by ones that training never shows. */
export const REAL_ROOMS = build((type) => type);
export const NOVEL_ROOMS = build((type) => NOVEL[type] ?? type);

const known = (type: string): string => KNOWN_AS[type] ?? type;

/** PROP bits of an object type. */
export const propsOf = (objectType: string): number => OBJECTS[known(objectType)][0];

/** Share of the copies of an object type that are cool at the start. */
export const coolShare = (objectType: string): number => OBJECTS[known(objectType)][1] / 1000;

const fitSets = new Map(Object.entries(FITS).map(([type, objects]) => [type, new Set(objects.split(' '))]));

/** True when an object of this type can be put into a receptacle of that type. */
export const fits = (receptacleType: string, objectType: string): boolean =>
  fitSets.get(known(receptacleType))?.has(known(objectType)) ?? false;
