// The scripted explorer: it knows the procedure of every task and searches the house for what the task needs.
// Invariant: it uses the admissible commands and Memory alone, so it knows what any agent could know; what tells one
// explorer from another is the order of its search (players-order.ts).
import type { Rng } from '../../core/rng.ts';
import type { Player } from '../world.ts';
import { codeA, codeVerb, encode, VERB } from './engine.ts';
import { NEED } from './house.ts';
import { DOOR, LIT } from './memory.ts';
import type { Memory } from './memory.ts';
import type { SearchOrder } from './players-order.ts';

/** What a scripted player may look at. An episode has both. */
export interface Seat {
  readonly game: { readonly count: number; readonly codes: Int32Array };
  readonly memory: Memory;
}

const APPLIANCES = [
  { need: NEED.clean, verb: VERB.clean },
  { need: NEED.hot, verb: VERB.heat },
  { need: NEED.cool, verb: VERB.cool },
] as const;

/** No command: the rule that was asked does not apply. */
const NONE = -1;

export class Explorer implements Player {
  private readonly memory: Memory;
  /** Order of the search for each type, drawn when it is first needed. */
  private readonly orders = new Map<string, readonly number[]>();
  /** Receptacles that would not take a wanted object, or one to be put down; objects that turned out to be useless. */
  private readonly refused_R: Uint8Array;
  private readonly unfit_R: Uint8Array;
  private readonly refused_O: Uint8Array;
  /** Receptacles at which no wanted object could be sliced. */
  private readonly cannotSlice_R: Uint8Array;

  constructor(
    private readonly seat: Seat,
    private readonly order: SearchOrder,
    private readonly rng: Rng,
  ) {
    this.memory = seat.memory;
    this.refused_R = new Uint8Array(seat.memory.outline.receptacles);
    this.unfit_R = new Uint8Array(seat.memory.outline.receptacles);
    this.cannotSlice_R = new Uint8Array(seat.memory.outline.receptacles);
    this.refused_O = new Uint8Array(seat.memory.outline.objects);
  }

  choose(): number {
    const code = this.memory.held >= 0 ? this.withObject(this.memory.held) : this.emptyHanded();
    const index = this.find(code);
    return index >= 0 ? index : this.rng.int(this.seat.game.count);
  }

  private emptyHanded(): number {
    const { wanted_O, knife_O, objectType, needs } = this.memory.outline;
    const mustSlice = (needs & NEED.sliced) !== 0;
    const ready = this.fetch((o) => wanted_O[o] === 1 && (!mustSlice || (this.memory.done_O[o] & NEED.sliced) !== 0));
    if (ready !== NONE) return ready;
    // A thing can be sliced through a closed door: then it is still to be found.
    if (!mustSlice || this.hasSliced()) return this.search(objectType);
    const knife = this.fetch((o) => knife_O[o] === 1);
    return knife !== NONE ? knife : this.search('knife');
  }

  private withObject(held: number): number {
    const { outline } = this.memory;
    if (outline.knife_O[held] === 1 && (outline.needs & NEED.sliced) !== 0) return this.withKnife(held);
    if (outline.wanted_O[held] === 0 || this.refused_O[held] === 1) return this.putDown(held);
    if (outline.kind === 'light') return this.light();
    const missing = outline.needs & ~this.memory.done_O[held];
    return missing !== 0 ? this.process(held, missing) : this.place(held);
  }

  /** Slices a wanted object where it lies, or looks for one; a knife that has done its work is put down. */
  private withKnife(knife: number): number {
    const { memory } = this;
    const { wanted, objectType } = memory.outline;
    if (this.hasSliced()) return this.putDown(knife);
    for (const o of wanted) {
      const slice = encode(VERB.slice, o, knife);
      if ((memory.done_O[o] & NEED.sliced) === 0 && this.find(slice) >= 0) return slice;
    }
    // Seen here, but it cannot be sliced here: the thing is in two places and counts as being in the other one.
    if (memory.here >= 0) this.cannotSlice_R[memory.here] = 1;
    for (const o of wanted) {
      const r = memory.lastAt_O[o];
      if (r >= 0 && !memory.isHere(r) && this.cannotSlice_R[r] === 0 && !this.isPlaced(o)) return this.goTo(r);
    }
    return this.search(objectType);
  }

  private hasSliced(): boolean {
    const { wanted } = this.memory.outline;
    return wanted.some((o) => (this.memory.done_O[o] & NEED.sliced) !== 0 && !this.isPlaced(o));
  }

  /** Into any receptacle: here, else where doors are known to be no trouble, else anywhere. */
  private putDown(object: number): number {
    const { memory } = this;
    const here = this.findVerb(VERB.put);
    if (here !== NONE) return here;
    this.findUnfit();
    const spots = [...memory.door_R.keys()].filter((r) => this.unfit_R[r] === 0);
    const easy = spots.find((r) => memory.door_R[r] === DOOR.none || memory.door_R[r] === DOOR.open);
    return this.into(easy ?? spots[0] ?? -1, encode(VERB.put, object, easy ?? spots[0] ?? 0));
  }

  private light(): number {
    const { memory } = this;
    const { lamp_O, lampType } = memory.outline;
    for (let o = 0; o < lamp_O.length; o++) {
      if (lamp_O[o] === 0 || memory.lastAt_O[o] < 0 || (memory.done_O[o] & LIT && memory.isHere(memory.lastAt_O[o])))
        continue;
      return memory.isHere(memory.lastAt_O[o]) ? encode(VERB.use, o) : this.goTo(memory.lastAt_O[o]);
    }
    return this.search(lampType);
  }

  private process(object: number, missing: number): number {
    const { memory } = this;
    const { serves_R } = memory.outline;
    // Clean before heat or cool: the fixed order of the procedure.
    const { need, verb } = APPLIANCES.find((a) => (missing & a.need) !== 0) ?? APPLIANCES[0];
    let target = -1;
    for (let r = 0; r < serves_R.length; r++) {
      if ((serves_R[r] & need) === 0 || memory.failures_R[r] > 0) continue;
      if (this.find(encode(verb, object, r)) >= 0) return encode(verb, object, r);
      if (memory.isHere(r)) this.refused_O[object] = 1;
      else if (target < 0) target = r;
    }
    return target >= 0 ? this.goTo(target) : this.putDown(object);
  }

  /** Into the goal receptacle where most is placed already; then a near one, then one whose door is no trouble. */
  private place(object: number): number {
    const { memory } = this;
    let best = -1;
    let bestScore = -1;
    for (const r of memory.outline.targets) {
      if (this.refused_R[r] === 1) continue;
      const easy = memory.door_R[r] === DOOR.none || memory.door_R[r] === DOOR.open;
      const score =
        memory.placed_R[r] * 8 +
        Number(memory.isHere(r)) * 4 +
        Number(easy) * 2 +
        Number(memory.door_R[r] === DOOR.unknown);
      if (score > bestScore) [best, bestScore] = [r, score];
    }
    if (best < 0) return NONE;
    const put = encode(VERB.put, object, best);
    if (memory.isHere(best) && memory.door_R[best] !== DOOR.closed && this.find(put) < 0) this.refused_R[best] = 1;
    return this.into(best, put);
  }

  /** Takes the first object that is asked for and was seen, nearest first. NONE if none was seen. */
  private fetch(asked: (object: number) => boolean): number {
    const { memory } = this;
    let far = -1;
    for (let o = 0; o < memory.outline.objects; o++) {
      const r = memory.lastAt_O[o];
      if (r < 0 || memory.shownAt_R[r] < 0 || this.refused_O[o] === 1 || !asked(o) || this.isPlaced(o)) continue;
      if (memory.isHere(r)) return this.into(r, encode(VERB.take, o, r));
      if (far < 0) far = r;
    }
    return far >= 0 ? this.goTo(far) : NONE;
  }

  /** Looks into the next receptacle of the order that was not looked into. */
  private search(type: string): number {
    const { memory } = this;
    for (const r of this.orderFor(type)) {
      if (memory.shownAt_R[r] >= 0) continue;
      if (!memory.isHere(r)) return this.goTo(r);
      return memory.door_R[r] === DOOR.closed ? encode(VERB.open, r) : encode(VERB.examineReceptacle, r);
    }
    return NONE;
  }

  private orderFor(type: string): readonly number[] {
    let order = this.orders.get(type);
    if (order === undefined) this.orders.set(type, (order = this.order(this.memory.outline, type, this.rng)));
    return order;
  }

  /** True for an object that is where the goal wants it; the explorer leaves it alone. */
  private isPlaced(object: number): boolean {
    const { memory } = this;
    const { outline } = memory;
    if (outline.kind === 'light' || !memory.isReady(object)) return false;
    const { targets, count } = outline;
    // One is settled wherever it is wanted (the task may mean another one); of two, only in the fullest receptacle.
    if (count === 1) return targets.some((r) => memory.inside(object, r));
    const fullest = targets.find((r) => memory.placed_R[r] === memory.placed);
    return fullest !== undefined && memory.placed > 0 && memory.inside(object, fullest);
  }

  /** Goes, opens, then gives `command`. */
  private into(receptacle: number, command: number): number {
    if (receptacle < 0) return NONE;
    if (!this.memory.isHere(receptacle)) return this.goTo(receptacle);
    return this.memory.door_R[receptacle] === DOOR.closed ? encode(VERB.open, receptacle) : command;
  }

  private goTo(receptacle: number): number {
    return encode(VERB.go, receptacle);
  }

  private findUnfit(): void {
    const { memory } = this;
    for (let r = 0; r < this.unfit_R.length; r++) {
      if (memory.isHere(r) && memory.door_R[r] !== DOOR.closed) this.unfit_R[r] = 1;
    }
  }

  private find(code: number): number {
    const { codes, count } = this.seat.game;
    for (let i = 0; i < count; i++) if (codes[i] === code) return i;
    return -1;
  }

  /** The first admissible command of a verb about the held object, or NONE. */
  private findVerb(verb: number): number {
    const { codes, count } = this.seat.game;
    for (let i = 0; i < count; i++)
      if (codeVerb(codes[i]) === verb && codeA(codes[i]) === this.memory.held) return codes[i];
    return NONE;
  }
}
