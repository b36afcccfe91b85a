// The .terrarium file: round trips are identical, damage of any kind gives a Problem and leaves the store as it was.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../core/hash.ts';
import { Problem } from '../../core/problem.ts';
import { DatabaseStore } from '../database.ts';
import { MemoryStore } from '../memory.ts';
import { sampleGeneration, sampleRun } from '../samples.ts';
import type { Store } from '../store.ts';
import { ENTRY, ENTRY_NAMES } from './format.ts';
import { exportRaw } from './raw.ts';
import { readArchive } from './read.ts';
import { exportEpisodes, exportRun } from './write.ts';

async function filled(store: Store = new MemoryStore(), generations = 3): Promise<Store> {
  for (let g = 0; g < generations; g++) await store.commit(sampleRun('run-a', 12345), sampleGeneration(g));
  return store;
}

/** The file with one entry changed, its sums mended. */
function with_(file: Uint8Array, name: string, change: (text: string) => string | Uint8Array): Uint8Array {
  const entries: Record<string, Uint8Array> = { ...unzipSync(file) };
  const changed = change(strFromU8(entries[name]!));
  entries[name] = typeof changed === 'string' ? strToU8(changed) : changed;
  const sums = ENTRY_NAMES.filter((n) => n !== ENTRY.sums).map((n) => `${sha256Hex(entries[n]!)}  ${n}\n`);
  entries[ENTRY.sums] = strToU8(sums.join(''));
  return zipSync(entries);
}

const problemOf = async (file: Uint8Array, caps?: { file: number; inflated: number }): Promise<Problem> => {
  const thrown: unknown = await readArchive(file, caps).then(
    () => 'was read',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Problem);
  return thrown as Problem;
};

describe('a .terrarium file', () => {
  it('comes back identical: export, import, export', async () => {
    const store = await filled();
    const first = await exportRun(store, 'run-a');
    const database = await DatabaseStore.open('archive:1');
    await database.importRun('other', await readArchive(first));
    const second = await exportRun(database, 'other');
    expect(sha256Hex(second)).toBe(sha256Hex(first));
    expect(await database.state('other')).toEqual(await store.state('run-a'));
    expect(await database.ledger('other')).toEqual(await store.ledger('run-a'));
    database.close();
  });

  it('goes on from the import where the original would have gone', async () => {
    const bundle = await readArchive(await exportRun(await filled(), 'run-a'));
    const store = new MemoryStore();
    await store.importRun('other', bundle);
    await store.commit(sampleRun('other', 12345), sampleGeneration(3));
    expect((await store.run('other'))!.generation).toBe(3);
  });

  it('keeps the ledger whole and the newest episodes when the run is larger than the limit', async () => {
    const store = await filled(new MemoryStore(), 5);
    const { bytes } = (await store.run('run-a'))!;
    const bundle = await readArchive(await exportRun(store, 'run-a', bytes / 2));
    expect(bundle.entries).toHaveLength(5);
    expect(bundle.prunedBefore).toBe(3);
    expect(new Set(bundle.episodes.map((e) => e.header.generation))).toEqual(new Set([3, 4]));
  });

  it('has nothing to say about a run that is not there', async () => {
    await expect(exportRun(new MemoryStore(), 'none')).rejects.toMatchObject({ code: 'unknown-run' });
  });
});

describe('the import door', async () => {
  const good = await exportRun(await filled(), 'run-a');

  it('refuses what is no such file', async () => {
    expect((await problemOf(new Uint8Array(0))).code).toBe('bad-terrarium-file');
    expect((await problemOf(strToU8('hello'))).code).toBe('bad-terrarium-file');
    expect((await problemOf(good.slice(0, good.length - 30))).code).toBe('bad-terrarium-file');
    expect((await problemOf(zipSync({ 'a.txt': strToU8('x') }))).message).toContain('does not belong');
  });

  it('caps sizes before and after inflating', async () => {
    expect((await problemOf(good, { file: 100, inflated: 1e9 })).code).toBe('file-too-large');
    expect((await problemOf(good, { file: 1e9, inflated: 1000 })).code).toBe('file-too-large');
    const bomb = zipSync({ [ENTRY.episodes]: new Uint8Array(50_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect((await problemOf(bomb, { file: 1e6, inflated: 1e7 })).code).toBe('file-too-large');
  });

  it('cannot be made to inflate more than an entry declares', async () => {
    const bomb = zipSync({ [ENTRY.manifest]: new Uint8Array(5_000_000) }, { level: 9 });
    // The declared size lies in the central directory, 24 bytes after its signature.
    const at = bomb.findIndex(
      (_, i) => bomb[i] === 0x50 && bomb[i + 1] === 0x4b && bomb[i + 2] === 1 && bomb[i + 3] === 2,
    );
    new DataView(bomb.buffer).setUint32(at + 24, 10, true);
    expect((await problemOf(bomb)).code).toBe('bad-terrarium-file');
  });

  it('refuses an entry that is missing, changed or not summed', async () => {
    const { [ENTRY.policy]: _, ...rest } = unzipSync(good);
    expect((await problemOf(zipSync(rest))).message).toContain('policy.safetensors is missing');
    const changed = { ...unzipSync(good) };
    changed[ENTRY.manifest] = strToU8(strFromU8(changed[ENTRY.manifest]!).replace('"seed":7', '"seed":8'));
    expect((await problemOf(zipSync(changed))).message).toContain('sha256sums.txt');
  });

  const cases: [string, string, (text: string) => string, RegExp][] = [
    ['an unknown field', ENTRY.manifest, (t) => t.replace('{"', '{"extra":1,"'), /extra/],
    ['a forbidden name', ENTRY.manifest, (t) => t.replace('"settings":{', '"settings":{"__proto__":1,'), /__proto__/],
    [
      'a forbidden name in disguise',
      ENTRY.manifest,
      (t) => t.replace('"settings":{', '"settings":{"\\u005f_proto__":1,'),
      /__proto__/,
    ],
    ['a number out of range', ENTRY.manifest, (t) => t.replace('"seed":7', '"seed":-7'), /seed/],
    ['a number that is not finite', ENTRY.generations, (t) => t.replace('"loss":1', '"loss":1e999'), /loss/],
    ['a missing generation', ENTRY.generations, (t) => t.slice(t.indexOf('\n') + 1), /generation/],
    ['a line cut off', ENTRY.generations, (t) => t.slice(0, -5), /middle of a line/],
    ['an episode twice', ENTRY.episodes, (t) => t.slice(0, t.indexOf('\n') + 1) + t, /out of order/],
    ['steps that do not fit', ENTRY.episodes, (t) => t.replace('"steps":4', '"steps":5'), /steps/],
    ['a stop that does not fit', ENTRY.episodes, (t) => t.replace('"won":true', '"won":false'), /stop/],
    ['steps that are not base64', ENTRY.episodes, (t) => t.replace('"columns":"B', '"columns":"*'), /base64/],
    ['no JSON', ENTRY.episodes, (t) => t.replace('{', '['), /episodes.jsonl line 1/],
    ['a text that is too long', ENTRY.episodes, (t) => t.replace('put thing', 'x'.repeat(5000)), /goal/],
    ['a policy of another version', ENTRY.manifest, (t) => t.replace('"version":2', '"version":3'), /policy/],
    [
      'deep nesting',
      ENTRY.manifest,
      (t) => t.replace('"note":"', `"deep":${'['.repeat(60)}${']'.repeat(60)},"note":"`),
      /depth/,
    ],
  ];
  it.each(cases)('refuses %s', async (_name, entry, change, message) => {
    let before = '';
    const changed = with_(good, entry, (text) => change((before = text)));
    expect(strFromU8(unzipSync(changed)[entry]!)).not.toBe(before);
    const problem = await problemOf(changed);
    expect(problem.message).toMatch(message);
    expect(problem.nextStep).not.toBe('');
  });

  it('accepts the file with its sums mended but nothing changed', async () => {
    expect((await readArchive(with_(good, ENTRY.manifest, (t) => t))).entries).toHaveLength(3);
  });

  it('is never surprised by damage: a Problem, or the very same run', async () => {
    const whole = JSON.stringify(await readArchive(good));
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.option(fc.nat(good.length)), async (flips, cut) => {
        const file = good.slice(0, cut ?? good.length);
        for (const [at, mask] of flips) if (at < file.length) file[at] = file[at]! ^ mask;
        const read: unknown = await readArchive(file).catch((error: unknown) => error);
        if (!(read instanceof Problem)) expect(JSON.stringify(read)).toBe(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('is never surprised by damaged content with mended sums', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ENTRY_NAMES.slice(0, 4)),
        fc.nat(),
        fc.string({ maxLength: 3 }),
        async (name, seed, put) => {
          const changed = with_(good, name, (text) => {
            const bytes = unzipSync(good)[name]!;
            if (name === ENTRY.policy) return bytes.map((b, i) => (i === seed % bytes.length ? b ^ 85 : b));
            const at = seed % text.length;
            return text.slice(0, at) + put + text.slice(at + 1);
          });
          const read: unknown = await readArchive(changed).catch((error: unknown) => error);
          if (read instanceof Problem) return;
          const store = new MemoryStore();
          await store.importRun('x', read as Awaited<ReturnType<typeof readArchive>>);
          expect((await store.run('x'))!.generation).toBe(2);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('other ways out', () => {
  it('writes episodes as JSON lines with plain numbers', async () => {
    const lines = strFromU8(await exportEpisodes(await filled(), 'run-a'))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(24);
    const first = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(first).toMatchObject({ id: 'run-a/0/0', won: true, commands: [0, 1, 2, 0], rewards: [0, 0, 0, 1] });
  });

  it('writes a database of any version raw', async () => {
    const store = await filled(await DatabaseStore.open('archive:raw'));
    store.close();
    const tables = unzipSync(await exportRaw('archive:raw'));
    expect(strFromU8(tables['episodes.jsonl']!).trimEnd().split('\n')).toHaveLength(24);
    expect(strFromU8(tables['runStates.jsonl']!)).toContain('"$type":"Float32Array"');
  });
});
