// Turns a parsed problem of the known domain into the plain data of the compiled engine.
// Invariant: nothing is lost that can be seen in play; a problem that says more than HouseSpec can hold gives the reason instead,
// and is played by the generic engine.
import { PROP } from '../house.ts';
import type { HouseSpec, ObjectSpec, ReceptacleSpec } from '../house.ts';
import { byCodeUnit } from '../names.ts';
import { goalOf, taskTypeOf, typeName } from './goal-shape.ts';
import type { Atom, PddlProblem } from './syntax.ts';

/** What the problem text does not say. */
export interface HouseContext {
  readonly id: string;
  readonly sentence: string;
  readonly scene: number;
  readonly appliances: HouseSpec['appliances'];
}

export type Conversion = { readonly house: HouseSpec } | { readonly reason: string };

/** Commands hold receptacle and object indexes in ten bits each. */
const MAX_ENTITIES = 1023;

const PROPERTY: Readonly<Record<string, number>> = {
  pickupable: PROP.pickupable,
  cleanable: PROP.cleanable,
  heatable: PROP.heatable,
  coolable: PROP.coolable,
  toggleable: PROP.toggleable,
  sliceable: PROP.sliceable,
  isreceptacleobject: PROP.receptacleObject,
  iscool: PROP.isCool,
};

const ARITY: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...Object.keys(PROPERTY), 'openable'].map((name) => [name, 1])),
  objecttype: 2,
  receptacletype: 2,
  objectatlocation: 2,
  receptacleatlocation: 2,
  inreceptacle: 2,
  inreceptacleobject: 2,
  cancontain: 2,
  atlocation: 2,
};

/** Converts a problem, or says why the compiled engine cannot hold it. Ids are sorted by code point, as the naming rule needs. */
export function toHouse(problem: PddlProblem, context: HouseContext): Conversion {
  const goal = goalOf(problem.goal);
  const taskType = goal === null ? null : taskTypeOf(goal);
  if (goal === null || taskType === null) return { reason: 'its goal is none of the known shapes' };
  const facts = factsByPredicate(problem.facts);
  if (typeof facts === 'string') return { reason: facts };
  const pairs = (predicate: string): Pair[] => (facts.get(predicate) ?? []).map((terms): Pair => [terms[0], terms[1]]);

  const agents = problem.objects.filter(({ type }) => type === 'agent');
  const starts = pairs('atlocation');
  if (agents.length !== 1 || starts.length !== 1) return { reason: 'it does not have one agent at one place' };
  const locations = sorted(
    ['atlocation', 'receptacleatlocation', 'objectatlocation'].flatMap((p) => pairs(p).map(([, l]) => l)),
  );
  const locationIndex = indexOf(locations);

  const receptacleTypes = single(pairs('receptacletype'));
  const places = single(pairs('receptacleatlocation'));
  const objectTypes = single(pairs('objecttype'));
  const objectPlaces = single(pairs('objectatlocation'));
  if (!receptacleTypes || !places || !objectTypes || !objectPlaces)
    return { reason: 'something has two types or stands in two places' };
  const props = properties(facts);
  const inside = groups(pairs('inreceptacle'));
  const receptacleIds = sorted([...receptacleTypes.keys()]);
  // Two train games speak of a cracked egg that has no type and lies nowhere: out of reach, but it takes a number in the naming.
  const typeless = [...props.keys()].filter(
    (id) => !objectTypes.has(id) && !receptacleTypes.has(id) && !inside.has(id),
  );
  const objectIds = sorted([...objectTypes.keys(), ...typeless]);
  const receptacleIndex = indexOf(receptacleIds);
  const objectIndex = indexOf(objectIds);
  if (receptacleIds.length > MAX_ENTITIES || objectIds.length > MAX_ENTITIES)
    return { reason: 'it has more than 1,023 objects or receptacles' };
  if (places.size !== receptacleIds.length) return { reason: 'a receptacle stands nowhere or has no type' };

  const openable = new Set((facts.get('openable') ?? []).map((terms) => terms[0]));
  const receptacles: ReceptacleSpec[] = [];
  for (const id of receptacleIds) {
    const location = locationIndex.get(places.get(id) ?? '');
    if (location === undefined) return { reason: 'a receptacle stands nowhere or has no type' };
    receptacles.push({ id, type: typeName(receptacleTypes.get(id)!), location, openable: openable.has(id) });
  }
  const start = locationIndex.get(starts[0][1])!;
  if (receptacles.some(({ location }) => location === start)) return { reason: 'the agent starts at a receptacle' };

  const objects: ObjectSpec[] = objectIds.map((id) => ({
    id,
    type: typeName(objectTypes.get(id) ?? id.split('_bar_', 1)[0]),
    location: locationIndex.get(objectPlaces.get(id) ?? '') ?? -1,
    props: props.get(id) ?? 0,
    receptacles: (inside.get(id) ?? []).map((r) => receptacleIndex.get(r) ?? -1).sort((a, b) => a - b),
  }));
  const inner = pairs('inreceptacleobject').map(([a, b]): [number, number] => [
    objectIndex.get(a) ?? -1,
    objectIndex.get(b) ?? -1,
  ]);
  const named = [...props.keys(), ...inside.keys(), ...objectPlaces.keys()].every((id) => objectIndex.has(id));
  const known =
    objects.every((object) => !object.receptacles.includes(-1)) && inner.every(([a, b]) => a >= 0 && b >= 0);
  const closed = [...openable].every((id) => receptacleIndex.has(id));
  if (!named || !known || !closed) return { reason: 'a fact speaks of something without a type' };
  const canContain = pairs('cancontain').map(([r, o]): Pair => [typeName(r), typeName(o)]);
  return {
    house: {
      id: context.id,
      taskType,
      sentence: context.sentence,
      goal,
      scene: context.scene,
      start,
      locations,
      receptacles,
      objects,
      inner,
      canContain: canContain.sort(byPair),
      appliances: context.appliances,
    },
  };
}

type Pair = [string, string];

/** Distinct facts by predicate, or the reason why one of them does not fit. */
function factsByPredicate(facts: readonly Atom[]): Map<string, (readonly string[])[]> | string {
  const out = new Map<string, (readonly string[])[]>();
  const seen = new Set<string>();
  for (const { predicate, terms } of facts) {
    if (!Object.hasOwn(ARITY, predicate) || ARITY[predicate] !== terms.length)
      return `it starts with the unusual fact ${predicate}`;
    const key = `${predicate} ${terms.join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const list = out.get(predicate);
    if (list === undefined) out.set(predicate, [terms]);
    else list.push(terms);
  }
  return out;
}

function properties(facts: ReadonlyMap<string, readonly (readonly string[])[]>): Map<string, number> {
  const out = new Map<string, number>();
  for (const [predicate, bit] of Object.entries(PROPERTY)) {
    for (const terms of facts.get(predicate) ?? []) out.set(terms[0], (out.get(terms[0]) ?? 0) | bit);
  }
  return out;
}

/** The pairs as a map, or null when one subject has two values. */
function single(pairs: readonly Pair[]): Map<string, string> | null {
  const out = new Map(pairs);
  return out.size === pairs.length ? out : null;
}

function groups(pairs: readonly Pair[]): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const [subject, value] of pairs) {
    const list = out.get(subject);
    if (list === undefined) out.set(subject, [value]);
    else list.push(value);
  }
  return out;
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort(byCodeUnit);
}

function byPair(a: Pair, b: Pair): number {
  return byCodeUnit(a[0], b[0]) || byCodeUnit(a[1], b[1]);
}

function indexOf(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, i): [string, number] => [id, i]));
}
