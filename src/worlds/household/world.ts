// The household as a plug-in: opens generated houses or a pack of real games, and starts scripted players.
// Invariant: what a task is depends on the set-up and the pack's bytes alone.
import { Problem } from '../../core/problem.ts';
import { Rng } from '../../core/rng.ts';
import type { WorldSetup } from '../../core/types.ts';
import type { Episode, Player, SplitInfo, TaskSource, World, WorldKind } from '../world.ts';
import { HouseholdEpisode } from './episode.ts';
import { generatedSource, generatedSplits, householdSwitches, roomOf } from './generate/generated.ts';
import { parseGrammarFile } from './grammar-file.ts';
import type { HouseSpec } from './house.ts';
import { readHouseholdFiles } from './load/door.ts';
import { encodePack } from './load/pack.ts';
import { PLAYER_NAMES, startPlayer } from './players.ts';
import { figuresPrior } from './prior-figures.ts';
import { countPrior } from './prior.ts';
import type { Prior } from './prior.ts';
import { HouseSource, PackSource } from './sources.ts';
import { Wording } from './texts.ts';
import { WORDING, wordingOf } from './wording.ts';

/** An opened household of any origin. */
class HouseholdWorld implements World {
  readonly splits: readonly SplitInfo[];
  private readonly sources: ReadonlyMap<string, TaskSource>;
  /** Makes what the players `prior` know; asked once. */
  private readonly learnPrior: () => Prior;
  private prior: Prior | null = null;

  constructor(splits: readonly SplitInfo[], sources: readonly TaskSource[], learnPrior: () => Prior) {
    this.splits = splits;
    this.sources = new Map(sources.map((source) => [source.split, source]));
    this.learnPrior = learnPrior;
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
      if (name !== 'random') throw notForEdited(name);
      const rng = Rng.root(seed).sub('player');
      return { choose: () => rng.int(episode.commandCount) };
    }
    const player = startPlayer(name, episode, seed, () => (this.prior ??= this.learnPrior()));
    if (player === null) throw noPlayer(name);
    return player;
  }
}

function noPlayer(name: string): Problem {
  return new Problem({
    code: 'unknown-player',
    message: `In the household there is no player "${name}".`,
    nextStep: `Choose: ${PLAYER_NAMES.join(', ')}.`,
  });
}

function notForEdited(name: string): Problem {
  return new Problem({
    code: 'unknown-player',
    message: `The scripted player "${name}" cannot play a game of an edited domain, so there is nothing to clone.`,
    nextStep:
      'Play the game by hand, or train on games of an unchanged domain; a command-line run can clone random play by --set clonePlayer=random.',
  });
}

function openGenerated(setup: WorldSetup): World {
  const wordings = new Map<string, Wording>();
  const wordingFor = ({ scene }: HouseSpec): Wording => {
    const room = roomOf(scene);
    let wording = wordings.get(room);
    if (wording === undefined) wordings.set(room, (wording = new Wording(wordingOf(room))));
    return wording;
  };
  const sources = generatedSplits.map(({ id }) => {
    const source = generatedSource(setup, id);
    return new HouseSource(id, source.size, (index) => source.house(index), wordingFor);
  });
  return new HouseholdWorld(generatedSplits, sources, figuresPrior);
}

/** Titles of the splits that a release has, and which of them must not be trained on. */
const PACK_SPLITS: Readonly<Record<string, Omit<SplitInfo, 'id'>>> = {
  train: { title: 'Train games', heldOut: false },
  valid_seen: { title: 'New tasks in rooms of training', heldOut: true },
  valid_unseen: { title: 'Rooms never seen in training', heldOut: true },
  valid_train: { title: 'Other tasks like the train games', heldOut: true },
};

/** The splits of a pack are its own; files from no split folder may be trained on. */
function packSplit(id: string): SplitInfo {
  const known = Object.hasOwn(PACK_SPLITS, id) ? PACK_SPLITS[id] : { title: 'Dropped games', heldOut: false };
  return { id, ...known };
}

function openPack(name: string, bytes: Uint8Array): World {
  const { pack } = readHouseholdFiles([{ name, bytes }]);
  const wording = new Wording(pack.grammar === null ? WORDING : parseGrammarFile(pack.grammar));
  const sources = pack.splits.map((split) => new PackSource(split, wording));
  const train = pack.splits.find(({ id }) => id === 'train')?.games ?? [];
  const learnPrior = (): Prior => (train.length > 0 ? countPrior(train) : figuresPrior());
  const splits = pack.splits.map(({ id }) => packSplit(id));
  return new HouseholdWorld(splits, sources, learnPrior);
}

export const household: WorldKind = {
  id: 'household',
  title: 'Household',
  version: '1',
  switches: householdSwitches,
  players: PLAYER_NAMES,
  splits: generatedSplits,
  packOf(name, bytes) {
    const { pack, notes } = readHouseholdFiles([{ name, bytes }]);
    return { bytes: encodePack(pack), notes };
  },
  open(setup, data) {
    const { source } = setup;
    if (source.kind === 'generated') return openGenerated(setup);
    if (data !== undefined) return openPack(source.name, data);
    throw new Problem({
      code: 'pack-missing',
      message: `The household needs the file "${source.name}", which is not here.`,
      nextStep: 'Drop the file again, or choose generated houses.',
    });
  },
};
