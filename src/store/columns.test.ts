// Packed steps and base64: exact round trips, refusal of anything else.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Problem } from '../core/problem.ts';
import { decodeBase64, encodeBase64 } from './archive/base64.ts';
import { packColumns, unpackColumns } from './columns.ts';
import { sampleColumns } from './samples.ts';

it('gives back packed columns bit for bit', () => {
  for (const steps of [0, 1, 7, 50])
    expect(unpackColumns(packColumns(sampleColumns(steps, steps)))).toEqual(sampleColumns(steps, steps));
  const bare = { ...sampleColumns(5), probabilities_TA: new Uint8Array(0) };
  expect(unpackColumns(packColumns(bare))).toEqual(bare);
});

it('refuses blocks of another length and rows that do not add up', () => {
  const packed = packColumns(sampleColumns(5));
  for (const bad of [packed.slice(0, 4), packed.slice(0, -1), Uint8Array.of(...packed, 0)]) {
    expect(() => unpackColumns(bad)).toThrow(Problem);
  }
  const rows = packed.slice();
  rows[8 + 14 * 5]! ^= 1;
  expect(() => unpackColumns(rows)).toThrow(/damaged/);
});

it('encodes base64 as everyone does and decodes nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(text)).toEqual(bytes);
    }),
  );
  for (const bad of ['A', 'AA', 'AAA', 'AB==', 'A===', '====', 'AA=A', 'AAA*', 'AAA\n', 'AAé='])
    expect(decodeBase64(bad)).toBeNull();
});
