// The address of the page: what is written is read back, what is malformed falls back to the home view.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOME, readPlace, VIEWS, writePlace } from './router.ts';

describe('the address', () => {
  it('gives back every place that it was written from, and keeps foreign parameters', () => {
    const places = fc.record({
      view: fc.constantFrom(...VIEWS),
      episode: fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-ascii' }), { nil: null }),
      beside: fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-ascii' }), { nil: null }),
      generation: fc.option(fc.nat(999_999_999), { nil: null }),
    });
    fc.assert(
      fc.property(places, (place) => {
        const query = writePlace(place, '?selftest=1');
        expect(readPlace(query)).toEqual(place);
        expect(new URLSearchParams(query).get('selftest')).toBe('1');
      }),
    );
  });

  it('is empty for the bare home view', () => {
    expect(writePlace(HOME)).toBe('');
  });

  it.each([
    ['an unknown view', '?view=nowhere'],
    ['a name from the prototype', '?view=constructor'],
    ['a negative generation', '?generation=-1'],
    ['a generation with letters', '?generation=12abc'],
    ['a giant episode id', `?episode=${'x'.repeat(201)}`],
  ])('falls back to the home view for %s', (_, query) => {
    expect(readPlace(query)).toEqual(HOME);
  });
});
