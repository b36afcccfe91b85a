// The facts of a compiled game as its text sees them: a FactSource over the integer state, entities in the order of their ids.
// Invariant: reads the game, never changes it. Only what the grammars of the benchmark ask for is answered; a grammar that
// asks for more is a Problem (code grammar-beyond-engine), and the generic interpreter is the engine for it.
import { Problem } from '../../core/problem.ts';
import type { Game, House } from './engine.ts';
import type { FactSchema, FactSource } from './grammar.ts';
import { PROP } from './house.ts';
import { byCodeUnit } from './names.ts';

const TYPE = { agent: 0, location: 1, receptacle: 2, object: 3 } as const;

/** Predicates of one object by a PROP bit. */
const PROPERTIES = {
  pickupable: PROP.pickupable,
  cleanable: PROP.cleanable,
  heatable: PROP.heatable,
  coolable: PROP.coolable,
  toggleable: PROP.toggleable,
  sliceable: PROP.sliceable,
  isreceptacleobject: PROP.receptacleObject,
} as const;

type Test = (facts: GameFacts, x: number, y: number) => boolean;

/** What a predicate's arguments are, and whether it holds of them (indexes of the spec). */
interface Predicate {
  readonly name: string;
  readonly types: readonly number[];
  readonly test: Test;
  /** False where commands can change it. */
  readonly fixed: boolean;
}

const ofObject = (name: string, test: Test, fixed = false): Predicate => ({ name, types: [TYPE.object], test, fixed });
const ofPair = (name: string, x: number, y: number, test: Test, fixed = false): Predicate => ({
  name,
  types: [x, y],
  test,
  fixed,
});

const PREDICATES: readonly Predicate[] = [
  ofPair('atlocation', TYPE.agent, TYPE.location, ({ game }, _, l) => game.at === l),
  ofPair(
    'receptacleatlocation',
    TYPE.receptacle,
    TYPE.location,
    ({ game }, r, l) => game.house.locationOf[r] === l,
    true,
  ),
  ofPair('objectatlocation', TYPE.object, TYPE.location, ({ game }, o, l) => game.isPlaced(o, l)),
  ofPair('inreceptacle', TYPE.object, TYPE.receptacle, ({ game }, o, r) => game.contains(o, r)),
  // The only negative facts that effects of the domain write and its texts ask for.
  ofPair('not_inreceptacle', TYPE.object, TYPE.receptacle, ({ game }, o, r) => game.wasTaken(o, r)),
  ofPair('inreceptacleobject', TYPE.object, TYPE.object, ({ order }, x, y) => order.isInner(x, y), true),
  ofPair('holds', TYPE.agent, TYPE.object, ({ game }, _, o) => game.held === o),
  { name: 'holdsany', types: [TYPE.agent], test: ({ game }) => game.held >= 0, fixed: false },
  {
    name: 'openable',
    types: [TYPE.receptacle],
    test: ({ game }, r) => game.house.openable[r] === 1,
    fixed: true,
  },
  { name: 'opened', types: [TYPE.receptacle], test: ({ game }, r) => game.isOpen(r), fixed: false },
  ofObject('isclean', ({ game }, o) => game.isClean(o)),
  ofObject('ishot', ({ game }, o) => game.isHot(o)),
  ofObject('iscool', ({ game }, o) => game.isCool(o)),
  ofObject('istoggled', ({ game }, o) => game.isToggled(o)),
  ofObject('issliced', ({ game }, o) => game.isSliced(o)),
  ...Object.entries(PROPERTIES).map(([name, bit]) =>
    ofObject(name, ({ game }, o) => (game.house.props[o] & bit) !== 0, true),
  ),
];

/** No effect ever takes these away, so their negation is never written. */
const NEVER_UNDONE = new Set([
  'isclean',
  'istoggled',
  'issliced',
  'openable',
  'receptacleatlocation',
  'inreceptacleobject',
]);

function schemaOf(accepts: (predicate: Predicate) => boolean): FactSchema {
  const numbers = new Map(PREDICATES.flatMap((p, index) => (accepts(p) ? [[p.name, index] as const] : [])));
  return {
    predicate(name) {
      const number = numbers.get(name);
      if (number !== undefined) return number;
      const positive = name.slice('not_'.length);
      if (name.startsWith('not_') && (NEVER_UNDONE.has(positive) || Object.hasOwn(PROPERTIES, positive))) return -1;
      throw new Problem({
        code: 'grammar-beyond-engine',
        message: `The grammar of this game asks for "${name}", which the fast engine does not keep.`,
        nextStep: 'Open the game as a single game.tw-pddl file: the general engine plays any grammar.',
      });
    },
    type: (name) => (Object.hasOwn(TYPE, name) ? TYPE[name as keyof typeof TYPE] : -1),
  };
}

/** For answers: every predicate. */
export const GAME_SCHEMA = schemaOf(() => true);
/** For commands, whose texts are kept: predicates that no command changes. */
export const FIXED_SCHEMA = schemaOf((predicate) => predicate.fixed);

/** Entities of a house in the order of their ids, type by type; made once per house. */
class EntityOrder {
  /** Number of the first entity of each type, then the number of all. */
  readonly first: readonly number[];
  readonly typeOf: Uint8Array;
  /** Index in the spec of each entity. */
  readonly indexOf: Int32Array;
  readonly ofLocation: Int32Array;
  readonly ofReceptacle: Int32Array;
  readonly ofObject: Int32Array;
  readonly names: readonly string[];
  readonly ids: readonly string[];
  private readonly inner = new Set<number>();

  constructor({ spec, names }: House) {
    const ids = [['agent1'], spec.locations, spec.receptacles.map((r) => r.id), spec.objects.map((o) => o.id)];
    const allNames = [['agent1 '], names.locations, names.receptacles, names.objects];
    const sorted = ids.map((list) => [...list.keys()].sort((a, b) => byCodeUnit(list[a], list[b])));
    const first = [0];
    for (const list of sorted) first.push(first[first.length - 1] + list.length);
    this.first = first;
    this.indexOf = Int32Array.from(sorted.flat());
    this.typeOf = Uint8Array.from(sorted.flatMap((list, type) => list.map(() => type)));
    this.names = sorted.flatMap((list, type) => list.map((index) => allNames[type][index]));
    this.ids = sorted.flatMap((list, type) => list.map((index) => ids[type][index]));
    const entities = (type: number): Int32Array => {
      const list = new Int32Array(sorted[type].length);
      for (const [rank, index] of sorted[type].entries()) list[index] = first[type] + rank;
      return list;
    };
    this.ofLocation = entities(TYPE.location);
    this.ofReceptacle = entities(TYPE.receptacle);
    this.ofObject = entities(TYPE.object);
    for (const [inner, outer] of spec.inner) this.inner.add((inner << 10) | outer);
  }

  isInner(inner: number, outer: number): boolean {
    return this.inner.has((inner << 10) | outer);
  }
}

const orders = new WeakMap<House, EntityOrder>();

function orderOf(house: House): EntityOrder {
  let order = orders.get(house);
  if (order === undefined) orders.set(house, (order = new EntityOrder(house)));
  return order;
}

/** A window on one game; `look` turns it to another. */
export class GameFacts implements FactSource {
  game: Game;
  order: EntityOrder;
  readonly agent = 0;

  constructor(game: Game) {
    this.game = game;
    this.order = orderOf(game.house);
  }

  look(game: Game): void {
    if (game.house !== this.game.house) this.order = orderOf(game.house);
    this.game = game;
  }

  location(index: number): number {
    return this.order.ofLocation[index];
  }
  receptacle(index: number): number {
    return this.order.ofReceptacle[index];
  }
  object(index: number): number {
    return this.order.ofObject[index];
  }

  typeOf(entity: number): number {
    return this.order.typeOf[entity];
  }
  name(entity: number): string {
    return this.order.names[entity];
  }
  id(entity: number): string {
    return this.order.ids[entity];
  }

  holds(predicate: number, args: Int32Array): boolean {
    const { types, test } = PREDICATES[predicate];
    if (args.length !== types.length) return false;
    const { indexOf, typeOf } = this.order;
    for (let i = 0; i < types.length; i++) if (typeOf[args[i]] !== types[i]) return false;
    return test(this, indexOf[args[0]], types.length > 1 ? indexOf[args[1]] : 0);
  }

  next(predicate: number, args: Int32Array, position: number, from: number): number {
    const { types, test } = PREDICATES[predicate];
    if (args.length !== types.length) return -1;
    const { first, indexOf } = this.order;
    const end = first[types[position] + 1];
    const other = types.length > 1 ? args[1 - position] : -1;
    if (other >= 0 && this.order.typeOf[other] !== types[1 - position]) return -1;
    const fixed = other < 0 ? -1 : indexOf[other];
    for (let entity = Math.max(from, first[types[position]]); entity < end; entity++) {
      const index = indexOf[entity];
      if (types.length === 1) {
        if (test(this, index, 0)) return entity;
      } else if (fixed >= 0) {
        if (position === 0 ? test(this, index, fixed) : test(this, fixed, index)) return entity;
      } else if (this.hasPartner(predicate, index, position)) return entity;
    }
    return -1;
  }

  /** Some other argument makes the fact hold. */
  private hasPartner(predicate: number, index: number, position: number): boolean {
    const { types, test } = PREDICATES[predicate];
    const { first, indexOf } = this.order;
    const type = types[1 - position];
    for (let entity = first[type]; entity < first[type + 1]; entity++) {
      const other = indexOf[entity];
      if (position === 0 ? test(this, index, other) : test(this, other, index)) return true;
    }
    return false;
  }
}
