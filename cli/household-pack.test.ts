import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePack } from '../src/worlds/household/load/pack.ts';
import { releaseFiles, releaseZip } from '../src/worlds/household/load/sample.testing.ts';
import { packHousehold } from './household-pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'household-pack-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, bytes: Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

describe('lab world household --pack', () => {
  it('makes the same games of a zip and of its unpacked folder', () => {
    const zip = write('release.zip', releaseZip().bytes);
    for (const [path, bytes] of Object.entries(releaseFiles())) write(join('unpacked', path), bytes);
    const fromZip = packHousehold(zip, join(folder, 'a.pack'));
    const fromFolder = packHousehold(join(folder, 'unpacked'), join(folder, 'b.pack'));
    expect(fromZip.games).toEqual({ train: 2, valid_train: 1 });
    expect(fromFolder.games).toEqual(fromZip.games);
    const [a, b] = ['a.pack', 'b.pack'].map((name) => decodePack(new Uint8Array(readFileSync(join(folder, name)))));
    expect(a.splits).toEqual(b.splits);
    expect([a.name, b.name]).toEqual(['release', 'unpacked']);
    expect(readFileSync(join(folder, 'a.pack'))).toHaveLength(fromZip.bytes);
  });

  it.each([
    ['a path that is not there', () => packHousehold(join(folder, 'nothing'), join(folder, 'c.pack')), 'missing-file'],
    [
      'an output that cannot be written',
      () => packHousehold(write('r.zip', releaseZip().bytes), join(folder, 'no', 'c.pack')),
      'cannot-write',
    ],
    [
      'a file of another kind',
      () => packHousehold(write('cat.png', Uint8Array.of(1, 2, 3)), join(folder, 'c.pack')),
      'not-a-game-file',
    ],
  ])('refuses %s', (_, run, code) => {
    expect(run).toThrow(expect.objectContaining({ name: 'Problem', code }));
  });
});
