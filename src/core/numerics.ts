// Elementary functions in f64 with the same bits on every machine: only +, -, *, /, sqrt and bit access are used, which IEEE
// 754 fixes exactly. Own algorithms (argument reduction by Cody-Waite, Taylor series, compensated sums); error <= 1 ulp,
// asserted against exact arithmetic in numerics.test.ts. `Math.exp` and its relatives differ between engines by up to 3 ulp.

const LN2_HIGH = 0.6931471803691238; // first 32 bits of ln 2, so that k * LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = 1.4426950408889634;
const SQRT2 = 1.4142135623730951;
const EXP_MAX = 709.782712893384;
const EXP_MIN = -745.1332191019412;
/** Splits a double into two halves of 26 bits (Veltkamp): 2^27 + 1. */
const SPLITTER = 134217729;

/** Powers of two 2^-1074 .. 2^1023 at index exponent + 1074. */
const POWER = new Float64Array(2098);
POWER[1074] = 1;
for (let k = 1075; k < 2098; k++) POWER[k] = POWER[k - 1] * 2;
for (let k = 1073; k >= 0; k--) POWER[k] = POWER[k + 1] / 2;

const view = new Float64Array(1);
const bits = new Uint32Array(view.buffer); // every engine that runs us is little-endian: [0] low word, [1] high word

/** value * 2^k for k in -1075..1024, rounded once. */
function scale(value: number, k: number): number {
  if (k > 1023) return value * 2 * POWER[2097];
  if (k < -1074) return value * 0.5 * POWER[0];
  return value * POWER[k + 1074];
}

/** e^r - 1 - r - r^2/2 for |r| <= 0.35, by the Taylor series. */
function expTail(r: number): number {
  let s = 1 / 87178291200;
  s = s * r + 1 / 6227020800;
  s = s * r + 1 / 479001600;
  s = s * r + 1 / 39916800;
  s = s * r + 1 / 3628800;
  s = s * r + 1 / 362880;
  s = s * r + 1 / 40320;
  s = s * r + 1 / 5040;
  s = s * r + 1 / 720;
  s = s * r + 1 / 120;
  s = s * r + 1 / 24;
  s = s * r + 1 / 6;
  return s * r * (r * r);
}

/** e^x. Overflows to Infinity above 709.78, to 0 below -745.13. */
export function exp(x: number): number {
  if (x > EXP_MAX) return Infinity;
  if (x < EXP_MIN) return 0;
  if (x !== x) return x;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const lost = high - r - low;
  return scale(1 + (r + (0.5 * r * r + (expTail(r) + lost * (1 + r)))), k);
}

/** Natural logarithm; log(0) = -Infinity, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = 0;
  let normal = x;
  if (x < 2.2250738585072014e-308) {
    normal = x * 18014398509481984; // 2^54
    k = -54;
  }
  view[0] = normal;
  k += (bits[1] >>> 20) - 1023;
  bits[1] = (bits[1] & 0x000fffff) | 0x3ff00000;
  let m = view[0];
  if (m > SQRT2) {
    m *= 0.5;
    k++;
  }
  // log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R), with s = f / (2 + f) and R the tail of the series of 2 atanh.
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  let tail = 2 / 25;
  tail = tail * z + 2 / 23;
  tail = tail * z + 2 / 21;
  tail = tail * z + 2 / 19;
  tail = tail * z + 2 / 17;
  tail = tail * z + 2 / 15;
  tail = tail * z + 2 / 13;
  tail = tail * z + 2 / 11;
  tail = tail * z + 2 / 9;
  tail = tail * z + 2 / 7;
  tail = tail * z + 2 / 5;
  tail = tail * z + 2 / 3;
  tail *= z;
  const half = 0.5 * f * f;
  if (k === 0) return f - (half - s * (half + tail));
  return k * LN2_HIGH - (half - (s * (half + tail) + k * LN2_LOW) - f);
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  const a = Math.abs(x);
  if (a < 3e-9 || x !== x) return x; // x^3/3 is below half an ulp
  const t = a > 20 ? 1 : tanhPositive(a);
  return x < 0 ? -t : t;
}

/** tanh a = e / (e + 2) with e = exp(2a) - 1, carried as a sum of two doubles so that only the last rounding is visible. */
function tanhPositive(a: number): number {
  const y = 2 * a;
  const k = Math.floor(y * INVERSE_LN2 + 0.5);
  const high = y - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const lost = high - r - low;
  const square = r * r;
  const half = 0.5 * square;
  const tail = expTail(r);
  const above = half + tail;
  const u = r + above; // exp(r) - 1 = u + uLost
  const uLost = sumError(r, above, u) + sumError(half, tail, above) + 0.5 * productError(r, r, square) + lost * (1 + r);
  const p = POWER[k + 1074]; // exp(y) - 1 = (p - 1) + p (u + uLost)
  const e = p - 1 + p * u;
  const eLost = sumError(p - 1, p * u, e) + p * uLost;
  const d = e + 2;
  const dLost = sumError(e, 2, d) + eLost;
  const q = e / d;
  const product = q * d;
  const remainder = e - product - productError(q, d, product);
  return q + (remainder + eLost - q * dLost) / d;
}

/** What was lost when sum = a + b was rounded (Knuth's two-sum). */
function sumError(a: number, b: number, sum: number): number {
  const virtual = sum - a;
  return a - (sum - virtual) + (b - virtual);
}

/** What was lost when product = a * b was rounded (Dekker), for factors below 2^900. */
function productError(a: number, b: number, product: number): number {
  const as = SPLITTER * a;
  const aHigh = as - (as - a);
  const aLow = a - aHigh;
  const bs = SPLITTER * b;
  const bHigh = bs - (bs - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

// pi/2 = HALF_PI_1 + HALF_PI_2 + HALF_PI_3; the first two have 33 bits, so that n * part is exact for n < 2^20.
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;
const INVERSE_HALF_PI = 0.6366197723675814;
/** Above this, or nearer than 2^-20 to a multiple of pi/2, the reduction is done in whole numbers. */
const MEDIUM = 1e6;
const NEAR = 9.5367431640625e-7;

/** Result of the last reduction: x = quadrant * pi/2 + reduced + reducedLost, |reduced| <= pi/4. */
let reduced = 0;
let reducedLost = 0;

/** Reduces a finite x and returns the quadrant 0..3. */
function reduce(x: number): number {
  if (Math.abs(x) <= 0.7853981633974483) {
    reduced = x;
    reducedLost = 0;
    return 0;
  }
  if (Math.abs(x) > MEDIUM) return reduceExactly(x);
  const n = Math.floor(x * INVERSE_HALF_PI + 0.5);
  const first = x - n * HALF_PI_1; // exact
  const second = n * HALF_PI_2;
  const rest = first - second;
  const lost = sumError(first, -second, rest) - n * HALF_PI_3;
  reduced = rest + lost;
  if (Math.abs(reduced) < NEAR) return reduceExactly(x);
  reducedLost = sumError(rest, lost, reduced);
  return n & 3;
}

/** Binary places of pi/2: |x| < 2^1024 leaves an error below 2^-192 in the remainder, which is never below 2^-65. */
const FRACTION_BITS = 1216n;
/** The remainder is kept in units of 2^-320. */
const UNIT_BITS = 320;
let halfPi = 0n;

/** floor(2^FRACTION_BITS * atan(1/n)). */
function arcTangentInverse(n: bigint): bigint {
  let term = (1n << (FRACTION_BITS + 32n)) / n;
  let sum = 0n;
  let sign = 1n;
  for (let k = 1n; term > 0n; k += 2n) {
    sum += (sign * term) / k;
    term /= n * n;
    sign = -sign;
  }
  return sum >> 32n;
}

/** Reduction of a large or unlucky argument in whole numbers, pi by Machin's formula; rare and slow. */
function reduceExactly(x: number): number {
  if (halfPi === 0n) halfPi = 8n * arcTangentInverse(5n) - 2n * arcTangentInverse(239n);
  view[0] = Math.abs(x);
  const exponent = BigInt((bits[1] >>> 20) - 1075);
  const mantissa = (BigInt((bits[1] & 0x000fffff) | 0x00100000) << 32n) | BigInt(bits[0]);
  const value = mantissa << (exponent + FRACTION_BITS);
  const n = (value + (halfPi >> 1n)) / halfPi;
  const remainder = (value - n * halfPi) >> (FRACTION_BITS - BigInt(UNIT_BITS));
  const unit = POWER[1074 - UNIT_BITS];
  const nearest = Number(remainder);
  const sign = x < 0 ? -unit : unit;
  reduced = nearest * sign;
  reducedLost = Number(remainder - BigInt(nearest)) * sign;
  const quadrant = Number(n & 3n);
  return x < 0 ? (4 - quadrant) & 3 : quadrant;
}

/** sin(a + b) for |a| <= pi/4 and tiny b. */
function sineKernel(a: number, b: number): number {
  const z = a * a;
  let s = 1 / 355687428096000;
  s = s * z - 1 / 1307674368000;
  s = s * z + 1 / 6227020800;
  s = s * z - 1 / 39916800;
  s = s * z + 1 / 362880;
  s = s * z - 1 / 5040;
  s = s * z + 1 / 120;
  s = s * z - 1 / 6;
  return a + (s * z * a + b * (1 - 0.5 * z));
}

/** cos(a + b) for |a| <= pi/4 and tiny b. */
function cosineKernel(a: number, b: number): number {
  const z = a * a;
  let s = 1 / 6402373705728000;
  s = 1 / 20922789888000 - s * z;
  s = s * z - 1 / 87178291200;
  s = s * z + 1 / 479001600;
  s = s * z - 1 / 3628800;
  s = s * z + 1 / 40320;
  s = s * z - 1 / 720;
  s = s * z + 1 / 24;
  const half = 0.5 * z;
  const top = 1 - half;
  return top + (1 - top - half + (s * z * z - a * b));
}

/** Sine of an angle in radians, of any size; NaN of what is not finite. */
export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  if (x === 0) return x;
  return sineOf(reduce(x));
}

/** Cosine of an angle in radians, of any size; NaN of what is not finite. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  return sineOf((reduce(x) + 1) & 3);
}

/** sin(quadrant * pi/2 + reduced + reducedLost). */
function sineOf(quadrant: number): number {
  const value = (quadrant & 1) === 0 ? sineKernel(reduced, reducedLost) : cosineKernel(reduced, reducedLost);
  return (quadrant & 2) === 0 ? value : -value;
}
