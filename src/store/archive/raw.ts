// The way out when the page cannot read its database: everything in it, as it lies there, as a zip of JSON lines.
// Invariant: read-only and schema-blind; it works on a database of any version, also a newer one.
import { encodeBase64 } from './base64.ts';
import { breathe } from './format.ts';
import { ZipWriter } from './zip.ts';

const ROWS_AT_A_TIME = 500;
const text = new TextEncoder();

/** One entry per table, one line per row `{key, value}`; typed arrays become `{"$type": …, "base64": …}`. */
export async function exportRaw(name: string, factory: IDBFactory = indexedDB): Promise<Uint8Array> {
  const db = await request(factory.open(name));
  try {
    const zip = new ZipWriter();
    for (const table of db.objectStoreNames) {
      const entry = zip.entry(`${table}.jsonl`);
      for await (const lines of tableLines(db, table)) entry.push(text.encode(lines));
      entry.end();
    }
    return await zip.finish();
  } finally {
    db.close();
  }
}

async function* tableLines(db: IDBDatabase, table: string): AsyncGenerator<string> {
  let range: IDBKeyRange | null = null;
  for (;;) {
    const store = db.transaction(table).objectStore(table);
    const [keys, values] = await Promise.all([
      request(store.getAllKeys(range, ROWS_AT_A_TIME)),
      request<unknown[]>(store.getAll(range, ROWS_AT_A_TIME)),
    ]);
    yield keys.map((key, i) => `${JSON.stringify({ key, value: values[i] }, plainly)}\n`).join('');
    if (keys.length < ROWS_AT_A_TIME) return;
    range = IDBKeyRange.lowerBound(keys.at(-1)!, true);
    await breathe();
  }
}

function plainly(_key: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return { $type: value.constructor.name, base64: encodeBase64(bytes) };
}

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new DOMException('no answer', 'UnknownError'));
  });
}
