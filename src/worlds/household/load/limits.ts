// The caps on what a file may be, and the words in which a file is refused.
// Invariant: every cap holds before memory is taken for what it bounds; sizes in bytes, of the unpacked data unless it says packed.
import { Problem } from '../../../core/problem.ts';

export interface NamedBytes {
  /** Name or path as the user knows it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MB = 1024 * 1024;

export const LIMITS = {
  /** One dropped file, packed. The official releases are well below. */
  file: 512 * MB,
  /** Files in one drop. */
  files: 50_000,
  /** Entries of a zip. */
  entries: 100_000,
  /** One entry of a zip, or one game or grammar file. Real games have 58 to 105 kB. */
  entry: 8 * MB,
  /** All that is unpacked out of one zip. */
  total: 2048 * MB,
  /** Unpacked size against packed size of one entry or gzip; text of real games packs about 12 : 1. */
  ratio: 250,
  /** A pack or compact file, unpacked. All of ALFWorld has 31 MB. */
  pack: 128 * MB,
  /** Games of one pack. */
  games: 50_000,
} as const;

/** Megabytes for a person. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB)} MB`;
}

export function tooLarge(name: string, what: string): Problem {
  return new Problem({
    code: 'too-large',
    message: `${name} is too large: ${what}.`,
    nextStep: 'Drop a smaller part, such as one split folder, or make a pack with `lab world household --pack`.',
  });
}

export function zipBomb(name: string, what: string): Problem {
  return new Problem({
    code: 'zip-bomb',
    message: `${name} was not unpacked: ${what}. Files made to fill the memory look like this.`,
    nextStep: 'Use the file that the ALFWorld project publishes, unchanged.',
  });
}

export function truncated(name: string, what: string): Problem {
  return new Problem({
    code: 'truncated',
    message: `${name} is damaged or cut short: ${what}.`,
    nextStep: 'Download or copy the file again and compare its size with the original.',
  });
}

export function wrongFile(name: string, what: string): Problem {
  return new Problem({
    code: 'not-a-game-file',
    message: `${name} is no household file: ${what}.`,
    nextStep:
      'Drop a game.tw-pddl, a folder or zip of an ALFWorld release, a compact pack with its .twl2, or a household.pack.',
  });
}

/** A field of JSON that is missing or of the wrong kind. */
export function badField(name: string, field: string, expected: string): Problem {
  return new Problem({
    code: 'bad-field',
    message: `${name}: the field \`${field}\` should be ${expected}.`,
    nextStep: 'Take the file from an unedited release, or mend that field.',
  });
}
