// The rules and quirks of the real games (worlds.md 1.2, 1.3, 1.6), one test each, on houses of a few things.
import { describe, expect, it } from 'vitest';
import type { Game } from './engine.ts';
import { encode, House, NO_CODE, VERB } from './engine.ts';
import { NEED, PROP } from './house.ts';
import { act, can, tinyGame, tinySpec } from './tiny.testing.ts';

const FOOD = PROP.pickupable | PROP.cleanable | PROP.heatable | PROP.coolable | PROP.sliceable;

describe('what is admissible', () => {
  it('an object can be examined only while it is held', () => {
    const game = tinyGame({ places: [['shelf']], things: [{ type: 'mug', in: [0] }] });
    act(game, VERB.go, 0);
    expect(can(game, VERB.examineObject, 0)).toBe(false);
    act(game, VERB.take, 0, 0);
    expect(can(game, VERB.examineObject, 0)).toBe(true);
  });

  it('going to a receptacle at the own place is no command, even to one that shares it', () => {
    const game = tinyGame({ places: [['shelf', 'desk'], ['bed']], things: [] });
    act(game, VERB.go, 0);
    expect(can(game, VERB.go, 0)).toBe(false);
    expect(can(game, VERB.go, 1)).toBe(false);
    expect(can(game, VERB.go, 2)).toBe(true);
  });

  it('going to one of two receptacles at a place makes both at hand', () => {
    const game = tinyGame({ places: [['shelf', 'desk']], things: [] });
    act(game, VERB.go, 1);
    expect([can(game, VERB.examineReceptacle, 0), can(game, VERB.examineReceptacle, 1)]).toEqual([true, true]);
  });

  it('at the start the agent stands at nothing and every door is closed', () => {
    const game = tinyGame({ places: [['drawer+door']], things: [] });
    expect(can(game, VERB.examineReceptacle, 0)).toBe(false);
    expect(game.isOpen(0)).toBe(false);
  });

  it('a closed receptacle can be examined; nothing can be taken from it or put into it', () => {
    const things = [
      { type: 'mug', in: [0] },
      { type: 'cup', in: [1] },
    ];
    const game = tinyGame({ places: [['drawer+door', 'shelf']], things });
    act(game, VERB.go, 0);
    expect(can(game, VERB.examineReceptacle, 0)).toBe(true);
    expect(can(game, VERB.take, 0, 0)).toBe(false);
    act(game, VERB.take, 1, 1);
    expect(can(game, VERB.put, 1, 0)).toBe(false);
    act(game, VERB.open, 0);
    expect(can(game, VERB.put, 1, 0)).toBe(true);
    expect([can(game, VERB.open, 0), can(game, VERB.close, 0)]).toEqual([false, true]);
  });

  it('hands hold one object', () => {
    const things = [
      { type: 'mug', in: [0] },
      { type: 'cup', in: [0] },
    ];
    const game = tinyGame({ places: [['shelf']], things });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    expect(game.held).toBe(0);
    expect(can(game, VERB.take, 1, 0)).toBe(false);
  });

  it('what cannot be picked up is never offered', () => {
    const game = tinyGame({ places: [['shelf']], things: [{ type: 'lamp', in: [0], props: PROP.toggleable }] });
    act(game, VERB.go, 0);
    expect(can(game, VERB.take, 0, 0)).toBe(false);
  });

  it('an object goes only where its type fits, and there is no limit of room', () => {
    const things = Array.from({ length: 40 }, () => ({ type: 'mug', in: [0] }));
    const game = tinyGame({ places: [['shelf', 'desk', 'bed']], things, change: { canContain: [['desk', 'mug']] } });
    act(game, VERB.go, 0);
    for (let o = 0; o < things.length; o++) {
      act(game, VERB.take, o, 0);
      expect([can(game, VERB.put, o, 0), can(game, VERB.put, o, 2)]).toEqual([false, false]);
      act(game, VERB.put, o, 1);
    }
    expect(things.every((_, o) => game.contains(o, 1))).toBe(true);
  });

  it('`help` is a command of newer games only; `look` and `inventory` always are', () => {
    const house = { places: [['shelf']], things: [] };
    for (const help of [true, false]) {
      const game = tinyGame(house, { help });
      expect([can(game, VERB.look), can(game, VERB.inventory), can(game, VERB.help)]).toEqual([true, true, help]);
    }
  });
});

describe('an object in two receptacles at once', () => {
  const twice = { places: [['shelf', 'desk'], ['bed']], things: [{ type: 'pan', in: [0, 1] }] };

  it('can be taken from either, and the other pair stays', () => {
    const game = tinyGame(twice);
    act(game, VERB.go, 0);
    expect([can(game, VERB.take, 0, 0), can(game, VERB.take, 0, 1)]).toEqual([true, true]);
    act(game, VERB.take, 0, 0);
    expect([game.contains(0, 0), game.contains(0, 1), game.held]).toEqual([false, true, 0]);
  });

  it('is offered by the other receptacle again once the hands are empty', () => {
    const game = tinyGame(twice);
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    act(game, VERB.go, 2);
    act(game, VERB.put, 0, 2);
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 1);
    expect(game.contains(0, 2)).toBe(true);
  });
});

describe('states of objects', () => {
  const kitchen = {
    places: [['microwave+door', 'fridge+door', 'sinkbasin', 'shelf']],
    things: [{ type: 'apple', in: [3], props: FOOD }],
  };
  const holding = (change = {}): Game => {
    const game = tinyGame({ ...kitchen, change });
    act(game, VERB.go, 3);
    act(game, VERB.take, 0, 3);
    return game;
  };

  it('a microwave heats and a fridge cools with the door closed', () => {
    const game = holding();
    act(game, VERB.heat, 0, 0);
    expect(game.isHot(0)).toBe(true);
    act(game, VERB.cool, 0, 1);
    expect(game.isCool(0)).toBe(true);
    expect([game.isOpen(0), game.isOpen(1)]).toEqual([false, false]);
  });

  it('heating undoes cold and cooling undoes heat', () => {
    const game = holding();
    act(game, VERB.cool, 0, 1);
    act(game, VERB.heat, 0, 0);
    expect([game.isHot(0), game.isCool(0)]).toEqual([true, false]);
    act(game, VERB.cool, 0, 1);
    expect([game.isHot(0), game.isCool(0)]).toEqual([false, true]);
  });

  it('nothing makes a clean object unclean', () => {
    const game = holding();
    act(game, VERB.clean, 0, 2);
    act(game, VERB.heat, 0, 0);
    act(game, VERB.put, 0, 2);
    act(game, VERB.take, 0, 2);
    expect(game.isClean(0)).toBe(true);
  });

  it('a `sink` cleans only in the games of version 2.1.1', () => {
    const sink = { places: [['sink', 'shelf']], things: [{ type: 'apple', in: [1], props: FOOD }] };
    const appliances = { clean: ['sinkbasin', 'sink'], heat: ['microwave'], cool: ['fridge'] };
    for (const [change, cleans] of [
      [{}, false],
      [{ appliances }, true],
    ] as const) {
      const game = tinyGame({ ...sink, change });
      act(game, VERB.go, 0);
      act(game, VERB.take, 0, 1);
      expect(can(game, VERB.clean, 0, 0)).toBe(cleans);
    }
  });

  it('only what can be heated is heated, and only in the hand', () => {
    const things = [{ type: 'book', in: [3] }];
    const game = tinyGame({ ...kitchen, things });
    act(game, VERB.go, 3);
    act(game, VERB.take, 0, 3);
    expect(can(game, VERB.heat, 0, 0)).toBe(false);
    expect(can(tinyGame(kitchen), VERB.heat, 0, 0)).toBe(false);
  });

  it('some objects are cool from the start', () => {
    const props = FOOD | PROP.isCool;
    expect(tinyGame({ places: [['shelf']], things: [{ type: 'apple', in: [0], props }] }).isCool(0)).toBe(true);
  });

  it('a lamp can be used in a closed receptacle and with full hands, and stays used for ever', () => {
    const things = [
      { type: 'desklamp', in: [0], props: PROP.toggleable },
      { type: 'mug', in: [1] },
    ];
    const game = tinyGame({ places: [['drawer+door', 'shelf']], things });
    act(game, VERB.go, 0);
    act(game, VERB.take, 1, 1);
    act(game, VERB.use, 0);
    act(game, VERB.use, 0);
    expect([game.isToggled(0), game.isOpen(0)]).toEqual([true, false]);
  });

  it('a lamp in two receptacles here is one command; a held one is none', () => {
    const things = [{ type: 'desklamp', in: [0, 1], props: PROP.toggleable | PROP.pickupable }];
    const game = tinyGame({ places: [['desk', 'shelf']], things });
    act(game, VERB.go, 0);
    expect([...game.codes.subarray(0, game.count)].filter((code) => code === encode(VERB.use, 0))).toHaveLength(1);
    act(game, VERB.take, 0, 0);
    act(game, VERB.put, 0, 0);
    expect(can(game, VERB.use, 0)).toBe(true);
  });

  it('slicing needs a knife in the hand and the food at the place, behind a closed door or not', () => {
    const things = [
      { type: 'apple', in: [0], props: FOOD },
      { type: 'butterknife', in: [1] },
      { type: 'spoon', in: [1] },
      { type: 'apple', in: [2], props: FOOD },
    ];
    const game = tinyGame({ places: [['drawer+door', 'shelf'], ['desk']], things });
    act(game, VERB.go, 1);
    act(game, VERB.take, 2, 1);
    expect(can(game, VERB.slice, 0, 2)).toBe(false);
    act(game, VERB.put, 2, 1);
    act(game, VERB.take, 1, 1);
    expect([can(game, VERB.slice, 0, 1), can(game, VERB.slice, 3, 1)]).toEqual([true, false]);
    act(game, VERB.slice, 0, 1);
    expect(game.isSliced(0)).toBe(true);
  });
});

describe('steps in which nothing happens', () => {
  it('an inadmissible command counts as a step and changes nothing', () => {
    const game = tinyGame({ places: [['shelf']], things: [{ type: 'mug', in: [0] }] });
    const before = game.stateKey();
    game.step(-1);
    expect([game.steps, game.happened, game.lastCode, game.shown]).toEqual([1, false, NO_CODE, -1]);
    game.stepCode(encode(VERB.take, 0, 0));
    game.step(game.count);
    expect([game.steps, game.happened]).toEqual([3, false]);
    expect(game.stateKey()).toBe(before);
  });

  it('a broken appliance is offered and does nothing', () => {
    const things = [{ type: 'apple', in: [1], props: FOOD }];
    const game = tinyGame({ places: [['microwave+door+broken', 'shelf']], things });
    act(game, VERB.go, 1);
    act(game, VERB.take, 0, 1);
    expect(game.failedBroken).toBe(false);
    act(game, VERB.heat, 0, 0);
    expect([game.happened, game.failedBroken, game.isHot(0)]).toEqual([false, true, false]);
  });
});

describe('what the last observation showed', () => {
  it('is the receptacle of go, open and examine, and closed doors are told', () => {
    const game = tinyGame({ places: [['drawer+door', 'shelf']], things: [] });
    expect(game.shown).toBe(-1);
    act(game, VERB.go, 0);
    expect([game.shown, game.shownClosed]).toEqual([0, true]);
    act(game, VERB.open, 0);
    expect([game.shown, game.shownClosed]).toEqual([0, false]);
    act(game, VERB.examineReceptacle, 1);
    expect([game.shown, game.shownClosed]).toEqual([1, false]);
    act(game, VERB.look);
    expect(game.shown).toBe(-1);
  });
});

describe('goals', () => {
  const place = (needs: number, count: 1 | 2 = 1, extra = {}) =>
    ({ kind: 'place', objectType: 'apple', receptacleType: 'shelf', count, needs, ...extra }) as const;
  const apples = [0, 1].map(() => ({ type: 'apple', in: [0], props: FOOD }));

  it('one object in the receptacle type wins, whichever it is', () => {
    const game = tinyGame({ places: [['desk', 'shelf', 'shelf']], things: apples, goal: place(0) });
    act(game, VERB.go, 0);
    act(game, VERB.take, 1, 0);
    expect(game.won).toBe(false);
    act(game, VERB.put, 1, 2);
    expect(game.won).toBe(true);
  });

  it('two objects have to be in the same receptacle', () => {
    const game = tinyGame({ places: [['desk', 'shelf', 'shelf']], things: apples, goal: place(0, 2) });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    act(game, VERB.put, 0, 1);
    act(game, VERB.take, 1, 0);
    act(game, VERB.put, 1, 2);
    expect(game.won).toBe(false);
    act(game, VERB.take, 1, 2);
    act(game, VERB.put, 1, 1);
    expect(game.won).toBe(true);
  });

  it('one object in two receptacles is not two objects', () => {
    const things = [{ type: 'apple', in: [0, 1], props: FOOD }];
    expect(tinyGame({ places: [['shelf', 'shelf']], things, goal: place(0, 2) }).won).toBe(false);
  });

  it('the object needs every state of the goal, and to be of the kind that can have it', () => {
    const kitchen = [['sinkbasin', 'microwave+door', 'shelf', 'desk']];
    const clean = { places: kitchen, things: [{ type: 'apple', in: [3], props: FOOD }] };
    const game = tinyGame({ ...clean, goal: place(NEED.clean | NEED.hot) });
    act(game, VERB.go, 2);
    act(game, VERB.take, 0, 3);
    act(game, VERB.clean, 0, 0);
    act(game, VERB.put, 0, 2);
    expect(game.won).toBe(false);
    act(game, VERB.take, 0, 2);
    act(game, VERB.heat, 0, 1);
    act(game, VERB.put, 0, 2);
    expect(game.won).toBe(true);
    const cold = [{ type: 'apple', in: [2], props: PROP.pickupable | PROP.isCool }];
    expect(tinyGame({ places: kitchen, things: cold, goal: place(NEED.cool) }).won).toBe(false);
  });

  it('the light goal needs the used lamp where the agent stands and the object in the hand', () => {
    const things = [
      { type: 'desklamp', in: [0], props: PROP.toggleable },
      { type: 'apple', in: [1], props: FOOD },
    ];
    const goal = { kind: 'light', objectType: 'apple', lampType: 'desklamp' } as const;
    const game = tinyGame({ places: [['desk'], ['shelf']], things, goal });
    act(game, VERB.go, 0);
    act(game, VERB.use, 0);
    act(game, VERB.go, 1);
    act(game, VERB.take, 1, 1);
    expect(game.won).toBe(false);
    act(game, VERB.go, 0);
    expect(game.won).toBe(true);
  });

  it('a goal can name certain objects', () => {
    const things = apples.map((thing) => ({ ...thing, in: [0] }));
    const game = tinyGame({ places: [['desk', 'shelf']], things, goal: place(0, 1, { objects: [1] }) });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    act(game, VERB.put, 0, 1);
    expect(game.won).toBe(false);
    act(game, VERB.take, 1, 0);
    act(game, VERB.put, 1, 1);
    expect(game.won).toBe(true);
  });
});

describe('a house that cannot be', () => {
  it.each([
    ['start', { start: 9 }],
    [
      'objects\\[0\\].receptacles',
      {
        objects: [
          { ...tinySpec({ places: [['desk']], things: [{ type: 'a', in: [0] }] }).objects[0], receptacles: [7] },
        ],
      },
    ],
    ['inner\\[0\\]', { inner: [[0, 5]] as const }],
  ])('is refused by the name of the field %s', (field, change) => {
    const spec = tinySpec({ places: [['desk']], things: [{ type: 'mug', in: [0] }], change });
    expect(() => new House(spec)).toThrowError(new RegExp(field));
  });
});
