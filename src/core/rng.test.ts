// The generator against published known answers, and the properties that the rest of the program relies on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng, threefry2x32 } from './rng.ts';

const block = (k0: number, k1: number, c0: number, c1: number): number[] => {
  const out = new Uint32Array(2);
  threefry2x32(k0, k1, c0, c1, out);
  return [...out];
};

describe('Threefry-2x32-20', () => {
  it('gives the known answers of Random123', () => {
    expect(block(0, 0, 0, 0)).toEqual([0x6b200159, 0x99ba4efe]);
    expect(block(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff)).toEqual([0x1cb996fc, 0xbb002be7]);
    expect(block(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3)).toEqual([0xc4923a9c, 0x483df7a0]);
  });
});

describe('Rng', () => {
  it('derives sub-streams without advancing the parent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.string(),
        fc.integer({ min: 0, max: 40 }),
        (seed, name, n) => {
          const plain = Rng.root(seed);
          const forked = Rng.root(seed);
          for (let i = 0; i < n; i++) {
            forked.sub(name, i);
            expect(forked.u32()).toBe(plain.u32());
          }
          expect(forked.sub(name, n).u32()).toBe(Rng.root(seed).sub(name, n).u32());
        },
      ),
    );
  });

  it('gives different streams for different seeds, names and indexes', () => {
    const first = (rng: Rng): string => `${rng.u32()},${rng.u32()}`;
    const seen = new Set<string>();
    const big = 2 ** 32;
    for (let i = 0; i < 500; i++) {
      seen.add(first(Rng.root(i)));
      seen.add(first(Rng.root(i * big + big)));
      seen.add(first(Rng.root(1).sub('a', i)));
      seen.add(first(Rng.root(1).sub('b', i)));
      seen.add(first(Rng.root(1).sub('b', i * big + big)));
      seen.add(first(Rng.root(1).sub('a').sub('b', i)));
    }
    expect(seen.size).toBe(3000);
  });

  it('draws integers without bias and covers the whole range', () => {
    const rng = Rng.root(7);
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[rng.int(7)]++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(22.5); // 99.9 % point of 6 degrees of freedom
    // With n = 3 * 2^30 a plain modulo would hit the lower third twice as often.
    let low = 0;
    for (let i = 0; i < 30_000; i++) low += rng.int(3 * 2 ** 30) < 2 ** 30 ? 1 : 0;
    expect(Math.abs(low / 30_000 - 1 / 3)).toBeLessThan(0.012);
    expect(rng.int(1)).toBe(0);
    expect(() => rng.int(0)).toThrow(RangeError);
    expect(() => rng.int(2 ** 32 + 1)).toThrow(RangeError);
  });

  it('draws floats uniformly in [0, 1)', () => {
    const rng = Rng.root(9);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < 50_000; i++) {
      const x = rng.float();
      expect(x >= 0 && x < 1).toBe(true);
      sum += x;
      squares += x * x;
    }
    expect(sum / 50_000).toBeCloseTo(0.5, 2);
    expect(squares / 50_000).toBeCloseTo(1 / 3, 2);
  });

  it('shuffles to a permutation and draws by weight', () => {
    const rng = Rng.root(3);
    fc.assert(
      fc.property(fc.array(fc.integer()), (array) => {
        expect(rng.shuffle([...array]).sort((a, b) => a - b)).toEqual([...array].sort((a, b) => a - b));
      }),
    );
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 20_000; i++) counts[rng.weighted([1, 0, 3, 0])]++;
    expect(counts[1] + counts[3]).toBe(0);
    expect(counts[2] / 20_000).toBeCloseTo(0.75, 1);
    expect(() => rng.weighted([0, 0])).toThrow(RangeError);
    expect(() => rng.weighted([1, -1])).toThrow(RangeError);
    expect(() => Rng.root(-1)).toThrow(RangeError);
    expect(() => Rng.root(1).sub('x', 0.5)).toThrow(RangeError);
  });
});
