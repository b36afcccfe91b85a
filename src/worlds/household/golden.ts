// Replays recorded transcripts of real games and counts where ours differ: observation, admissible commands, won.
// Invariant: compares character for character; the one thing left out is a help text that the transcript itself leaves out.
import { Problem } from '../../core/problem.ts';
import { benchmarkAppliances } from './compact.ts';
import { House } from './engine.ts';
import { HouseholdEpisode } from './episode.ts';
import type { HouseSpec } from './house.ts';
import type { Wording } from './texts.ts';

interface Moment {
  readonly feedback: string;
  readonly admissible: readonly string[];
  readonly won: boolean;
}

interface Step extends Moment {
  readonly command: string;
}

export interface Transcript {
  readonly game: string;
  /** Version of the game data: 2.1.1, or later. */
  readonly version: string;
  readonly reset: Moment;
  readonly steps: readonly Step[];
}

export interface ReplayCount {
  readonly commands: number;
  /** Moments (the reset or a step) at which anything differs. */
  readonly mismatches: number;
  /** The first difference, for a person. */
  readonly first: string | null;
}

/** What transcripts write for the answer to `help`. */
const HELP_LEFT_OUT = '<help text>';

function isStep(value: unknown): value is Step {
  return isMoment(value) && typeof (value as Partial<Step>).command === 'string';
}

function isMoment(value: unknown): value is Moment {
  const moment = value as Partial<Moment> | null;
  return (
    typeof moment === 'object' &&
    moment !== null &&
    typeof moment.feedback === 'string' &&
    typeof moment.won === 'boolean' &&
    Array.isArray(moment.admissible) &&
    moment.admissible.every((text) => typeof text === 'string')
  );
}

/**
 * Checks the shape of a parsed transcript file.
 * @throws Problem (code bad-transcript) naming the file.
 */
export function readTranscript(json: unknown, file: string): Transcript {
  const transcript = json as Transcript | null;
  const good =
    typeof transcript === 'object' &&
    transcript !== null &&
    typeof transcript.game === 'string' &&
    typeof transcript.version === 'string' &&
    isMoment(transcript.reset) &&
    Array.isArray(transcript.steps) &&
    transcript.steps.every(isStep);
  if (good) return transcript;
  throw new Problem({
    code: 'bad-transcript',
    message: `${file} is no transcript: it should hold game, version, reset and steps.`,
    nextStep: 'Keep only transcript files in the golden directory.',
  });
}

/** Plays the transcript's commands and compares everything that it recorded. */
export function replayTranscript(transcript: Transcript, spec: HouseSpec, wording: Wording): ReplayCount {
  const appliances = benchmarkAppliances(transcript.version === '2.1.1');
  const house = new House({ ...spec, appliances }, { help: wording.hasHelp });
  const task = { id: spec.id, split: '', index: 0, type: spec.taskType, goal: spec.sentence };
  const episode = new HouseholdEpisode(task, house, wording);
  let mismatches = 0;
  let first: string | null = null;
  const compare = (moment: Moment, command: string): void => {
    const difference = differenceOf(episode, moment, command);
    if (difference === null) return;
    mismatches++;
    first ??= `${transcript.game} (${transcript.version}), step ${episode.steps}, "${command}": ${difference}`;
  };
  compare(transcript.reset, '');
  for (const step of transcript.steps) {
    episode.step(episode.parse(step.command));
    compare(step, step.command);
  }
  return { commands: transcript.steps.length, mismatches, first };
}

function differenceOf(episode: HouseholdEpisode, moment: Moment, command: string): string | null {
  const leftOut = command === 'help' && moment.feedback === HELP_LEFT_OUT;
  const observation = episode.observation();
  if (!leftOut && observation !== moment.feedback)
    return `the observation is ${JSON.stringify(observation)}, recorded is ${JSON.stringify(moment.feedback)}`;
  const admissible = episode.admissible();
  const at = admissible.findIndex((text, i) => text !== moment.admissible[i]);
  if (at >= 0) return `admissible command ${at} is "${admissible[at]}", recorded is "${moment.admissible[at]}"`;
  if (admissible.length !== moment.admissible.length)
    return `${admissible.length} commands are admissible, recorded are ${moment.admissible.length}`;
  return episode.won === moment.won ? null : `won is ${episode.won}, recorded is ${moment.won}`;
}
