// What the agent has seen of one game, as integers: the only source of a policy's features, a player's choices and the picture.
// Invariant: Memory changes only by what an observation tells: the contents of the receptacle that was shown, the list of
// admissible commands, and the agent's own command with whether it happened. Two games that look the same give equal memories.
// Facts about objects are kept by object index, but an entry is blank until the object was seen or named in a command.
import { NEED } from './house.ts';
import type { Outline } from './outline.ts';
import { codeA, codeB, codeVerb, VERB } from './engine.ts';

/** What Memory may look at. Game fits it; `contains` is asked about the shown receptacle only, and only when it is not closed. */
export interface Observed {
  readonly count: number;
  readonly codes: Int32Array;
  readonly lastCode: number;
  readonly happened: boolean;
  readonly shown: number;
  readonly shownClosed: boolean;
  contains(object: number, receptacle: number): boolean;
}

/** Values of Memory.door_R: nothing known yet, cannot be closed, seen closed, seen open. */
export const DOOR = { unknown: 0, none: 1, closed: 2, open: 3 } as const;

/** Bit of Memory.done_O beside the NEED bits: the agent used this lamp. */
export const LIT = 16;

/** Values of Memory.lastAt_O besides a receptacle index. */
export const NEVER_SEEN = -1;
export const IN_HAND = -2;

const HEADER = 8;

export class Memory {
  readonly outline: Outline;
  /** All of the memory in one array: equal memories have equal arrays. The views below look into it. */
  readonly data: Int32Array;
  /** Times the agent went to the receptacle. */
  readonly visits_R: Int32Array;
  /** Step at which all that can be taken from it was last known (it was shown, or its takes were listed), -1 never. */
  readonly seenAt_R: Int32Array;
  /** Step at which an observation last told its contents, -1 never. */
  readonly shownAt_R: Int32Array;
  /** A DOOR value. */
  readonly door_R: Int32Array;
  /** Smallest index of the receptacles at the same place, -1 while unknown. */
  readonly group_R: Int32Array;
  /** Commands at this receptacle that did not happen (a broken appliance, a wrong place). */
  readonly failures_R: Int32Array;
  /** Objects of the goal type in the needed states in it as last seen, on receptacles of the goal type; else 0. */
  readonly placed_R: Int32Array;
  /** Sets of objects in each receptacle as last seen, `outline.words` words each. */
  readonly contents_RW: Int32Array;
  /** Where the object was last seen: a receptacle, NEVER_SEEN or IN_HAND. */
  readonly lastAt_O: Int32Array;
  /** Step at which it was last seen, -1 never. */
  readonly seenAt_O: Int32Array;
  /** NEED bits that the agent brought about itself (heating undoes cold and the other way round), and LIT. */
  readonly done_O: Int32Array;
  /** Receptacle from which the agent last took it, -1 never. */
  readonly takenFrom_O: Int32Array;

  constructor(outline: Outline) {
    const { receptacles: R, objects: O, words: W } = outline;
    this.outline = outline;
    this.data = new Int32Array(HEADER + R * 7 + R * W + O * 4);
    let offset = HEADER;
    const view = (length: number): Int32Array => this.data.subarray(offset, (offset += length));
    this.visits_R = view(R);
    this.seenAt_R = view(R);
    this.shownAt_R = view(R);
    this.door_R = view(R);
    this.group_R = view(R);
    this.failures_R = view(R);
    this.placed_R = view(R);
    this.contents_RW = view(R * W);
    this.lastAt_O = view(O);
    this.seenAt_O = view(O);
    this.done_O = view(O);
    this.takenFrom_O = view(O);
    this.begin();
  }

  /** Steps taken so far. */
  get step(): number {
    return this.data[0];
  }
  /** Receptacle that the agent went to last, -1 before the first. Others may stand at the same place (group_R). */
  get here(): number {
    return this.data[1];
  }
  /** Object in the hand, -1 for none. */
  get held(): number {
    return this.data[2];
  }
  /** Objects of the goal that are known to be done, in the one goal receptacle where most are. */
  get placed(): number {
    return this.data[3];
  }
  /** Step at which something last changed for the agent (it moved, opened, took, put, processed, lit). */
  get changedAt(): number {
    return this.data[4];
  }
  /** Receptacles visited at least once. */
  get visited(): number {
    return this.data[5];
  }
  /** Last command, -1 before the first (also for a text that was not admissible). */
  get lastCode(): number {
    return this.data[6];
  }
  /** False when the last command did not happen. */
  get happened(): boolean {
    return this.data[7] === 1;
  }

  /** Forgets everything: the start of an episode of the same house. */
  begin(): void {
    this.data.fill(0);
    this.data[1] = -1;
    this.data[2] = -1;
    this.data[6] = -1;
    this.data[7] = 1;
    this.seenAt_R.fill(-1);
    this.shownAt_R.fill(-1);
    this.group_R.fill(-1);
    this.lastAt_O.fill(NEVER_SEEN);
    this.seenAt_O.fill(-1);
    this.takenFrom_O.fill(-1);
  }

  clone(): Memory {
    const copy = new Memory(this.outline);
    copy.data.set(this.data);
    return copy;
  }

  /** Becomes equal to `other`, a memory of the same house. */
  copyFrom(other: Memory): void {
    this.data.set(other.data);
  }

  /** True if the object was in the receptacle when its contents were last seen. */
  inside(object: number, receptacle: number): boolean {
    return ((this.contents_RW[receptacle * this.outline.words + (object >> 5)] >>> (object & 31)) & 1) === 1;
  }

  /** True if the receptacle stands where the agent is, as far as it knows. */
  isHere(receptacle: number): boolean {
    const here = this.data[1];
    return (
      here >= 0 && (receptacle === here || (this.group_R[receptacle] === this.group_R[here] && this.group_R[here] >= 0))
    );
  }

  /** True if the object has every state that the goal needs, by the agent's own acts. */
  isReady(object: number): boolean {
    return (this.outline.needs & ~this.done_O[object]) === 0;
  }

  /** Takes in the observation after a command. Call it once after every step of the game. */
  observe(game: Observed): void {
    const data = this.data;
    const step = ++data[0];
    data[6] = game.lastCode;
    data[7] = Number(game.happened);
    if (!game.happened) {
      this.noteFailure(game.lastCode);
      return;
    }
    if (game.lastCode >= 0 && this.noteAct(codeVerb(game.lastCode), codeA(game.lastCode), codeB(game.lastCode), step)) {
      data[4] = step;
      this.noteCommands(game, step);
    }
    if (game.shown >= 0 && !game.shownClosed) this.noteContents(game, game.shown, step);
  }

  private noteFailure(code: number): void {
    if (code < 0) return;
    const receptacle = receptacleOf(codeVerb(code), codeA(code), codeB(code));
    if (receptacle >= 0) this.failures_R[receptacle]++;
  }

  /** The agent's own act, which happened. Returns true if it can have changed what is admissible. */
  private noteAct(verb: number, a: number, b: number, step: number): boolean {
    switch (verb) {
      case VERB.go:
        if (this.visits_R[a]++ === 0) this.data[5]++;
        this.data[1] = a;
        return true;
      case VERB.open:
      case VERB.close:
        this.door_R[a] = verb === VERB.open ? DOOR.open : DOOR.closed;
        return true;
      case VERB.take:
        this.setInside(a, b, false);
        this.data[2] = a;
        this.lastAt_O[a] = IN_HAND;
        this.seenAt_O[a] = step;
        this.takenFrom_O[a] = b;
        return true;
      case VERB.put:
        this.data[2] = -1;
        this.setInside(a, b, true);
        this.lastAt_O[a] = b;
        this.seenAt_O[a] = step;
        return true;
      case VERB.clean:
        return this.setDone(a, this.done_O[a] | NEED.clean);
      case VERB.heat:
        return this.setDone(a, (this.done_O[a] & ~NEED.cool) | NEED.hot);
      case VERB.cool:
        return this.setDone(a, (this.done_O[a] & ~NEED.hot) | NEED.cool);
      case VERB.slice:
        return this.setDone(a, this.done_O[a] | NEED.sliced);
      case VERB.use:
        return this.setDone(a, this.done_O[a] | LIT);
      default:
        return false;
    }
  }

  /** What the list of admissible commands tells about the place: who stands here, doors, and what lies within reach. */
  private noteCommands(game: Observed, step: number): void {
    const { codes, count } = game;
    let first = -1;
    for (let i = 0; i < count; i++) {
      const code = codes[i];
      const a = codeA(code);
      switch (codeVerb(code)) {
        case VERB.examineReceptacle:
          if (first < 0 || a < first) first = a;
          if (this.door_R[a] === DOOR.unknown) this.door_R[a] = DOOR.none;
          break;
        case VERB.open:
          this.door_R[a] = DOOR.closed;
          break;
        case VERB.close:
          this.door_R[a] = DOOR.open;
          break;
        case VERB.take:
          this.noteObject(a, codeB(code), step);
          break;
        case VERB.use:
          if (this.lastAt_O[a] === NEVER_SEEN && this.data[1] >= 0) this.lastAt_O[a] = this.data[1];
          this.seenAt_O[a] = step;
          break;
      }
    }
    if (first >= 0) this.noteGroup(game, first, step);
  }

  /** `first` is the lowest receptacle here. With empty hands every take is listed, so whatever is not closed is known in full. */
  private noteGroup(game: Observed, first: number, step: number): void {
    const { codes, count } = game;
    const handsEmpty = this.data[2] < 0;
    for (let i = 0; i < count; i++) {
      const code = codes[i];
      if (codeVerb(code) !== VERB.examineReceptacle) continue;
      const r = codeA(code);
      this.group_R[r] = first;
      if (handsEmpty && this.door_R[r] !== DOOR.closed) this.seenAt_R[r] = step;
    }
  }

  private noteContents(game: Observed, receptacle: number, step: number): void {
    const objects = this.outline.objects;
    for (let o = 0; o < objects; o++) {
      if (game.contains(o, receptacle)) this.noteObject(o, receptacle, step);
    }
    this.seenAt_R[receptacle] = step;
    this.shownAt_R[receptacle] = step;
  }

  private noteObject(object: number, receptacle: number, step: number): void {
    this.setInside(object, receptacle, true);
    this.seenAt_O[object] = step;
    // Some objects are in two receptacles at once: one in the hand can still be listed elsewhere.
    if (object !== this.data[2]) this.lastAt_O[object] = receptacle;
  }

  private setDone(object: number, done: number): true {
    this.done_O[object] = done;
    if (this.outline.wanted_O[object] === 1) this.countPlaced();
    return true;
  }

  private setInside(object: number, receptacle: number, inside: boolean): void {
    const at = receptacle * this.outline.words + (object >> 5);
    const bit = 1 << (object & 31);
    if (((this.contents_RW[at] & bit) !== 0) === inside) return;
    this.contents_RW[at] ^= bit;
    if (this.outline.wanted_O[object] === 1 && this.outline.target_R[receptacle] === 1) this.countPlaced();
  }

  /** Rare: only when a wanted object changed its place or state. */
  private countPlaced(): void {
    const { targets, wanted } = this.outline;
    let most = 0;
    for (let t = 0; t < targets.length; t++) {
      let placed = 0;
      for (let w = 0; w < wanted.length; w++) {
        if (this.isReady(wanted[w]) && this.inside(wanted[w], targets[t])) placed++;
      }
      this.placed_R[targets[t]] = placed;
      if (placed > most) most = placed;
    }
    this.data[3] = most;
  }
}

/** The receptacle that a command names, -1 if none. */
function receptacleOf(verb: number, a: number, b: number): number {
  switch (verb) {
    case VERB.go:
    case VERB.examineReceptacle:
    case VERB.open:
    case VERB.close:
      return a;
    case VERB.take:
    case VERB.put:
    case VERB.clean:
    case VERB.heat:
    case VERB.cool:
      return b;
    default:
      return -1;
  }
}
