// Reads ALFWorld's files under a data directory laid out as worlds.md 8 says: compact packs and both grammars.
// Invariant: reads only; a file that is missing or wrong is a Problem that names it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Problem } from '../src/core/problem.ts';
import { readCompact } from '../src/worlds/household/compact.ts';
import { parseGrammarFile } from '../src/worlds/household/grammar-file.ts';
import type { HouseSpec } from '../src/worlds/household/house.ts';
import { Wording } from '../src/worlds/household/texts.ts';

export const PACK_SPLITS = ['train', 'valid_seen', 'valid_unseen'] as const;
export type PackSplit = (typeof PACK_SPLITS)[number];

function readBytes(directory: string, ...path: string[]): Buffer {
  const file = join(directory, ...path);
  try {
    return readFileSync(file);
  } catch {
    throw new Problem({
      code: 'missing-file',
      message: `${file} cannot be read.`,
      nextStep: 'Give --data the directory that holds alfworld/ with the compact packs and the .twl2 grammars.',
    });
  }
}

/** Parses JSON. @throws Problem (code bad-json) naming the file. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem({
      code: 'bad-json',
      message: `${file} is not JSON.`,
      nextStep: 'Fetch the file again; it may be cut short.',
      detail: String(error),
    });
  }
}

/** All games of one split, in the order of the pack. */
export function readPackSplit(data: string, split: PackSplit): HouseSpec[] {
  const name = `compact_${split}.json.gz`;
  const bytes = readBytes(data, 'alfworld', name);
  let text: string;
  try {
    text = gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw new Problem({
      code: 'bad-gzip',
      message: `${name} cannot be unpacked.`,
      nextStep: 'Fetch the file again; it may be cut short.',
      detail: String(error),
    });
  }
  return readCompact(parseJson(text, name));
}

/** The grammar of a data version: 2.1.1, or the newer one for everything else. */
export function readWording(data: string, version: string): Wording {
  const name = version === '2.1.1' ? 'alfred-2.1.1.twl2' : 'alfred.twl2';
  return new Wording(parseGrammarFile(readBytes(data, 'alfworld', name).toString('utf8')));
}
