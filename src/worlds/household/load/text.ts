// Bytes to text to JSON, strictly: the one way in for every textual file.
// Invariant: what comes out is plain data of JSON; a text that is not UTF-8, not JSON, or names `__proto__` is refused.
import { truncated, wrongFile } from './limits.ts';
import type { NamedBytes } from './limits.ts';

/** @throws Problem `truncated` for bytes that are no UTF-8. */
export function decodeText({ name, bytes }: NamedBytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw truncated(name, 'it is not UTF-8 text');
  }
}

/** @throws Problem `truncated` for text that is no JSON, `not-a-game-file` for JSON that is no object. */
export function parseObject(name: string, text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 120) : 'unreadable';
    throw truncated(name, `its JSON cannot be read (${reason})`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrongFile(name, 'its JSON is no object');
  if (/"__proto__"\s*:/.test(text)) throw wrongFile(name, 'its JSON has a field named __proto__');
  return json as Record<string, unknown>;
}
