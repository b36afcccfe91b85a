// Files as they come from a drop or a file button: single files, several, or whole folders, with their paths.
// Invariant: sizes are checked before a byte is read; order is that of the paths, so that the same folder is the same pack.
import { Problem } from '../../core/problem.ts';

export interface DroppedFile {
  /** Path inside the drop, with forward slashes. */
  readonly path: string;
  readonly file: File;
}

const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 50_000;

/** The files of a drop, folders opened. @throws Problem too-many-files. */
export async function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Entries must be taken before the first await: the transfer is emptied after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...transfer.files].map((file) => ({ path: file.name, file }));
  if (entries.every((entry) => entry.isFile)) return plain;
  const found: DroppedFile[] = [];
  for (const entry of entries) await walk(entry, '', found);
  return found;
}

/** The files of a file button; folders give paths. */
export function filesOfInput(list: FileList): DroppedFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** In the order of their paths. @throws Problem where there is nothing, or more than the page takes. */
export function checked(files: readonly DroppedFile[]): DroppedFile[] {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length === 0) throw empty();
  if (files.length > MOST_FILES) throw tooMany();
  if (bytes > MOST_BYTES) throw tooLarge(nameOf(files), bytes);
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What the drop is called: its folder, its file, or the largest of several. */
export function nameOf(files: readonly DroppedFile[]): string {
  const [first, ...others] = [...files].sort((a, b) => b.file.size - a.file.size);
  if (first === undefined) return 'nothing';
  const folder = first.path.split('/')[0];
  if (folder !== first.path) return folder;
  return others.length === 0 ? first.path : `${first.path} and ${others.length} more`;
}

async function walk(entry: FileSystemEntry, path: string, found: DroppedFile[]): Promise<void> {
  const here = path + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path: here, file });
    if (found.length > MOST_FILES) throw tooMany();
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, `${here}/`, found);
  }
}

function empty(): Problem {
  return new Problem({
    code: 'empty-drop',
    message: 'The drop holds no file.',
    nextStep: 'Drop a game file, a folder or zip of a release, or a pack.',
  });
}

function tooMany(): Problem {
  return new Problem({
    code: 'too-many-files',
    message: `The drop holds more than ${MOST_FILES} files.`,
    nextStep: 'Drop one split folder of the release, or its zip.',
  });
}

function tooLarge(name: string, bytes: number): Problem {
  return new Problem({
    code: 'too-large',
    message: `${name} has ${Math.ceil(bytes / 1048576)} MB; the page takes ${MOST_BYTES / 1048576} MB at once.`,
    nextStep:
      'Drop a smaller part, such as one split folder, or make a pack with `npm run lab -- world household --pack`.',
  });
}
