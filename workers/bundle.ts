// Entry of the bundle worker: turns what was dropped into one block of bytes, off the page's thread. One file stays as it is;
// several become a zip of stored entries. Invariant: the same files under the same paths give the same bytes.
import { expose, transfer } from 'comlink';
import { zipSync, type Zippable } from 'fflate';
import { atTheEdge } from './edge.ts';

export interface BundleService {
  bundle(files: readonly { readonly path: string; readonly file: Blob }[]): Promise<Uint8Array>;
}

/** Zip entries carry a date; this one is the first that zips can say. */
const NO_DATE = '1980-01-01T00:00:00';

const service: BundleService = {
  async bundle(files) {
    const contents = await Promise.all(files.map(async ({ file }) => new Uint8Array(await file.arrayBuffer())));
    const entries: Zippable = Object.fromEntries(files.map(({ path }, i) => [path, contents[i]]));
    const bytes = contents.length === 1 ? contents[0] : zipSync(entries, { level: 0, mtime: NO_DATE });
    return transfer(bytes, [bytes.buffer]);
  },
};

expose(atTheEdge(service));
