// Names of things by ALFWorld's naming rule (worlds.md 1.4): ids become words with a number, or keep their text.
// Invariant: the order of the ids alone decides the numbers, so every engine and loader gives one thing one name.

const BAR = '_bar_';

/** Order of ids: by UTF-16 code unit, which is code-point order for the ids of games (ASCII). */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The word that an id is counted under, or null where the id keeps its text. */
function baseName(id: string): string | null {
  const end = id.indexOf(BAR);
  if (end < 0) return null;
  return id.slice(0, end) + (id.includes('basin') ? 'basin' : '');
}

/**
 * Name of each id. Ids are lower-cased and sorted; within one base name the first sorted id gets the highest number,
 * counting down to 1. Ids without `_bar_` keep their text with a trailing space, as the original does.
 */
export function nameEntities(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids.map((id) => id.toLowerCase()))].sort(byCodeUnit);
  const left = new Map<string, number>();
  for (const id of sorted) {
    const base = baseName(id);
    if (base !== null) left.set(base, (left.get(base) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  for (const id of sorted) {
    const base = baseName(id);
    if (base === null) {
      names.set(id, `${id} `);
      continue;
    }
    const number = left.get(base)!;
    left.set(base, number - 1);
    names.set(id, `${base} ${number}`);
  }
  return names;
}
