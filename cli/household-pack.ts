// `lab -- world household --pack PATH`: one droppable household.pack out of a release zip, its unpacked folder, or any household file.
// Invariant: the same games give the same bytes; files of a folder are read one at a time, and only those that the door asks for.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { sha256Hex } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import { readHouseholdFiles } from '../src/worlds/household/load/door.ts';
import type { NamedBytes } from '../src/worlds/household/load/limits.ts';
import { LIMITS, megabytes, tooLarge } from '../src/worlds/household/load/limits.ts';
import { encodePack } from '../src/worlds/household/load/pack.ts';

export interface PackReport {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly version: string;
  /** Games by split. */
  readonly games: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** What the door can use; the rest of a release folder (pictures, trajectories) is not even opened. */
const WANTED = /\.(tw-pddl|twl2|pack|zip)$|(^|[/\\])compact[^/\\]*\.json(\.gz)?$/i;

/**
 * Makes a pack.
 * @param path a zip, a folder, or a single file.
 * @throws Problem naming the file and the next step.
 */
export function packHousehold(path: string, out: string): PackReport {
  const { pack, notes } = readHouseholdFiles(filesAt(path));
  const bytes = encodePack(pack);
  try {
    writeFileSync(out, bytes);
  } catch (error) {
    throw new Problem({
      code: 'cannot-write',
      message: `The pack cannot be written to ${out} (${reasonOf(error)}).`,
      nextStep: 'Give --out a file in a folder that can be written.',
    });
  }
  const games = Object.fromEntries(pack.splits.map((split) => [split.id, split.games.length + split.edited.length]));
  return { file: out, bytes: bytes.length, sha256: sha256Hex(bytes), version: pack.version, games, notes };
}

function filesAt(path: string): NamedBytes[] {
  try {
    if (!statSync(path).isDirectory()) return [lazyFile(path, basename(path))];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && WANTED.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => lazyFile(file, [basename(path), ...relative(path, file).split(sep)].join('/')));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem({
      code: 'missing-file',
      message: `${path} cannot be read (${reasonOf(error)}).`,
      nextStep: 'Give --pack the zip or the folder of an ALFWorld release.',
    });
  }
}

/** A file that is read when its bytes are asked for, and not kept. */
function lazyFile(path: string, name: string): NamedBytes {
  const { size } = statSync(path);
  if (size > LIMITS.file) throw tooLarge(name, megabytes(size));
  return {
    name,
    get bytes() {
      return new Uint8Array(readFileSync(path));
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
