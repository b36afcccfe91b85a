// Where each part of a game's state lies in its one integer array.
// Invariant: a layout depends on the sizes of the house alone, so games of one house can be compared and copied as arrays.
import { wordsFor } from './bits.ts';

/** Offsets of the parts of a state array; bit sets of objects take `words` integers. */
export interface Layout {
  readonly words: number;
  readonly opened: number;
  readonly clean: number;
  readonly hot: number;
  readonly cool: number;
  readonly toggled: number;
  readonly sliced: number;
  /** Bit set of each receptacle: what is in it. */
  readonly inside: number;
  /** Bit set of each receptacle: what was taken out and not put back (the negative facts that text can see). */
  readonly taken: number;
  /** Bit set of each location: its objectAtLocation facts. */
  readonly placed: number;
  readonly size: number;
}

/** Places of the agent's location and of the held object (-1 for none) in a state. */
export const AT = 0;
export const HELD = 1;

/** Layout of all games of a house with so many receptacles, objects and locations. */
export function layoutOf(receptacles: number, objects: number, locations: number): Layout {
  const words = wordsFor(objects);
  const opened = 2;
  const clean = opened + wordsFor(receptacles);
  const inside = clean + 5 * words;
  const taken = inside + receptacles * words;
  const placed = taken + receptacles * words;
  return {
    words,
    opened,
    clean,
    hot: clean + words,
    cool: clean + 2 * words,
    toggled: clean + 3 * words,
    sliced: clean + 4 * words,
    inside,
    taken,
    placed,
    size: placed + locations * words,
  };
}
