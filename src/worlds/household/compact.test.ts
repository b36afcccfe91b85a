import { describe, expect, it } from 'vitest';
import { readCompact } from './compact.ts';
import { House } from './engine.ts';
import { NEED, PROP } from './house.ts';

const PROPS = [
  'pickupable',
  'cleanable',
  'heatable',
  'coolable',
  'toggleable',
  'sliceable',
  'receptacleobject',
  'iscool',
];

const GAME = {
  id: 'train/one',
  type: 'pick_heat_then_place_in_recep',
  task: 'put a hot egg in the box',
  obj: 'egg',
  rec: 'box',
  scene: 7,
  start: 0,
  locs: ['loc_bar_0', 'loc_bar_1'],
  can: 0,
  recs: [
    ['box_bar_1', 'box', 1, 1],
    ['tin_bar_1', 'tin', 1, 0],
  ],
  objs: [
    ['egg_bar_1', 'egg', 1, PROP.pickupable | PROP.heatable, [0, 1]],
    ['pan_bar_1', 'pan', -1, 64, []],
  ],
  inner: [['egg_bar_1', 'pan_bar_1']],
};
const FILE = { format: 'alfworld-compact/1', props: PROPS, canContain: [[['box', 'egg']]], games: [GAME, GAME] };
const withGame = (change: object): unknown => ({ ...FILE, games: [{ ...GAME, ...change }] });

describe('compact packs', () => {
  it('become houses, with the goal of the task type', () => {
    const [house, other] = readCompact(FILE);
    expect(house).toMatchObject({
      id: 'train/one',
      taskType: 'pick_heat_then_place_in_recep',
      sentence: 'put a hot egg in the box',
      goal: { kind: 'place', objectType: 'egg', receptacleType: 'box', count: 1, needs: NEED.hot },
      scene: 7,
      start: 0,
      inner: [[0, 1]],
      appliances: { clean: ['sinkbasin'], heat: ['microwave'], cool: ['fridge'] },
    });
    expect(house.receptacles[0]).toEqual({ id: 'box_bar_1', type: 'box', location: 1, openable: true });
    expect(house.objects[0].receptacles).toEqual([0, 1]);
    expect(other.canContain).toBe(house.canContain);
    expect(new House(house).names.objects).toEqual(['egg 1', 'pan 1']);
  });

  it('follow the rule of version 2.1.1 when asked to: a sink cleans too', () => {
    expect(readCompact(FILE, true)[0].appliances.clean).toEqual(['sinkbasin', 'sink']);
  });

  it.each([
    ['look_at_obj_in_light', { kind: 'light', objectType: 'egg', lampType: 'box' }],
    ['pick_and_place_simple', { needs: 0, count: 1 }],
    ['pick_clean_then_place_in_recep', { needs: NEED.clean, count: 1 }],
    ['pick_cool_then_place_in_recep', { needs: NEED.cool, count: 1 }],
    ['pick_two_obj_and_place', { needs: 0, count: 2 }],
  ])('know the goal of %s', (type, goal) => {
    expect(readCompact(withGame({ type }))[0].goal).toMatchObject(goal);
  });

  it.each([
    ['the file', null],
    ['format', { ...FILE, format: 'alfworld-compact/2' }],
    ['props', { ...FILE, props: PROPS.slice(1) }],
    ['canContain[0][0][1]', { ...FILE, canContain: [[['box']]] }],
    ['games', { ...FILE, games: {} }],
    ['games[0].type', withGame({ type: 'juggle' })],
    ['games[0].task', withGame({ task: 7 })],
    ['games[0].start', withGame({ start: 2 })],
    ['games[0].can', withGame({ can: 1 })],
    ['games[0].locs[1]', withGame({ locs: ['a', null] })],
    ['games[0].recs[0][2]', withGame({ recs: [['box_bar_1', 'box', 2, 0]] })],
    ['games[0].recs[0][3]', withGame({ recs: [['box_bar_1', 'box', 1, 2]] })],
    ['games[0].objs[0][3]', withGame({ objs: [['egg_bar_1', 'egg', 1, 256, []]] })],
    ['games[0].objs[0][4][0]', withGame({ objs: [['egg_bar_1', 'egg', 1, 1, [9]]] })],
    ['games[0].inner[0][1]', withGame({ inner: [['egg_bar_1', 'cup_bar_1']] })],
  ])('are refused by the name of the field: %s', (field, file) => {
    expect(() => readCompact(file)).toThrowError(`${field} should be`);
  });
});
