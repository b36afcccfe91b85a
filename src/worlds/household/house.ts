// The data of one household game: what a loader, the generator or an editor hands to the engine.
// Invariant: plain data, ids lower case (the naming rule works on them); indexes refer to the arrays of the same spec.

/** ALFWorld's six task types, then the compositions that never occur in training. */
export const TASK_TYPES = [
  'look_at_obj_in_light',
  'pick_and_place_simple',
  'pick_clean_then_place_in_recep',
  'pick_heat_then_place_in_recep',
  'pick_cool_then_place_in_recep',
  'pick_two_obj_and_place',
  'pick_clean_then_cool_then_place',
  'pick_two_hot_and_place',
  'slice_then_heat_and_place',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Bits of ObjectSpec.props: what can be done with an object, and the states it can start in. */
export const PROP = {
  pickupable: 1,
  cleanable: 2,
  heatable: 4,
  coolable: 8,
  toggleable: 16,
  sliceable: 32,
  receptacleObject: 64,
  isCool: 128,
} as const;

/** Bits of a goal's required states. */
export const NEED = { clean: 1, hot: 2, cool: 4, sliced: 8 } as const;

/** `count` different objects of one type, each in the needed states, in one receptacle of one type; or an object held in the light of a lamp. */
export type Goal =
  | {
      readonly kind: 'place';
      readonly objectType: string;
      readonly receptacleType: string;
      readonly count: 1 | 2;
      /** NEED bits. An object also has to be cleanable / heatable / coolable for the state that is needed, as the benchmark's goals say. */
      readonly needs: number;
      /** When given, only these objects count (owner's words: a name that means one thing). */
      readonly objects?: readonly number[];
    }
  | { readonly kind: 'light'; readonly objectType: string; readonly lampType: string };

export interface ReceptacleSpec {
  readonly id: string;
  readonly type: string;
  readonly location: number;
  readonly openable: boolean;
  /** Generated houses only: an appliance that does nothing. */
  readonly broken?: boolean;
}

export interface ObjectSpec {
  readonly id: string;
  readonly type: string;
  /** Index of the location of its objectAtLocation fact, -1 for none. */
  readonly location: number;
  readonly props: number;
  /** Receptacles it is in at the start: none, one, or two at once (a quirk of the real files). */
  readonly receptacles: readonly number[];
}

export interface HouseSpec {
  readonly id: string;
  readonly taskType: TaskType;
  /** The task sentence without "Your task is to:" and without the final stop. */
  readonly sentence: string;
  readonly goal: Goal;
  /** Floor plan number of the benchmark, or the generator's house number. */
  readonly scene: number;
  /** Index of the location where the agent starts (no receptacle there). */
  readonly start: number;
  /** Ids of the locations. */
  readonly locations: readonly string[];
  readonly receptacles: readonly ReceptacleSpec[];
  readonly objects: readonly ObjectSpec[];
  /** inReceptacleObject facts: [inner, outer] object indexes. */
  readonly inner: readonly (readonly [number, number])[];
  /** Pairs [receptacle type, object type] that fit. */
  readonly canContain: readonly (readonly [string, string])[];
  /** Receptacle types that clean, heat and cool. ALFWorld: sinkbasin (and sink in 2.1.1), microwave, fridge. */
  readonly appliances: {
    readonly clean: readonly string[];
    readonly heat: readonly string[];
    readonly cool: readonly string[];
  };
  /** Generated houses only: answers explain why a command failed (benchmark games never do). */
  readonly explainFailures?: boolean;
}
