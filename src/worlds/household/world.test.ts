import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { WorldSetup } from '../../core/types.ts';
import { worldKinds } from '../registry.ts';
import { household } from './world.ts';

const GENERATED: WorldSetup = {
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: ['id-test'],
};

/** A pack of two games without a grammar: our own words are used. */
function pack(): Uint8Array {
  const game = {
    type: 'pick_and_place_simple',
    task: 'put an egg in the box',
    obj: 'egg',
    rec: 'box',
    scene: 1,
    start: 0,
    locs: ['loc_bar_0', 'loc_bar_1', 'loc_bar_2'],
    can: 0,
    recs: [
      ['box_bar_1', 'box', 1, 0],
      ['tin_bar_1', 'tin', 2, 0],
    ],
    objs: [['egg_bar_1', 'egg', 2, 1, [1]]],
    inner: [],
  };
  const file = {
    format: 'alfworld-compact/1',
    props: ['pickupable', 'cleanable', 'heatable', 'coolable', 'toggleable', 'sliceable', 'receptacleobject', 'iscool'],
    canContain: [[['box', 'egg']]],
    games: [
      { ...game, id: 'train/a' },
      { ...game, id: 'valid_seen/b' },
    ],
  };
  return gzipSync(new TextEncoder().encode(JSON.stringify(file)));
}
const PACKED: WorldSetup = { ...GENERATED, source: { kind: 'pack', sha256: '', name: 'two.json.gz' } };

describe('household world', () => {
  it('is plugged in, with different ids for all worlds', () => {
    expect(worldKinds).toContain(household);
    expect(new Set(worldKinds.map((kind) => kind.id)).size).toBe(worldKinds.length);
  });

  it('serves the same task for the same set-up, split and index', () => {
    for (const { id } of household.splits) {
      const [one, two] = [0, 1].map(() => household.open(GENERATED).source(id).start(3));
      expect(one.task).toMatchObject({ split: id, index: 3 });
      expect([two.task, two.observation(), two.admissible()]).toEqual([one.task, one.observation(), one.admissible()]);
    }
  });

  it.each(household.players)('the player %s plays by admissible commands, the same for the same seed', (name) => {
    const world = household.open(GENERATED);
    const play = (): number[] => {
      const episode = world.source('id-test').start(1);
      const player = world.player(name, episode, 7);
      const chosen: number[] = [];
      while (!episode.won && episode.steps < 30) {
        const command = player.choose();
        expect(command).toBeGreaterThanOrEqual(0);
        expect(command).toBeLessThan(episode.commandCount);
        chosen.push(command);
        episode.step(command);
      }
      return chosen;
    };
    expect(play()).toEqual(play());
  });

  it('the oracle wins in a pack, whose splits are its own', () => {
    const world = household.open(PACKED, pack());
    expect(world.splits).toEqual([
      { id: 'train', title: 'Train games', heldOut: false },
      { id: 'valid_seen', title: 'New tasks in rooms of training', heldOut: true },
    ]);
    const source = world.source('valid_seen');
    expect(source.size).toBe(1);
    const episode = source.start(0);
    expect(episode.task).toMatchObject({ id: 'valid_seen/b', goal: 'put an egg in the box' });
    const player = world.player('oracle', episode, 0);
    while (!episode.won && episode.steps < 50) episode.step(player.choose());
    expect([episode.won, episode.steps]).toEqual([true, 4]);
  });

  it('says what is wrong with a request', () => {
    const world = household.open(GENERATED);
    expect(() => world.source('valid')).toThrowError(/no split "valid"/);
    expect(() => world.source('id-test').start(-1)).toThrowError(RangeError);
    expect(() => world.source('id-test').start(1e9)).toThrowError(RangeError);
    expect(() => world.player('genius', world.source('train').start(0), 0)).toThrowError(/no player "genius"/);
    expect(() => household.open(PACKED)).toThrowError(/needs the file "two.json.gz"/);
  });
});
