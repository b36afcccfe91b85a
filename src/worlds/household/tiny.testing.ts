// Hand-made houses for tests that state one rule each: furniture by place, things by where they lie.
// Invariant: ids follow the naming rule, so a test can speak of things by name; places[0] is where the agent starts.
import { encode, Game, House } from './engine.ts';
import type { HouseOptions } from './engine.ts';
import { PROP } from './house.ts';
import type { Goal, HouseSpec, ObjectSpec, ReceptacleSpec } from './house.ts';

interface Thing {
  readonly type: string;
  /** Numbers of the furniture that it is in. */
  readonly in: readonly number[];
  /** PROP bits; default: it can be picked up. */
  readonly props?: number;
}

export interface TinyHouse {
  /** Types of the furniture at each place, the start not counted; a type with `+door` is openable, with `+broken` broken. */
  readonly places: readonly (readonly string[])[];
  readonly things: readonly Thing[];
  readonly goal?: Goal;
  readonly change?: Partial<HouseSpec>;
}

const NEVER: Goal = { kind: 'place', objectType: 'none', receptacleType: 'none', count: 1, needs: 0 };

function idOf(type: string, index: number): string {
  const padded = String(index).padStart(2, '0');
  return type.endsWith('basin') ? `${type.slice(0, -5)}_bar_${padded}_bar_basin` : `${type}_bar_${padded}`;
}

export function tinySpec({ places, things, goal = NEVER, change = {} }: TinyHouse): HouseSpec {
  const receptacles = places
    .flatMap((types, place) => types.map((text) => [text, place + 1] as const))
    .map(([text, location], index): ReceptacleSpec => {
      const [type, ...marks] = text.split('+');
      return {
        id: idOf(type, index),
        type,
        location,
        openable: marks.includes('door'),
        broken: marks.includes('broken'),
      };
    });
  const objects = things.map(({ type, in: inside, props = PROP.pickupable }, index): ObjectSpec => ({
    id: idOf(type, index),
    type,
    location: inside.length > 0 ? receptacles[inside[0]].location : -1,
    props,
    receptacles: inside,
  }));
  const types = new Set(receptacles.map((r) => r.type));
  return {
    id: 'tiny',
    taskType: 'pick_and_place_simple',
    sentence: 'do it',
    goal,
    scene: 1,
    start: 0,
    locations: Array.from({ length: places.length + 1 }, (_, i) => `loc_bar_${i}`),
    receptacles,
    objects,
    inner: [],
    canContain: [...types].flatMap((r) => objects.map((o) => [r, o.type] as const)),
    appliances: { clean: ['sinkbasin'], heat: ['microwave'], cool: ['fridge'] },
    ...change,
  };
}

export function tinyGame(house: TinyHouse, options: HouseOptions = {}): Game {
  return new Game(new House(tinySpec(house), options));
}

/** True when the command is admissible. */
export function can(game: Game, verb: number, a = 0, b = 0): boolean {
  return game.find(encode(verb, a, b)) >= 0;
}

/** Plays a command that has to be admissible. */
export function act(game: Game, verb: number, a = 0, b = 0): void {
  const index = game.find(encode(verb, a, b));
  if (index < 0) throw new Error(`command ${verb} ${a} ${b} is not admissible`);
  game.step(index);
}
