// The splits and switches of the generated household world, and what each split draws from.
// Invariant: splits are disjoint by construction: by house numbers, by the random stream of their tasks, or by type words.
import type { SplitInfo, SwitchInfo } from '../../world.ts';

export const generatedSplits: readonly SplitInfo[] = [
  { id: 'train', title: 'Train: 100 houses', heldOut: false },
  { id: 'id-test', title: 'New tasks in the train houses', heldOut: true },
  { id: 'ood-room', title: 'New houses', heldOut: true },
  { id: 'ood-object', title: 'New houses with new types of things and furniture', heldOut: true },
  { id: 'ood-compose', title: 'New compositions: wash then chill, two warm, cut then warm', heldOut: true },
  { id: 'ood-shift', title: 'Train houses, some types kept where they were rare', heldOut: true },
];

export const householdSwitches: readonly SwitchInfo[] = [
  {
    id: 'type-prior',
    title: 'Type prior',
    explanation:
      'Things are where the real games have them (mugs in cabinets, keys on tables). Off: anywhere they fit.',
    default: true,
  },
  {
    id: 'habits',
    title: 'House habits',
    explanation: 'In each house most types of things have one fixed place that they return to in 19 of 20 episodes.',
    default: false,
  },
  {
    id: 'drift',
    title: 'Drifting habits',
    explanation: 'Every 5 episodes of a house about a quarter of its habits move to another place (turns habits on).',
    default: false,
  },
  {
    id: 'faults',
    title: 'Faulty appliances',
    explanation: 'In about half of the houses an appliance is dead; another one of the same house does the work.',
    default: false,
  },
  {
    id: 'owner-words',
    title: "Owner's words",
    explanation: 'The task asks for "the breakfast mug": one certain thing of that house, the same in every episode.',
    default: false,
  },
  {
    id: 'twins',
    title: 'Wrong-state twins',
    explanation: 'Where a thing has to be washed, warmed or chilled, an untreated twin already lies at the goal.',
    default: false,
  },
  {
    id: 'explained-failures',
    title: 'Explained failures',
    explanation: 'A command that does nothing is answered with the reason (too far, shut, hands full, broken).',
    default: false,
  },
];

/** What a split draws from. */
export interface SplitPlan {
  /** House numbers: houses `first` to `first + houses - 1`. */
  readonly first: number;
  readonly houses: number;
  /** Number of tasks; they go round the houses that can be asked for something. */
  readonly size: number;
  /** Replaces some types by words that training never shows, and asks for those. */
  readonly novel: boolean;
  /** Compositions that training never asks for, in kitchens only. */
  readonly compose: boolean;
  /** Reverses the placement of the types of SHIFTED, and asks for those. */
  readonly shift: boolean;
}

const plan = (first: number, houses: number, size: number, change: Partial<SplitPlan> = {}): SplitPlan => ({
  first,
  houses,
  size,
  novel: false,
  compose: false,
  shift: false,
  ...change,
});

/** Tasks of a held-out split; the train split has a million (10,000 visits to each house). */
const HELD_OUT_SIZE = 200;

export const SPLIT_PLANS: Readonly<Record<string, SplitPlan>> = {
  train: plan(0, 100, 1_000_000),
  'id-test': plan(0, 100, HELD_OUT_SIZE),
  'ood-room': plan(100, 100, HELD_OUT_SIZE),
  'ood-object': plan(200, 100, HELD_OUT_SIZE, { novel: true }),
  'ood-compose': plan(0, 100, HELD_OUT_SIZE, { compose: true }),
  'ood-shift': plan(0, 100, HELD_OUT_SIZE, { shift: true }),
};

/** Types whose placement ood-shift reverses: each has a clear usual place, and each room type has some that are asked for. */
export const SHIFTED: ReadonlySet<string> = new Set([
  'bread',
  'bowl',
  'lettuce',
  'plate',
  'pot',
  'tomato',
  'book',
  'box',
  'cd',
  'laptop',
  'pen',
  'pillow',
  'cloth',
  'soapbottle',
]);

/** The switches of a set-up with defaults filled in. */
export interface Switches {
  readonly typePrior: boolean;
  readonly habits: boolean;
  readonly drift: boolean;
  readonly faults: boolean;
  readonly ownerWords: boolean;
  readonly twins: boolean;
  readonly explain: boolean;
}

/** Reads the switches; unknown names are left to the caller (a set-up may hold those of a newer version). */
export function readSwitches(given: Readonly<Record<string, boolean>>): Switches {
  const value = (id: string): boolean => given[id] ?? householdSwitches.some((s) => s.id === id && s.default);
  return {
    typePrior: value('type-prior'),
    habits: value('habits') || value('drift'),
    drift: value('drift'),
    faults: value('faults'),
    ownerWords: value('owner-words'),
    twins: value('twins'),
    explain: value('explained-failures'),
  };
}
