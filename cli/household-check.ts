// `lab -- world household --check`: counts the games of the real packs and replays every recorded transcript.
// Invariant: the counts are of what was read and played; a file that cannot be read is a Problem, never a silent skip.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../src/core/problem.ts';
import { readTranscript, replayTranscript } from '../src/worlds/household/golden.ts';
import type { HouseSpec } from '../src/worlds/household/house.ts';
import type { Wording } from '../src/worlds/household/texts.ts';
import { PACK_SPLITS, parseJson, readPackSplit, readWording } from './household-files.ts';

export interface HouseholdCheck {
  readonly games: { readonly train: number; readonly valid_seen: number; readonly valid_unseen: number };
  readonly golden: { readonly transcripts: number; readonly commands: number; readonly mismatches: number };
  /** First difference of each transcript that has any. */
  readonly differences: readonly string[];
}

/**
 * @param data directory as shared/data.
 * @param golden directory of transcript files; default is the one in the data directory.
 * @throws Problem naming the file.
 */
export function checkHousehold(data: string, golden = join(data, 'alfworld', 'golden')): HouseholdCheck {
  const splits = PACK_SPLITS.map((split) => [split, readPackSplit(data, split)] as const);
  const specs = new Map(splits.flatMap(([, list]) => list.map((spec) => [spec.id, spec] as const)));
  const counts = Object.fromEntries(splits.map(([split, list]) => [split, list.length]));
  return { games: counts as HouseholdCheck['games'], ...replayAll(data, golden, specs) };
}

function replayAll(
  data: string,
  golden: string,
  specs: ReadonlyMap<string, HouseSpec>,
): Pick<HouseholdCheck, 'golden' | 'differences'> {
  const wordings = new Map<string, Wording>();
  const differences: string[] = [];
  let commands = 0;
  let mismatches = 0;
  const files = transcriptFiles(golden);
  for (const file of files) {
    const transcript = readTranscript(parseJson(readFileSync(join(golden, file), 'utf8'), file), file);
    const spec = specs.get(transcript.game);
    if (spec === undefined) throw unknownGame(file, transcript.game);
    const wording = wordings.get(transcript.version) ?? readWording(data, transcript.version);
    wordings.set(transcript.version, wording);
    const replay = replayTranscript(transcript, spec, wording);
    commands += replay.commands;
    mismatches += replay.mismatches;
    if (replay.first !== null) differences.push(replay.first);
  }
  return { golden: { transcripts: files.length, commands, mismatches }, differences };
}

function transcriptFiles(golden: string): string[] {
  try {
    return readdirSync(golden)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    throw new Problem({
      code: 'missing-file',
      message: `The directory of transcripts ${golden} cannot be read.`,
      nextStep: 'Give --golden a directory of transcript files (.json).',
    });
  }
}

function unknownGame(file: string, game: string): Problem {
  return new Problem({
    code: 'unknown-game',
    message: `${file} is of the game ${game}, which is in none of the packs.`,
    nextStep: 'Give --data the packs that the transcript was recorded on.',
  });
}
