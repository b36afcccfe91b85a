// The commands of the household as integers: verbs, and two numbers that say with what.
// Invariant: a code means the same in every house, engine and stored record; verbs are never renumbered.

/** Verbs, numbered in the order in which their commands are listed. */
export const VERB = {
  clean: 0,
  close: 1,
  cool: 2,
  examineObject: 3,
  examineReceptacle: 4,
  go: 5,
  heat: 6,
  help: 7,
  inventory: 8,
  look: 9,
  put: 10,
  open: 11,
  slice: 12,
  take: 13,
  use: 14,
} as const;

/** Value of `lastCode` at the start and after a text that names no command. */
export const NO_CODE = -1;

/**
 * A command as one integer, verb * 2^20 + a * 2^10 + b. Receptacles r and objects o are indexes of the spec:
 * go, open, close, examineReceptacle (r); examineObject, use (o); take, put, clean, heat, cool (o, r);
 * slice (what is sliced, the knife); look, inventory, help (0, 0).
 */
export function encode(verb: number, a = 0, b = 0): number {
  return (verb << 20) | (a << 10) | b;
}
export function codeVerb(code: number): number {
  return code >> 20;
}
export function codeA(code: number): number {
  return (code >> 10) & 1023;
}
export function codeB(code: number): number {
  return code & 1023;
}

/** Most receptacles or objects that codes can name in one house. */
export const MOST_ENTITIES = 1023;
