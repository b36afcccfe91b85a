// The household as a plug-in: opens generated houses or a pack of real games, and starts scripted players.
// Invariant: what a task is depends on the set-up and the pack's bytes alone; houses are compiled when first played and kept.
import { Problem } from '../../core/problem.ts';
import { Rng } from '../../core/rng.ts';
import type { WorldSetup } from '../../core/types.ts';
import type { Episode, Player, SplitInfo, TaskSource, World, WorldKind } from '../world.ts';
import { House } from './engine.ts';
import { HouseholdEpisode } from './episode.ts';
import { generatedSource, generatedSplits, householdSwitches, roomOf } from './generate/generated.ts';
import type { HouseSpec } from './house.ts';
import { PLAYER_NAMES, startPlayer } from './players.ts';
import { countPrior } from './prior.ts';
import type { Prior } from './prior.ts';
import { Wording } from './texts.ts';
import { wordingOf } from './wording.ts';

/** Compiled houses kept by one source; more are compiled again when asked for. All of ALFWorld fits. */
const MOST_HOUSES = 4096;
/** Train houses that the player `prior` counts over. */
const PRIOR_HOUSES = 1000;

/** Tasks that are plain houses. */
export class HouseSource implements TaskSource {
  readonly split: string;
  readonly size: number;
  private readonly specOf: (index: number) => HouseSpec;
  private readonly wordingFor: (spec: HouseSpec) => Wording;
  private readonly houses = new Map<number, House>();

  constructor(
    split: string,
    size: number,
    specOf: (index: number) => HouseSpec,
    wordingFor: (spec: HouseSpec) => Wording,
  ) {
    this.split = split;
    this.size = size;
    this.specOf = specOf;
    this.wordingFor = wordingFor;
  }

  start(index: number): HouseholdEpisode {
    const house = this.house(index);
    const { spec } = house;
    const task = { id: spec.id, split: this.split, index, type: spec.taskType, goal: spec.sentence };
    return new HouseholdEpisode(task, house, this.wordingFor(spec));
  }

  /** @throws RangeError for a task that is not there. */
  spec(index: number): HouseSpec {
    if (!Number.isInteger(index) || index < 0 || index >= this.size)
      throw new RangeError(`task ${index} is not an integer 0..${this.size - 1} of split ${this.split}`);
    return this.specOf(index);
  }

  private house(index: number): House {
    let house = this.houses.get(index);
    if (house === undefined) {
      const spec = this.spec(index);
      house = new House(spec, { help: this.wordingFor(spec).hasHelp });
      if (this.houses.size >= MOST_HOUSES) this.houses.clear();
      this.houses.set(index, house);
    }
    return house;
  }
}

/** An opened household of any origin. */
class HouseholdWorld implements World {
  readonly setup: WorldSetup;
  readonly splits: readonly SplitInfo[];
  private readonly sources: ReadonlyMap<string, TaskSource>;
  private readonly countOnce: () => Prior;
  private prior: Prior | null = null;

  constructor(
    setup: WorldSetup,
    splits: readonly SplitInfo[],
    sources: ReadonlyMap<string, TaskSource>,
    countOnce: () => Prior,
  ) {
    this.setup = setup;
    this.splits = splits;
    this.sources = sources;
    this.countOnce = countOnce;
  }

  source(split: string): TaskSource {
    const source = this.sources.get(split);
    if (source !== undefined) return source;
    throw new Problem({
      code: 'unknown-split',
      message: `This household has no split "${split}".`,
      nextStep: `Choose one of: ${this.splits.map((info) => info.id).join(', ')}.`,
    });
  }

  player(name: string, episode: Episode, seed: number): Player {
    if (!(episode instanceof HouseholdEpisode)) {
      if (name !== 'random') throw noPlayer(`${name} cannot play a game of an edited domain`, 'random');
      const rng = Rng.root(seed).sub('player');
      return { choose: () => rng.int(episode.commandCount) };
    }
    const player = startPlayer(name, episode, seed, () => (this.prior ??= this.countOnce()));
    if (player === null) throw noPlayer(`there is no player "${name}"`, PLAYER_NAMES.join(', '));
    return player;
  }
}

function noPlayer(message: string, choices: string): Problem {
  return new Problem({
    code: 'unknown-player',
    message: `In the household ${message}.`,
    nextStep: `Choose: ${choices}.`,
  });
}

/** What the prior player knows where no real train games are at hand: counted over generated train houses. */
function generatedPrior(setup: WorldSetup): Prior {
  const source = generatedSource(setup, 'train');
  return countPrior(Array.from({ length: PRIOR_HOUSES }, (_, i) => source.house(i)));
}

function openGenerated(setup: WorldSetup): World {
  const wordings = new Map<string, Wording>();
  const wordingFor = ({ scene }: HouseSpec): Wording => {
    const room = roomOf(scene);
    let wording = wordings.get(room);
    if (wording === undefined) wordings.set(room, (wording = new Wording(wordingOf(room))));
    return wording;
  };
  const sources = new Map<string, TaskSource>();
  for (const { id } of generatedSplits) {
    const source = generatedSource(setup, id);
    sources.set(id, new HouseSource(id, source.size, (index) => source.house(index), wordingFor));
  }
  return new HouseholdWorld(setup, generatedSplits, sources, () => generatedPrior(setup));
}

export const household: WorldKind = {
  id: 'household',
  title: 'Household',
  version: '1',
  switches: householdSwitches,
  players: PLAYER_NAMES,
  splits: generatedSplits,
  open(setup) {
    return openGenerated(setup);
  },
};
