// Drops: sizes are refused before anything is read, order and names do not depend on the order of dropping.
import { describe, expect, it } from 'vitest';
import { checked, nameOf, type DroppedFile } from './dropped.ts';

const dropped = (path: string, size = 10): DroppedFile => ({ path, file: { size } as File });

describe('a drop', () => {
  it('is put in the order of its paths', () => {
    const files = ['b/2', 'a/1', 'b/1'].map((path) => dropped(path));
    expect(checked(files).map((each) => each.path)).toEqual(['a/1', 'b/1', 'b/2']);
  });

  it('is refused when it is empty, too large or too many, without being read', () => {
    const code = (files: readonly DroppedFile[]) => {
      try {
        return checked(files).length;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code([])).toBe('empty-drop');
    expect(code([dropped('a', 300e6), dropped('b', 300e6)])).toBe('too-large');
    expect(code(Array.from({ length: 50_001 }, (_, i) => dropped(`${i}`)))).toBe('too-many-files');
  });

  it('is called by its folder, its file, or its largest file', () => {
    expect(nameOf([dropped('valid_seen/a/game.tw-pddl')])).toBe('valid_seen');
    expect(nameOf([dropped('game.tw-pddl')])).toBe('game.tw-pddl');
    expect(nameOf([dropped('alfred.twl2', 5), dropped('compact.json.gz', 900)])).toBe('compact.json.gz and 1 more');
  });
});
