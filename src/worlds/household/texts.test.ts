// Quirks of the real games' text (worlds.md 1.5), with a grammar of the same shape in invented words.
import { describe, expect, it } from 'vitest';
import { Game, House, VERB } from './engine.ts';
import type { GrammarSource } from './grammar.ts';
import { PROP } from './house.ts';
import { TEXTWORLD_REFUSAL, Wording } from './texts.ts';
import { act, can, tinyGame, tinySpec } from './tiny.testing.ts';
import { WORDING } from './wording.ts';

const ACTION_NAMES = [
  'gotolocation',
  'openobject',
  'closeobject',
  'pickupobject',
  'putobject',
  'inventory',
  'examinereceptacle',
  'examineobject',
  'toggleobject',
  'heatobject',
  'cleanobject',
  'coolobject',
  'sliceobject',
  'look',
];
const HERE = 'atlocation(a:agent, l:location) & receptacleatlocation(r:receptacle, l:location)';
const LOOSE = `${HERE.replace(' &', ' & objectatlocation(o:object, l:location) &')} & not_inreceptacle(o:object, r:receptacle)`;

/** Same shape as the benchmark's grammar where the quirks are. */
const GRAMMAR: GrammarSource = {
  symbols: {
    intro: [{ rhs: 'hi #look#' }],
    look: [{ condition: HERE, rhs: `at [{r.name | ${HERE}}] loose #loose#` }, { rhs: 'amid #all#' }],
    all: [
      {
        condition: 'receptacleatlocation(r:receptacle, l:location)',
        rhs: '[{r.name | receptacleatlocation(r:receptacle, l:location)}]',
      },
      { rhs: 'nothing' },
    ],
    loose: [{ condition: LOOSE, rhs: `[{o.name | ${LOOSE}}]` }, { rhs: 'nothing' }],
    used: [{ condition: 'istoggled(o:object)', rhs: 'on' }, { rhs: 'off' }],
    seen: [
      { condition: 'isclean(o:object) & ishot(o:object)', rhs: 'clean hot' },
      { condition: 'ishot(o:object)', rhs: 'hot' },
      { condition: 'toggleable(o:object) & not_istoggled(o:object)', rhs: 'off' },
      { rhs: 'plain' },
    ],
    inside: [
      {
        condition: 'openable(r:receptacle) & opened(r:receptacle)',
        rhs: 'open [{o.name | inreceptacle(o:object, r:receptacle)}]',
      },
      { condition: 'openable(r:receptacle)', rhs: 'closed' },
      { rhs: '[{o.name | inreceptacle(o:object, r:receptacle)}]' },
    ],
    list_empty: [{ rhs: 'none' }],
    list_separator: [{ rhs: ',' }],
    list_last_separator: [{ rhs: '+' }],
  },
  actions: {
    ...Object.fromEntries(ACTION_NAMES.map((name) => [name, { template: `${name} {r}`, feedback: name }])),
    gotolocation: {
      template: 'go [{r.name | receptacleatlocation(r:receptacle, lend:location)}]',
      feedback: '{lstart.name}>{lend.name} #inside#',
    },
    openobject: { template: 'open {r}', feedback: '#inside#' },
    examinereceptacle: { template: 'see {r}', feedback: '#inside#' },
    look: { template: 'look', feedback: '#look#' },
    inventory: { template: 'inventory', feedback: '[{o.name | holds(a:agent, o:object)}]' },
    pickupobject: { template: 'take {o} {r}', feedback: 'took' },
    putobject: { template: 'put {o} {r}', feedback: 'put' },
    examineobject: { template: 'see {o}', feedback: '#seen#' },
    toggleobject: { template: 'use {o}', feedback: '#used#' },
    sliceobject: { template: 'cut {co} {ko}', feedback: 'cut {co} {ko}' },
    heatobject: { template: 'heat {o} {r}', feedback: 'hot' },
    cleanobject: { template: 'clean {o} {r}', feedback: 'clean' },
    coolobject: { template: 'cool {o} {r}', feedback: 'cool' },
  },
};
const wording = new Wording(GRAMMAR);
const told = (game: Game, verb: number, a = 0, b = 0): string => {
  act(game, verb, a, b);
  return wording.observation(game);
};
const FOOD = PROP.pickupable | PROP.cleanable | PROP.heatable | PROP.coolable | PROP.sliceable;

describe('looking', () => {
  it('names everything at the start, and nothing when the command is given there', () => {
    const game = tinyGame({ places: [['shelf'], ['desk']], things: [] });
    expect(wording.observation(game)).toBe('hi amid desk 1+shelf 1');
    expect(told(game, VERB.look)).toBe('amid nothing');
  });

  it('at a place names all that stands there, and normally nothing that lies there', () => {
    const game = tinyGame({ places: [['shelf', 'shelf']], things: [{ type: 'mug', in: [0] }] });
    act(game, VERB.go, 0);
    expect(told(game, VERB.look)).toBe('at shelf 2+shelf 1 loose nothing');
  });

  it('shows what was taken from one receptacle here and put into another one here', () => {
    const game = tinyGame({ places: [['shelf', 'shelf'], ['desk']], things: [{ type: 'mug', in: [0] }] });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    expect(told(game, VERB.look)).toBe('at shelf 2+shelf 1 loose nothing');
    act(game, VERB.put, 0, 1);
    expect(told(game, VERB.look)).toBe('at shelf 2+shelf 1 loose mug 1');
    act(game, VERB.take, 0, 1);
    act(game, VERB.put, 0, 0);
    expect(told(game, VERB.look)).toBe('at shelf 2+shelf 1 loose mug 1');
  });

  it('no longer shows it after it was put back where it came from', () => {
    const game = tinyGame({ places: [['shelf', 'shelf']], things: [{ type: 'mug', in: [0] }] });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    expect(told(game, VERB.put, 0, 0)).toBe('put');
    expect(told(game, VERB.look)).toBe('at shelf 2+shelf 1 loose nothing');
  });
});

describe('receptacles', () => {
  it('tell what is in them by the order of ids, highest number first, unless closed', () => {
    const things = [0, 1, 2].map(() => ({ type: 'mug', in: [0] }));
    const game = tinyGame({ places: [['drawer+door']], things });
    expect(told(game, VERB.go, 0)).toBe('loc 2>loc 1 closed');
    expect(told(game, VERB.open, 0)).toBe('open mug 3,mug 2+mug 1');
    act(game, VERB.close, 0);
    expect(told(game, VERB.examineReceptacle, 0)).toBe('closed');
  });

  it('tell "none" when empty', () => {
    expect(told(tinyGame({ places: [['shelf']], things: [] }), VERB.go, 0)).toMatch(/none$/);
  });
});

describe('objects', () => {
  it('using always switches on, and "off" is never told', () => {
    const things = [{ type: 'lamp', in: [0], props: PROP.toggleable | PROP.pickupable }];
    const game = tinyGame({ places: [['desk']], things });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    expect(told(game, VERB.examineObject, 0)).toBe('plain');
    act(game, VERB.put, 0, 0);
    expect([told(game, VERB.use, 0), told(game, VERB.use, 0)]).toEqual(['on', 'on']);
  });

  it('are used in the first receptacle by id that holds them here', () => {
    const things = [{ type: 'lamp', in: [1, 2], props: PROP.toggleable }];
    const game = tinyGame({ places: [['desk'], ['desk', 'desk']], things });
    const actions = { ...GRAMMAR.actions, toggleobject: { template: 'use {o}', feedback: '{o} in {r}' } };
    act(game, VERB.go, 2);
    act(game, VERB.use, 0);
    expect(new Wording({ ...GRAMMAR, actions }).observation(game)).toBe('lamp 1 in desk 2');
  });

  it('are told by the first rule that fits', () => {
    const things = [{ type: 'apple', in: [0], props: FOOD }];
    const game = tinyGame({ places: [['sinkbasin', 'microwave+door']], things });
    act(game, VERB.go, 0);
    act(game, VERB.take, 0, 0);
    act(game, VERB.heat, 0, 1);
    expect(told(game, VERB.examineObject, 0)).toBe('hot');
    act(game, VERB.clean, 0, 0);
    expect(told(game, VERB.examineObject, 0)).toBe('clean hot');
    expect(told(game, VERB.inventory)).toBe('apple 1');
  });

  it('both parameters of slicing are named', () => {
    const things = [
      { type: 'apple', in: [0], props: FOOD },
      { type: 'knife', in: [0] },
    ];
    const game = tinyGame({ places: [['shelf']], things });
    act(game, VERB.go, 0);
    act(game, VERB.take, 1, 0);
    expect(told(game, VERB.slice, 0, 1)).toBe('cut apple 1 knife 1');
  });
});

describe('commands', () => {
  it('are listed by code point: number 10 before number 2, and no text twice', () => {
    const game = tinyGame({ places: Array.from({ length: 11 }, () => ['box']), things: [] });
    const list = wording.admissible(game);
    expect(list).toEqual([...new Set(list)].sort());
    expect(list.indexOf('go box 10')).toBeLessThan(list.indexOf('go box 2'));
  });

  it('are listed by code point in any wording', () => {
    const template = (name: string, text: string): GrammarSource['actions'] => ({
      [name]: { ...GRAMMAR.actions[name], template: text },
    });
    for (const going of ['{r}', 'a {r}', 'zz {r}', 'l{r}']) {
      const actions = {
        ...GRAMMAR.actions,
        ...template('gotolocation', going),
        ...template('examinereceptacle', '{r}'),
      };
      const game = tinyGame({ places: [['loft'], ['look'], ['zoo'], ['inn', 'arm']], things: [] });
      act(game, VERB.go, 3);
      const list = new Wording({ ...GRAMMAR, actions }).admissible(game);
      expect(list).toEqual([...new Set(list)].sort());
      expect(list).toHaveLength(game.count);
    }
  });

  it('of equal text are one', () => {
    const same = { ...GRAMMAR, actions: { ...GRAMMAR.actions, gotolocation: { template: 'go', feedback: 'went' } } };
    const game = tinyGame({ places: [['box'], ['box']], things: [] });
    expect(new Wording(same).admissible(game)).toEqual(['go', 'inventory', 'look']);
  });

  it('that are not admissible are answered by the grammar, else by the interface', () => {
    const game = tinyGame({ places: [['box']], things: [] });
    game.step(-1);
    expect(wording.observation(game)).toBe(TEXTWORLD_REFUSAL);
    expect(new Wording({ ...GRAMMAR, refusal: 'no' }).observation(game)).toBe('no');
  });

  it('`help` is known when the grammar has it', () => {
    const actions = { ...GRAMMAR.actions, help: { template: 'help', feedback: 'you can look' } };
    const helpful = new Wording({ ...GRAMMAR, actions });
    expect([wording.hasHelp, helpful.hasHelp]).toEqual([false, true]);
    const game = new Game(new House(tinySpec({ places: [['box']], things: [] }), { help: true }));
    expect(can(game, VERB.help)).toBe(true);
    act(game, VERB.help);
    expect(helpful.observation(game)).toBe('you can look');
  });
});

describe('broken appliances', () => {
  const broken = (explainFailures: boolean): Game => {
    const things = [{ type: 'apple', in: [1], props: FOOD }];
    const game = tinyGame({ places: [['microwave+door+broken', 'shelf']], things, change: { explainFailures } });
    act(game, VERB.go, 1);
    act(game, VERB.take, 0, 1);
    act(game, VERB.heat, 0, 0);
    return game;
  };

  it('are explained where the house explains failures, and are silent elsewhere', () => {
    const ours = new Wording(WORDING);
    expect(ours.observation(broken(false))).toBe(WORDING.refusal);
    expect(ours.observation(broken(true))).toMatch(/microwave 1/);
  });
});

describe('a grammar that the compiled engine cannot answer', () => {
  it('is refused when it asks for facts that are not kept', () => {
    const symbols = { ...GRAMMAR.symbols, intro: [{ condition: 'ison(o:object)', rhs: 'x' }] };
    expect(() => new Wording({ ...GRAMMAR, symbols })).toThrowError(/"ison", which the fast engine does not keep/);
  });

  it('is refused when the text of a command depends on what commands change', () => {
    const template = 'take [{o.name | inreceptacle(o:object, r:receptacle)}]';
    const actions = { ...GRAMMAR.actions, pickupobject: { template, feedback: '' } };
    expect(() => new Wording({ ...GRAMMAR, actions })).toThrowError(/"inreceptacle"/);
  });

  it('is refused when an action is missing', () => {
    const { look: _, ...actions } = GRAMMAR.actions;
    expect(() => new Wording({ ...GRAMMAR, actions })).toThrowError(/action "look" is missing/);
  });
});
