// The compiled household engine: a game is one array of integers, played by the tables of its house.
// Invariant: a step allocates nothing and builds no text; the state is the integer array alone, so a copy of it is a clone
// and equal arrays are equal states. Rules and quirks: worlds.md 1.2, 1.3 and 1.6. A quirk is named where it is coded.
import { clearBit, hasBit, lowestBit, setBit } from './bits.ts';
import { codeA, codeB, codeVerb, encode, NO_CODE, VERB } from './codes.ts';
import type { House } from './compiled.ts';
import { POWER } from './compiled.ts';
import { goalHolds } from './goal.ts';
import { PROP } from './house.ts';
import { AT, HELD } from './layout.ts';

export { codeA, codeB, codeVerb, encode, NO_CODE, VERB } from './codes.ts';
export { House } from './compiled.ts';
export type { HouseOptions } from './compiled.ts';

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
      this.won = goalHolds(this.house, this.state);
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
    const a = codeA(code);
    const b = codeB(code);
    this.steps++;
    this.lastCode = code;
    this.happened = true;
    switch (codeVerb(code)) {
      case VERB.go:
        this.origin = state[AT];
        state[AT] = this.house.locationOf[a];
        break;
      case VERB.open:
        setBit(state, layout.opened, a);
        break;
      case VERB.close:
        clearBit(state, layout.opened, a);
        break;
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
        this.process(codeVerb(code), a, b);
        break;
      case VERB.use:
        // Quirk: every use switches on; that it was used is never taken back.
        setBit(state, layout.toggled, a);
        break;
      case VERB.slice:
        setBit(state, layout.sliced, a);
        break;
      default:
        // To look, examine or ask changes nothing.
        return;
    }
    this.list();
    this.won = goalHolds(this.house, this.state);
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
    for (let i = 0; i < here.length; i++) if (this.isOpen(here[i])) codes[n++] = encode(VERB.close, here[i]);
    if (held >= 0) {
      n = this.listAppliances(here, held, POWER.cool, PROP.coolable, VERB.cool, n);
      // Quirk: an object can be examined only while it is held.
      codes[n++] = encode(VERB.examineObject, held);
    }
    for (let i = 0; i < here.length; i++) codes[n++] = encode(VERB.examineReceptacle, here[i]);
    const order = house.receptacleOrder;
    const locationOf = house.locationOf;
    for (let i = 0; i < order.length; i++) {
      const r = order[i];
      // Quirk: going to a receptacle at the agent's own location is no command.
      if (locationOf[r] !== at) codes[n++] = encode(VERB.go, r);
    }
    if (held >= 0) n = this.listAppliances(here, held, POWER.heat, PROP.heatable, VERB.heat, n);
    if (house.hasHelp) codes[n++] = encode(VERB.help);
    codes[n++] = encode(VERB.inventory);
    codes[n++] = encode(VERB.look);
    if (held >= 0) n = this.listPuts(here, held, n);
    for (let i = 0; i < here.length; i++) {
      const r = here[i];
      if (house.openable[r] === 1 && !this.isOpen(r)) codes[n++] = encode(VERB.open, r);
    }
    n = held >= 0 ? this.listSlices(at, held, n) : this.listTakes(here, n);
    this.count = this.listUses(here, n);
  }

  /** Quirk: the door of a microwave or fridge need not be open. */
  private listAppliances(here: Int32Array, held: number, power: number, prop: number, verb: number, n: number): number {
    if ((this.house.props[held] & prop) === 0) return n;
    for (let i = 0; i < here.length; i++)
      if (this.house.powers[here[i]] & power) this.codes[n++] = encode(verb, held, here[i]);
    return n;
  }

  private listPuts(here: Int32Array, held: number, n: number): number {
    const { fits, layout } = this.house;
    for (let i = 0; i < here.length; i++) {
      const r = here[i];
      if (this.isAccessible(r) && hasBit(fits, r * layout.words, held)) this.codes[n++] = encode(VERB.put, held, r);
    }
    return n;
  }

  private listSlices(at: number, held: number, n: number): number {
    if (this.house.isKnife[held] === 0) return n;
    const { sliceable, layout } = this.house;
    for (let word = 0; word < layout.words; word++) {
      let bits = this.state[layout.placed + at * layout.words + word] & sliceable[word];
      for (; bits !== 0; bits &= bits - 1) this.codes[n++] = encode(VERB.slice, word * 32 + lowestBit(bits), held);
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
        for (; bits !== 0; bits &= bits - 1) this.codes[n++] = encode(VERB.take, word * 32 + lowestBit(bits), r);
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
      for (; bits !== 0; bits &= bits - 1) this.codes[n++] = encode(VERB.use, word * 32 + lowestBit(bits));
    }
    return n;
  }
}
