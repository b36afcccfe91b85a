import { gzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../core/problem.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import { PddlEpisode } from '../pddl/episode.ts';
import { Story } from '../pddl/story.ts';
import { readHouseholdFiles } from './door.ts';
import { LIMITS } from './limits.ts';
import { decodePack, encodePack } from './pack.ts';
import { zipEntries } from './zip.ts';
import { bytesOf, gameFile, releaseFiles, releaseZip, smallGame } from './sample.testing.ts';

function refusal(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const drop = (name: string, bytes: Uint8Array) => () => readHouseholdFiles([{ name, bytes }]);

describe('what is taken', () => {
  it('a game with a domain of its own, playable by the generic engine', () => {
    const { pack, notes } = readHouseholdFiles([gameFile('train/light-Lamp-None-Hall-7/trial_9/game.tw-pddl')]);
    const [{ id, games, edited }] = pack.splits;
    expect([id, games.length, edited.length]).toEqual(['train', 0, 1]);
    expect(edited[0]).toMatchObject({
      id: 'train/light-Lamp-None-Hall-7/trial_9',
      sentence: 'make light',
      taskType: 'other',
    });
    expect(notes.join(' ')).toContain('its domain is edited');
    const story = new Story(edited[0], parseGrammarFile(edited[0].grammar));
    const episode = new PddlEpisode({ id, split: 'train', index: 0, type: 'other', goal: 'make light' }, story);
    expect(episode.observation()).toBe('Rooms: hall 1. Your task is to: make light.');
    expect(episode.admissible()).toEqual(['walk to hall 1']);
    episode.step(0);
    episode.step(episode.parse('light hall 1'));
    expect(episode.won).toBe(true);
  });

  it('a walkthrough, a null walkthrough and none', () => {
    for (const walkthrough of [['walk to hall 1'], null, undefined]) {
      expect(readHouseholdFiles([gameFile('g.tw-pddl', { walkthrough })]).pack.splits[0].edited).toHaveLength(1);
    }
  });

  it('the same games from a zip, a stored zip and a folder, in the order of their ids', () => {
    const folder = Object.entries(releaseFiles()).map(([name, bytes]) => ({ name, bytes }));
    const packs = [[releaseZip()], [releaseZip(0)], folder, folder.reverse()].map((files) => readHouseholdFiles(files));
    for (const { pack, notes } of packs) {
      expect(pack.splits).toEqual(packs[0].pack.splits);
      expect(notes).toContain('2 unsolvable games left out, as the benchmark does.');
      expect(notes).toContain('1 other file not needed.');
    }
    const ids = packs[0].pack.splits.map(({ id, edited }) => [id, edited.map((game) => game.id.split('/').at(-1))]);
    expect(ids).toEqual([
      ['train', ['trial_1', 'trial_2']],
      ['valid_train', ['trial_5']],
    ]);
  });

  it('a release with one broken game: the others, with a note', () => {
    const files = { ...releaseFiles(), 'x/train/a-1/trial_8/game.tw-pddl': bytesOf({ ...smallGame, grammar: 7 }) };
    const { notes } = readHouseholdFiles([{ name: 'release.zip', bytes: zipSync(files) }]);
    expect(notes.join(' ')).toMatch(/1 file left out as unreadable.*trial_8.*grammar/);
  });
});

describe('what is refused', () => {
  const game = gameFile().bytes;
  const zip = releaseZip().bytes;
  const forall = smallGame.pddl_domain.replace('(lamp ?r))', '(forall (?x - room) (lamp ?x)))');

  it.each<[string, string, Uint8Array, string, string]>([
    ['a truncated game', 'game.tw-pddl', game.slice(0, 900), 'truncated', 'game.tw-pddl'],
    ['an empty file', 'game.tw-pddl', new Uint8Array(), 'truncated', 'JSON'],
    ['bytes that are no text', 'game.tw-pddl', new Uint8Array([0x7b, 0xff, 0xfe]), 'truncated', 'UTF-8'],
    ['JSON of something else', 'package.json', bytesOf({ name: 'x' }), 'not-a-game-file', 'neither a game nor a pack'],
    ['JSON that is no object', 'a.tw-pddl', bytesOf([1]), 'not-a-game-file', 'no object'],
    ['a picture', 'cat.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 'not-a-game-file', 'cat.png'],
    ['a missing field', 'a.tw-pddl', gameFile('', { grammar: undefined }).bytes, 'bad-field', '`grammar`'],
    ['a wrong field', 'a.tw-pddl', gameFile('', { pddl_problem: 3 }).bytes, 'bad-field', '`pddl_problem`'],
    ['a wrong solvable', 'a.tw-pddl', gameFile('', { solvable: 'yes' }).bytes, 'bad-field', '`solvable`'],
    ['a wrong walkthrough', 'a.tw-pddl', gameFile('', { walkthrough: 3 }).bytes, 'bad-field', '`walkthrough`'],
    ['an unsolvable game', 'a.tw-pddl', gameFile('', { solvable: false }).bytes, 'unsolvable', 'unsolvable'],
    ['an unmarked game', 'a.tw-pddl', gameFile('', { solvable: undefined }).bytes, 'unsolvable', 'missing'],
    ['an unknown construct', 'a.tw-pddl', gameFile('', { pddl_domain: forall }).bytes, 'pddl-construct', 'forall'],
    ['a broken grammar', 'a.tw-pddl', gameFile('', { grammar: 'grammar :: """{' }).bytes, 'bad-grammar', 'grammar'],
    [
      'a field named __proto__',
      'a.tw-pddl',
      new TextEncoder().encode('{"__proto__": {}, "grammar": ""}'),
      'not-a-game-file',
      '__proto__',
    ],
    ['a zip cut short', 'release.zip', zip.slice(0, zip.length - 30), 'truncated', 'directory'],
    ['a zip without games', 'a.zip', zipSync({ 'a.txt': game, 'b.txt': game }), 'not-a-game-file', 'no game'],
    ['an empty zip', 'a.zip', zipSync({}), 'not-a-game-file', 'no game'],
    ['a damaged gzip', 'a.pack', gzipSync(game).slice(0, 400), 'truncated', 'a.pack'],
    ['a pack of another kind', 'a.pack', gzipSync(bytesOf({ format: 'x' })), 'not-a-game-file', 'a.pack'],
  ])('%s', (_, name, bytes, code, named) => {
    const found = refusal(drop(name, bytes));
    expect(found.code).toBe(code);
    expect(found.message).toContain(named);
    expect(found.nextStep.length).toBeGreaterThan(10);
  });

  it('nothing at all', () => {
    expect(refusal(() => readHouseholdFiles([])).code).toBe('not-a-game-file');
  });

  it('a zip whose game was changed without its checksum', () => {
    const bytes = releaseZip(0).bytes.slice();
    const at = Buffer.from(bytes).indexOf('hall_bar_1 hall_bar_2');
    bytes[at] ^= 1;
    const { notes } = readHouseholdFiles([{ name: 'release.zip', bytes }]);
    expect(notes.join(' ')).toContain('its checksum does not fit');
  });

  it('a file over the cap, before anything is read', () => {
    const huge = { length: LIMITS.file + 1 } as Uint8Array;
    expect(refusal(drop('huge.zip', huge)).code).toBe('too-large');
  });

  it.each([
    ['video.mp4', 0, 'not-a-game-file'],
    ['game.tw-pddl', 0x7b, 'too-large'],
    ['games.json', 0x7b, 'too-large'],
    ['release.zip', 0x50, 'not-a-game-file'],
  ])('200 MB called %s, at once', (name, first, code) => {
    const bytes = new Uint8Array(200 * 1024 * 1024);
    bytes[0] = first;
    const start = performance.now();
    expect(refusal(drop(name, bytes)).code).toBe(code);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('more than one pack, or a pack with games', () => {
    const pack = encodePack(readHouseholdFiles([releaseZip()]).pack);
    const found = refusal(() => readHouseholdFiles([{ name: 'household.pack', bytes: pack }, gameFile()]));
    expect(found.code).toBe('mixed-drop');
  });
});

describe('bombs', () => {
  const blanks = new Uint8Array(64 * 1024 * 1024).fill(32);

  it('a gzip that unpacks to 64 MB of blanks stops early', () => {
    expect(refusal(drop('a.pack', gzipSync(blanks))).code).toBe('zip-bomb');
  });

  it('a zip with such an entry, also when its directory tells a small size', () => {
    const bytes = zipSync({ 'train/a-1/trial_1/game.tw-pddl': blanks });
    expect(refusal(drop('a.zip', bytes)).code).toBe('zip-bomb');
    const lying = bytes.slice();
    const view = new DataView(lying.buffer);
    view.setUint32(view.getUint32(lying.length - 6, true) + 24, 1000, true);
    expect(refusal(drop('a.zip', lying)).code).toBe('zip-bomb');
  });

  it('a zip of many entries stops at the total', () => {
    const entries = zipEntries(releaseZip(), 4000);
    entries[0].read();
    expect(refusal(() => entries.map((entry) => entry.read())).code).toBe('zip-bomb');
  });
});

describe('packs', () => {
  it('decode to what was encoded, and equal packs have equal bytes', () => {
    const { pack } = readHouseholdFiles([releaseZip()]);
    const bytes = encodePack(pack);
    expect(decodePack(bytes)).toEqual(pack);
    expect(encodePack(decodePack(bytes))).toEqual(bytes);
    expect(readHouseholdFiles([{ name: 'household.pack', bytes }]).pack).toEqual(pack);
  });

  it('open again under the name of the game that they were made of', () => {
    const { pack } = readHouseholdFiles([gameFile()]);
    expect(readHouseholdFiles([{ name: 'game.tw-pddl', bytes: encodePack(pack) }]).pack).toEqual(pack);
  });

  it.each<[string, (json: Record<string, unknown>) => void, string]>([
    ['splits', (json) => void (json['splits'] = 3), 'splits'],
    ['name', (json) => void (json['name'] = '<b>'), 'name'],
    ['version', (json) => void (json['version'] = '9'), 'version'],
    ['houses', (json) => void ((json['splits'] as { houses: unknown }[])[0].houses = {}), 'splits[0].houses'],
    [
      'edited',
      (json) => void ((json['splits'] as { edited: unknown[] }[])[0].edited[0] = { id: 1 }),
      'splits[0].edited[0].id',
    ],
    ['no games', (json) => void (json['splits'] = []), 'no games'],
  ])('a wrong %s is refused by name', (_, change, named) => {
    const splits = readHouseholdFiles([releaseZip()]).pack.splits;
    const houses = { format: 'alfworld-compact/1', props: [], canContain: [], games: [] };
    const json: Record<string, unknown> = JSON.parse(
      JSON.stringify({
        format: 'terrarium-household/1',
        name: 'x',
        version: 'unknown',
        grammar: null,
        splits: splits.map((s) => ({ ...s, sinkCleans: false, houses })),
      }),
    ) as Record<string, unknown>;
    change(json);
    expect(refusal(() => decodePack(gzipSync(bytesOf(json)))).message).toContain(named);
  });
});

describe('any bytes give a pack or a Problem', () => {
  const pack = encodePack(readHouseholdFiles([releaseZip()]).pack);
  const files = { game: gameFile().bytes, zip: releaseZip().bytes, stored: releaseZip(0).bytes, pack };
  const change = fc.record({ at: fc.nat(), value: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'insert', 'copy') });

  it.each(Object.entries(files))('%s', (name, valid) => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        let bytes = Array.from(valid);
        for (const { at, value, kind } of changes) {
          const i = at % Math.max(1, bytes.length);
          if (kind === 'set') bytes[i] = value;
          else if (kind === 'cut') bytes.splice(i, value + 1);
          else if (kind === 'insert') bytes.splice(i, 0, value);
          else bytes = [...bytes.slice(0, i), ...bytes.slice(Math.max(0, i - value))];
        }
        try {
          expect(
            readHouseholdFiles([{ name: `a.${name}`, bytes: Uint8Array.from(bytes) }]).pack.splits.length,
          ).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { numRuns: 300 },
    );
  });
});
