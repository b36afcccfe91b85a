// The seed field takes whole numbers of 32 bits and nothing that merely begins like one.
import { describe, expect, it } from 'vitest';
import { parseSeed } from './seed.ts';

describe('seed', () => {
  it.each([
    ['0', 0],
    [' 7 ', 7],
    ['4294967295', 4294967295],
    ['007', 7],
  ])('%j is %d', (text, seed) => {
    expect(parseSeed(text)).toEqual({ seed });
  });

  it.each(['', '12abc', '-1', '1.5', '1e3', '0x10', '4294967296', '99999999999', 'NaN', '٣'])('refuses %j', (text) => {
    expect(parseSeed(text)).toHaveProperty('error');
  });
});
