// Hashing: published SHA-256 answers, spread of the 32-bit mixers, canonical JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hash32, hashString, sha256Hex } from './hash.ts';

describe('hash', () => {
  it('gives the published SHA-256 answers', () => {
    const bytes = (s: string): Uint8Array => new TextEncoder().encode(s);
    expect(sha256Hex(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('spreads small pairs over a table without clustering', () => {
    const seen = new Set<number>();
    const buckets = new Array<number>(64).fill(0);
    for (let a = 0; a < 200; a++) {
      for (let b = 0; b < 200; b++) {
        const h = hash32(a, b);
        expect(h >>> 0).toBe(h);
        seen.add(h);
        buckets[h & 63]++;
      }
    }
    expect(seen.size).toBeGreaterThan(39_990);
    const chiSquare = buckets.reduce((sum, count) => sum + (count - 625) ** 2 / 625, 0);
    expect(chiSquare).toBeLessThan(103); // 99.9 % point of 63 degrees of freedom
  });

  it('depends on order and on every character', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        if (a !== b) expect(hash32(a, b)).not.toBe(hash32(b, a));
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (s) => {
        expect(hashString(s)).not.toBe(hashString(s.slice(1)));
        expect(hashString(s)).toBe(hashString(`${s.slice(0, 1)}${s.slice(1)}`));
      }),
    );
  });

  it('writes equal data as equal text and refuses what is not data', () => {
    expect(canonicalJson({ b: [1, 'x', null], a: { d: true, c: undefined } })).toBe(
      '{"a":{"d":true},"b":[1,"x",null]}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
    expect(() => canonicalJson({ a: [1, NaN] })).toThrow('$.a[1]');
    expect(() => canonicalJson({ a: new Map() })).toThrow('$.a');
    expect(() => canonicalJson(() => 1)).toThrow('$');
  });
});
