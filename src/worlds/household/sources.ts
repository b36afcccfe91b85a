// Where the tasks of one split come from: houses for the compiled engine, games of edited domains for the generic one.
// Invariant: task `index` is the same in every process that opened the same set-up; what is made to play a task is kept for
// the next time and never changes.
import type { Episode, TaskSource } from '../world.ts';
import { House } from './engine.ts';
import { HouseholdEpisode } from './episode.ts';
import { parseGrammarFile } from './grammar-file.ts';
import type { HouseSpec } from './house.ts';
import type { EditedGame, PackSplit } from './load/pack.ts';
import { PddlEpisode } from './pddl/episode.ts';
import { Story } from './pddl/story.ts';
import type { Wording } from './texts.ts';

/** Compiled games kept by one source; more are compiled again when asked for. All of ALFWorld fits. */
const MOST_KEPT = 4096;

/** What was made for an index, kept up to MOST_KEPT. */
class Kept<T> {
  private readonly made = new Map<number, T>();

  get(index: number, make: () => T): T {
    let value = this.made.get(index);
    if (value === undefined) {
      value = make();
      if (this.made.size >= MOST_KEPT) this.made.clear();
      this.made.set(index, value);
    }
    return value;
  }
}

function checkIndex(source: TaskSource, index: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= source.size)
    throw new RangeError(`task ${index} is not an integer 0..${source.size - 1} of split ${source.split}`);
}

/** Tasks that are houses. */
export class HouseSource implements TaskSource {
  readonly split: string;
  readonly size: number;
  private readonly specOf: (index: number) => HouseSpec;
  private readonly wordingFor: (spec: HouseSpec) => Wording;
  private readonly houses = new Kept<House>();

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

  /** @throws RangeError for a task that is not there. */
  start(index: number): HouseholdEpisode {
    checkIndex(this, index);
    const house = this.houses.get(index, () => {
      const spec = this.specOf(index);
      return new House(spec, { help: this.wordingFor(spec).hasHelp });
    });
    const { spec } = house;
    const task = { id: spec.id, split: this.split, index, type: spec.taskType, goal: spec.sentence };
    return new HouseholdEpisode(task, house, this.wordingFor(spec));
  }
}

/** Tasks of a pack: its houses, then its edited games. */
export class PackSource implements TaskSource {
  readonly split: string;
  readonly size: number;
  private readonly houses: HouseSource;
  private readonly edited: readonly EditedGame[];
  private readonly stories = new Kept<Story>();

  constructor(split: PackSplit, wording: Wording) {
    const { id, games, edited } = split;
    this.split = id;
    this.size = games.length + edited.length;
    this.houses = new HouseSource(
      id,
      games.length,
      (index) => games[index],
      () => wording,
    );
    this.edited = edited;
  }

  /** @throws RangeError for a task that is not there; Problem for an edited game that cannot be played. */
  start(index: number): Episode {
    checkIndex(this, index);
    if (index < this.houses.size) return this.houses.start(index);
    const game = this.edited[index - this.houses.size];
    const story = this.stories.get(index, () => new Story(game, parseGrammarFile(game.grammar)));
    return new PddlEpisode({ id: game.id, split: this.split, index, type: game.taskType, goal: game.sentence }, story);
  }
}
