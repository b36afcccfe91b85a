import { describe, expect, it } from 'vitest';
import { nameEntities } from './names.ts';

const names = (...ids: string[]): Record<string, string> => Object.fromEntries(nameEntities(ids));

describe('naming rule (worlds.md 1.4)', () => {
  it('gives the first sorted id of a base name the highest number', () => {
    expect(names('mug_bar_2', 'mug_bar_1', 'mug_bar_3')).toEqual({
      mug_bar_1: 'mug 3',
      mug_bar_2: 'mug 2',
      mug_bar_3: 'mug 1',
    });
  });

  it('sorts by code point: signs and digits as characters, not as numbers', () => {
    expect(names('mug_bar__minus_00_dot_5', 'mug_bar__plus_00_dot_5', 'mug_bar_10', 'mug_bar_9')).toEqual({
      mug_bar_10: 'mug 4',
      mug_bar_9: 'mug 3',
      mug_bar__minus_00_dot_5: 'mug 2',
      mug_bar__plus_00_dot_5: 'mug 1',
    });
  });

  it('tells a basin from what it is part of', () => {
    expect(names('sink_bar_1', 'sink_bar_1_bar_sinkbasin')).toEqual({
      sink_bar_1: 'sink 1',
      sink_bar_1_bar_sinkbasin: 'sinkbasin 1',
    });
  });

  it('counts receptacles and objects of one base name together, and each id once', () => {
    expect(names('bin_bar_1', 'bin_bar_2', 'bin_bar_2')).toEqual({ bin_bar_1: 'bin 2', bin_bar_2: 'bin 1' });
  });

  it('lower-cases ids, and keeps ids without a bar with a trailing space', () => {
    expect(names('Mug_BAR_1', 'agent1')).toEqual({ mug_bar_1: 'mug 1', agent1: 'agent1 ' });
  });
});
