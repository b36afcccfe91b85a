// Shortcuts act only where nobody else wants the key.
import { describe, expect, it } from 'vitest';
import { shortcutOf, type KeyPress } from './keyboard.ts';

const press = (part: Partial<KeyPress>): KeyPress => ({
  key: ' ',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  tag: 'body',
  editable: false,
  ...part,
});

describe('shortcuts', () => {
  it.each([
    [' ', 'run'],
    ['.', 'step'],
    ['g', 'generation'],
    ['G', 'generation'],
    ['r', 'reset'],
    ['3', 'view-3'],
    ['?', 'help'],
  ])('%j means %s', (key, meaning) => {
    expect(shortcutOf(press({ key }))).toBe(meaning);
  });

  it.each([
    ['a modifier is held', { ctrlKey: true, key: 'r' }],
    ['the key repeats', { repeat: true }],
    ['somebody handled it', { defaultPrevented: true }],
    ['it is typed into a field', { tag: 'input', key: '3' }],
    ['it is typed into editable text', { editable: true, key: 'g' }],
    ['space presses the focused button', { tag: 'button' }],
    ['it is no shortcut', { key: 'Enter' }],
    ['it is a name of the prototype', { key: 'constructor' }],
  ])('nothing where %s', (_, part) => {
    expect(shortcutOf(press(part))).toBeNull();
  });

  it('other keys work while a button has the focus', () => {
    expect(shortcutOf(press({ tag: 'button', key: 'g' }))).toBe('generation');
  });
});
