// A house compiled for the engine: names, tables of integers, the goal as bit sets, the state at the start.
// Invariant: immutable, and made from the spec alone; every index in it points somewhere, or the constructor throws.
import { Problem } from '../../core/problem.ts';
import { bitSet, hasBit, setBit } from './bits.ts';
import { MOST_ENTITIES } from './codes.ts';
import { compileGoal } from './goal.ts';
import type { CompiledGoal } from './goal.ts';
import type { HouseSpec } from './house.ts';
import { PROP } from './house.ts';
import { AT, HELD, layoutOf } from './layout.ts';
import type { Layout } from './layout.ts';
import { byCodeUnit, nameEntities } from './names.ts';

/** What an appliance does, as bits of `House.powers`. */
export const POWER = { clean: 1, heat: 2, cool: 4 } as const;

export interface HouseOptions {
  /** The game also knows the command `help` (ALFWorld >= 0.4.0). Default false. */
  readonly help?: boolean;
}

/** Object types by receptacle type; pack games share one canContain table, so it is read once per table. */
const fitTables = new WeakMap<HouseSpec['canContain'], Map<string, Set<string>>>();

function fitTable(pairs: HouseSpec['canContain']): Map<string, Set<string>> {
  let table = fitTables.get(pairs);
  if (table === undefined) {
    table = new Map();
    for (const [receptacleType, objectType] of pairs) {
      const types = table.get(receptacleType);
      if (types === undefined) table.set(receptacleType, new Set([objectType]));
      else types.add(objectType);
    }
    fitTables.set(pairs, table);
  }
  return table;
}

const KNIVES: readonly string[] = ['knife', 'butterknife'];

/** A compiled house: immutable, shared by all games played in it. */
export class House {
  readonly spec: HouseSpec;
  readonly hasHelp: boolean;
  readonly names: {
    readonly locations: readonly string[];
    readonly receptacles: readonly string[];
    readonly objects: readonly string[];
  };
  /** Location of each receptacle. */
  readonly locationOf: Int32Array;
  /** Receptacles of each location, in name order. */
  readonly receptaclesAt: readonly Int32Array[];
  /** All receptacles in name order. */
  readonly receptacleOrder: Int32Array;
  readonly openable: Uint8Array;
  /** POWER bits of each receptacle. */
  readonly powers: Uint8Array;
  readonly props: Int32Array;
  readonly isKnife: Uint8Array;
  readonly layout: Layout;
  /** Objects that fit into each receptacle (a bit set each). */
  readonly fits: Int32Array;
  readonly toggleable: Int32Array;
  readonly pickupable: Int32Array;
  readonly sliceable: Int32Array;
  readonly goal: CompiledGoal;
  readonly initial: Int32Array;
  /** Most commands that can be admissible at once. */
  readonly maxCommands: number;

  /** @throws Problem naming the field when an index of the spec points nowhere or the house is too large. */
  constructor(spec: HouseSpec, options: HouseOptions = {}) {
    checkSpec(spec);
    const { receptacles, objects, locations } = spec;
    this.spec = spec;
    this.hasHelp = options.help === true;
    const names = nameEntities([...locations, ...receptacles.map((r) => r.id), ...objects.map((o) => o.id)]);
    const nameOf = (id: string): string => names.get(id.toLowerCase()) ?? id;
    this.names = {
      locations: locations.map(nameOf),
      receptacles: receptacles.map((r) => nameOf(r.id)),
      objects: objects.map((o) => nameOf(o.id)),
    };
    this.locationOf = Int32Array.from(receptacles, (r) => r.location);
    const receptacleNames = this.names.receptacles;
    this.receptacleOrder = Int32Array.from(receptacles.keys()).sort((a, b) =>
      byCodeUnit(receptacleNames[a], receptacleNames[b]),
    );
    const at: number[][] = locations.map(() => []);
    for (const r of this.receptacleOrder) at[this.locationOf[r]].push(r);
    this.receptaclesAt = at.map((list) => Int32Array.from(list));
    this.openable = Uint8Array.from(receptacles, (r) => Number(r.openable));
    const { clean, heat, cool } = spec.appliances;
    this.powers = Uint8Array.from(
      receptacles,
      ({ type }) =>
        (clean.includes(type) ? POWER.clean : 0) |
        (heat.includes(type) ? POWER.heat : 0) |
        (cool.includes(type) ? POWER.cool : 0),
    );
    this.props = Int32Array.from(objects, (o) => o.props);
    this.isKnife = Uint8Array.from(objects, (o) => Number(KNIVES.includes(o.type)));
    this.layout = layoutOf(receptacles.length, objects.length, locations.length);
    const words = this.layout.words;
    this.fits = new Int32Array(receptacles.length * words);
    const table = fitTable(spec.canContain);
    for (const [r, { type }] of receptacles.entries()) {
      const types = table.get(type);
      if (types)
        for (const [o, object] of objects.entries()) if (types.has(object.type)) setBit(this.fits, r * words, o);
    }
    const withProp = (prop: number): Int32Array => bitSet(words, objects.length, (o) => (this.props[o] & prop) !== 0);
    this.toggleable = withProp(PROP.toggleable);
    this.pickupable = withProp(PROP.pickupable);
    this.sliceable = withProp(PROP.sliceable);
    this.goal = compileGoal(spec.goal, spec, words);
    this.initial = this.initialState();
    const crowd = Math.max(...at.map((list) => list.length));
    this.maxCommands = 4 + receptacles.length + crowd * (7 + objects.length) + 2 * objects.length;
  }

  /** The object's type fits into the receptacle's. */
  canContain(receptacle: number, object: number): boolean {
    return hasBit(this.fits, receptacle * this.layout.words, object);
  }

  private initialState(): Int32Array {
    const { layout, spec } = this;
    const state = new Int32Array(layout.size);
    state[AT] = spec.start;
    state[HELD] = -1;
    for (const [o, object] of spec.objects.entries()) {
      if (object.props & PROP.isCool) setBit(state, layout.cool, o);
      if (object.location >= 0) setBit(state, layout.placed + object.location * layout.words, o);
      for (const r of object.receptacles) setBit(state, layout.inside + r * layout.words, o);
    }
    return state;
  }
}

function checkSpec(spec: HouseSpec): void {
  const { receptacles, objects, locations } = spec;
  const wrong = (field: string): never => {
    throw new Problem({
      code: 'house-invalid',
      message: `The house ${spec.id} cannot be played: ${field}.`,
      nextStep: 'Check the file or the program that made this house; its other houses may be fine.',
    });
  };
  for (const [field, list] of Object.entries({ locations, receptacles, objects }))
    if (list.length > MOST_ENTITIES) wrong(`${field} has ${list.length} entries, the limit is ${MOST_ENTITIES}`);
  if (!(spec.start in locations)) wrong(`start is ${spec.start}, which is no location`);
  for (const [r, receptacle] of receptacles.entries())
    if (!(receptacle.location in locations))
      wrong(`receptacles[${r}].location is ${receptacle.location}, which is no location`);
  for (const [o, object] of objects.entries()) {
    if (object.location !== -1 && !(object.location in locations))
      wrong(`objects[${o}].location is ${object.location}, which is no location`);
    for (const r of object.receptacles)
      if (!(r in receptacles)) wrong(`objects[${o}].receptacles names ${r}, which is no receptacle`);
  }
  for (const [i, pair] of spec.inner.entries())
    if (!(pair[0] in objects) || !(pair[1] in objects)) wrong(`inner[${i}] names an object that is not there`);
}
