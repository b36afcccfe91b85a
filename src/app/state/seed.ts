// Strict reading of the seed field: decimal digits of an integer 0..2^32-1, nothing else ("12abc" is refused, not 12).

/** The seed, or a sentence that says what is wrong. */
export function parseSeed(text: string): { readonly seed: number } | { readonly error: string } {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return { error: 'A seed is a whole number from 0 to 4294967295.' };
  const seed = Number(trimmed);
  return seed <= 0xffffffff ? { seed } : { error: 'The largest seed is 4294967295.' };
}
