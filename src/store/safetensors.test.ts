// The safetensors reader and writer: round trips, the byte layout that others read, refusals.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Problem } from '../core/problem.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

const finite = fc.float({ noNaN: true, noDefaultInfinity: true }).map((x) => (Object.is(x, -0) ? 0 : x));

it('gives back any tensors and metadata', () => {
  const names = fc.string({ minLength: 1 }).filter((n) => n !== '__proto__' && n !== '__metadata__');
  const tensors = fc.dictionary(names, fc.array(finite), { noNullPrototype: true });
  fc.assert(
    fc.property(tensors, fc.dictionary(names, fc.string(), { noNullPrototype: true }), (values, metadata) => {
      const file = {
        tensors: Object.fromEntries(
          Object.entries(values).map(([name, data]) => [name, { shape: [data.length], data: Float32Array.from(data) }]),
        ),
        metadata,
      };
      expect(readSafetensors(writeSafetensors(file))).toEqual(file);
    }),
  );
});

it('has the layout of the format', () => {
  const bytes = writeSafetensors({ tensors: { w: { shape: [1, 2], data: Float32Array.of(1, -2) } }, metadata: {} });
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  expect(length % 8).toBe(0);
  const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  expect(header).toEqual({ __metadata__: {}, w: { dtype: 'F32', shape: [1, 2], data_offsets: [0, 8] } });
  expect([...new Float32Array(bytes.slice(8 + length).buffer)]).toEqual([1, -2]);
});

it.each([
  ['short', () => new Uint8Array(4)],
  ['a header longer than the file', () => Uint8Array.of(255, 0, 0, 0, 0, 0, 0, 0, 123)],
  ['no JSON', () => withHeader('x', 0)],
  ['no object', () => withHeader('[1]', 0)],
  ['another type', () => withHeader('{"w":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}', 4)],
  ['a shape that does not fit', () => withHeader('{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}', 4)],
  ['a gap', () => withHeader('{"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}', 8)],
  [
    'an overlap',
    () =>
      withHeader(
        '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
        4,
      ),
  ],
  ['left-over data', () => withHeader('{}', 4)],
  ['a huge shape', () => withHeader('{"w":{"dtype":"F32","shape":[9e15,9e15],"data_offsets":[0,4]}}', 4)],
  ['a value that is not finite', () => withHeader('{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4, 255)],
])('refuses %s', (_name, bytes) => {
  expect(() => readSafetensors(bytes())).toThrow(Problem);
});

function withHeader(header: string, data: number, fill = 0): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + data).fill(fill);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}
