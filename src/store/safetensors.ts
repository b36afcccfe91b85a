// Reads and writes the safetensors format for f32 tensors: u64 length, JSON header, data (one policy per file here).
// Format: https://github.com/huggingface/safetensors. Invariant: read(write(x)) equals x; the writer is canonical (sorted names,
// header padded by spaces to 8 bytes), the reader accepts only F32 tensors that tile the data without gaps.
import { Problem } from '../core/problem.ts';
import { canonicalJson } from '../core/hash.ts';

interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export interface TensorFile {
  readonly tensors: Readonly<Record<string, Tensor>>;
  readonly metadata: Readonly<Record<string, string>>;
}

const HEADER_LIMIT = 1 << 20;

/** Bytes of a file with the tensors in order of their names. */
export function writeSafetensors(file: TensorFile): Uint8Array {
  const names = Object.keys(file.tensors).sort();
  const header: Record<string, unknown> = { __metadata__: file.metadata };
  let end = 0;
  for (const name of names) {
    const { shape, data } = file.tensors[name]!;
    header[name] = { dtype: 'F32', shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
  }
  const text = new TextEncoder().encode(canonicalJson(header));
  const start = 8 + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + end).fill(0x20, 8, start);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(start - 8), true);
  bytes.set(text, 8);
  let at = start;
  for (const name of names) {
    const { data } = file.tensors[name]!;
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}

/** @throws Problem 'bad-safetensors' naming what is wrong. Values that are not finite are refused. */
export function readSafetensors(bytes: Uint8Array): TensorFile {
  if (bytes.length < 8) throw bad('the file is shorter than its length field');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(Math.min(HEADER_LIMIT, bytes.length - 8))) throw bad('the header is longer than the file');
  const data = bytes.subarray(8 + Number(length));
  const header = parseHeader(bytes.subarray(8, 8 + Number(length)));
  const tensors: Record<string, Tensor> = {};
  const spans: [number, number][] = [];
  for (const [name, entry] of header) {
    if (name === '__metadata__') continue;
    const { shape, begin, end } = span(name, entry, data.length);
    spans.push([begin, end]);
    tensors[name] = { shape, data: new Float32Array(data.slice(begin, end).buffer) };
    if (!tensors[name].data.every(Number.isFinite)) throw bad(`tensor "${name}" holds values that are not finite`);
  }
  requireTiling(spans, data.length);
  return { tensors, metadata: metadataOf(header) };
}

function parseHeader(bytes: Uint8Array): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (value instanceof Object && !Array.isArray(value)) return Object.entries(value);
  } catch {
    throw bad('the header is not JSON');
  }
  throw bad('the header is not an object');
}

function span(name: string, entry: unknown, limit: number): { shape: number[]; begin: number; end: number } {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (name === '__proto__') throw bad('a tensor has a forbidden name');
  if (dtype !== 'F32') throw bad(`tensor "${name}" is not F32`);
  if (!isSizes(shape) || !isSizes(offsets) || offsets.length !== 2) throw bad(`tensor "${name}" has no valid shape`);
  const [begin, end] = offsets as [number, number];
  const size = 4 * shape.reduce((product, n) => product * n, 1);
  if (begin > end || end > limit || end - begin !== size) throw bad(`tensor "${name}" does not fit its shape`);
  return { shape, begin, end };
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= 8 && value.every((n) => Number.isSafeInteger(n) && n >= 0);
}

function requireTiling(spans: [number, number][], length: number): void {
  spans.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let at = 0;
  for (const [begin, end] of spans) {
    if (begin !== at) throw bad('tensors overlap or leave a gap');
    at = end;
  }
  if (at !== length) throw bad('data follows the last tensor');
}

function metadataOf(header: [string, unknown][]): Record<string, string> {
  const metadata = header.find(([name]) => name === '__metadata__')?.[1] ?? {};
  const entries = Object.entries(metadata as object);
  if (entries.some(([name, value]) => name === '__proto__' || typeof value !== 'string'))
    throw bad('its metadata is not text');
  return Object.fromEntries(entries) as Record<string, string>;
}

function bad(what: string): Problem {
  return new Problem({
    code: 'bad-safetensors',
    message: `The policy file cannot be read: ${what}.`,
    nextStep: 'Export the policy again from its source; only F32 safetensors files are read.',
  });
}
