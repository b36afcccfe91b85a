// Sets of small numbers as bits in integer arrays: the ground of the compiled engine.
// Invariant: a set of n numbers takes wordsFor(n) integers from its offset on; only bitSet allocates.

/** Integers of one set; at least one, so that loops over words need no special case. */
export function wordsFor(count: number): number {
  return Math.max(1, (count + 31) >> 5);
}

export function setBit(array: Int32Array, offset: number, bit: number): void {
  array[offset + (bit >> 5)] |= 1 << (bit & 31);
}

export function clearBit(array: Int32Array, offset: number, bit: number): void {
  array[offset + (bit >> 5)] &= ~(1 << (bit & 31));
}

export function hasBit(array: Int32Array, offset: number, bit: number): boolean {
  return ((array[offset + (bit >> 5)] >>> (bit & 31)) & 1) === 1;
}

/** Bits set in one integer. */
export function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of the lowest bit of an integer that is not 0. Clear it with `word &= word - 1` to go on. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The set of the numbers below `count` that hold. */
export function bitSet(words: number, count: number, holds: (number: number) => boolean): Int32Array {
  const set = new Int32Array(words);
  for (let i = 0; i < count; i++) if (holds(i)) setBit(set, 0, i);
  return set;
}
