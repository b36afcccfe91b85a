// Draws a house: receptacles, who stands beside whom, which types of things it has, and how it likes to keep them.
// Invariant: a layout is a pure function of (random stream of the house, tables, faults); episodes only read it.
import type { Rng } from '../../../core/rng.ts';
import type { ReceptacleSpec } from '../house.ts';
import { byId, locationId, receptacleId } from './ids.ts';
import type { ObjectRow, RoomTables } from './rooms.ts';
import { fits } from './rooms.ts';

export interface Layout {
  readonly number: number;
  readonly tables: RoomTables;
  readonly start: number;
  readonly locations: readonly string[];
  readonly receptacles: readonly ReceptacleSpec[];
  /** Receptacle type -> indexes of `receptacles`. */
  readonly ofType: ReadonlyMap<string, readonly number[]>;
  /** Types of things that the house has, in the order of the figures. */
  readonly objects: readonly ObjectRow[];
  readonly canContain: readonly (readonly [string, string])[];
  readonly appliances: {
    readonly clean: readonly string[];
    readonly heat: readonly string[];
    readonly cool: readonly string[];
  };
  /** How much this house uses each receptacle compared with others of its type; the mean is 1. */
  readonly use_R: readonly number[];
}

const APPLIANCES = { clean: 'sinkbasin', heat: 'microwave', cool: 'fridge' } as const;
const STOVE = 'stoveburner';

/** Use of a receptacle: even in (0.13, 1.87), so that two games of a house agree on one of n about (1 + 0.25) / n of the time, as measured. */
const USE_SPREAD = 1.74;

interface Piece {
  readonly type: string;
  readonly openable: boolean;
  readonly broken: boolean;
}

/** Pieces of furniture by the measured counts; where a type is not always openable, either all of a house are, or half of them. */
function drawPieces(rng: Rng, tables: RoomTables): Piece[] {
  const pieces: Piece[] = [];
  for (const row of tables.receptacles) {
    const count = row.counts[rng.weighted(row.weights_N)];
    const mixed = row.openable > 0 && rng.float() < 2 * (1 - row.openable);
    for (let i = 0; i < count; i++) {
      const openable = row.openable > 0 && !(mixed && rng.float() < 0.5);
      pieces.push({ type: row.type, openable, broken: false });
    }
  }
  return pieces;
}

/** Makes one appliance dead in about half the kinds, and sees that another thing does the work. Returns what heats. */
function breakAppliances(rng: Rng, pieces: Piece[]): readonly string[] {
  const heat: string[] = [APPLIANCES.heat];
  for (const type of Object.values(APPLIANCES)) {
    const own = pieces.flatMap((piece, i) => (piece.type === type ? [i] : []));
    if (own.length === 0 || rng.float() < 0.5) continue;
    const stove = type === APPLIANCES.heat && pieces.some((piece) => piece.type === STOVE) && rng.float() < 0.5;
    if (stove) heat.push(STOVE);
    else if (own.length === 1) own.push(pieces.push(pieces[own[0]]) - 1);
    const dead = rng.pick(own);
    pieces[dead] = { ...pieces[dead], broken: true };
  }
  return heat;
}

/** Location group of each piece: groups by the measured rates while pieces are left, then one group for each other piece. */
function drawGroups(rng: Rng, tables: RoomTables, pieces: readonly Piece[]): { groupOf: number[]; groups: number } {
  const free = new Map<string, number[]>();
  pieces.forEach((piece, i) => free.set(piece.type, [...(free.get(piece.type) ?? []), i]));
  for (const indexes of free.values()) rng.shuffle(indexes);
  const groupOf = new Array<number>(pieces.length).fill(-1);
  let groups = 0;
  for (const row of tables.groups) {
    const times = Math.floor(row.rate) + Number(rng.float() < row.rate % 1);
    for (let t = 0; t < times; t++) {
      const taken: number[] = [];
      for (const type of row.types) {
        const next = free.get(type)?.pop();
        if (next !== undefined) taken.push(next);
      }
      if (taken.length === row.types.length) {
        for (const i of taken) groupOf[i] = groups;
        groups++;
      } else for (const i of taken) free.get(pieces[i].type)?.push(i);
    }
  }
  for (let i = 0; i < pieces.length; i++) if (groupOf[i] < 0) groupOf[i] = groups++;
  return { groupOf, groups };
}

/** Receptacles with their ids and locations, sorted by id; `order` numbers the locations so that numbers tell nothing. */
function place(pieces: readonly Piece[], groupOf: readonly number[], order: readonly number[]): ReceptacleSpec[] {
  const seen = new Map<string, number>();
  const receptacles = pieces.map((piece, i): ReceptacleSpec => {
    const k = (seen.get(piece.type) ?? 0) + 1;
    seen.set(piece.type, k);
    const base = { id: receptacleId(piece.type, k), type: piece.type, location: order[groupOf[i]] };
    return piece.broken ? { ...base, openable: piece.openable, broken: true } : { ...base, openable: piece.openable };
  });
  return receptacles.sort(byId);
}

/**
 * Draws house `number`.
 * @param rng the stream of this house; sub-streams keep the layout the same whichever switches are on.
 * @param faults whether appliances may be dead.
 */
export function drawLayout(rng: Rng, number: number, tables: RoomTables, faults: boolean): Layout {
  const pieces = drawPieces(rng.sub('pieces'), tables);
  const heat = faults ? breakAppliances(rng.sub('faults'), pieces) : [APPLIANCES.heat];
  const { groupOf, groups } = drawGroups(rng.sub('groups'), tables, pieces);
  const order = rng.sub('locations').shuffle(Array.from({ length: groups + 1 }, (_, i) => i));
  const receptacles = place(pieces, groupOf, order);
  const ofType = new Map<string, number[]>();
  receptacles.forEach((r, i) => ofType.set(r.type, [...(ofType.get(r.type) ?? []), i]));
  const inside = rng.sub('objects');
  const objects = tables.objects.filter(
    (row) => inside.float() < row.present && [...row.places.keys()].some((type) => ofType.has(type)),
  );
  const uses = rng.sub('use');
  return {
    number,
    tables,
    start: order[groups],
    locations: order.map((_, i) => locationId(i)),
    receptacles,
    ofType,
    objects,
    canContain: [...ofType.keys()].flatMap((r) =>
      objects.filter((o) => fits(r, o.type)).map((o): [string, string] => [r, o.type]),
    ),
    appliances: { clean: [APPLIANCES.clean], heat, cool: [APPLIANCES.cool] },
    use_R: receptacles.map(() => 1 - USE_SPREAD / 2 + USE_SPREAD * uses.float()),
  };
}
