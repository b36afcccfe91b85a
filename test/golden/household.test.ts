// The claim of the household world: every recorded transcript of the real games, character for character, and their counts.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHousehold } from '../../cli/household-check.ts';
import { readPackSplit } from '../../cli/household-files.ts';
import { House } from '../../src/worlds/household/engine.ts';
import { HouseholdEpisode } from '../../src/worlds/household/episode.ts';
import { parseGrammarFile } from '../../src/worlds/household/grammar-file.ts';
import { Wording } from '../../src/worlds/household/texts.ts';
import { dataDirectory } from '../data.ts';

const data = dataDirectory();

describe.skipIf(data === null)('household on the real games (needs the benchmark files: set TERRARIUM_DATA)', () => {
  const directory = data ?? '';

  it('replays every golden transcript with no mismatch and counts the games', () => {
    const files = readdirSync(join(directory, 'alfworld', 'golden'));
    const { games, golden, differences } = checkHousehold(directory);
    expect(differences).toEqual([]);
    expect(games).toEqual({ train: 3553, valid_seen: 140, valid_unseen: 134 });
    expect(golden).toEqual({ transcripts: files.length, commands: 2012, mismatches: 0 });
  });

  it('finds a single changed character, list entry or verdict', () => {
    const folder = join(directory, 'alfworld', 'golden');
    const [file] = readdirSync(folder);
    const transcript = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      reset: { feedback: string };
      steps: { feedback: string; admissible: string[]; won: boolean }[];
    };
    transcript.reset.feedback += ' ';
    transcript.steps[0].admissible.pop();
    transcript.steps[1].won = !transcript.steps[1].won;
    const changed = mkdtempSync(join(tmpdir(), 'transcripts-'));
    writeFileSync(join(changed, 'one.json'), JSON.stringify(transcript));
    const { golden, differences } = checkHousehold(directory, changed);
    expect(golden).toEqual({ transcripts: 1, commands: transcript.steps.length, mismatches: 3 });
    expect(differences).toHaveLength(1);
  });

  it('plays the patched form between the versions: older words, and a help whose answer is literal text', () => {
    const older = readFileSync(join(directory, 'alfworld', 'alfred-2.1.1.twl2'), 'utf8');
    const patch = 'action help { template :: "help"; feedback :: "\nTry:\n  look\n"; }';
    const wording = new Wording(parseGrammarFile(`${older}\n${patch}`));
    expect(wording.hasHelp).toBe(true);
    const [spec] = readPackSplit(directory, 'valid_unseen');
    const task = { id: spec.id, split: '', index: 0, type: spec.taskType, goal: spec.sentence };
    const episode = new HouseholdEpisode(task, new House(spec, { help: true }), wording);
    expect(episode.admissible()).toContain('help');
    episode.step(episode.parse('help'));
    expect(episode.observation()).toBe('\nTry:\n  look\n');
    expect(episode.game.happened).toBe(true);
  });

  it('names a file that is no transcript', () => {
    const changed = mkdtempSync(join(tmpdir(), 'transcripts-'));
    writeFileSync(join(changed, 'other.json'), '{"game": 1}');
    expect(() => checkHousehold(directory, changed)).toThrowError(/other\.json is no transcript/);
  });
});
