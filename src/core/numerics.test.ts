// Error of the elementary functions in ulp, against exact arithmetic in whole numbers (256 and more binary places).
// The reference is independent of the code under test: plain series on big integers, no table, no floating point.
import { describe, expect, it } from 'vitest';
import { cos, exp, log, sin, tanh } from './numerics.ts';
import { Rng } from './rng.ts';

const P = 320n;
const ONE = 1n << P;

/** The exact value of a double as mantissa * 2^exponent. */
function parts(x: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const biased = Number((word >> 52n) & 0x7ffn);
  const fraction = word & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: word >> 63n ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1075 };
}

/** x in units of 2^-P, rounded down (exact for |x| >= 2^-260). */
function fixed(x: number): bigint {
  const { mantissa, exponent } = parts(x);
  const shift = BigInt(exponent) + P;
  return shift >= 0n ? mantissa << shift : mantissa >> -shift;
}

function atanhInverse(n: bigint): bigint {
  let term = (ONE << 32n) / n;
  let sum = 0n;
  for (let k = 1n; term > 0n; k += 2n) {
    sum += term / k;
    term /= n * n;
  }
  return sum >> 32n;
}
const LN2 = 2n * atanhInverse(3n);

/** e^x as value * 2^(k - P), for x in units of 2^-P. */
function bigExp(x: bigint): { value: bigint; k: bigint } {
  let k = x / LN2;
  if (x < 0n) k -= 1n;
  const r = x - k * LN2;
  let term = ONE;
  let sum = ONE;
  for (let i = 1n; term !== 0n; i++) {
    term = (term * r) / ONE / i;
    sum += term;
  }
  return { value: sum, k };
}

/** ln m for a positive value in units of 2^-P near 1 (0.5..2), by atanh. */
function bigLogNearOne(m: bigint): bigint {
  const s = ((m - ONE) * ONE) / (m + ONE);
  const z = (s * s) / ONE;
  let term = s;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term / k;
    term = (term * z) / ONE;
  }
  return 2n * sum;
}

const WIDE = 1400n;
let wideHalfPi = 0n;
/** pi/2 to 1400 places by Gauss's three-term arctangent formula (not the one of the code under test). */
function halfPiWide(): bigint {
  if (wideHalfPi !== 0n) return wideHalfPi;
  const arctan = (n: bigint): bigint => {
    let term = (1n << (WIDE + 40n)) / n;
    let sum = 0n;
    for (let k = 1n; term !== 0n; k += 2n) {
      sum += term / k;
      term = -term / (n * n);
    }
    return sum >> 40n;
  };
  wideHalfPi = 2n * (12n * arctan(18n) + 8n * arctan(57n) - 5n * arctan(239n));
  return wideHalfPi;
}

/** sin or cos of a double in units of 2^-P. */
function bigSine(x: number, shiftQuadrant: bigint): bigint {
  const { mantissa, exponent } = parts(x);
  const value =
    exponent + Number(WIDE) >= 0 ? mantissa << (BigInt(exponent) + WIDE) : mantissa >> BigInt(-exponent - Number(WIDE));
  const half = halfPiWide();
  let n = value / half;
  if (value < 0n) n -= 1n;
  const r = (value - n * half) >> (WIDE - P);
  const quadrant = (((n + shiftQuadrant) % 4n) + 4n) % 4n;
  const odd = quadrant % 2n === 1n;
  let term = odd ? ONE : r;
  let sum = term;
  for (let i = odd ? 1n : 2n; term !== 0n; i += 2n) {
    term = (-term * r) / ONE;
    term = (term * r) / ONE / (i * (i + 1n));
    sum += term;
  }
  return quadrant >= 2n ? -sum : sum;
}

/** |got - exact| in ulps of got, where the exact value is `value` * 2^-scale. */
function ulps(got: number, value: bigint, scale: bigint): number {
  const { mantissa, exponent } = parts(got);
  const up = BigInt(exponent) + scale;
  const width = 64n;
  const difference = up >= 0n ? ((mantissa << up) - value) << width : ((mantissa << width) >> -up) - (value << width);
  const ulp = up >= 0n ? 1n << up : 0n;
  const magnitude = difference < 0n ? -difference : difference;
  if (up >= 0n) return Number((magnitude * 1000000n) / (ulp << width)) / 1e6;
  return Number((magnitude * 1000000n) >> (width + up)) / 1e6;
}

function worst(inputs: readonly number[], error: (x: number) => number): number {
  let most = 0;
  for (const x of inputs) {
    const e = error(x);
    if (!(e <= most)) most = e;
    if (!(e <= 1)) throw new Error(`error of ${e} ulp at ${x}`);
  }
  return most;
}

function samples(name: string, count: number, make: (rng: Rng) => number): number[] {
  const rng = Rng.root(2026).sub(name);
  return Array.from({ length: count }, () => make(rng));
}

/** Doubles with random exponents: every size is tried, not only numbers near 1. */
const anySize = (rng: Rng, low: number, high: number): number => {
  const sign = rng.int(2) === 0 ? 1 : -1;
  return sign * (1 + rng.float()) * 2 ** (low + rng.int(high - low));
};

const COUNT = 4000;

describe('numerics', () => {
  it('exp is within 1 ulp', () => {
    const error = (x: number): number => {
      const { value, k } = bigExp(fixed(x));
      return ulps(exp(x), value, P - k);
    };
    const inputs = [
      ...samples('exp', COUNT, (rng) => (rng.float() - 0.5) * 1400),
      ...samples('exp small', COUNT, (rng) => (rng.float() - 0.5) * 4),
      ...samples('exp sizes', COUNT, (rng) => anySize(rng, -60, 8)),
      ...[1, -1, 709.782712893384, -708.3, -708.4, -745.13, -744.44, 0.34657359027997264, 1e-300, 5e-324],
    ];
    expect(worst(inputs, error)).toBeLessThanOrEqual(1);
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(710), exp(-746), exp(NaN)]).toEqual([
      1,
      0,
      Infinity,
      Infinity,
      0,
      NaN,
    ]);
  });

  it('log is within 1 ulp', () => {
    const error = (x: number): number => {
      const { mantissa, exponent } = parts(x);
      const length = mantissa.toString(2).length;
      let m = (mantissa << P) >> BigInt(length);
      let k = BigInt(exponent + length);
      if (m * m < (ONE * ONE) / 2n) {
        m *= 2n;
        k -= 1n;
      }
      return ulps(log(x), k * LN2 + bigLogNearOne(m), P);
    };
    const inputs = [
      ...samples('log', COUNT, (rng) => rng.float() * 3 + 1e-9),
      ...samples('log near one', COUNT, (rng) => 1 + anySize(rng, -52, -2)),
      ...samples('log sizes', COUNT, (rng) => Math.abs(anySize(rng, -1074, 1023))),
      ...[
        5e-324,
        2.2250738585072014e-308,
        2.225073858507201e-308,
        Number.MAX_VALUE,
        0.7071067811865475,
        1.4142135623730951,
        1 + 2 ** -52,
        1 - 2 ** -53,
      ],
    ];
    expect(worst(inputs, error)).toBeLessThanOrEqual(1);
    expect([log(1), log(0), log(-0), log(-1), log(Infinity), log(NaN)]).toEqual([
      0,
      -Infinity,
      -Infinity,
      NaN,
      Infinity,
      NaN,
    ]);
  });

  it('tanh is within 1 ulp', () => {
    const error = (x: number): number => {
      const { value, k } = bigExp(2n * fixed(x));
      const e = k >= 0n ? value << k : value >> -k;
      return ulps(tanh(x), ((e - ONE) * ONE) / (e + ONE), P);
    };
    const inputs = [
      ...samples('tanh', COUNT, (rng) => (rng.float() - 0.5) * 8),
      ...samples('tanh wide', COUNT, (rng) => (rng.float() - 0.5) * 44),
      ...samples('tanh sizes', COUNT, (rng) => anySize(rng, -40, 4)),
      ...[0.1732867951399863, 20, -20, 3e-9, 2.9e-9],
    ];
    expect(worst(inputs, error)).toBeLessThanOrEqual(1);
    expect([tanh(0), tanh(-0), tanh(Infinity), tanh(-Infinity), tanh(NaN), tanh(1e-300)]).toEqual([
      0,
      -0,
      1,
      -1,
      NaN,
      1e-300,
    ]);
  });

  it('sin and cos are within 1 ulp for angles of any size', () => {
    const inputs = [
      ...samples('angle', COUNT, (rng) => (rng.float() - 0.5) * 14),
      ...samples('angle medium', COUNT, (rng) => (rng.float() - 0.5) * 2e6),
      ...samples('angle sizes', COUNT / 2, (rng) => anySize(rng, -40, 1023)),
      // Doubles nearest to multiples of pi/2, where the remainder is tiny.
      ...Array.from({ length: 400 }, (_, i) => i * 1.5707963267948966),
      // The double that comes nearest of all to a multiple of pi/2.
      ...[6381956970095103 * 2 ** 797, Number.MAX_VALUE, 1e6, 1000000.5, 0.7853981633974483, 0.7853981633974484],
    ].filter((x) => x !== 0);
    expect(worst(inputs, (x) => ulps(sin(x), bigSine(x, 0n), P))).toBeLessThanOrEqual(1);
    expect(worst(inputs, (x) => ulps(cos(x), bigSine(x, 1n), P))).toBeLessThanOrEqual(1);
    expect([sin(0), sin(-0), cos(0), sin(Infinity), cos(-Infinity), sin(NaN), sin(5e-324), cos(5e-324)]).toEqual([
      0,
      -0,
      1,
      NaN,
      NaN,
      NaN,
      5e-324,
      1,
    ]);
  });
});
