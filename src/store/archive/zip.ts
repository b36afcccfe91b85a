// A zip file written piece by piece: nothing but the compressed bytes is held.
// Invariant: equal entries in equal order give equal bytes (fixed dates, no attributes).
import { Zip, ZipDeflate } from 'fflate';

/** Zip dates are local times; this one is the first they can hold, in any zone. */
const NO_DATE = new Date(1980, 0, 1);

export interface ZipEntry {
  push(part: Uint8Array): ZipEntry;
  end(): void;
}

export class ZipWriter {
  readonly #parts: BlobPart[] = [];
  readonly #zip: Zip;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      if (chunk.length > 0) this.#parts.push(chunk as BlobPart);
    });
  }

  /** Starts an entry; end it before the next one. */
  entry(name: string): ZipEntry {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = NO_DATE;
    this.#zip.add(file);
    const entry: ZipEntry = {
      push: (part) => {
        file.push(part);
        return entry;
      },
      end: () => file.push(new Uint8Array(0), true),
    };
    return entry;
  }

  async finish(): Promise<Uint8Array> {
    this.#zip.end();
    return new Uint8Array(await new Blob(this.#parts).arrayBuffer());
  }
}
