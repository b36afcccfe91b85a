// Reads the directory of a zip and unpacks single entries on demand: a release is read game by game, never as a whole.
// Invariant: every offset and size is checked against the file before it is used; entries that are not asked for cost nothing.
import { crc32, inflateRaw } from './inflate.ts';
import { LIMITS, megabytes, tooLarge, truncated, wrongFile, zipBomb } from './limits.ts';
import type { NamedBytes } from './limits.ts';

export interface ZipEntry {
  readonly path: string;
  /** Unpacked size as the directory says; the true size is checked while unpacking. */
  readonly size: number;
  /** @throws Problem `truncated`, `zip-bomb` or `too-large`. */
  read(): Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** True for the first four bytes of a zip, also an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes.length > 3 &&
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/**
 * The files of a zip (folders left out), in the order of its directory. Together they may unpack to `total` bytes.
 * @throws Problem `too-large`, `truncated`, `zip-bomb`, or `not-a-game-file` for kinds of zip that are not read.
 */
export function zipEntries(file: NamedBytes, total: number = LIMITS.total): ZipEntry[] {
  const { name, bytes } = file;
  if (bytes.length > LIMITS.file) throw tooLarge(name, `${megabytes(bytes.length)}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = findEnd(name, view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff) throw wrongFile(name, 'it is a zip64 archive, which is not read');
  if (count > LIMITS.entries) throw zipBomb(name, `it has more than ${LIMITS.entries} entries`);
  const decoder = new TextDecoder();
  const budget = { left: total };
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL)
      throw truncated(name, `entry ${i + 1} of its directory is missing`);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw truncated(name, `entry ${i + 1} of its directory is cut short`);
    const path = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (!path.endsWith('/')) entries.push(entry(file, view, at, path, budget));
    at = next;
  }
  return entries;
}

/** Position of the record that ends a zip; it may be followed by a comment. */
function findEnd(name: string, view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= lowest; at--) if (view.getUint32(at, true) === END) return at;
  throw truncated(name, 'the directory at the end of the zip is missing');
}

function entry(file: NamedBytes, view: DataView, at: number, path: string, budget: { left: number }): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const checksum = view.getUint32(at + 16, true);
  const packed = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  const name = `${path} in ${file.name}`;
  const read = (): Uint8Array => {
    if (flags & 1) throw wrongFile(name, 'it is encrypted');
    if (method !== STORED && method !== DEFLATED)
      throw wrongFile(name, `it is packed by method ${method}, which is not read`);
    const data = packedBytes(file, view, local, packed, name);
    const cap = Math.min(LIMITS.entry, budget.left);
    if (size > cap) throw zipBomb(name, `it unpacks to ${megabytes(size)}`);
    const out = method === STORED ? data : inflateRaw({ name, bytes: data }, cap);
    if (out.length !== size || crc32(out) !== checksum) throw truncated(name, 'its checksum does not fit');
    budget.left -= out.length;
    return out;
  };
  return { path, size, read };
}

function packedBytes(file: NamedBytes, view: DataView, local: number, packed: number, name: string): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL)
    throw truncated(name, 'it is not where the directory says');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw truncated(name, 'it ends after the end of the zip');
  return file.bytes.subarray(start, start + packed);
}
