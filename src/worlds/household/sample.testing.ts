// Small random houses for tests: every quirk the engine knows (shared places, doors, things in two receptacles, lamps, knives).
// Invariant: a pure function of the random stream; not every house can be solved.
import type { Rng } from '../../core/rng.ts';
import { NEED, PROP } from './house.ts';
import type { Goal, HouseSpec, ObjectSpec, ReceptacleSpec, TaskType } from './house.ts';

const RECEPTACLES = ['shelf', 'shelf', 'drawer', 'drawer', 'sinkbasin', 'microwave', 'fridge', 'table'];
const DOORS = ['drawer', 'microwave', 'fridge'];
const FOOD = PROP.pickupable | PROP.cleanable | PROP.heatable | PROP.coolable | PROP.sliceable;
const OBJECTS: readonly (readonly [string, number])[] = [
  ['apple', FOOD],
  ['apple', FOOD],
  ['apple', FOOD],
  ['mug', FOOD & ~PROP.sliceable],
  ['knife', PROP.pickupable | PROP.cleanable],
  ['desklamp', PROP.toggleable],
  ['book', PROP.pickupable],
];

const place = (receptacleType: string, needs: number, count: 1 | 2 = 1): Goal => ({
  kind: 'place',
  objectType: 'apple',
  receptacleType,
  count,
  needs,
});

/** Every kind of goal, by task type. */
export const SAMPLE_GOALS: readonly (readonly [TaskType, (receptacleType: string) => Goal])[] = [
  ['pick_and_place_simple', (type) => place(type, 0)],
  ['look_at_obj_in_light', () => ({ kind: 'light', objectType: 'apple', lampType: 'desklamp' })],
  ['pick_clean_then_place_in_recep', (type) => place(type, NEED.clean)],
  ['pick_heat_then_place_in_recep', (type) => place(type, NEED.hot)],
  ['pick_cool_then_place_in_recep', (type) => place(type, NEED.cool)],
  ['pick_two_obj_and_place', (type) => place(type, 0, 2)],
  ['pick_clean_then_cool_then_place', (type) => place(type, NEED.clean | NEED.cool)],
  ['pick_two_hot_and_place', (type) => place(type, NEED.hot, 2)],
  ['slice_then_heat_and_place', (type) => place(type, NEED.sliced | NEED.hot)],
];

/** A house of 8 receptacles at 4 to 8 places, 7 objects, and a random goal (or the one given by its number in SAMPLE_GOALS). */
export function sampleHouse(rng: Rng, goalNumber = rng.int(SAMPLE_GOALS.length)): HouseSpec {
  const places = 4 + rng.int(5);
  const locations = Array.from({ length: places + 1 }, (_, i) => `loc_bar_${i}`);
  const receptacles = RECEPTACLES.map((type, i): ReceptacleSpec => ({
    id: `${type === 'sinkbasin' ? 'sink' : type}_bar_${i}${type === 'sinkbasin' ? '_basin' : ''}`,
    type,
    location: 1 + (i < places ? i : rng.int(places)),
    openable: DOORS.includes(type),
  }));
  const objects = OBJECTS.map(([type, props], i): ObjectSpec => {
    const first = rng.int(receptacles.length);
    const twice = rng.float() < 0.2;
    return {
      id: `${type}_bar_${i}`,
      type,
      location: receptacles[first].location,
      props: type === 'apple' && rng.float() < 0.2 ? props | PROP.isCool : props,
      receptacles: twice ? [first, (first + 1) % receptacles.length] : [first],
    };
  });
  const [taskType, goal] = SAMPLE_GOALS[goalNumber];
  return {
    id: `sample/${taskType}`,
    taskType,
    sentence: 'do it',
    goal: goal(rng.pick(RECEPTACLES)),
    scene: 1,
    start: 0,
    locations,
    receptacles,
    objects,
    inner: [],
    canContain: RECEPTACLES.flatMap((r) => OBJECTS.map(([o]) => [r, o] as const)),
    appliances: { clean: ['sinkbasin'], heat: ['microwave'], cool: ['fridge'] },
  };
}
