// Counter-based random numbers: Threefry-2x32 with 20 rounds (Salmon et al., SC 2011), streams derived by name and index.
// Invariant: a stream is a pure function of (seed, path of names and indexes); deriving a sub-stream never advances its
// parent, so adding a draw in one place changes no other stream. Block function checked against Random123's known answers.
import { hashString } from './hash.ts';

const PARITY = 0x1bd11bda;
/** Mixed into the key when a sub-stream is derived, so that derived keys never coincide with drawn numbers. */
const DERIVE = 0x7e99a91d;
const TWO_26 = 67108864;
const TWO_32 = 4294967296;
const TWO_53 = 9007199254740992;

/** One Threefry-2x32-20 block: writes two unsigned words of (key, counter) to out[0..1]. */
export function threefry2x32(k0: number, k1: number, c0: number, c1: number, out: Uint32Array): void {
  const k2 = k0 ^ k1 ^ PARITY;
  let x0 = (c0 + k0) | 0;
  let x1 = (c1 + k1) | 0;
  let even = true;
  let first = k1;
  let second = k2;
  let third = k0;
  for (let injection = 1; injection <= 5; injection++) {
    if (even) {
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 15) | (x1 >>> 17)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 26) | (x1 >>> 6)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0;
    } else {
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 17) | (x1 >>> 15)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 29) | (x1 >>> 3)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 16) | (x1 >>> 16)) ^ x0;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << 24) | (x1 >>> 8)) ^ x0;
    }
    even = !even;
    x0 = (x0 + first) | 0;
    x1 = (x1 + second + injection) | 0;
    const rotated = first;
    first = second;
    second = third;
    third = rotated;
  }
  out[0] = x0;
  out[1] = x1;
}

/** A stream of random numbers. Make one with Rng.root and derive the others with sub. */
export class Rng {
  private readonly words = new Uint32Array(2);
  private low = 0;
  private high = 0;
  /** Word of `words` to hand out next; 2 = none left. */
  private next = 2;

  private constructor(
    private readonly key0: number,
    private readonly key1: number,
  ) {}

  /** The stream at the root of a run. @param seed integer 0..2^53-1. */
  static root(seed: number): Rng {
    if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed ${seed} is not an integer 0..2^53-1`);
    return new Rng(seed | 0, Math.floor(seed / TWO_32) | 0);
  }

  /** The stream of a purpose (and an index 0..2^53-1 inside it), the same however much of this one was used. */
  sub(purpose: string, index = 0): Rng {
    if (!Number.isSafeInteger(index) || index < 0) throw new RangeError(`index ${index} is not an integer 0..2^53-1`);
    const out = new Uint32Array(2);
    threefry2x32(this.key0, this.key1 ^ DERIVE, hashString(purpose), index | 0, out);
    const high = Math.floor(index / TWO_32);
    if (high > 0) threefry2x32(out[0], out[1], DERIVE, high, out);
    return new Rng(out[0] | 0, out[1] | 0);
  }

  /** Integer 0..2^32-1. */
  u32(): number {
    if (this.next === 2) {
      threefry2x32(this.key0, this.key1, this.low, this.high, this.words);
      this.next = 0;
      this.low = (this.low + 1) | 0;
      if (this.low === 0) this.high = (this.high + 1) | 0;
    }
    return this.words[this.next++];
  }

  /** Uniform in [0, 1), 53 random bits. */
  float(): number {
    const high = this.u32() >>> 5;
    return (high * TWO_26 + (this.u32() >>> 6)) / TWO_53;
  }

  /** Unbiased integer 0..n-1, n in 1..2^32. */
  int(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > TWO_32) throw new RangeError(`int(${n}): n must be an integer 1..2^32`);
    const limit = TWO_32 - (TWO_32 % n);
    let value = this.u32();
    while (value >= limit) value = this.u32();
    return value % n;
  }

  /** Shuffles in place (Fisher-Yates) and returns the same array. */
  shuffle<T>(array: T[]): T[] {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      const kept = array[i];
      array[i] = array[j];
      array[j] = kept;
    }
    return array;
  }

  /** One element of a list that is not empty. */
  pick<T>(array: readonly T[]): T {
    return array[this.int(array.length)];
  }

  /** Index drawn with probability proportional to weights >= 0, of which one at least is positive. */
  weighted(weights: readonly number[]): number {
    let total = 0;
    for (const weight of weights) {
      if (!(weight >= 0)) throw new RangeError(`weighted: ${weight} is not a weight`);
      total += weight;
    }
    if (!(total > 0) || total === Infinity)
      throw new RangeError('weighted: the sum of weights must be positive and finite');
    let rest = this.float() * total;
    let last = 0;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === 0) continue;
      last = i;
      rest -= weights[i];
      if (rest < 0) break;
    }
    return last;
  }
}
