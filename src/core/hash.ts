// Hashing: fast 32-bit mixing for features and stream names, SHA-256 for content addresses and digests, canonical JSON.
// Invariant: the same bytes or the same plain data give the same result on every machine; nothing here is for secrets.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** Spreads the bits of an integer over all 32 bits of the result (signed). */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

/** Hash of an ordered pair of 32-bit integers, as an unsigned 32-bit integer. Chain it for longer tuples. */
export function hash32(a: number, b: number): number {
  return mix(Math.imul(mix(a + 0x9e3779b9), 0x85ebca6b) + b) >>> 0;
}

/** Hash of a text by its UTF-16 units, as an unsigned 32-bit integer. */
export function hashString(s: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
  return mix(h ^ s.length) >>> 0;
}

/** SHA-256 of bytes in lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/**
 * JSON with sorted keys and no white space: equal data, equal text. Properties that are undefined are left out, as in JSON.
 * @throws TypeError naming the path where something is not plain data (function, symbol, class instance, NaN, Infinity).
 */
export function canonicalJson(value: unknown): string {
  return encode(value, '$');
}

function encode(value: unknown, path: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot hold`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item, i) => encode(item, `${path}[${i}]`)).join(',')}]`;
  if (typeof value !== 'object' || !isPlain(value)) throw new TypeError(`${path} is not plain data`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${encode(member, `${path}.${key}`)}`);
  return `{${members.join(',')}}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
