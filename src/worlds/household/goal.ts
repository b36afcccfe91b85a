// Goals compiled to bit sets, and the question whether one holds (worlds.md 1.6).
// Invariant: a goal is a function of the state alone; asking changes nothing and allocates nothing.
import { bitCount, bitSet, hasBit } from './bits.ts';
import type { House } from './compiled.ts';
import type { Goal, HouseSpec } from './house.ts';
import { NEED, PROP } from './house.ts';
import { AT, HELD } from './layout.ts';

/** The goal as bit sets. The part that does not fit the goal's kind is empty. */
export interface CompiledGoal {
  readonly light: boolean;
  readonly count: number;
  readonly needs: number;
  /** Objects that can serve the goal. */
  readonly objects: Int32Array;
  readonly lamps: Int32Array;
  readonly receptacles: readonly number[];
}

const NEED_PROPS: readonly (readonly [need: number, prop: number])[] = [
  [NEED.clean, PROP.cleanable],
  [NEED.hot, PROP.heatable],
  [NEED.cool, PROP.coolable],
];

/** Finds what can serve the goal: the types, and the properties that a needed state asks for. */
export function compileGoal(goal: Goal, spec: HouseSpec, words: number): CompiledGoal {
  const count = spec.objects.length;
  const none = new Int32Array(words);
  if (goal.kind === 'light') {
    const isLamp = (o: number): boolean =>
      spec.objects[o].type === goal.lampType && (spec.objects[o].props & PROP.toggleable) !== 0;
    return {
      light: true,
      count: 1,
      needs: 0,
      objects: bitSet(words, count, (o) => spec.objects[o].type === goal.objectType),
      lamps: bitSet(words, count, isLamp),
      receptacles: [],
    };
  }
  let props = 0;
  for (const [need, prop] of NEED_PROPS) if (goal.needs & need) props |= prop;
  const serves = (o: number): boolean =>
    spec.objects[o].type === goal.objectType &&
    (spec.objects[o].props & props) === props &&
    (goal.objects === undefined || goal.objects.includes(o));
  return {
    light: false,
    count: goal.count,
    needs: goal.needs,
    objects: bitSet(words, count, serves),
    lamps: none,
    receptacles: spec.receptacles.flatMap((r, index) => (r.type === goal.receptacleType ? [index] : [])),
  };
}

/** True when the house's goal holds in the state. */
export function goalHolds(house: House, state: Int32Array): boolean {
  return house.goal.light ? lightHolds(house, state) : placeHolds(house, state);
}

/** The object is in the hand, and a lamp that was used is in a receptacle where the agent stands. */
function lightHolds({ goal, layout, receptaclesAt }: House, state: Int32Array): boolean {
  const held = state[HELD];
  if (held < 0 || !hasBit(goal.objects, 0, held)) return false;
  for (const r of receptaclesAt[state[AT]]) {
    const inside = layout.inside + r * layout.words;
    for (let word = 0; word < layout.words; word++)
      if (state[inside + word] & goal.lamps[word] & state[layout.toggled + word]) return true;
  }
  return false;
}

/** One receptacle holds enough different objects that have all that is needed. */
function placeHolds({ goal, layout }: House, state: Int32Array): boolean {
  const { receptacles, objects, needs, count } = goal;
  for (const r of receptacles) {
    const inside = layout.inside + r * layout.words;
    let found = 0;
    for (let word = 0; word < layout.words; word++) {
      let bits = state[inside + word] & objects[word];
      if (needs & NEED.clean) bits &= state[layout.clean + word];
      if (needs & NEED.hot) bits &= state[layout.hot + word];
      if (needs & NEED.cool) bits &= state[layout.cool + word];
      if (needs & NEED.sliced) bits &= state[layout.sliced + word];
      if (bits !== 0) found += bitCount(bits);
    }
    if (found >= count) return true;
  }
  return false;
}
