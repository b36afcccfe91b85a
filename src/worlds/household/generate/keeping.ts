// How a house keeps its things: weights of each receptacle for each type, homes (habits), and the owner's words.
// Invariant: a pure function of (layout, streams of the house, switches, change number); episodes draw from it, never alter it.
import type { Rng } from '../../../core/rng.ts';
import { PROP } from '../house.ts';
import type { Layout } from './layout.ts';
import type { ObjectRow } from './rooms.ts';
import { fits, propsOf } from './rooms.ts';
import { OWNER_ADJECTIVES } from './sentences.ts';
import { SHIFTED } from './splits.ts';

/** Share of the movable types that have a home in a house with habits. */
const HABIT_SHARE = 0.7;
/** A habit moves once in this many changes; a house has a change every DRIFT_EPISODES of its episodes. */
const DRIFT_PHASES = 4;
export const DRIFT_EPISODES = 5;

/** What the owner of a house calls one of its things. */
export interface OwnerWord {
  readonly phrase: string;
  /** Number of the thing that is meant, 1..3, as in its name. */
  readonly k: number;
}

/**
 * How far a house's own taste bends the measured share of a receptacle type for an object type: by an even factor in
 * (0.13, 1.87). With it two games of a house agree on the place of a type about as often as two real games of a floor plan.
 */
const TASTE_SPREAD = 1.74;

/** Weight of every receptacle for an object type; a type that fits nowhere but is somewhere keeps the measured places. */
function weightsOf(rng: Rng, layout: Layout, row: ObjectRow, typePrior: boolean, reversed: boolean): number[] {
  const { receptacles, ofType, use_R } = layout;
  if (!typePrior) {
    const even = receptacles.map((r) => Number(fits(r.type, row.type)));
    if (even.includes(1)) return even;
  }
  const types = [...row.places.keys()].filter((type) => ofType.has(type));
  const taste = (): number => 1 - TASTE_SPREAD / 2 + TASTE_SPREAD * rng.float();
  const shares = types.map((type) => (row.places.get(type) ?? 0) * taste());
  const order = shares.map((_, i) => i).sort((a, b) => shares[a] - shares[b] || a - b);
  const weight_R = new Array<number>(receptacles.length).fill(0);
  types.forEach((type, i) => {
    const share = reversed ? shares[order[order.length - 1 - order.indexOf(i)]] : shares[i];
    const own = ofType.get(type) ?? [];
    const total = own.reduce((sum, r) => sum + use_R[r], 0);
    for (const r of own) weight_R[r] = (share * use_R[r]) / total;
  });
  return weight_R;
}

/** Weights of all object types of a house, by position in layout.objects. */
export function drawWeights(
  rng: Rng,
  layout: Layout,
  typePrior: boolean,
  shift: boolean,
): readonly (readonly number[])[] {
  return layout.objects.map((row) =>
    weightsOf(rng.sub(row.type), layout, row, typePrior, shift && SHIFTED.has(row.type)),
  );
}

/**
 * Home receptacle of each object type of the house, -1 for none.
 * @param change number of changes that the house has seen (0 without drift); each moves about a quarter of the habits.
 */
export function drawHomes(rng: Rng, layout: Layout, weights: readonly (readonly number[])[], change: number): number[] {
  return layout.objects.map((row, i) => {
    const own = rng.sub(row.type);
    const phase = own.int(DRIFT_PHASES);
    if ((propsOf(row.type) & PROP.pickupable) === 0 || own.float() >= HABIT_SHARE) return -1;
    const moves = Math.floor((change + phase) / DRIFT_PHASES);
    return own.sub('home', moves).weighted(weights[i]);
  });
}

/** The owner's word for one thing of each movable type, by position in layout.objects; null for what cannot be moved. */
export function drawOwnerWords(rng: Rng, layout: Layout): (OwnerWord | null)[] {
  const adjectives = rng.shuffle([...OWNER_ADJECTIVES]);
  return layout.objects.map((row, i) => {
    const k = 1 + rng.int(3);
    if ((propsOf(row.type) & PROP.pickupable) === 0) return null;
    return { phrase: `${adjectives[i % adjectives.length]} ${row.type}`, k };
  });
}
