// Unpacks deflated bytes piece by piece, so that a bomb is stopped at its cap and never fills the memory.
// Invariant: no more than the cap plus one piece is ever held; checksum and size are compared where the container tells them.
import { Gunzip, Inflate } from 'fflate';
import { Problem } from '../../../core/problem.ts';
import { LIMITS, megabytes, tooLarge, truncated, zipBomb } from './limits.ts';
import type { NamedBytes } from './limits.ts';

/** Packed bytes given to the decoder at once; deflate makes at most about 1,032 bytes out of one. */
const PIECE = 32 * 1024;
/** Below this many unpacked bytes the ratio says nothing: a short text of blanks is no bomb. */
const RATIO_FROM = 1024 * 1024;

type Decoder = Gunzip | Inflate;

/**
 * Unpacks a raw deflate stream of a zip entry.
 * @throws Problem `zip-bomb` over the cap or ratio, `truncated` when the stream is damaged or ends early.
 */
export function inflateRaw({ name, bytes }: NamedBytes, cap: number): Uint8Array {
  return unpack(new Inflate(), name, bytes, cap);
}

/**
 * Unpacks a gzip file of one member and checks its size and checksum.
 * @throws Problem as inflateRaw.
 */
export function gunzip({ name, bytes }: NamedBytes, cap: number = LIMITS.pack): Uint8Array {
  if (bytes.length > LIMITS.file) throw tooLarge(name, `${megabytes(bytes.length)} packed`);
  if (bytes.length < 18) throw truncated(name, 'the end of the packed data is missing');
  const out = unpack(new Gunzip(), name, bytes, cap);
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8);
  if (view.getUint32(4, true) !== out.length || view.getUint32(0, true) !== crc32(out)) {
    throw truncated(name, 'the checksum of the packed data does not fit');
  }
  return out;
}

/** True for the first two bytes of a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpack(decoder: Decoder, name: string, bytes: Uint8Array, cap: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let packed = 0;
  let ended = false;
  decoder.ondata = (piece, final) => {
    size += piece.length;
    ended = final;
    if (size > cap) throw zipBomb(name, `it unpacks to more than ${megabytes(cap)}`);
    if (size > RATIO_FROM && size > packed * LIMITS.ratio) {
      throw zipBomb(name, `it unpacks to more than ${LIMITS.ratio} times its size`);
    }
    pieces.push(piece);
  };
  try {
    while (packed < bytes.length) {
      const next = Math.min(packed + PIECE, bytes.length);
      const piece = bytes.subarray(packed, next);
      packed = next;
      decoder.push(piece, next === bytes.length);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw truncated(name, 'the packed data cannot be unpacked');
  }
  if (!ended) throw truncated(name, 'the end of the packed data is missing');
  return joined(pieces, size);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  const out = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The checksum of zip and gzip (CRC-32 of ISO 3309), as an unsigned integer. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = CRC_TABLE[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
