// The regularity that a scripted explorer may learn: which types of receptacles hold which types of objects.
// Invariant: counted over given games (train games, by whoever calls) and keyed by types alone, so it fits any house.
import type { HouseSpec } from './house.ts';

/** Figures by object type, then receptacle type. */
type Table = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Prior {
  /** Objects of the type in one such receptacle, mean over all games. */
  readonly mean: Table;
  /** Share of such receptacles with at least one, over the games that have the object type: 0..1. */
  readonly chance: Table;
  /** By receptacle type: the share that has a door. */
  readonly doors: Readonly<Record<string, number>>;
}

/** A sum and what it is a share of. */
interface Tally {
  sum: number;
  total: number;
}
type Tallies = Map<string, Map<string, Tally>>;

/** Counts over the games. */
export function countPrior(specs: Iterable<HouseSpec>): Prior {
  const mean: Tallies = new Map();
  const chance: Tallies = new Map();
  const doors = new Map<string, Tally>();
  for (const spec of specs) {
    for (const r of spec.receptacles) add(doors, r.type, Number(r.openable), 1);
    for (const [type, number_R] of placements(spec)) {
      const means = entry(mean, type, () => new Map<string, Tally>());
      const chances = entry(chance, type, () => new Map<string, Tally>());
      spec.receptacles.forEach((r, index) => {
        add(means, r.type, number_R[index], 0);
        add(chances, r.type, Math.min(1, number_R[index]), 1);
      });
    }
  }
  // The mean is over all receptacles, also of games without the object type.
  for (const row of mean.values()) for (const [type, tally] of row) tally.total = doors.get(type)?.total ?? 1;
  return { mean: table(mean), chance: table(chance), doors: shares(doors) };
}

/** By object type: how many of it each receptacle holds at the start. */
function placements({ receptacles, objects }: HouseSpec): Map<string, number[]> {
  const held = new Map<string, number[]>();
  for (const object of objects) {
    for (const r of object.receptacles) entry(held, object.type, () => receptacles.map(() => 0))[r]++;
  }
  return held;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function add(row: Map<string, Tally>, type: string, sum: number, total: number): void {
  const tally = entry(row, type, () => ({ sum: 0, total: 0 }));
  tally.sum += sum;
  tally.total += total;
}

const table = (tallies: Tallies): Table => Object.fromEntries([...tallies].map(([type, row]) => [type, shares(row)]));

function shares(row: Map<string, Tally>): Record<string, number> {
  return Object.fromEntries([...row].map(([type, { sum, total }]) => [type, sum / total]));
}
