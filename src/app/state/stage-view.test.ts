// How the page keeps an episode: what arrives in parts is the whole episode, what is left by going back stays visible.
import { describe, expect, it } from 'vitest';
import type { StageStep, StageView } from '../../../workers/protocol.ts';
import type { WorldSetup } from '../../core/types.ts';
import { branchLeft, merged, taskToWatch } from './stage-view.ts';
import { worldKey } from './stage-worker.ts';

const step = (number: number, chosenText: string | null): StageStep => ({
  step: number,
  observation: `told ${number}`,
  commands: [],
  chosen: chosenText === null ? null : 0,
  chosenText,
  by: null,
  reward: null,
  advantage: null,
  picture: null,
});
const view = (from: number, ...texts: (string | null)[]): StageView => ({
  taskId: 'train/0',
  taskType: 'pick',
  split: 'train',
  taskIndex: 0,
  goal: 'do it',
  won: false,
  ended: false,
  stepLimit: 50,
  from,
  steps: texts.map((text, i) => step(from + i, text)),
});
const texts = (of: StageView) => of.steps.map((each) => each.chosenText);

describe('an episode in parts', () => {
  it('grows by what was played', () => {
    const whole = merged(merged(null, view(0, null)), view(0, 'a', null));
    expect(texts(merged(whole, view(1, 'b', null)))).toEqual(['a', 'b', null]);
  });
  it('shrinks when the reader goes back, and starts anew with another task', () => {
    const whole = view(0, 'a', 'b', 'c', null);
    expect(texts(merged(whole, view(1, null)))).toEqual(['a', null]);
    expect(texts(merged(whole, view(0, null)))).toEqual([null]);
  });
});

describe('the branch that was left', () => {
  it('holds the steps from the one that was gone back to', () => {
    const branch = branchLeft(view(0, 'a', 'b', 'c', null), 1);
    expect(branch).toMatchObject({ from: 1, won: false });
    expect(branch?.steps.map((each) => each.chosenText)).toEqual(['b', 'c', null]);
  });
  it('is none where nothing was played after it', () => {
    expect(branchLeft(view(0, 'a', null), 1)).toBeNull();
  });
});

describe('what is watched', () => {
  const splits = [
    { id: 'train', title: '', heldOut: false, size: Infinity },
    { id: 'seen', title: '', heldOut: true, size: 2 },
    { id: 'unseen', title: '', heldOut: true, size: 3 },
    { id: 'empty', title: '', heldOut: true, size: 0 },
  ];
  it('goes through the held-out splits in turn, and round', () => {
    const watched = Array.from({ length: 6 }, (_, i) => taskToWatch(splits, [], i));
    expect(watched.map((each) => `${each?.split} ${each?.index}`)).toEqual([
      'seen 0',
      'unseen 0',
      'seen 1',
      'unseen 1',
      'seen 0',
      'unseen 2',
    ]);
  });
  it('keeps to the splits that the run is evaluated on, takes any where none is held out, and none where there is none', () => {
    expect(taskToWatch(splits, ['unseen'], 4)).toEqual({ split: 'unseen', index: 1 });
    expect(taskToWatch([splits[0]], [], 7)).toEqual({ split: 'train', index: 7 });
    expect(taskToWatch([], [], 0)).toBeNull();
  });
});

describe('which world is open', () => {
  const setup: WorldSetup = {
    id: 'w',
    source: { kind: 'pack', sha256: 'x', name: 'a.zip' },
    switches: {},
    trainSplit: 'train',
    evaluationSplits: [],
  };
  it('tells files apart by their content, not their name, and does not depend on the splits', () => {
    expect(worldKey({ ...setup, source: { kind: 'pack', sha256: 'x', name: 'b.zip' }, trainSplit: 'other' })).toBe(
      worldKey(setup),
    );
    expect(worldKey({ ...setup, source: { kind: 'pack', sha256: 'y', name: 'a.zip' } })).not.toBe(worldKey(setup));
    expect(worldKey({ ...setup, switches: { drift: true } })).not.toBe(worldKey(setup));
  });
});
