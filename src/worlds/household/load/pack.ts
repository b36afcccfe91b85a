// A pack: the games of a release, or of whatever was dropped, with their grammar; and its one file form, household.pack.
// Invariant: decode(encode(pack)) equals pack, and equal packs have equal bytes (a pack is named by its hash). A pack file is
// untrusted data like any other. Form: gzip of JSON {format, name, version, grammar, splits: [{id, sinkCleans, houses, edited}]}, where
// houses is an alfworld-compact/1 file (worlds.md 8) and edited holds games for the generic engine as texts.
import { gzipSync } from 'fflate';
import { Problem } from '../../../core/problem.ts';
import { benchmarkGoal, COMPACT_FORMAT, readCompact } from '../compact.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import type { HouseSpec } from '../house.ts';
import { PROP } from '../house.ts';
import type { PddlGame } from '../pddl/story.ts';
import { gunzip } from './inflate.ts';
import { badField, LIMITS, tooLarge, wrongFile } from './limits.ts';
import { decodeText, parseObject } from './text.ts';

export const PACK_FORMAT = 'terrarium-household/1';

/** A game that the compiled engine cannot play (an edited domain, another goal, another grammar): its texts, for the generic engine. */
export interface EditedGame extends PddlGame {
  /** One of TASK_TYPES where the goal has that shape, else `other`. */
  readonly taskType: string;
  /** Its own grammar, with the task sentence in it or the placeholder for it. */
  readonly grammar: string;
}

/** Games of one split in the order of their ids. */
export interface PackSplit {
  /** `train`, `valid_seen`, `valid_unseen`, `valid_train`, or `dropped` for files without a split folder. */
  readonly id: string;
  readonly games: readonly HouseSpec[];
  readonly edited: readonly EditedGame[];
}

/** Data version by its texts: `2.1.1` (put in/on), `2.1.3` (move to; also 2.1.2), or `unknown` without a grammar. */
export type PackVersion = '2.1.1' | '2.1.3' | 'unknown';

export interface HouseholdPack {
  /** What the user calls it. */
  readonly name: string;
  readonly version: PackVersion;
  /** The grammar file of `games`, with GOAL_PLACEHOLDER for the task sentence; null = our own wording is used. */
  readonly grammar: string | null;
  readonly splits: readonly PackSplit[];
}

/** Names under which a pack and a split may go. */
const NAME = /^[\w .()+-]{1,120}$/;

/** The data version that a grammar belongs to, by the word for putting something somewhere. */
export function versionOf(grammar: string | null): PackVersion {
  if (grammar === null) return 'unknown';
  const { actions } = parseGrammarFile(grammar);
  return Object.hasOwn(actions, 'putobject') && actions['putobject'].template.startsWith('put ') ? '2.1.1' : '2.1.3';
}

/** A name made fit for a pack: other characters become spaces. */
export function packName(text: string): string {
  const plain = text
    .replace(/[^\w .()+-]+/g, ' ')
    .trim()
    .slice(0, 120);
  return plain === '' ? 'household' : plain;
}

/** Number of games, of both kinds. */
export function packSize(pack: HouseholdPack): number {
  return pack.splits.reduce((sum, { games, edited }) => sum + games.length + edited.length, 0);
}

/** The bytes of household.pack. */
export function encodePack(pack: HouseholdPack): Uint8Array {
  const { name, version, grammar } = pack;
  const splits = pack.splits.map(({ id, games, edited }) => ({
    id,
    sinkCleans: games.some(sinkCleans),
    houses: toCompact(games),
    edited: edited.map(plain),
  }));
  const text = JSON.stringify({ format: PACK_FORMAT, name, version, grammar, splits });
  // No time in the header: the same pack always has the same bytes.
  return gzipSync(new TextEncoder().encode(text), { level: 6, mtime: 0 });
}

/**
 * Reads household.pack.
 * @throws Problem naming the field, or `truncated`, `zip-bomb`, `too-large`.
 */
export function decodePack(bytes: Uint8Array, name = 'household.pack'): HouseholdPack {
  const json = parseObject(name, decodeText({ name, bytes: gunzip({ name, bytes }) }));
  if (json['format'] !== PACK_FORMAT) throw wrongFile(name, 'its format is not terrarium-household/1');
  return readPack(json, name);
}

/** Reads the parsed JSON of a pack. */
export function readPack(json: Readonly<Record<string, unknown>>, file: string): HouseholdPack {
  const name = textField(json, 'name', file);
  if (!NAME.test(name)) throw badField(file, 'name', '1 to 120 letters, digits, blanks and . ( ) + -');
  const grammar = json['grammar'] === null ? null : textField(json, 'grammar', file);
  const version = versionOf(grammar);
  if (json['version'] !== version) throw badField(file, 'version', `"${version}", as its grammar says`);
  const splits = listField(json, 'splits', file).map((split, i) => readSplit(split, `splits[${i}]`, file));
  if (new Set(splits.map(({ id }) => id)).size !== splits.length)
    throw badField(file, 'splits', 'splits with different ids');
  const pack = { name, version, grammar, splits };
  if (packSize(pack) > LIMITS.games) throw tooLarge(file, `more than ${LIMITS.games} games`);
  if (packSize(pack) === 0) throw wrongFile(file, 'it has no games');
  return pack;
}

function readSplit(value: unknown, path: string, file: string): PackSplit {
  const split = objectAt(value, path, file);
  const id = textField(split, 'id', file, path);
  if (!NAME.test(id)) throw badField(file, `${path}.id`, 'a short name');
  const sink = split['sinkCleans'];
  if (typeof sink !== 'boolean') throw badField(file, `${path}.sinkCleans`, 'true or false');
  const edited = listField(split, 'edited', file, path).map((game, i) =>
    readEdited(game, `${path}.edited[${i}]`, file),
  );
  return { id, games: readHouses(split['houses'], `${file}, ${path}.houses`, sink), edited };
}

/**
 * Houses of a compact file of the benchmark; in the domain of version 2.1.1 a sink cleans, too.
 * @throws Problem naming the file and the field.
 */
export function readHouses(json: unknown, name: string, sink: boolean): HouseSpec[] {
  try {
    return readCompact(json, sink);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem({ code: error.code, message: `${name}: ${error.message}`, nextStep: error.nextStep });
  }
}

function readEdited(value: unknown, path: string, file: string): EditedGame {
  const game = objectAt(value, path, file);
  const text = (field: string): string => textField(game, field, file, path);
  return {
    id: text('id'),
    taskType: text('taskType'),
    sentence: text('sentence'),
    domain: text('domain'),
    problem: text('problem'),
    grammar: text('grammar'),
  };
}

function plain({ id, taskType, sentence, domain, problem, grammar }: EditedGame): EditedGame {
  return { id, taskType, sentence, domain, problem, grammar };
}

/** True where the domain of the game lets a sink clean; all games of a split agree. */
export function sinkCleans({ appliances }: HouseSpec): boolean {
  return appliances.clean.includes('sink');
}

/** True for what the compact form can hold: the six task types of the benchmark. */
export function isCompact({ taskType, goal }: HouseSpec): boolean {
  const receptacle = goal.kind === 'place' ? goal.receptacleType : goal.lampType;
  return JSON.stringify(benchmarkGoal(taskType, goal.objectType, receptacle)) === JSON.stringify(goal);
}

/** The games as an alfworld-compact/1 file; equal tables of what fits where are written once. */
function toCompact(games: readonly HouseSpec[]): unknown {
  const tables: HouseSpec['canContain'][] = [];
  const tableOf = new Map<string, number>();
  const number = (table: HouseSpec['canContain']): number => {
    const key = JSON.stringify(table);
    const known = tableOf.get(key);
    if (known !== undefined) return known;
    tableOf.set(key, tables.length);
    return tables.push(table) - 1;
  };
  const rows = games.map((game) => ({
    id: game.id,
    type: game.taskType,
    task: game.sentence,
    obj: game.goal.objectType,
    rec: game.goal.kind === 'place' ? game.goal.receptacleType : game.goal.lampType,
    scene: game.scene,
    start: game.start,
    locs: game.locations,
    can: number(game.canContain),
    recs: game.receptacles.map((r) => [r.id, r.type, r.location, Number(r.openable)]),
    objs: game.objects.map((o) => [o.id, o.type, o.location, o.props, o.receptacles]),
    inner: game.inner.map(([inner, outer]) => [game.objects[inner].id, game.objects[outer].id]),
  }));
  const props = Object.keys(PROP).map((name) => name.toLowerCase());
  return { format: COMPACT_FORMAT, props, canContain: tables, games: rows };
}

function objectAt(value: unknown, path: string, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw badField(file, path, 'an object');
}

function textField(json: Readonly<Record<string, unknown>>, field: string, file: string, path = ''): string {
  const value = Object.hasOwn(json, field) ? json[field] : undefined;
  if (typeof value === 'string') return value;
  throw badField(file, path === '' ? field : `${path}.${field}`, 'a text');
}

function listField(
  json: Readonly<Record<string, unknown>>,
  field: string,
  file: string,
  path = '',
): readonly unknown[] {
  const value = Object.hasOwn(json, field) ? json[field] : undefined;
  if (Array.isArray(value)) return value;
  throw badField(file, path === '' ? field : `${path}.${field}`, 'a list');
}
