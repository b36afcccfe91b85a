// Describes admissible commands to a policy as sparse feature ids, from what the agent has observed and nothing else.
// Invariant: reads the task sentence and the opening list (Outline), the agent's Memory and the command codes; two games that
// look the same to the agent give the same ids. Ids are hashes of small tuples; the meaning is in the tuple, not in the number.
import { hash32, hashString } from '../../core/hash.ts';
import type { FeatureSink } from '../world.ts';
import { codeA, codeB, codeVerb, VERB } from './engine.ts';
import { NEED } from './house.ts';
import { DOOR, IN_HAND, LIT, type Memory } from './memory.ts';
import type { Outline } from './outline.ts';

/** Name spaces of the features, so that tuples of different meaning never share an id. */
const SPACE = {
  verb: 1,
  go: 2,
  goCoarse: 3,
  prior: 4,
  roomPrior: 5,
  crowd: 6,
  kind: 7,
  again: 8,
  open: 9,
  openKind: 10,
  deliver: 11,
  idle: 12,
  past: 13,
} as const;

const VERB_NEED: Readonly<Record<number, number>> = {
  [VERB.clean]: NEED.clean,
  [VERB.heat]: NEED.hot,
  [VERB.cool]: NEED.cool,
};

/** What is in the hand. */
const HAND = { empty: 0, ready: 1, unready: 2, other: 3 } as const;

/** Receptacle types that tell the room; the first that the opening list holds decides. */
const LANDMARKS = ['fridge', 'toilet', 'bed', 'sofa'];

/** Feature tables of one house, made once; `describe` allocates nothing. */
export class Features {
  private readonly prior_R: Int32Array;
  private readonly roomPrior_R: Int32Array;
  private readonly lampPrior_R: Int32Array;
  private readonly kind_R: Int32Array;
  private readonly crowd_R: Int32Array;
  private readonly type_R: Int32Array;
  /** Wanted objects that are still to be fetched: known, not in the hand, not where they belong. */
  private readonly source_R: Uint8Array;
  private readonly lampAt_R: Uint8Array;

  // The situation, worked out once per step and shared by all commands.
  private hand = 0;
  private missing = 0;
  private phase = 0;
  private coarse = 0;
  private needs = 0;
  private firstType = -1;

  constructor(private readonly outline: Outline) {
    const types = outline.type_R;
    const wanted = hashString(outline.objectType);
    const lamp = hashString(outline.lampType);
    const room = LANDMARKS.findIndex((type) => types.includes(type));
    const table = (id: (type: string) => number): Int32Array => Int32Array.from(types, (type) => id(type) | 0);
    this.type_R = table(hashString);
    this.prior_R = table((type) => tuple(SPACE.prior, wanted, hashString(type)));
    this.lampPrior_R = table((type) => tuple(SPACE.prior, lamp, hashString(type)));
    this.roomPrior_R = table((type) => tuple(SPACE.roomPrior, hash32(wanted, room), hashString(type)));
    this.kind_R = table((type) => tuple(SPACE.kind, hashString(type), 0));
    this.crowd_R = table((type) => tuple(SPACE.crowd, sizeClass(types.filter((other) => other === type).length), 0));
    this.source_R = new Uint8Array(types.length);
    this.lampAt_R = new Uint8Array(types.length);
  }

  /** Writes one row per command of `game`, in order. */
  describe(game: { readonly count: number; readonly codes: Int32Array }, memory: Memory, out: FeatureSink): void {
    this.survey(memory);
    for (let i = 0; i < game.count; i++) {
      const code = game.codes[i];
      const verb = codeVerb(code);
      const a = codeA(code);
      const b = codeB(code);
      out.row();
      if (this.isIdle(verb, a, b, memory)) out.add(IDLE);
      switch (verb) {
        case VERB.go:
          this.describeGo(a, memory, out);
          break;
        case VERB.open:
          this.describeOpen(a, memory, out);
          break;
        case VERB.close:
        case VERB.examineReceptacle:
          this.add(out, verb, this.roleOf(a, memory));
          break;
        case VERB.take:
        case VERB.put:
          this.add(out, verb, this.objectRole(a, memory) + 8 * this.placeRole(b, memory));
          break;
        case VERB.clean:
        case VERB.heat:
        case VERB.cool:
          this.add(out, verb, Number((VERB_NEED[verb] & this.needs) !== 0) + 2 * Math.min(memory.failures_R[b], 2));
          break;
        case VERB.use:
          this.add(out, verb, this.outline.lamp_O[a] + 2 * Number((memory.done_O[a] & LIT) !== 0));
          break;
        case VERB.slice:
          this.add(out, verb, this.objectRole(a, memory));
          break;
        default:
          this.add(out, verb, 0);
      }
    }
  }

  /** Works out the situation: what is in the hand, what is known, what is missing. */
  private survey(memory: Memory): void {
    const { outline } = this;
    const held = memory.held;
    this.hand =
      held < 0
        ? HAND.empty
        : outline.wanted_O[held] === 0
          ? HAND.other
          : memory.isReady(held)
            ? HAND.ready
            : HAND.unready;
    this.needs = this.hand === HAND.unready ? outline.needs & ~memory.done_O[held] : outline.needs;
    const known = this.surveyWanted(memory);
    const lamp = outline.kind === 'light' ? this.surveyLamps(memory) : 0;
    const lacksObject = !known && (this.hand === HAND.empty || this.hand === HAND.other);
    this.missing = Number(lacksObject) + 2 * Number(lamp === 1);
    const task = outline.kind === 'light' ? 2 : outline.count - 1;
    const placed = Math.min(memory.placed, 3);
    this.coarse = this.hand + 4 * Number(known) + 8 * lamp;
    this.phase = hash32(this.coarse + 64 * task + 256 * placed, this.needs);
  }

  /** Marks the receptacles that hold an object still to be fetched; true if there is one. */
  private surveyWanted(memory: Memory): boolean {
    const { wanted } = this.outline;
    this.source_R.fill(0);
    this.firstType = -1;
    let known = false;
    for (let i = 0; i < wanted.length; i++) {
      const o = wanted[i];
      const r = memory.lastAt_O[o];
      if (r === IN_HAND || r < 0) continue;
      if (this.isPlaced(o, r, memory)) {
        if (memory.takenFrom_O[o] >= 0) this.firstType = this.type_R[memory.takenFrom_O[o]];
        continue;
      }
      this.source_R[r] = 1;
      known = true;
    }
    return known;
  }

  /** 1 unknown, 2 known elsewhere, 3 here, 4 here and lit. */
  private surveyLamps(memory: Memory): number {
    const { lamp_O } = this.outline;
    this.lampAt_R.fill(0);
    let state = 1;
    for (let o = 0; o < lamp_O.length; o++) {
      const r = memory.lastAt_O[o];
      if (lamp_O[o] === 0 || r < 0) continue;
      this.lampAt_R[r] = 1;
      const here = memory.isHere(r) ? ((memory.done_O[o] & LIT) !== 0 ? 4 : 3) : 2;
      if (here > state) state = here;
    }
    return state;
  }

  /** In the goal receptacle that counts: of two objects, the one where most are already. */
  private isPlaced(object: number, receptacle: number, memory: Memory): boolean {
    return (
      this.outline.target_R[receptacle] === 1 &&
      memory.isReady(object) &&
      memory.placed_R[receptacle] === memory.placed &&
      memory.placed > 0
    );
  }

  /** True for a command that can neither show anything new nor bring the task on, as far as the agent knows. */
  private isIdle(verb: number, a: number, b: number, memory: Memory): boolean {
    switch (verb) {
      case VERB.look:
      case VERB.inventory:
      case VERB.help:
      case VERB.examineObject:
      case VERB.close:
        return true;
      case VERB.examineReceptacle:
        return this.sightOf(a, memory) !== 0;
      case VERB.go:
        return this.sightOf(a, memory) === 2 && !this.isUseful(a);
      case VERB.take:
        return !this.isNeeded(a) || this.isPlaced(a, b, memory);
      case VERB.clean:
      case VERB.heat:
      case VERB.cool:
        return this.hand !== HAND.unready || (VERB_NEED[verb] & this.needs) === 0;
      case VERB.use:
        return this.outline.lamp_O[a] === 0 || (memory.done_O[a] & LIT) !== 0;
      default:
        return false;
    }
  }

  /** An object of the goal type, or a knife where something is to be sliced. */
  private isNeeded(o: number): boolean {
    const { wanted_O, knife_O, needs } = this.outline;
    return wanted_O[o] === 1 || (knife_O[o] === 1 && (needs & NEED.sliced) !== 0);
  }

  /** True if the receptacle has something to fetch, a lamp, or a use for what is in the hand. */
  private isUseful(r: number): boolean {
    const { target_R, serves_R } = this.outline;
    const use = this.hand === HAND.ready ? target_R[r] : this.hand === HAND.unready ? serves_R[r] & this.needs : 0;
    return this.source_R[r] + this.lampAt_R[r] + use > 0;
  }

  private add(out: FeatureSink, verb: number, role: number): void {
    out.add(tuple(SPACE.verb, this.phase, verb + 16 * role));
    out.add(tuple(SPACE.verb, this.coarse, verb + 16 * role + 4096));
  }

  /** What a receptacle is to the task, as far as it is known. */
  private roleOf(r: number, memory: Memory): number {
    return this.sightOf(r, memory) + 4 * this.placeRole(r, memory);
  }

  /** 0 not looked into, 1 found closed, 2 contents known. */
  private sightOf(r: number, memory: Memory): number {
    return memory.seenAt_R[r] >= 0 ? 2 : memory.door_R[r] === DOOR.closed ? 1 : 0;
  }

  private placeRole(r: number, memory: Memory): number {
    const { target_R, serves_R } = this.outline;
    return (
      this.source_R[r] +
      2 * this.lampAt_R[r] +
      4 * target_R[r] +
      8 * Number(target_R[r] === 1 && memory.placed > 0 && memory.placed_R[r] === memory.placed) +
      16 * Number(this.hand === HAND.unready && (serves_R[r] & this.needs) !== 0)
    );
  }

  private objectRole(o: number, memory: Memory): number {
    const { wanted_O, lamp_O } = this.outline;
    return wanted_O[o] + 2 * lamp_O[o] + 4 * Number(memory.isReady(o));
  }

  private describeGo(r: number, memory: Memory, out: FeatureSink): void {
    const role = this.roleOf(r, memory);
    const past = memory.door_R[r] + 4 * Math.min(memory.visits_R[r], 3) + 16 * Math.min(memory.failures_R[r], 2);
    out.add(tuple(SPACE.go, this.phase, role));
    out.add(tuple(SPACE.goCoarse, this.coarse, role));
    out.add(tuple(SPACE.past, this.hand, past + 64 * (this.sightOf(r, memory) + 4 * Number(this.isUseful(r)))));
    if (this.missing !== 0 && this.sightOf(r, memory) < 2) this.describeSearch(r, out);
    if (this.hand === HAND.ready && this.outline.target_R[r] === 1) out.add(tuple(SPACE.deliver, this.type_R[r], past));
  }

  private describeSearch(r: number, out: FeatureSink): void {
    if ((this.missing & 1) !== 0) {
      out.add(this.prior_R[r]);
      out.add(this.roomPrior_R[r]);
      if (this.firstType !== -1) out.add(tuple(SPACE.again, Number(this.type_R[r] === this.firstType), 0));
    }
    if ((this.missing & 2) !== 0) out.add(this.lampPrior_R[r]);
    out.add(this.crowd_R[r]);
    out.add(this.kind_R[r]);
  }

  private describeOpen(r: number, memory: Memory, out: FeatureSink): void {
    this.add(out, VERB.open, this.roleOf(r, memory));
    out.add(tuple(SPACE.open, this.coarse, this.type_R[r]));
    if (this.missing !== 0 && this.sightOf(r, memory) < 2)
      out.add(tuple(SPACE.openKind, this.prior_R[r], this.missing));
  }
}

function tuple(space: number, a: number, b: number): number {
  return hash32(hash32(space, a), b);
}

/** The one feature of idle commands: whatever the situation, they are a step lost. */
const IDLE = tuple(SPACE.idle, 0, 0);

/** Classes of how many receptacles of a type a house has. */
function sizeClass(count: number): number {
  return [1, 2, 3, 5, 8, 12, 20].findIndex((most) => count <= most);
}
