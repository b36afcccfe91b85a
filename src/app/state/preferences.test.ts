// Whatever lies in storage, complete known preferences come out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DENSITIES, fromStored, THEMES } from './preferences.ts';

describe('stored preferences', () => {
  it('are read back as they were written', () => {
    const stored = { theme: 'dark', density: 'class', projector: true, shortcuts: false, announce: false };
    expect(fromStored(JSON.stringify(stored))).toEqual(stored);
  });

  it('are complete and known for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
        const stored = fromStored(text);
        expect(THEMES).toContain(stored.theme);
        expect(DENSITIES).toContain(stored.density);
        expect([stored.projector, stored.shortcuts, stored.announce].every((flag) => typeof flag === 'boolean')).toBe(
          true,
        );
      }),
    );
  });
});
