// Golden vectors of core, run by Node and by Chromium: the same bits in both, or tier T1 is lost.
// The digests below were computed once; a change of any of them changes every recorded run and needs a new run format.
import { describe, expect, it } from 'vitest';
import { canonicalJson, hash32, hashString, sha256Hex } from '../../src/core/hash.ts';
import { cos, exp, log, sin, tanh } from '../../src/core/numerics.ts';
import { Rng, threefry2x32 } from '../../src/core/rng.ts';
import { bootstrapMean } from '../../src/core/statistics.ts';

const STREAM = [2487479456, 725, 0.25217663520297506, 1];
const SHUFFLED = [0, 1, 5, 4, 7, 6, 3, 2];
const HASHES = [672056447, 2630905527, 1947474976, 364345652];
const JSON_DIGEST = '123cd5784eecc95cc31ce80882fd2c357d5b11908f88ccd5aa247cc54db8fbc7';
const FUNCTIONS = {
  exp: '9ca6f58a95560e31e6b2752ff9c4f1fc40d97d18648ea1e598001113194e0d94',
  log: '0a6fd5ec88ffcfaedd010bf8157bbd861360f001c3f2715d07d12a6aff338d68',
  tanh: '9249acb27340bb6e2875e8a9b923d571827d478ab0f7f2f8ece625742f8b08e6',
  sin: 'df0f89e31689549cdc39d76ca55a5d28fc2884aead76e515e3453bf39c9e32ee',
  cos: 'a59f5d8f82a5c48f69fbf29891e3d766b4b3b94d4f0bd99c81a843391767b885',
};
const INTERVAL = { mean: 3.8, lo: 1.8, hi: 6 };

/** SHA-256 of the bytes of 20,000 values of f on arguments of every size up to `bound`. */
function digest(f: (x: number) => number, name: string, bound: number): string {
  const rng = Rng.root(1).sub(name);
  const values = new Float64Array(20_000);
  for (let i = 0; i < values.length; i++) values[i] = f((rng.float() * 2 - 1) * (i % 2 === 0 ? bound : 2));
  return sha256Hex(new Uint8Array(values.buffer));
}

describe('golden vectors of core', () => {
  it('threefry', () => {
    const out = new Uint32Array(2);
    threefry2x32(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3, out);
    expect([...out]).toEqual([0xc4923a9c, 0x483df7a0]);
  });

  it('streams', () => {
    const rng = Rng.root(2026).sub('golden', 3);
    expect([rng.u32(), rng.int(1000), rng.float(), rng.weighted([1, 2, 3])]).toEqual(STREAM);
    expect(rng.shuffle([0, 1, 2, 3, 4, 5, 6, 7])).toEqual(SHUFFLED);
  });

  it('hashes', () => {
    expect([hash32(1, 2), hash32(-1, 7), hashString(''), hashString('terrarium')]).toEqual(HASHES);
    expect(sha256Hex(new TextEncoder().encode(canonicalJson({ b: 1.5e-7, a: ['é', -0] })))).toBe(JSON_DIGEST);
  });

  it('elementary functions', () => {
    expect({
      exp: digest(exp, 'exp', 750),
      log: digest((x) => log(Math.abs(x)), 'log', 1e300),
      tanh: digest(tanh, 'tanh', 25),
      sin: digest(sin, 'sin', 1e5),
      cos: digest(cos, 'cos', 1e9),
    }).toEqual(FUNCTIONS);
  });

  it('bootstrap', () => {
    expect(bootstrapMean([1, 5, 2, 8, 3], 7)).toEqual(INTERVAL);
  });
});
