// The drawing of a house as plain data: what the agent knows of it now, and what its last command changed.
// Invariant: made from Memory and the names of what was seen alone; what the agent has not seen is not in it at all.
import { codeA, codeB, codeVerb, VERB } from './engine.ts';
import type { House } from './engine.ts';
import { NEED } from './house.ts';
import { DOOR, IN_HAND, LIT } from './memory.ts';
import type { Memory } from './memory.ts';

export type PictureMark = 'clean' | 'hot' | 'cool' | 'sliced' | 'lit';

export interface PictureObject {
  /** The same object has the same index in every picture of an episode. */
  readonly index: number;
  readonly name: string;
  readonly type: string;
  /** Of the type that the task asks for. */
  readonly wanted: boolean;
  /** Of the lamp type that the task asks for. */
  readonly lamp: boolean;
  /** States that the agent brought about. */
  readonly marks: readonly PictureMark[];
  /** Wanted, and it has every state that the task asks for. */
  readonly ready: boolean;
}

export interface PictureReceptacle {
  readonly index: number;
  readonly name: string;
  readonly type: string;
  /** 'unknown' until the agent stood before it; 'none' = it has no door. */
  readonly door: keyof typeof DOOR;
  readonly visited: boolean;
  /** The agent stands here. */
  readonly here: boolean;
  /** It stands where the receptacle with this index stands (the lowest of the place); null while unknown. */
  readonly place: number | null;
  /** Of the type into which the task wants things put. */
  readonly target: boolean;
  /** What its type does with things. */
  readonly serves: readonly PictureMark[];
  /** Commands here that did not happen. */
  readonly failures: number;
  /** Its contents were never seen: fog. */
  readonly fog: boolean;
  /** Steps since its contents were last seen, null for fog. */
  readonly seenAgo: number | null;
  /** What was in it when it was last seen. */
  readonly contents: readonly PictureObject[];
}

/** The last command. Indexes are those of the picture's receptacles and objects. */
export interface PictureChange {
  readonly verb: keyof typeof VERB;
  readonly happened: boolean;
  readonly receptacle: number | null;
  readonly object: number | null;
}

export interface HouseholdPicture {
  readonly world: 'household';
  readonly step: number;
  /** In the order of the opening observation. */
  readonly receptacles: readonly PictureReceptacle[];
  /** Receptacle that the agent went to last, null at the start. */
  readonly here: number | null;
  readonly held: PictureObject | null;
  readonly goal: {
    readonly kind: 'place' | 'light';
    readonly objectType: string;
    readonly count: number;
    readonly needs: readonly PictureMark[];
    /** '' for a light goal. */
    readonly receptacleType: string;
    /** '' for a place goal. */
    readonly lampType: string;
    /** How many objects are done, as far as the agent knows. */
    readonly placed: number;
  };
  /** Null at the start, and after a text that was not admissible. */
  readonly change: PictureChange | null;
}

const MARKS: readonly (readonly [number, PictureMark])[] = [
  [NEED.clean, 'clean'],
  [NEED.hot, 'hot'],
  [NEED.cool, 'cool'],
  [NEED.sliced, 'sliced'],
  [LIT, 'lit'],
];
const DOORS = Object.keys(DOOR) as (keyof typeof DOOR)[];
const VERB_NAMES = Object.keys(VERB) as (keyof typeof VERB)[];

const marksOf = (bits: number): PictureMark[] => MARKS.filter(([bit]) => (bits & bit) !== 0).map(([, mark]) => mark);

/** The picture of an episode now. Only names are read from the house. */
export function picture({ house }: { readonly house: House }, memory: Memory): HouseholdPicture {
  const { outline } = memory;
  const known = [...outline.type_O.keys()].filter((o) => memory.seenAt_O[o] >= 0);
  return {
    world: 'household',
    step: memory.step,
    receptacles: outline.type_R.map((_, r) => receptacle(house, memory, known, r)),
    here: orNull(memory.here),
    held: memory.held < 0 ? null : thing(house, memory, memory.held),
    goal: {
      kind: outline.kind,
      objectType: outline.objectType,
      count: outline.count,
      needs: marksOf(outline.needs),
      receptacleType: outline.receptacleType,
      lampType: outline.lampType,
      placed: memory.placed,
    },
    change: memory.lastCode < 0 ? null : change(memory.lastCode, memory.happened),
  };
}

function receptacle(house: House, memory: Memory, known: readonly number[], r: number): PictureReceptacle {
  const { outline } = memory;
  const seenAt = memory.seenAt_R[r];
  return {
    index: r,
    name: house.names.receptacles[r],
    type: outline.type_R[r],
    door: DOORS[memory.door_R[r]],
    visited: memory.visits_R[r] > 0,
    here: memory.isHere(r),
    place: orNull(memory.group_R[r]),
    target: outline.target_R[r] === 1,
    serves: marksOf(outline.serves_R[r]),
    failures: memory.failures_R[r],
    fog: seenAt < 0,
    seenAgo: seenAt < 0 ? null : memory.step - seenAt,
    contents: known.filter((o) => isIn(memory, o, r)).map((o) => thing(house, memory, o)),
  };
}

/** A lamp that can be used at a place is drawn there even if it was not seen lying in a receptacle. */
function isIn(memory: Memory, object: number, receptacle: number): boolean {
  if (memory.lastAt_O[object] === IN_HAND && memory.held === object) return false;
  return memory.inside(object, receptacle) || memory.lastAt_O[object] === receptacle;
}

function thing(house: House, memory: Memory, o: number): PictureObject {
  const { outline } = memory;
  return {
    index: o,
    name: house.names.objects[o],
    type: outline.type_O[o],
    wanted: outline.wanted_O[o] === 1,
    lamp: outline.lamp_O[o] === 1,
    marks: marksOf(memory.done_O[o]),
    ready: outline.wanted_O[o] === 1 && memory.isReady(o),
  };
}

function change(code: number, happened: boolean): PictureChange {
  const verb = codeVerb(code);
  const [receptacleAt, objectAt] = ARGUMENTS[VERB_NAMES[verb]];
  const parts = [codeA(code), codeB(code)];
  return {
    verb: VERB_NAMES[verb],
    happened,
    receptacle: receptacleAt === null ? null : parts[receptacleAt],
    object: objectAt === null ? null : parts[objectAt],
  };
}

/** Which argument of a command is its receptacle and which its object. */
const ARGUMENTS: Readonly<Record<keyof typeof VERB, readonly [0 | 1 | null, 0 | 1 | null]>> = {
  clean: [1, 0],
  close: [0, null],
  cool: [1, 0],
  examineObject: [null, 0],
  examineReceptacle: [0, null],
  go: [0, null],
  heat: [1, 0],
  help: [null, null],
  inventory: [null, null],
  look: [null, null],
  put: [1, 0],
  open: [0, null],
  slice: [null, 0],
  take: [1, 0],
  use: [null, 0],
};

const orNull = (index: number): number | null => (index < 0 ? null : index);
