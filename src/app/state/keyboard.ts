// Single-key shortcuts as a table. Invariant: a key typed into a field, or a key that the focused control itself uses,
// is never taken; modifiers always mean somebody else's shortcut.

export type Shortcut = 'run' | 'step' | 'generation' | 'reset' | 'view-1' | 'view-2' | 'view-3' | 'view-4' | 'help';

const KEYS: Readonly<Record<string, Shortcut>> = {
  ' ': 'run',
  '.': 'step',
  g: 'generation',
  r: 'reset',
  '1': 'view-1',
  '2': 'view-2',
  '3': 'view-3',
  '4': 'view-4',
  '?': 'help',
};

/** What the keyboard handler needs to know of a key event. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
  /** Lower-case tag name of the focused element, '' for none. */
  readonly tag: string;
  readonly editable: boolean;
}

const FIELDS = new Set(['input', 'select', 'textarea']);
const PRESSED_BY_SPACE = new Set(['button', 'a', 'summary']);

/** The shortcut of a key press, or null. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.defaultPrevented) return null;
  if (press.editable || FIELDS.has(press.tag)) return null;
  if (press.key === ' ' && PRESSED_BY_SPACE.has(press.tag)) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return Object.hasOwn(KEYS, key) ? (KEYS[key] ?? null) : null;
}

/** For the help panel: keys with what they do. */
export const SHORTCUT_HELP: readonly (readonly [key: string, meaning: string])[] = [
  ['Space', 'run or pause'],
  ['.', 'one step of the watched episode'],
  ['g', 'one generation'],
  ['r', 'reset: the same set-up as a new run'],
  ['1 to 4', 'Loop, World, Episode, Data'],
  ['j, k', 'in Episode: next and previous step'],
  ['arrows', 'in World: from place to place, Enter goes there'],
  ['?', 'this help'],
];
