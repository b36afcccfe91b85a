// A draft means one configuration; a file changes the splits; equal set-ups compare equal.
import { describe, expect, it } from 'vitest';
import { readRegistries } from './registries.ts';
import { configOf, firstDraft, sameConfig, withPack, type Draft } from './setup.ts';

const catalogue = readRegistries();
const draft = firstDraft(catalogue);
const configured = (each: Draft) => {
  const made = configOf(each);
  if ('error' in made) throw new Error(made.error);
  return made.config;
};

describe('the set-up', () => {
  it('starts with a system, one of its arms, and held-out splits only in the evaluation', () => {
    const system = catalogue.systems.find((each) => each.id === draft.system);
    expect(system?.arms.map((arm) => arm.id)).toContain(draft.arm);
    const heldOut = catalogue.worlds[0].splits.filter((split) => split.heldOut).map((split) => split.id);
    expect(draft.evaluationSplits).toEqual(heldOut);
    expect(heldOut).not.toContain(draft.trainSplit);
  });

  it('gives the same configuration for the same draft, and another for another seed', () => {
    expect(sameConfig(configured(draft), configured({ ...draft, seedText: ' 7 ' }))).toBe(true);
    expect(sameConfig(configured(draft), configured({ ...draft, seedText: '8' }))).toBe(false);
  });

  it('says what is wrong with a seed', () => {
    expect(configOf({ ...draft, seedText: '12abc' })).toHaveProperty('error');
  });

  it('takes the splits of a file, and the generator’s again after it', () => {
    const split = (id: string, heldOut: boolean) => ({ id, title: id, heldOut, size: 3 });
    const pack = {
      sha256: 'f'.repeat(64),
      name: 'games.zip',
      splits: [split('train', false), split('valid_unseen', true)],
    };
    const packed = withPack(draft, pack, catalogue);
    expect(configured(packed).world).toMatchObject({
      source: { kind: 'pack', sha256: pack.sha256, name: 'games.zip' },
      trainSplit: 'train',
      evaluationSplits: ['valid_unseen'],
    });
    expect(withPack(packed, null, catalogue)).toEqual(draft);
  });

  it('a file with a single split is trained and evaluated on it', () => {
    const pack = {
      sha256: 'a'.repeat(64),
      name: 'one',
      splits: [{ id: 'game', title: 'game', heldOut: false, size: 1 }],
    };
    expect(withPack(draft, pack, catalogue)).toMatchObject({ trainSplit: 'game', evaluationSplits: ['game'] });
  });
});
