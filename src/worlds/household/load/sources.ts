// The files of a drop, one after another, whatever they came in: loose files, a folder, a zip.
// Invariant: an entry of a zip is unpacked when it is read and may be collected after; what no name calls for is never unpacked.
import { LIMITS, megabytes, tooLarge } from './limits.ts';
import type { NamedBytes } from './limits.ts';
import { isZip, zipEntries } from './zip.ts';

type SourceKind = 'game' | 'grammar' | 'pack' | 'unknown';

export interface Source {
  readonly path: string;
  readonly kind: SourceKind;
  read(): Uint8Array;
}

/** What a file is, by its name. Packs and compact packs are told apart by their content. */
function kindOf(path: string): SourceKind {
  const name = path.toLowerCase();
  if (name.endsWith('.tw-pddl')) return 'game';
  if (name.endsWith('.twl2')) return 'grammar';
  return /\.pack$|\.json\.gz$|(^|\/)compact[^/]*\.json$/.test(name) ? 'pack' : 'unknown';
}

/**
 * All files of a drop.
 * @throws Problem `too-large`, or what is wrong with a zip as a whole.
 */
export function sourcesOf(files: readonly NamedBytes[]): Source[] {
  if (files.length > LIMITS.files) throw tooLarge('the drop', `more than ${LIMITS.files} files`);
  return files.flatMap((file): Source[] => {
    const { name, bytes } = file;
    if (bytes.length > LIMITS.file) throw tooLarge(name, megabytes(bytes.length));
    // Asks the file again, so that a caller may load the files of a large folder one at a time (a getter for `bytes`).
    if (!isZip(bytes)) return [{ path: name, kind: kindOf(name), read: () => file.bytes }];
    return zipEntries({ name, bytes }).map((entry) => ({
      path: entry.path,
      kind: kindOf(entry.path),
      read: () => entry.read(),
    }));
  });
}
