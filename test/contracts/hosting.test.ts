// The header file for static hosts says the same as our own server.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../scripts/headers.ts';

it('public/_headers repeats the security headers of the server, for every path', () => {
  const text = readFileSync(fileURLToPath(new URL('../../public/_headers', import.meta.url)), 'utf8');
  const [path, ...lines] = text.trimEnd().split('\n');
  expect(path).toBe('/*');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).trim(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  expect(Object.fromEntries(headers)).toEqual(SECURITY_HEADERS);
});
