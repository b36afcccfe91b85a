import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../core/hash.ts';
import { Problem } from '../../../core/problem.ts';
import type { WorldSetup } from '../../../core/types.ts';
import { encode, Game, House, VERB } from '../engine.ts';
import type { HouseSpec } from '../house.ts';
import { NEED, PROP } from '../house.ts';
import { shortestPlan } from '../oracle.ts';
import { generatedSource, generatedSplits, householdSwitches } from './generated.ts';
import { KNOWN_AS } from './novel.ts';
import { DRIFT_EPISODES } from './keeping.ts';

const setup = (switches: Record<string, boolean> = {}): WorldSetup => ({
  id: 'household',
  source: { kind: 'generated' },
  switches,
  trainSplit: 'train',
  evaluationSplits: [],
});
const SPLITS = generatedSplits.map((split) => split.id);
const anySwitches = fc.record(Object.fromEntries(householdSwitches.map(({ id }) => [id, fc.boolean()])));
const take = (split: string, count: number, switches: Record<string, boolean> = {}): HouseSpec[] => {
  const source = generatedSource(setup(switches), split);
  return Array.from({ length: count }, (_, i) => source.house(i));
};
/** Layout alone. */
const layoutKey = (spec: HouseSpec): string => canonicalJson([spec.start, spec.receptacles]);
/** Layout, task and placement: what makes two tasks the same. */
const taskKey = (spec: HouseSpec): string =>
  canonicalJson([layoutKey(spec), spec.goal, spec.objects.map((o) => [o.id, o.receptacles])]);
const typesOf = (spec: HouseSpec): Set<string> =>
  new Set([...spec.receptacles.map((r) => r.type), ...spec.objects.map((o) => o.type)]);
const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

describe('generatedSource', () => {
  it('refuses an unknown split and an index outside the split', () => {
    expect(() => generatedSource(setup(), 'valid_unseen')).toThrow(Problem);
    const source = generatedSource(setup(), 'id-test');
    for (const index of [-1, 0.5, source.size, NaN]) expect(() => source.house(index)).toThrow(RangeError);
  });

  it('gives the same house for the same seed, switches, split and index, in whatever order it is asked', () => {
    fc.assert(
      fc.property(
        anySwitches,
        fc.constantFrom(...SPLITS),
        fc.array(fc.nat(199), { minLength: 2, maxLength: 6 }),
        fc.nat(1000),
        (switches, split, indexes, seed) => {
          const first = generatedSource(setup(switches), split, seed);
          const there = indexes.map((i) => canonicalJson(first.house(i)));
          const second = generatedSource(setup(switches), split, seed);
          const back = [...indexes].reverse().map((i) => canonicalJson(second.house(i)));
          expect(back.reverse()).toEqual(there);
          expect(canonicalJson(generatedSource(setup(switches), split, seed + 1).house(0))).not.toBe(
            canonicalJson(second.house(0)),
          );
        },
      ),
      { numRuns: 25, seed: 1 },
    );
  });

  it('draws only houses that are not won at the start and that the shortest plan wins', () => {
    fc.assert(
      fc.property(
        anySwitches,
        fc.constantFrom(...SPLITS),
        fc.nat(199),
        fc.nat(1000),
        (switches, split, index, seed) => {
          const spec = generatedSource(setup(switches), split, seed).house(index);
          const game = new Game(new House(spec));
          expect(game.won).toBe(false);
          const plan = shortestPlan(game);
          expect(plan, `${spec.id}: ${spec.sentence}`).not.toBeNull();
          for (const code of plan ?? []) {
            expect(game.find(code)).toBeGreaterThanOrEqual(0);
            game.stepCode(code);
            expect(game.happened).toBe(true);
          }
          expect(game.won).toBe(true);
        },
      ),
      { numRuns: 300, seed: 2 },
    );
  });

  it('names a thing alike in every episode of a house, by the naming rule', () => {
    const source = generatedSource(setup(), 'train');
    for (const index of [0, 3, 7]) {
      const specs = [source.house(index), source.house(index + 100)];
      const [a, b] = specs.map((spec) => new House(spec));
      expect(a.names.receptacles).toEqual(b.names.receptacles);
      for (const [i, r] of specs[0].receptacles.entries()) expect(a.names.receptacles[i]).toMatch(`${r.type} `);
      for (const house of [a, b])
        house.spec.objects.forEach((o, i) =>
          expect(house.names.objects[i]).toBe(`${o.type} ${99 - Number(o.id.slice(-2))}`),
        );
    }
  });
});

describe('splits', () => {
  const specs = new Map(SPLITS.map((split) => [split, take(split, split === 'train' ? 3000 : 200)]));
  const of = (split: string): HouseSpec[] => specs.get(split) ?? [];
  const trainLayouts = new Set(of('train').map(layoutKey));
  const trainTasks = new Set(of('train').map(taskKey));

  it('share no task with train', () => {
    expect(trainTasks.size).toBe(3000);
    for (const split of SPLITS.slice(1))
      for (const spec of of(split)) expect(trainTasks.has(taskKey(spec))).toBe(false);
  });

  it('id-test and ood-shift and ood-compose are in train houses; ood-room and ood-object in houses that train never has', () => {
    expect(trainLayouts.size).toBe(100);
    for (const split of ['id-test', 'ood-shift', 'ood-compose'])
      for (const spec of of(split)) expect(trainLayouts.has(layoutKey(spec))).toBe(true);
    for (const split of ['ood-room', 'ood-object']) {
      for (const spec of of(split)) expect(trainLayouts.has(layoutKey(spec))).toBe(false);
      expect(new Set(of(split).map(layoutKey)).size).toBe(100);
    }
  });

  it('ood-object asks for a type that no other split has', () => {
    const known = new Set(
      SPLITS.filter((s) => s !== 'ood-object').flatMap((s) => of(s).flatMap((x) => [...typesOf(x)])),
    );
    for (const word of Object.keys(KNOWN_AS)) expect(known.has(word)).toBe(false);
    for (const { goal } of of('ood-object'))
      expect([goal.objectType, goal.kind === 'place' ? goal.receptacleType : ''].some((type) => type in KNOWN_AS)).toBe(
        true,
      );
  });

  it('ood-compose asks only for compositions, of each kind; no other split does', () => {
    const composed = new Set(of('ood-compose').map((spec) => spec.taskType));
    expect([...composed].sort()).toEqual([
      'pick_clean_then_cool_then_place',
      'pick_two_hot_and_place',
      'slice_then_heat_and_place',
    ]);
    for (const split of SPLITS.filter((s) => s !== 'ood-compose'))
      for (const spec of of(split)) expect(composed.has(spec.taskType)).toBe(false);
  });

  it('ood-shift keeps things where train seldom does', () => {
    const overlap = (a: HouseSpec[], b: HouseSpec[], type: string): number => {
      const table = (list: HouseSpec[]): Map<string, number> => {
        const places = new Map<string, number>();
        let total = 0;
        for (const spec of list)
          for (const o of spec.objects)
            if (o.type === type) {
              const place = spec.receptacles[o.receptacles[0]].type;
              places.set(place, (places.get(place) ?? 0) + 1);
              total++;
            }
        for (const [place, n] of places) places.set(place, n / total);
        return places;
      };
      const [p, q] = [table(a), table(b)];
      return [...p].reduce((sum, [place, x]) => sum + Math.min(x, q.get(place) ?? 0), 0);
    };
    for (const type of ['plate', 'bread', 'book', 'laptop', 'cloth'])
      expect(overlap(of('train'), of('ood-shift'), type), type).toBeLessThan(
        overlap(of('train'), of('id-test'), type) - 0.2,
      );
    expect(overlap(of('train'), of('ood-shift'), 'fork')).toBeGreaterThan(0.9);
  });
});

describe('switches', () => {
  it('leave the layout alone, except that a house with a dead appliance may get another one', () => {
    const plain = take('train', 100);
    for (const { id } of householdSwitches) {
      const changed = take('train', 100, { [id]: id !== 'type-prior' });
      if (id === 'faults') continue;
      expect(changed.map(layoutKey)).toEqual(plain.map(layoutKey));
    }
  });

  it('type-prior off: things are anywhere they fit', () => {
    const placed = (switches: Record<string, boolean>): number =>
      share(
        take('train', 600, switches).flatMap((spec) =>
          spec.objects
            .filter((o) => o.type === 'knife')
            .map((o) => spec.receptacles[o.receptacles[0]].type === 'drawer'),
        ),
      );
    expect(placed({ 'type-prior': false })).toBeGreaterThan(placed({}) + 0.15);
  });

  /** Receptacles of copy 1 of each movable type over visits to house 0. */
  const placesOver = (visits: readonly number[], switches: Record<string, boolean>): Map<string, number[]> => {
    const source = generatedSource(setup(switches), 'train');
    const places = new Map<string, number[]>();
    for (const visit of visits) {
      const spec = source.house(visit * 100);
      for (const o of spec.objects)
        if (o.id.endsWith('_98') && (o.props & PROP.pickupable) !== 0)
          places.set(o.type, [...(places.get(o.type) ?? []), o.receptacles[0]]);
    }
    return places;
  };
  const constancy = (list: readonly number[]): number => {
    const counts = new Map<number, number>();
    for (const r of list) counts.set(r, (counts.get(r) ?? 0) + 1);
    return Math.max(...counts.values()) / list.length;
  };
  const visits = Array.from({ length: 60 }, (_, i) => i);

  it('habits: about seven in ten types are at one place in 19 of 20 episodes', () => {
    const habitual = [...placesOver(visits, { habits: true }).values()].map((list) => constancy(list) > 0.8);
    expect(share(habitual)).toBeGreaterThan(0.5);
    expect(share(habitual)).toBeLessThan(0.9);
    const free = [...placesOver(visits, {}).values()].map((list) => constancy(list) > 0.8);
    expect(share(free)).toBeLessThan(0.15);
  });

  it('drift: habits hold within a stretch of episodes of a house and some move between stretches', () => {
    const stretch = (n: number): number[] => Array.from({ length: DRIFT_EPISODES }, (_, i) => n * DRIFT_EPISODES + i);
    const most = (list: readonly number[] = []): number =>
      [...list].sort((a, b) => list.filter((x) => x === b).length - list.filter((x) => x === a).length)[0];
    let moved = 0;
    let total = 0;
    for (let n = 0; n < 8; n++) {
      const before = placesOver(stretch(n), { drift: true });
      const after = placesOver(stretch(n + 1), { drift: true });
      for (const [type, list] of before) {
        if (constancy(list) < 0.8 || constancy(after.get(type) ?? [0, 1]) < 0.8) continue;
        total++;
        if (most(list) !== most(after.get(type))) moved++;
      }
    }
    expect(total).toBeGreaterThan(50);
    expect(moved / total).toBeGreaterThan(0.1);
    expect(moved / total).toBeLessThan(0.4);
  });

  it('faults: dead appliances do nothing, and a working way is always there', () => {
    const specs = take('train', 100, { faults: true });
    const dead = specs.filter((spec) => spec.receptacles.some((r) => r.broken));
    expect(dead.length).toBeGreaterThan(30);
    for (const spec of dead)
      for (const r of spec.receptacles.filter((x) => x.broken)) {
        const kinds = Object.values(spec.appliances).filter((types) => types.includes(r.type));
        for (const types of kinds) expect(spec.receptacles.some((x) => types.includes(x.type) && !x.broken)).toBe(true);
      }
    expect(dead.some((spec) => spec.appliances.heat.includes('stoveburner'))).toBe(true);
    // The same ones in every episode of the house.
    const source = generatedSource(setup({ faults: true }), 'train');
    expect(layoutKey(source.house(0))).toBe(layoutKey(source.house(500)));
  });

  it("owner's words: a phrase means one thing of the house, the same in all its episodes", () => {
    const source = generatedSource(setup({ 'owner-words': true }), 'train');
    const meaning = new Map<string, string>();
    let named = 0;
    for (let index = 0; index < 4000; index++) {
      const spec = source.house(index);
      const { goal } = spec;
      if (goal.kind !== 'place' || goal.count === 2) continue;
      named++;
      expect(goal.objects).toHaveLength(1);
      const object = spec.objects[goal.objects?.[0] ?? -1];
      expect(object.type).toBe(goal.objectType);
      expect(spec.objects.filter((o) => o.type === goal.objectType).length).toBeGreaterThan(1);
      const phrase = new RegExp(`the (\\w+ ${goal.objectType})`).exec(spec.sentence)?.[1];
      const key = `${spec.scene} ${phrase}`;
      expect(phrase).toBeDefined();
      expect(meaning.get(key) ?? object.id).toBe(object.id);
      meaning.set(key, object.id);
    }
    expect(named).toBeGreaterThan(1000);
    expect(new Set([...meaning.values()].map((id) => id.slice(-2))).size).toBe(3);
  });

  it('twins: an untreated thing of the type lies at the goal, and does not count', () => {
    let checked = 0;
    for (const spec of take('train', 300, { twins: true })) {
      const { goal } = spec;
      if (goal.kind !== 'place' || goal.needs === 0) continue;
      checked++;
      const there = spec.objects.filter(
        (o) =>
          o.type === goal.objectType && o.receptacles.some((r) => spec.receptacles[r].type === goal.receptacleType),
      );
      expect(there.length).toBeGreaterThan(0);
      if (goal.needs & NEED.cool) for (const o of there) expect(o.props & PROP.isCool).toBe(0);
    }
    expect(checked).toBeGreaterThan(50);
  });

  it('explained failures: marks the house and changes nothing else', () => {
    const [plain] = take('train', 1);
    const [marked] = take('train', 1, { 'explained-failures': true });
    expect(marked).toEqual({ ...plain, explainFailures: true });
    const game = new Game(new House(marked));
    game.stepCode(encode(VERB.close, 0));
    expect(game.happened).toBe(false);
  });
});
