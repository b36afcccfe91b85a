// The learnt prior as built in: made from the measured figures of the 3,553 real train games (generate/figures.ts).
// Invariant: an approximation of countPrior over those games for when they are not at hand (generated houses, a lone game file).
import { REAL_ROOMS, ROOM_NAMES, ROOM_SHARES } from './generate/rooms.ts';
import type { ObjectRow, ReceptacleRow } from './generate/rooms.ts';
import type { Prior } from './prior.ts';

/** Sums over the room types: objects of a type in receptacles of a type, and such receptacles, per game. */
class Sums {
  readonly receptacles = new Map<string, number>();
  readonly doors = new Map<string, number>();
  readonly objects = new Map<string, Map<string, number>>();
  /** Receptacles of the type in games that have the object type. */
  readonly beside = new Map<string, Map<string, number>>();

  addReceptacle(row: ReceptacleRow, games: number): void {
    const count = games * meanCount(row);
    increase(this.receptacles, row.type, count);
    increase(this.doors, row.type, count * row.openable);
  }

  addPair(object: ObjectRow, receptacle: ReceptacleRow, games: number): void {
    const has = 1 - receptacle.weights_N[0] / receptacle.weights_N.reduce((a, b) => a + b, 0);
    const inside = games * copies(object) * has * (object.places.get(receptacle.type) ?? 0);
    if (inside === 0) return;
    increase(rowOf(this.objects, object.type), receptacle.type, inside);
    increase(rowOf(this.beside, object.type), receptacle.type, games * object.present * meanCount(receptacle));
  }
}

let built: Prior | null = null;

/** The built-in prior; made once. */
export function figuresPrior(): Prior {
  return (built ??= build());
}

function build(): Prior {
  const sums = new Sums();
  ROOM_NAMES.forEach((name, i) => {
    const { receptacles, objects } = REAL_ROOMS[name];
    for (const receptacle of receptacles) {
      sums.addReceptacle(receptacle, ROOM_SHARES[i]);
      for (const object of objects) sums.addPair(object, receptacle, ROOM_SHARES[i]);
    }
  });
  const perObject = (total: (objectType: string, receptacleType: string) => number): Prior['mean'] =>
    Object.fromEntries(
      [...sums.objects].map(([objectType, row]) => [
        objectType,
        Object.fromEntries([...row].map(([type, sum]) => [type, Math.min(1, sum / total(objectType, type))])),
      ]),
    );
  return {
    mean: perObject((_, type) => sums.receptacles.get(type) ?? 1),
    chance: perObject((objectType, type) => sums.beside.get(objectType)?.get(type) ?? 1),
    doors: Object.fromEntries([...sums.receptacles].map(([type, n]) => [type, (sums.doors.get(type) ?? 0) / n])),
  };
}

function meanCount({ counts, weights_N }: ReceptacleRow): number {
  const total = weights_N.reduce((a, b) => a + b, 0);
  return counts.reduce((sum, count, i) => sum + count * weights_N[i], 0) / total;
}

/** Copies per game, games without any included. */
function copies(row: ObjectRow): number {
  return row.copies.reduce((sum, weight, i) => sum + ((i + 1) * weight) / 1000, 0);
}

function rowOf(table: Map<string, Map<string, number>>, key: string): Map<string, number> {
  let row = table.get(key);
  if (row === undefined) table.set(key, (row = new Map()));
  return row;
}

function increase(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}
