// Base64 of bytes, strict and fast enough for megabytes.
// Invariant: decode accepts exactly what encode writes (padding included), so that each block of bytes has one text.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
CODES.forEach((code, value) => (VALUES[code] = value));
const PAD = '='.charCodeAt(0);
const ascii = new TextDecoder('ascii');

export function encodeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const block = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text[at++] = CODES[block >> 18]!;
    text[at++] = CODES[(block >> 12) & 63]!;
    text[at++] = left > 1 ? CODES[(block >> 6) & 63]! : PAD;
    text[at++] = left > 2 ? CODES[block & 63]! : PAD;
  }
  return ascii.decode(text);
}

/** The bytes, or null where the text is not what `encodeBase64` writes. */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3);
  const letters = text.length - padding;
  for (let i = 0, at = 0; i < text.length; i += 4, at += 3) {
    let block = 0;
    for (let k = 0; k < 4; k++) {
      const value = i + k < letters ? valueAt(text, i + k) : 0;
      if (value < 0) return null;
      block = (block << 6) | value;
    }
    bytes[at] = block >> 16;
    bytes[at + 1] = block >> 8;
    bytes[at + 2] = block;
  }
  const length = bytes.length - padding;
  // Bits beyond the last byte have to be zero.
  if (bytes.subarray(length).some((rest) => rest !== 0)) return null;
  return bytes.slice(0, length);
}

function valueAt(text: string, i: number): number {
  const code = text.charCodeAt(i);
  return code < 128 ? VALUES[code]! : -1;
}
