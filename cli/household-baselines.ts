// Measures the scripted players on a split of the real games or of generated houses: what a learnt policy is compared with.
// Invariant: a pure function of the data, the options and the seed; random choices of a player come from (seed, game, repeat).
import type { WorldSetup } from '../src/core/types.ts';
import { bootstrapMean, mean } from '../src/core/statistics.ts';
import { Rng } from '../src/core/rng.ts';
import { Game, House } from '../src/worlds/household/engine.ts';
import { generatedSource, generatedSplits } from '../src/worlds/household/generate/generated.ts';
import type { HouseSpec } from '../src/worlds/household/house.ts';
import { Memory } from '../src/worlds/household/memory.ts';
import { Outline } from '../src/worlds/household/outline.ts';
import { startPlayer } from '../src/worlds/household/players.ts';
import { countPrior } from '../src/worlds/household/prior.ts';
import type { Prior } from '../src/worlds/household/prior.ts';
import { Problem } from '../src/core/problem.ts';
import { PACK_SPLITS, readPackSplit } from './household-files.ts';

interface BaselineOptions {
  /** Names the directory that holds alfworld/; not asked for a split of the generated houses. */
  readonly data: () => string;
  /** A split of the packs (train is the pack's), or a held-out split of the generated houses. */
  readonly split: string;
  /** Playings of each game by the players that draw numbers. Default 20. */
  readonly repeats?: number;
  /** Default 0. */
  readonly seed?: number;
}

/** Success within a number of steps as a fraction 0..1; mean steps with a failure counted as 50. */
interface Baseline {
  readonly at6: number;
  readonly at8: number;
  readonly at10: number;
  readonly at12: number;
  readonly at15: number;
  readonly at20: number;
  readonly at30: number;
  readonly at50: number;
  readonly meanSteps: number;
  /** 95 % bootstrap intervals over games: [low, high]. */
  readonly at10Range: readonly [number, number];
  readonly at15Range: readonly [number, number];
  readonly at50Range: readonly [number, number];
  readonly meanStepsRange: readonly [number, number];
}

export interface Baselines {
  readonly split: string;
  readonly games: number;
  readonly repeats: number;
  readonly players: Readonly<Record<string, Baseline>>;
}

const STEP_LIMIT = 50;
/** Generated train houses that the prior is counted over. */
const PRIOR_HOUSES = 1000;
const GENERATED: WorldSetup = {
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: [],
};

/** Players in the order of the report; true = it draws numbers, so it plays each game several times. */
const REPORTED: readonly (readonly [name: string, draws: boolean])[] = [
  ['random', true],
  ['random-useful', true],
  ['blind', true],
  ['list', false],
  ['prior', false],
  ['prior-doors', false],
  ['oracle', false],
];

/**
 * Plays every game of the split with every player. The prior is counted over train games of the same origin.
 * @throws Problem naming a file that is missing or wrong, or a split that there is not.
 */
export function baselines(options: BaselineOptions): Baselines {
  const { data, split, repeats = 20, seed = 0 } = options;
  const { specs, train } = gamesOf(data, split);
  const prior = countPrior(train);
  const root = Rng.root(seed);
  const players = REPORTED.map(([name, draws]): [string, Baseline] => {
    const steps_GR = specs.map((spec, g) =>
      playRepeatedly(name, spec, prior, root.sub('game', g), draws ? repeats : 1),
    );
    return [name, summary(steps_GR, seed)];
  });
  return { split, games: specs.length, repeats, players: Object.fromEntries(players) };
}

/** `baselines` with the standard repeats and seed: what `lab world household --baselines` prints. */
export function baselinesHousehold(data: () => string, split: string): Baselines {
  return baselines({ data, split });
}

interface Games {
  readonly specs: readonly HouseSpec[];
  readonly train: readonly HouseSpec[];
}

function gamesOf(data: () => string, split: string): Games {
  const pack = PACK_SPLITS.find((name) => name === split);
  if (pack !== undefined) {
    const train = readPackSplit(data(), 'train');
    return { train, specs: pack === 'train' ? train : readPackSplit(data(), pack) };
  }
  if (generatedSplits.some((info) => info.id === split)) {
    return { train: generatedGames('train', PRIOR_HOUSES), specs: generatedGames(split, Infinity) };
  }
  throw new Problem({
    code: 'bad-arguments',
    message: `--split is "${split}", which is no split of the packs or of the generated houses`,
    nextStep: `Use one of: ${[...new Set([...PACK_SPLITS, ...generatedSplits.map((info) => info.id)])].join(', ')}.`,
  });
}

function generatedGames(split: string, most: number): HouseSpec[] {
  const source = generatedSource(GENERATED, split);
  return Array.from({ length: Math.min(most, source.size) }, (_, index) => source.house(index));
}

/** Steps to the win of each playing, Infinity for a failure. */
function playRepeatedly(name: string, spec: HouseSpec, prior: Prior, stream: Rng, repeats: number): number[] {
  const house = new House(spec);
  const memory = new Memory(new Outline(spec));
  return Array.from({ length: repeats }, (_, repeat) => {
    const game = new Game(house);
    memory.begin();
    const player = startPlayer(name, { game, memory }, stream.sub('repeat', repeat).u32(), () => prior);
    if (player === null) throw new RangeError(`no player is called ${name}`);
    while (!game.won && game.steps < STEP_LIMIT) {
      game.step(player.choose());
      memory.observe(game);
    }
    return game.won ? game.steps : Infinity;
  });
}

function summary(steps_GR: readonly (readonly number[])[], seed: number): Baseline {
  const perGame = (value: (steps: number) => number): number[] =>
    steps_GR.map((steps_R) => steps_R.reduce((sum, steps) => sum + value(steps), 0) / steps_R.length);
  const solved = (limit: number): number[] => perGame((steps) => Number(steps <= limit));
  const [at10, at15, at50] = [10, 15, 50].map((limit) => bootstrapMean(solved(limit), seed));
  const steps = bootstrapMean(
    perGame((n) => Math.min(n, STEP_LIMIT)),
    seed,
  );
  return {
    at6: mean(solved(6)),
    at8: mean(solved(8)),
    at10: at10.mean,
    at12: mean(solved(12)),
    at15: at15.mean,
    at20: mean(solved(20)),
    at30: mean(solved(30)),
    at50: at50.mean,
    meanSteps: steps.mean,
    at10Range: [at10.lo, at10.hi],
    at15Range: [at15.lo, at15.hi],
    at50Range: [at50.lo, at50.hi],
    meanStepsRange: [steps.lo, steps.hi],
  };
}
