// The compiled household engine: a house as tables of integers, a game as one array of integers over them.
// Invariant: a step allocates nothing and builds no text; the state is the integer array alone, so a copy of it is a clone
// and equal arrays are equal states. Rules and quirks: worlds.md 1.2, 1.3 and 1.6. A quirk is named where it is coded.
import { Problem } from '../../core/problem.ts';
import type { Goal, HouseSpec } from './house.ts';
import { NEED, PROP } from './house.ts';
import { byCodeUnit, nameEntities } from './names.ts';

/** Verbs, numbered in the order in which their commands are listed. */
export const VERB = {
  clean: 0,
  close: 1,
  cool: 2,
  examineObject: 3,
  examineReceptacle: 4,
  go: 5,
  heat: 6,
  help: 7,
  inventory: 8,
  look: 9,
  put: 10,
  open: 11,
  slice: 12,
  take: 13,
  use: 14,
} as const;

/** Value of `lastCode` at the start and after a text that names no command. */
export const NO_CODE = -1;
const LIMIT = 1024;

/**
 * A command as one integer, verb * 2^20 + a * 2^10 + b. Receptacles r and objects o are indexes of the spec:
 * go, open, close, examineReceptacle (r); examineObject, use (o); take, put, clean, heat, cool (o, r);
 * slice (what is sliced, the knife); look, inventory, help (0, 0).
 */
export function encode(verb: number, a = 0, b = 0): number {
  return (verb << 20) | (a << 10) | b;
}
export function codeVerb(code: number): number {
  return code >> 20;
}
export function codeA(code: number): number {
  return (code >> 10) & 1023;
}
export function codeB(code: number): number {
  return code & 1023;
}

/** What an appliance does, as bits of `House.powers`. */
export const POWER = { clean: 1, heat: 2, cool: 4 } as const;

export interface HouseOptions {
  /** The game also knows the command `help` (ALFWorld >= 0.4.0). Default false. */
  readonly help?: boolean;
}

/** Offsets of the parts of a state array; bit sets of objects take `words` integers. */
interface Layout {
  readonly words: number;
  readonly opened: number;
  readonly clean: number;
  readonly hot: number;
  readonly cool: number;
  readonly toggled: number;
  readonly sliced: number;
  /** Bit set of each receptacle: what is in it. */
  readonly inside: number;
  /** Bit set of each receptacle: what was taken out and not put back (the negative facts that text can see). */
  readonly taken: number;
  /** Bit set of each location: its objectAtLocation facts. */
  readonly placed: number;
  readonly size: number;
}

const AT = 0;
const HELD = 1;

function layoutOf(receptacles: number, objects: number, locations: number): Layout {
  const words = Math.max(1, (objects + 31) >> 5);
  const openWords = (receptacles + 31) >> 5;
  const opened = 2;
  const clean = opened + openWords;
  const inside = clean + 5 * words;
  const taken = inside + receptacles * words;
  const placed = taken + receptacles * words;
  return {
    words,
    opened,
    clean,
    hot: clean + words,
    cool: clean + 2 * words,
    toggled: clean + 3 * words,
    sliced: clean + 4 * words,
    inside,
    taken,
    placed,
    size: placed + locations * words,
  };
}

function setBit(array: Int32Array, offset: number, bit: number): void {
  array[offset + (bit >> 5)] |= 1 << (bit & 31);
}
function clearBit(array: Int32Array, offset: number, bit: number): void {
  array[offset + (bit >> 5)] &= ~(1 << (bit & 31));
}
function hasBit(array: Int32Array, offset: number, bit: number): boolean {
  return ((array[offset + (bit >> 5)] >>> (bit & 31)) & 1) === 1;
}
function bitCount(x: number): number {
  let n = x - ((x >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function bitSet(words: number, count: number, holds: (index: number) => boolean): Int32Array {
  const set = new Int32Array(words);
  for (let i = 0; i < count; i++) if (holds(i)) setBit(set, 0, i);
  return set;
}

/** The goal as bit sets. The part that does not fit the goal's kind is empty. */
interface CompiledGoal {
  readonly light: boolean;
  readonly count: number;
  readonly needs: number;
  /** Objects that can serve the goal. */
  readonly objects: Int32Array;
  readonly lamps: Int32Array;
  readonly receptacles: readonly number[];
}

const NEED_PROPS: readonly (readonly [need: number, prop: number])[] = [
  [NEED.clean, PROP.cleanable],
  [NEED.hot, PROP.heatable],
  [NEED.cool, PROP.coolable],
];

function compileGoal(goal: Goal, spec: HouseSpec, words: number): CompiledGoal {
  const count = spec.objects.length;
  const none = new Int32Array(words);
  if (goal.kind === 'light') {
    const isLamp = (o: number): boolean =>
      spec.objects[o].type === goal.lampType && (spec.objects[o].props & PROP.toggleable) !== 0;
    return {
      light: true,
      count: 1,
      needs: 0,
      objects: bitSet(words, count, (o) => spec.objects[o].type === goal.objectType),
      lamps: bitSet(words, count, isLamp),
      receptacles: [],
    };
  }
  let props = 0;
  for (const [need, prop] of NEED_PROPS) if (goal.needs & need) props |= prop;
  const serves = (o: number): boolean =>
    spec.objects[o].type === goal.objectType &&
    (spec.objects[o].props & props) === props &&
    (goal.objects === undefined || goal.objects.includes(o));
  return {
    light: false,
    count: goal.count,
    needs: goal.needs,
    objects: bitSet(words, count, serves),
    lamps: none,
    receptacles: spec.receptacles.flatMap((r, index) => (r.type === goal.receptacleType ? [index] : [])),
  };
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
  if (receptacles.length >= LIMIT) wrong(`receptacles has ${receptacles.length} entries, the limit is ${LIMIT - 1}`);
  if (objects.length >= LIMIT) wrong(`objects has ${objects.length} entries, the limit is ${LIMIT - 1}`);
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

/** One playing of a house. */
export class Game {
  readonly house: House;
  /** Admissible commands now: the first `count` entries, grouped by verb, receptacles in name order. */
  readonly codes: Int32Array;
  count = 0;
  /** Steps played, failed ones included. */
  steps = 0;
  /** The goal holds now. */
  won = false;
  /** The command played last; NO_CODE at the start and after a text that names none. */
  lastCode = NO_CODE;
  /** False when the last step changed and showed nothing (not admissible, or a broken appliance). */
  happened = true;
  /** Where the agent stood before it last went somewhere. */
  origin: number;
  private readonly state: Int32Array;

  constructor(house: House, from?: Game) {
    this.house = house;
    if (from === undefined) {
      this.state = house.initial.slice();
      this.origin = house.spec.start;
      this.codes = new Int32Array(house.maxCommands);
      this.list();
      this.judge();
    } else {
      this.state = from.state.slice();
      this.origin = from.origin;
      this.codes = from.codes.slice();
      this.count = from.count;
      this.steps = from.steps;
      this.won = from.won;
      this.lastCode = from.lastCode;
      this.happened = from.happened;
    }
  }

  /** Location of the agent. */
  get at(): number {
    return this.state[AT];
  }
  /** Object in the agent's hands, -1 for none. */
  get held(): number {
    return this.state[HELD];
  }
  /** Receptacle that the last observation told about (after go, open and examine), or -1. */
  get shown(): number {
    if (!this.happened || this.lastCode < 0) return -1;
    const verb = codeVerb(this.lastCode);
    return verb === VERB.go || verb === VERB.open || verb === VERB.examineReceptacle ? codeA(this.lastCode) : -1;
  }
  /** The receptacle `shown` is closed: the observation said so and told nothing of what is in it. */
  get shownClosed(): boolean {
    const r = this.shown;
    return r >= 0 && !this.isAccessible(r);
  }
  /** The last command was admissible but its appliance is broken. */
  get failedBroken(): boolean {
    return !this.happened && this.lastCode >= 0 && this.isBroken(codeB(this.lastCode)) && this.find(this.lastCode) >= 0;
  }

  contains(o: number, r: number): boolean {
    const { inside, words } = this.house.layout;
    return hasBit(this.state, inside + r * words, o);
  }
  /** The object was taken out of the receptacle and has not been put back. */
  wasTaken(o: number, r: number): boolean {
    const { taken, words } = this.house.layout;
    return hasBit(this.state, taken + r * words, o);
  }
  /** The fact objectAtLocation(o, l). */
  isPlaced(o: number, location: number): boolean {
    const { placed, words } = this.house.layout;
    return hasBit(this.state, placed + location * words, o);
  }
  isOpen(r: number): boolean {
    return hasBit(this.state, this.house.layout.opened, r);
  }
  /** Not openable, or open. */
  isAccessible(r: number): boolean {
    return this.house.openable[r] === 0 || this.isOpen(r);
  }
  isClean(o: number): boolean {
    return hasBit(this.state, this.house.layout.clean, o);
  }
  isHot(o: number): boolean {
    return hasBit(this.state, this.house.layout.hot, o);
  }
  isCool(o: number): boolean {
    return hasBit(this.state, this.house.layout.cool, o);
  }
  isToggled(o: number): boolean {
    return hasBit(this.state, this.house.layout.toggled, o);
  }
  isSliced(o: number): boolean {
    return hasBit(this.state, this.house.layout.sliced, o);
  }
  isBroken(r: number): boolean {
    return this.house.spec.receptacles[r]?.broken === true;
  }

  clone(): Game {
    return new Game(this.house, this);
  }

  /** Equal exactly for equal states of one house (steps and last command are no part of the state). */
  stateKey(): string {
    return this.state.join();
  }

  /** Position of a command among the admissible ones, or -1. */
  find(code: number): number {
    for (let i = 0; i < this.count; i++) if (this.codes[i] === code) return i;
    return -1;
  }

  /** Plays admissible command `index`; any other number is a step in which nothing happens. */
  step(index: number): void {
    if (index >= 0 && index < this.count) this.play(this.codes[index]);
    else this.refuse(NO_CODE);
  }

  /** Plays a command by its code; one that is not admissible is a step in which nothing happens. */
  stepCode(code: number): void {
    if (this.find(code) >= 0) this.play(code);
    else this.refuse(code);
  }

  private refuse(code: number): void {
    this.steps++;
    this.lastCode = code;
    this.happened = false;
  }

  private play(code: number): void {
    const state = this.state;
    const layout = this.house.layout;
    const words = layout.words;
    const a = (code >> 10) & 1023;
    const b = code & 1023;
    this.steps++;
    this.lastCode = code;
    this.happened = true;
    switch (code >> 20) {
      case VERB.go:
        this.origin = state[AT];
        state[AT] = this.house.locationOf[a];
        this.list();
        // Only here can moving decide a goal: a lamp that is on counts where the agent stands.
        if (this.house.goal.light) this.judge();
        return;
      case VERB.open:
        setBit(state, layout.opened, a);
        this.list();
        return;
      case VERB.close:
        clearBit(state, layout.opened, a);
        this.list();
        return;
      case VERB.take:
        // Quirk: only this pair goes; an object that is in two receptacles stays in the other one.
        clearBit(state, layout.inside + b * words, a);
        setBit(state, layout.taken + b * words, a);
        clearBit(state, layout.placed + state[AT] * words, a);
        state[HELD] = a;
        break;
      case VERB.put:
        setBit(state, layout.inside + b * words, a);
        clearBit(state, layout.taken + b * words, a);
        setBit(state, layout.placed + state[AT] * words, a);
        state[HELD] = -1;
        break;
      case VERB.clean:
      case VERB.heat:
      case VERB.cool:
        this.process(code >> 20, a, b);
        this.judge();
        return;
      case VERB.use:
        // Quirk: every use switches on; the fact that it was used is never taken back.
        setBit(state, layout.toggled, a);
        this.judge();
        return;
      case VERB.slice:
        setBit(state, layout.sliced, a);
        this.judge();
        return;
      default:
        return;
    }
    this.list();
    this.judge();
  }

  private process(verb: number, o: number, r: number): void {
    const { clean, hot, cool } = this.house.layout;
    if (this.isBroken(r)) {
      this.happened = false;
    } else if (verb === VERB.clean) {
      setBit(this.state, clean, o);
    } else {
      setBit(this.state, verb === VERB.heat ? hot : cool, o);
      clearBit(this.state, verb === VERB.heat ? cool : hot, o);
    }
  }

  /** Lists the admissible commands. */
  private list(): void {
    const { house, codes, state } = this;
    const at = state[AT];
    const held = state[HELD];
    const here = house.receptaclesAt[at];
    let n = 0;
    if (held >= 0) n = this.listAppliances(here, held, POWER.clean, PROP.cleanable, VERB.clean, n);
    for (let i = 0; i < here.length; i++) if (this.isOpen(here[i])) codes[n++] = (VERB.close << 20) | (here[i] << 10);
    if (held >= 0) {
      n = this.listAppliances(here, held, POWER.cool, PROP.coolable, VERB.cool, n);
      // Quirk: an object can be examined only while it is held.
      codes[n++] = (VERB.examineObject << 20) | (held << 10);
    }
    for (let i = 0; i < here.length; i++) codes[n++] = (VERB.examineReceptacle << 20) | (here[i] << 10);
    const order = house.receptacleOrder;
    const locationOf = house.locationOf;
    for (let i = 0; i < order.length; i++) {
      const r = order[i];
      // Quirk: going to a receptacle at the agent's own location is no command.
      if (locationOf[r] !== at) codes[n++] = (VERB.go << 20) | (r << 10);
    }
    if (held >= 0) n = this.listAppliances(here, held, POWER.heat, PROP.heatable, VERB.heat, n);
    if (house.hasHelp) codes[n++] = VERB.help << 20;
    codes[n++] = VERB.inventory << 20;
    codes[n++] = VERB.look << 20;
    if (held >= 0) n = this.listPuts(here, held, n);
    for (let i = 0; i < here.length; i++) {
      const r = here[i];
      if (house.openable[r] === 1 && !this.isOpen(r)) codes[n++] = (VERB.open << 20) | (r << 10);
    }
    n = held >= 0 ? this.listSlices(at, held, n) : this.listTakes(here, n);
    this.count = this.listUses(here, n);
  }

  /** Quirk: the door of a microwave or fridge need not be open. */
  private listAppliances(here: Int32Array, held: number, power: number, prop: number, verb: number, n: number): number {
    if ((this.house.props[held] & prop) === 0) return n;
    for (let i = 0; i < here.length; i++)
      if (this.house.powers[here[i]] & power) this.codes[n++] = (verb << 20) | (held << 10) | here[i];
    return n;
  }

  private listPuts(here: Int32Array, held: number, n: number): number {
    const { fits, layout } = this.house;
    for (let i = 0; i < here.length; i++) {
      const r = here[i];
      if (this.isAccessible(r) && hasBit(fits, r * layout.words, held))
        this.codes[n++] = (VERB.put << 20) | (held << 10) | r;
    }
    return n;
  }

  private listSlices(at: number, held: number, n: number): number {
    if (this.house.isKnife[held] === 0) return n;
    const { sliceable, layout } = this.house;
    for (let word = 0; word < layout.words; word++) {
      let bits = this.state[layout.placed + at * layout.words + word] & sliceable[word];
      for (; bits !== 0; bits &= bits - 1)
        this.codes[n++] = (VERB.slice << 20) | ((word * 32 + 31 - Math.clz32(bits & -bits)) << 10) | held;
    }
    return n;
  }

  private listTakes(here: Int32Array, n: number): number {
    const { pickupable, layout } = this.house;
    for (let i = 0; i < here.length; i++) {
      const r = here[i];
      if (!this.isAccessible(r)) continue;
      for (let word = 0; word < layout.words; word++) {
        let bits = this.state[layout.inside + r * layout.words + word] & pickupable[word];
        for (; bits !== 0; bits &= bits - 1)
          this.codes[n++] = (VERB.take << 20) | ((word * 32 + 31 - Math.clz32(bits & -bits)) << 10) | r;
      }
    }
    return n;
  }

  /** Quirk: a thing can be used in a closed receptacle too. One that is in two receptacles here is one command. */
  private listUses(here: Int32Array, n: number): number {
    const { toggleable, layout } = this.house;
    for (let word = 0; word < layout.words; word++) {
      if (toggleable[word] === 0) continue;
      let bits = 0;
      for (let i = 0; i < here.length; i++) bits |= this.state[layout.inside + here[i] * layout.words + word];
      bits &= toggleable[word];
      for (; bits !== 0; bits &= bits - 1)
        this.codes[n++] = (VERB.use << 20) | ((word * 32 + 31 - Math.clz32(bits & -bits)) << 10);
    }
    return n;
  }

  /** Decides whether the goal holds. */
  private judge(): void {
    this.won = this.house.goal.light ? this.judgeLight() : this.judgePlace();
  }

  private judgeLight(): boolean {
    const { house, state } = this;
    const { goal, layout } = house;
    const held = state[HELD];
    if (held < 0 || !hasBit(goal.objects, 0, held)) return false;
    for (const r of house.receptaclesAt[state[AT]])
      for (let word = 0; word < layout.words; word++)
        if (state[layout.inside + r * layout.words + word] & goal.lamps[word] & state[layout.toggled + word])
          return true;
    return false;
  }

  private judgePlace(): boolean {
    const { house, state } = this;
    const { goal, layout } = house;
    for (const r of goal.receptacles) {
      let found = 0;
      for (let word = 0; word < layout.words; word++) {
        let bits = state[layout.inside + r * layout.words + word] & goal.objects[word];
        if (goal.needs & NEED.clean) bits &= state[layout.clean + word];
        if (goal.needs & NEED.hot) bits &= state[layout.hot + word];
        if (goal.needs & NEED.cool) bits &= state[layout.cool + word];
        if (goal.needs & NEED.sliced) bits &= state[layout.sliced + word];
        if (bits !== 0) found += bitCount(bits);
      }
      if (found >= goal.count) return true;
    }
    return false;
  }
}
