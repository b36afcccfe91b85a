// Where tests and tools find the benchmark files: TERRARIUM_DATA, else ../shared/data beside the repository.
// Invariant: the files are read in place and never copied; a test that needs them skips with a message when they are absent.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The data directory, or null when there is none. */
export function dataDirectory(): string | null {
  const named = process.env['TERRARIUM_DATA'];
  const candidate = named ? resolve(named) : resolve(root, '../shared/data');
  return existsSync(candidate) ? candidate : null;
}

/** The directory of golden loss values (beside the data directory), or null when there is none. */
export function goldenDirectory(): string | null {
  const data = dataDirectory();
  const candidate = data === null ? null : resolve(data, '../golden');
  return candidate !== null && existsSync(candidate) ? candidate : null;
}
