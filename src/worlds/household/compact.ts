// Reads ALFWorld's games in the compact form alfworld-compact/1 (worlds.md 8) into houses.
// Invariant: untrusted data; every field is checked, and a wrong one is a Problem that names its path. Tables of what fits
// where are shared between the houses of a file, as they are in it.
import { Problem } from '../../core/problem.ts';
import type { Goal, HouseSpec, ObjectSpec, ReceptacleSpec, TaskType } from './house.ts';
import { NEED, PROP } from './house.ts';

export const COMPACT_FORMAT = 'alfworld-compact/1';

/** The meaning of the property bits, in order; lower-cased names of PROP. */
const PROPS = Object.keys(PROP).map((name) => name.toLowerCase());

/** Required states of the placing tasks of the benchmark. */
const PLACE_NEEDS: Partial<Record<TaskType, number>> = {
  pick_and_place_simple: 0,
  pick_clean_then_place_in_recep: NEED.clean,
  pick_heat_then_place_in_recep: NEED.hot,
  pick_cool_then_place_in_recep: NEED.cool,
  pick_two_obj_and_place: 0,
};

/** The goal of one of the benchmark's six task types, or null for any other type. */
export function benchmarkGoal(taskType: string, object: string, receptacle: string): Goal | null {
  if (taskType === 'look_at_obj_in_light') return { kind: 'light', objectType: object, lampType: receptacle };
  if (!Object.hasOwn(PLACE_NEEDS, taskType)) return null;
  return {
    kind: 'place',
    objectType: object,
    receptacleType: receptacle,
    count: taskType === 'pick_two_obj_and_place' ? 2 : 1,
    needs: PLACE_NEEDS[taskType as TaskType] ?? 0,
  };
}

/** Receptacle types that process objects. Version 2.1.1 also cleans at a `sink`. */
export function benchmarkAppliances(sinkCleans: boolean): HouseSpec['appliances'] {
  return { clean: sinkCleans ? ['sinkbasin', 'sink'] : ['sinkbasin'], heat: ['microwave'], cool: ['fridge'] };
}

function wrong(path: string, expected: string): never {
  throw new Problem({
    code: 'bad-compact',
    message: `The compact game file is not as it should be: ${path} should be ${expected}.`,
    nextStep: 'Make the file again, or take one that was not edited.',
  });
}

function asArray(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : wrong(path, 'a list');
}
function asText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : wrong(path, 'a text');
}
function asIndex(value: unknown, path: string, size: number, lowest = 0): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= lowest && value < size) return value;
  return wrong(path, `a whole number from ${lowest} to ${size - 1}`);
}
function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return wrong(path, 'an object');
}

/**
 * Reads a parsed file.
 * @param sinkCleans the rule of version 2.1.1.
 * @throws Problem (code bad-compact) naming the field.
 */
export function readCompact(json: unknown, sinkCleans = false): HouseSpec[] {
  const file = asObject(json, 'the file');
  if (file['format'] !== COMPACT_FORMAT) wrong('format', `"${COMPACT_FORMAT}"`);
  const props = asArray(file['props'], 'props');
  if (props.length !== PROPS.length || props.some((name, i) => name !== PROPS[i]))
    wrong('props', `[${PROPS.join(', ')}]`);
  const tables = asArray(file['canContain'], 'canContain').map((table, t) =>
    asArray(table, `canContain[${t}]`).map((pair, p): readonly [string, string] => {
      const path = `canContain[${t}][${p}]`;
      const [receptacleType, objectType] = asArray(pair, path);
      return [asText(receptacleType, `${path}[0]`), asText(objectType, `${path}[1]`)];
    }),
  );
  const appliances = benchmarkAppliances(sinkCleans);
  return asArray(file['games'], 'games').map((game, g) => readGame(game, `games[${g}]`, tables, appliances));
}

function readGame(
  value: unknown,
  path: string,
  tables: readonly HouseSpec['canContain'][],
  appliances: HouseSpec['appliances'],
): HouseSpec {
  const game = asObject(value, path);
  const text = (field: string): string => asText(game[field], `${path}.${field}`);
  const list = (field: string): readonly unknown[] => asArray(game[field], `${path}.${field}`);
  const locations = list('locs').map((id, i) => asText(id, `${path}.locs[${i}]`));
  const receptacles = list('recs').map((row, i) => readReceptacle(row, `${path}.recs[${i}]`, locations.length));
  const objects = list('objs').map((row, i) =>
    readObject(row, `${path}.objs[${i}]`, locations.length, receptacles.length),
  );
  const indexOf = new Map(objects.map((object, index) => [object.id, index]));
  const taskType = text('type');
  const goal = benchmarkGoal(taskType, text('obj'), text('rec'));
  if (goal === null) wrong(`${path}.type`, 'one of the six task types');
  return {
    id: text('id'),
    taskType: taskType as TaskType,
    sentence: text('task'),
    goal,
    scene: asIndex(game['scene'], `${path}.scene`, 100_000),
    start: asIndex(game['start'], `${path}.start`, locations.length),
    locations,
    receptacles,
    objects,
    inner: list('inner').map((pair, i): [number, number] => {
      const at = `${path}.inner[${i}]`;
      const [inner, outer] = asArray(pair, at);
      return [objectIndex(inner, `${at}[0]`, indexOf), objectIndex(outer, `${at}[1]`, indexOf)];
    }),
    canContain: tables[asIndex(game['can'], `${path}.can`, tables.length)],
    appliances,
  };
}

function readReceptacle(value: unknown, path: string, locations: number): ReceptacleSpec {
  const [id, type, location, openable] = asArray(value, path);
  return {
    id: asText(id, `${path}[0]`),
    type: asText(type, `${path}[1]`),
    location: asIndex(location, `${path}[2]`, locations),
    openable: asIndex(openable, `${path}[3]`, 2) === 1,
  };
}

function readObject(value: unknown, path: string, locations: number, receptacles: number): ObjectSpec {
  const [id, type, location, props, inside] = asArray(value, path);
  return {
    id: asText(id, `${path}[0]`),
    type: asText(type, `${path}[1]`),
    location: asIndex(location, `${path}[2]`, locations, -1),
    props: asIndex(props, `${path}[3]`, 1 << PROPS.length),
    receptacles: asArray(inside, `${path}[4]`).map((r, i) => asIndex(r, `${path}[4][${i}]`, receptacles)),
  };
}

/** Inner and outer objects are given by id. */
function objectIndex(value: unknown, path: string, indexOf: ReadonlyMap<string, number>): number {
  return indexOf.get(asText(value, path)) ?? wrong(path, 'the id of an object of this game');
}
