// What an agent may remember: nothing that it has not seen, whatever is hidden; and what it did see, exactly.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import { codeVerb, encode, Game, House, VERB } from './engine.ts';
import { NEED, PROP } from './house.ts';
import type { Goal, HouseSpec, ObjectSpec } from './house.ts';
import { DOOR, IN_HAND, Memory, NEVER_SEEN } from './memory.ts';
import type { Observed } from './memory.ts';
import { Outline } from './outline.ts';
import { sampleHouse } from './sample.testing.ts';

const start = (spec: HouseSpec): { game: Game; memory: Memory } => ({
  game: new Game(new House(spec)),
  memory: new Memory(new Outline(spec)),
});

/** A game that refuses every question which its last observation does not answer. */
function guarded(game: Game): Observed {
  return {
    count: game.count,
    codes: game.codes,
    lastCode: game.lastCode,
    happened: game.happened,
    shown: game.shown,
    shownClosed: game.shownClosed,
    contains(object, receptacle) {
      if (receptacle !== game.shown || game.shownClosed) throw new Error(`asked about receptacle ${receptacle}`);
      return game.contains(object, receptacle);
    },
  };
}

/** Everything that the text of an observation could say. */
function observation(game: Game): string {
  const { shown, shownClosed } = game;
  const listed = shown >= 0 && !shownClosed ? game.house.spec.objects.map((_, o) => game.contains(o, shown)) : [];
  return [game.happened, shown, shownClosed, listed.join(), game.codes.subarray(0, game.count).join()].join('|');
}

/** Plays a random walk that opens and takes more often than chance would; returns the commands. */
function walk(game: Game, memory: Memory, rng: Rng, steps: number): number[] {
  const played: number[] = [];
  for (let i = 0; i < steps; i++) {
    const busy = [...game.codes.subarray(0, game.count)].filter((code) => {
      const verb = codeVerb(code);
      return verb === VERB.open || verb === VERB.take || verb === VERB.put || verb === VERB.use;
    });
    const code = busy.length > 0 && rng.float() < 0.5 ? rng.pick(busy) : game.codes[rng.int(game.count)];
    game.stepCode(code);
    memory.observe(guarded(game));
    played.push(code);
  }
  return played;
}

/** The same house with everything moved that the agent could not have noticed. */
function shuffleUnseen(spec: HouseSpec, memory: Memory, rng: Rng): HouseSpec {
  const hidden = [...spec.receptacles.keys()].filter(
    (r) => memory.group_R[r] < 0 || (memory.door_R[r] === DOOR.closed && memory.seenAt_R[r] < 0),
  );
  const objects = spec.objects.map((object, o): ObjectSpec => {
    const wasSeen = memory.lastAt_O[o] !== NEVER_SEEN || object.receptacles.some((r) => !hidden.includes(r));
    if (wasSeen || hidden.length === 0) return object;
    const r = rng.pick(hidden);
    return { ...object, receptacles: [r], props: rng.float() < 0.5 ? object.props : object.props ^ PROP.isCool };
  });
  const receptacles = spec.receptacles.map((r, i) => (memory.group_R[i] < 0 ? { ...r, openable: !r.openable } : r));
  return { ...spec, objects, receptacles };
}

describe('Memory', () => {
  it('is equal for two games that look the same, whatever is hidden', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 30 }), (seed, steps) => {
        const rng = Rng.root(seed);
        const spec = sampleHouse(rng.sub('house'));
        const first = start(spec);
        const log: string[] = [];
        const played: number[] = [];
        for (let i = 0; i < steps && !first.game.won; i++) {
          played.push(...walk(first.game, first.memory, rng.sub('walk', i), 1));
          log.push(observation(first.game));
        }
        if (first.game.won) return;
        const other = start(shuffleUnseen(spec, first.memory, rng.sub('hidden')));
        for (const [i, code] of played.entries()) {
          other.game.stepCode(code);
          if (observation(other.game) !== log[i]) return; // a hidden lamp at the same place can be noticed after all
          other.memory.observe(other.game);
        }
        compared++;
        expect(other.memory.data).toEqual(first.memory.data);
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(200);
  });

  it('never knows more than was seen, and what it knows is true', () => {
    fc.assert(
      fc.property(fc.nat(1e9), (seed) => {
        const rng = Rng.root(seed);
        const { game, memory } = start(sampleHouse(rng.sub('house')));
        walk(game, memory, rng, 40);
        const { spec } = game.house;
        expect(memory.held).toBe(game.held);
        expect(memory.step).toBe(game.steps);
        for (let r = 0; r < spec.receptacles.length; r++) {
          if (memory.door_R[r] === DOOR.unknown) continue;
          expect(memory.door_R[r] !== DOOR.closed).toBe(game.isAccessible(r));
          expect(memory.isHere(r)).toBe(spec.receptacles[r].location === game.at);
          for (let o = 0; o < spec.objects.length; o++) {
            if ((spec.objects[o].props & PROP.pickupable) === 0) continue;
            if (memory.inside(o, r)) expect(game.contains(o, r)).toBe(true);
            else if (memory.seenAt_R[r] >= 0 && memory.seenAt_O[o] >= 0) expect(game.contains(o, r)).toBe(false);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('forgets on begin, and its copies go their own way', () => {
    const { game, memory } = start(sampleHouse(Rng.root(1)));
    const fresh = memory.clone();
    walk(game, memory, Rng.root(2), 10);
    const copy = memory.clone();
    expect(copy.data).toEqual(memory.data);
    walk(game, copy, Rng.root(3), 5);
    expect(copy.data).not.toEqual(memory.data);
    copy.copyFrom(memory);
    expect(copy.data).toEqual(memory.data);
    memory.begin();
    expect(memory.data).toEqual(fresh.data);
  });
});

const goal: Goal = { kind: 'place', objectType: 'mug', receptacleType: 'shelf', count: 2, needs: NEED.hot };
const small: HouseSpec = {
  id: 'small',
  taskType: 'pick_two_hot_and_place',
  sentence: 'put two hot mugs in shelf',
  goal,
  scene: 1,
  start: 0,
  locations: ['loc_bar_0', 'loc_bar_1', 'loc_bar_2'],
  receptacles: [
    { id: 'microwave_bar_1', type: 'microwave', location: 1, openable: true },
    { id: 'shelf_bar_1', type: 'shelf', location: 1, openable: false },
    { id: 'shelf_bar_2', type: 'shelf', location: 2, openable: false },
  ],
  objects: [
    { id: 'mug_bar_1', type: 'mug', location: 2, props: PROP.pickupable | PROP.heatable, receptacles: [2] },
    { id: 'mug_bar_2', type: 'mug', location: 1, props: PROP.pickupable | PROP.heatable, receptacles: [0] },
    { id: 'lamp_bar_1', type: 'lamp', location: 1, props: PROP.toggleable, receptacles: [0] },
  ],
  inner: [],
  canContain: [
    ['shelf', 'mug'],
    ['microwave', 'mug'],
  ],
  appliances: { clean: [], heat: ['microwave'], cool: [] },
};

describe('Memory of one small house', () => {
  it('follows doors, neighbours, hands, heat and what is placed', () => {
    const { game, memory } = start(small);
    const play = (verb: number, a: number, b = 0): void => {
      game.stepCode(encode(verb, a, b));
      memory.observe(guarded(game));
    };
    play(VERB.go, 2);
    expect([memory.here, memory.lastAt_O[0], memory.lastAt_O[1]]).toEqual([2, 2, NEVER_SEEN]);
    expect([memory.door_R[0], memory.group_R[0], memory.group_R[2]]).toEqual([DOOR.unknown, -1, 2]);
    play(VERB.take, 0, 2);
    expect([memory.held, memory.lastAt_O[0], memory.takenFrom_O[0], memory.inside(0, 2)]).toEqual([
      0,
      IN_HAND,
      2,
      false,
    ]);
    play(VERB.go, 1);
    // The microwave stands here too: its door is seen, and a lamp can be used through it; the mug in it stays unknown.
    expect([memory.door_R[0], memory.group_R[0], memory.isHere(0), memory.isHere(2)]).toEqual([
      DOOR.closed,
      0,
      true,
      false,
    ]);
    expect([memory.lastAt_O[2], memory.lastAt_O[1]]).toEqual([1, NEVER_SEEN]);
    play(VERB.heat, 0, 0);
    expect([memory.done_O[0], memory.isReady(0), memory.placed]).toEqual([NEED.hot, true, 0]);
    play(VERB.put, 0, 1);
    expect([memory.placed, memory.placed_R[1], memory.placed_R[2]]).toEqual([1, 1, 0]);
    play(VERB.heat, 0, 0);
    expect([memory.happened, memory.failures_R[0], memory.changedAt]).toEqual([false, 1, 5]);
    play(VERB.open, 0);
    expect([memory.door_R[0], memory.lastAt_O[1], memory.seenAt_R[0], memory.visited]).toEqual([DOOR.open, 0, 7, 2]);
    play(VERB.take, 0, 1);
    expect(memory.placed).toBe(0);
  });
});
