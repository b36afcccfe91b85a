// `lab -- world household --bench`: environment steps per second on one thread, resets included, commands drawn at random.
// Invariant: generated houses, so that it runs with no data; the clock is read here and nowhere below.
import type { WorldSetup } from '../src/core/types.ts';
import { Rng } from '../src/core/rng.ts';
import { House } from '../src/worlds/household/engine.ts';
import { generatedSource } from '../src/worlds/household/generate/generated.ts';
import { HouseholdEpisode } from '../src/worlds/household/episode.ts';
import { WORDING } from '../src/worlds/household/wording.ts';
import { Wording } from '../src/worlds/household/texts.ts';

export interface HouseholdBench {
  /** Integers only. */
  readonly stepsPerSecond: number;
  /** With observation text and all admissible strings written at every step. */
  readonly stepsPerSecondText: number;
}

const STEP_LIMIT = 50;
const HOUSES = 200;
const SLICES = 10;
const SETUP: WorldSetup = {
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: [],
};

/** Plays random episodes for about `seconds` and returns steps per second. */
function measure(
  start: (index: number) => HouseholdEpisode,
  seconds: number,
  look: (episode: HouseholdEpisode) => void,
): number {
  const rng = Rng.root(1);
  // One stream of numbers drawn beforehand: the generator is not what is measured.
  const draws = Float64Array.from({ length: 1 << 16 }, () => rng.float());
  let draw = 0;
  let steps = 0;
  const from = performance.now();
  let elapsed = 0;
  for (let index = 0; elapsed < seconds * 1000; index++) {
    const episode = start(index);
    look(episode);
    while (episode.steps < STEP_LIMIT && !episode.won) {
      episode.step((draws[draw++ & 0xffff] * episode.commandCount) | 0);
      look(episode);
    }
    steps += episode.steps;
    elapsed = performance.now() - from;
  }
  return Math.round((steps / elapsed) * 1000);
}

/** The fastest of SLICES measurements that take `seconds` together: other programs only ever slow one down. */
function fastest(seconds: number, measureFor: (seconds: number) => number): number {
  return Math.max(...Array.from({ length: SLICES }, () => measureFor(seconds / SLICES)));
}

/** Measures both speeds after a warm-up, `seconds` each. */
export function benchHousehold(seconds = 3): HouseholdBench {
  const source = generatedSource(SETUP, 'train');
  const houses = Array.from({ length: HOUSES }, (_, i) => new House(source.house(i)));
  const wording = new Wording(WORDING);
  const task = { id: '', split: 'train', index: 0, type: '', goal: '' };
  const start = (index: number): HouseholdEpisode => new HouseholdEpisode(task, houses[index % HOUSES], wording);
  let characters = 0;
  const silent = (): void => undefined;
  const read = (episode: HouseholdEpisode): void => {
    characters += episode.observation().length + episode.admissible().length;
  };
  measure(start, seconds / 3, silent);
  measure(start, seconds / 3, read);
  const stepsPerSecond = fastest(seconds, (slice) => measure(start, slice, silent));
  const stepsPerSecondText = fastest(seconds, (slice) => measure(start, slice, read));
  if (characters === 0) throw new Error('the bench wrote no text');
  return { stepsPerSecond, stepsPerSecondText };
}
