// Measures the real train games and writes the figures that the household generator follows (generate/figures.ts).
// Invariant: figures and type names only; no sentence, no problem text and no placement of a single game is written.
// Run: TERRARIUM_DATA=DIR npx tsx scripts/household-figures.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { resolve } from 'node:path';
import { dataDirectory } from '../test/data.ts';

type Counts = Map<string, number>;
type RecRow = [id: string, type: string, location: number, openable: number];
type ObjRow = [id: string, type: string, location: number, props: number, receptacles: number[]];
interface Row {
  type: string;
  obj: string;
  rec: string;
  scene: number;
  recs: RecRow[];
  objs: ObjRow[];
}
interface RoomStatistics {
  receptacle_count_dist: Record<string, Record<string, number>>;
  openable_rate: Record<string, number>;
  object_count_dist: Record<string, Record<string, number>>;
}

const ROOMS = ['kitchen', 'livingroom', 'bedroom', 'bathroom'] as const;
const COOL_BIT = 128;
const TYPE_BITS = 127;

const add = (counts: Counts, key: string, by = 1): void => void counts.set(key, (counts.get(key) ?? 0) + by);
const mille = (share: number): number => Math.round(share * 1000);
const roomOf = (scene: number): string => ROOMS[scene < 100 ? 0 : scene < 300 ? 1 : scene < 400 ? 2 : 3];
const byCount = (counts: Counts): [string, number][] =>
  [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

const data = dataDirectory();
if (data === null) throw new Error('No data directory: set TERRARIUM_DATA to the folder that holds alfworld/.');
const folder = resolve(data, 'alfworld');
const statistics: Record<string, RoomStatistics> = JSON.parse(
  readFileSync(resolve(folder, 'alfworld_stats.json'), 'utf8'),
);
const games: Row[] = JSON.parse(
  gunzipSync(readFileSync(resolve(folder, 'compact_train.json.gz'))).toString('utf8'),
).games;
const affordances: { VAL_RECEPTACLE_OBJECTS: Record<string, string[]> } = JSON.parse(
  readFileSync(resolve(folder, 'affordances.json'), 'utf8'),
);

/** Pairs of receptacle types that hold one object at once, the special one (coffee machine, burner, holder) first. */
function pairsOf(rows: Row[]): { pairs: Counts; holds: Counts } {
  const pairs: Counts = new Map();
  const holds: Counts = new Map();
  for (const game of rows)
    for (const o of game.objs) {
      const types = o[4].map((r) => game.recs[r][1]).sort();
      for (const type of new Set(types)) add(holds, `${o[1]} ${type}`);
      if (types.length > 1) add(pairs, `${o[1]} ${types[0]} ${types[1]}`);
    }
  const directed: Counts = new Map();
  for (const [key, count] of pairs) {
    const [o, a, b] = key.split(' ');
    const shareA = count / (holds.get(`${o} ${a}`) ?? 1);
    const shareB = count / (holds.get(`${o} ${b}`) ?? 1);
    if (count >= 10) directed.set(shareA >= shareB ? `${o} ${a} ${b}` : `${o} ${b} ${a}`, Math.max(shareA, shareB));
  }
  return { pairs: directed, holds };
}

/** Share of an object type's copies in a receptacle type, among the games whose house has that receptacle type. */
function placementOf(rows: Row[], twins: Counts): Map<string, Counts> {
  const inside = new Map<string, Counts>();
  const chances = new Map<string, Counts>();
  for (const game of rows) {
    const present = new Set(game.recs.map((r) => r[1]));
    for (const o of game.objs) {
      if (o[4].length === 0) continue;
      const types = o[4].map((r) => game.recs[r][1]);
      const main = types.find((a) => types.some((b) => twins.has(`${o[1]} ${a} ${b}`))) ?? types[0];
      if (!inside.has(o[1])) {
        inside.set(o[1], new Map());
        chances.set(o[1], new Map());
      }
      add(inside.get(o[1])!, main);
      for (const type of present) add(chances.get(o[1])!, type);
    }
  }
  for (const [o, counts] of inside) {
    const total = [...counts.values()].reduce((a, b) => a + b, 0);
    for (const [type, count] of counts) {
      // Below 0.3 % of the copies is an accident of the simulator's physics, not a habit of houses.
      if (count / total < 0.003) counts.delete(type);
      else counts.set(type, count / chances.get(o)!.get(type)!);
    }
  }
  return inside;
}

/** Number of groups of receptacles at one location, per game that has all the types of the group. */
function groupsOf(rows: Row[]): Counts {
  const groups: Counts = new Map();
  for (const game of rows) {
    const at = new Map<number, string[]>();
    for (const r of game.recs) at.set(r[2], [...(at.get(r[2]) ?? []), r[1]]);
    for (const types of at.values()) if (types.length > 1) add(groups, types.sort().join('+'));
  }
  for (const [key, count] of groups) {
    const needed: Counts = new Map();
    for (const type of key.split('+')) add(needed, type);
    const able = rows.filter((game) =>
      [...needed].every(([type, n]) => game.recs.filter((r) => r[1] === type).length >= n),
    ).length;
    if (count < 10) groups.delete(key);
    else groups.set(key, count / able);
  }
  return groups;
}

/** Games per (object, receptacle) pair of a task type, per share of games of the room that have both types. */
function tasksOf(rows: Row[]): Map<string, Counts> {
  const tasks = new Map<string, Counts>();
  for (const game of rows) {
    if (!tasks.has(game.type)) tasks.set(game.type, new Map());
    add(tasks.get(game.type)!, `${game.obj}>${game.rec}`);
  }
  for (const [type, pairs] of tasks)
    for (const [pair, count] of pairs) {
      const [o, r] = pair.split('>');
      const light = type === 'look_at_obj_in_light';
      const able = rows.filter(
        (g) => g.objs.some((x) => x[1] === o) && (light ? g.objs : g.recs).some((x) => x[1] === r),
      ).length;
      pairs.set(pair, (count * rows.length) / able);
    }
  return tasks;
}

const list = (lines: string[]): string => `[\n${lines.map((line) => `      '${line}',`).join('\n')}\n    ]`;

function roomText(room: string): string {
  const rows = games.filter((game) => roomOf(game.scene) === room);
  const figures = statistics[room];
  const { pairs } = pairsOf(rows);
  const placement = placementOf(rows, pairs);
  const receptacles = Object.entries(figures.receptacle_count_dist).map(
    ([type, counts]) =>
      `${type} ${mille(figures.openable_rate[type] ?? 0)} ${Object.entries(counts)
        .map(([n, share]) => `${n}=${mille(share)}`)
        .join(' ')}`,
  );
  const objects = Object.entries(figures.object_count_dist)
    .filter(([type]) => placement.has(type))
    .map(([type, counts]) => {
      const places = byCount(placement.get(type)!).map(([r, share]) => `${r}=${mille(share)}`);
      return `${type} ${[1, 2, 3, 4].map((n) => mille(counts[n] ?? 0)).join(' ')} ${places.join(' ')}`;
    });
  const twins = byCount(pairs).map(([key, share]) => `${key} ${mille(share)}`);
  const groups = byCount(groupsOf(rows)).map(([key, rate]) => `${key} ${mille(rate)}`);
  const tasks = [...tasksOf(rows)]
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(
      ([type, counts]) =>
        `${type} ${byCount(counts)
          .map(([p, n]) => `${p}=${Math.round(n * 10) / 10}`)
          .join(' ')}`,
    );
  return `  ${room}: {
    games: ${rows.length},
    receptacles: ${list(receptacles)},
    objects: ${list(objects)},
    twins: ${list(twins)},
    groups: ${list(groups)},
    tasks: ${list(tasks)},
  },`;
}

function objectText(): string {
  const props: Counts = new Map();
  const cool: Counts = new Map();
  const total: Counts = new Map();
  for (const game of games)
    for (const o of game.objs) {
      if (o[4].length === 0) continue;
      props.set(o[1], (props.get(o[1]) ?? 0) | (o[3] & TYPE_BITS));
      add(total, o[1]);
      if (o[3] & COOL_BIT) add(cool, o[1]);
    }
  const rows = [...props].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return rows
    .map(([type, bits]) => `  ${type}: [${bits}, ${mille((cool.get(type) ?? 0) / total.get(type)!)}],`)
    .join('\n');
}

function targetText(): string {
  const counts: Counts = new Map();
  for (const game of games) {
    const copies = game.objs.filter((o) => o[1] === game.obj && o[4].length > 0).length;
    if (copies > 0) add(counts, `${game.type} ${Math.min(4, copies)}`);
  }
  const types = [...new Set(games.map((game) => game.type))].sort();
  return types
    .map((type) => {
      const row = [1, 2, 3, 4].map((n) => counts.get(`${type} ${n}`) ?? 0);
      const total = row.reduce((a, b) => a + b, 0);
      return `  ${type}: [${row.map((n) => mille(n / total)).join(', ')}],`;
    })
    .join('\n');
}

function fitsText(): string {
  const used = new Set(games.flatMap((game) => game.recs.map((r) => r[1])));
  const known = new Set(games.flatMap((game) => game.objs.filter((o) => o[4].length > 0).map((o) => o[1])));
  return Object.entries(affordances.VAL_RECEPTACLE_OBJECTS)
    .map(([r, objects]): [string, string[]] => [
      r.toLowerCase(),
      objects.map((o) => o.toLowerCase()).filter((o) => known.has(o)),
    ])
    .filter(([r]) => used.has(r))
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([r, objects]) => `  ${r}: '${objects.sort().join(' ')}',`)
    .join('\n');
}

const text = `// Figures of the 3,553 solvable ALFWorld train games (release json_2.1.1), measured by scripts/household-figures.ts. Do not edit.
// Invariant: shares are in 1/1000; a share "given X" is taken over the games whose house has X. Counts of receptacles and
// objects are those of alfworld_stats.json; fits is VAL_RECEPTACLE_OBJECTS of ALFWorld's constants (MIT).

/** Figures of one room type; the rows are parsed by rooms.ts. */
export interface RoomFigures {
  /** Train games in rooms of this type. */
  readonly games: number;
  /** "type openable count=share ...": how many of the type a house has (0 is the rest). */
  readonly receptacles: readonly string[];
  /** "type share1 share2 share3 share4 receptacle=share ...": copies in receptacles; where a copy is, given that the house has the receptacle type. */
  readonly objects: readonly string[];
  /** "object a b share": of the objects in an a, the share that is also in a b. */
  readonly twins: readonly string[];
  /** "a+b rate": groups at one location, per house that has the types. */
  readonly groups: readonly string[];
  /** "task object>receptacle=weight ...": games, scaled up by how rarely a house has both types. */
  readonly tasks: readonly string[];
}

export const ROOMS: Readonly<Record<'kitchen' | 'livingroom' | 'bedroom' | 'bathroom', RoomFigures>> = {
${ROOMS.map(roomText).join('\n')}
};

/** Object type -> [PROP bits, share of copies that start cool]. */
export const OBJECTS: Readonly<Record<string, readonly [props: number, cool: number]>> = {
${objectText()}
};

/** Task type -> shares of 1, 2, 3 and 4 copies of the wanted type in the house. */
export const TARGET_COPIES: Readonly<Record<string, readonly number[]>> = {
${targetText()}
};

/** Receptacle type -> object types that can be put there. */
export const FITS: Readonly<Record<string, string>> = {
${fitsText()}
};
`;
writeFileSync(resolve(import.meta.dirname, '../src/worlds/household/generate/figures.ts'), text);
