// Ids of generated things, such that the naming rule of the benchmark gives "drawer 3" to the third drawer in every episode.
// Invariant: the rule numbers the sorted ids of one base name downwards, so the k-th thing of a type has the number 99 - k.

const FIRST = 99;
const number = (k: number): string => String(FIRST - k).padStart(2, '0');

/** Id of receptacle number k >= 1 of its type. A basin is named after the furniture it is a part of, as in the real files. */
export function receptacleId(type: string, k: number): string {
  if (!type.endsWith('basin')) return `${type}_bar_${number(k)}`;
  return `${type.slice(0, -'basin'.length)}_bar_${number(k)}_bar_${type}`;
}

/** Id of object number k >= 1 of its type. */
export const objectId = (type: string, k: number): string => `${type}_bar_${number(k)}`;

/** Id of location number k >= 0. */
export const locationId = (k: number): string => `loc_bar_${String(k).padStart(2, '0')}`;

/** Code-point order. */
export const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
