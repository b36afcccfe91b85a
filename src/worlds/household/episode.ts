// One playing of a household game: the engine, its text when asked for, and what the agent has seen of it.
// Invariant: what a caller does not ask for is not paid: text is written on demand, and the memory is caught up from the
// commands played so far when it is first wanted. `anchor` is the observation itself, so equal anchors are equal observations.
import type { Episode, FeatureSink, TaskInfo } from '../world.ts';
import { INADMISSIBLE } from '../world.ts';
import { Game } from './engine.ts';
import type { House } from './engine.ts';
import { Features } from './features.ts';
import { Memory } from './memory.ts';
import { Outline } from './outline.ts';
import { picture } from './picture.ts';
import type { Wording } from './texts.ts';
import { explainFailure } from './wording-explain.ts';

const outlines = new WeakMap<House, Outline>();
const features = new WeakMap<House, Features>();

function outlineOf(house: House): Outline {
  let outline = outlines.get(house);
  if (outline === undefined) outlines.set(house, (outline = new Outline(house.spec)));
  return outline;
}

function featuresOf(house: House): Features {
  let table = features.get(house);
  if (table === undefined) features.set(house, (table = new Features(outlineOf(house))));
  return table;
}

export class HouseholdEpisode implements Episode {
  readonly task: TaskInfo;
  readonly game: Game;
  private readonly wording: Wording;
  /** Command numbers played so far, to catch the memory up. */
  private readonly played: number[];
  private seen: Memory | null = null;
  private text: string | null = null;
  /** Text that `parse` last refused: what the next step tries if it is INADMISSIBLE. */
  private refused = '';
  /** Text that the last step tried in vain. */
  private tried = '';

  constructor(task: TaskInfo, house: House, wording: Wording, from?: HouseholdEpisode) {
    this.task = task;
    this.wording = wording;
    this.game = from === undefined ? new Game(house) : from.game.clone();
    this.played = from === undefined ? [] : from.played.slice();
    this.seen = from?.seen?.clone() ?? null;
    this.tried = from?.tried ?? '';
    this.refused = from?.refused ?? '';
  }

  get steps(): number {
    return this.game.steps;
  }
  get won(): boolean {
    return this.game.won;
  }
  get score(): number {
    return this.game.won ? 1 : 0;
  }
  get commandCount(): number {
    return this.game.count;
  }

  /** What the agent has seen so far. */
  get memory(): Memory {
    if (this.seen === null) {
      this.seen = new Memory(outlineOf(this.game.house));
      const past = new Game(this.game.house);
      for (const command of this.played) {
        past.step(command);
        this.seen.observe(past);
      }
    }
    return this.seen;
  }

  step(command: number): void {
    this.game.step(command);
    this.played.push(command);
    this.text = null;
    this.tried = this.refused;
    this.refused = '';
    if (this.seen !== null) this.seen.observe(this.game);
  }

  observation(): string {
    return (this.text ??= this.explanation() ?? this.wording.observation(this.game));
  }

  /** Houses that explain failures say why a typed text did nothing; a replay by number alone has no text to explain. */
  private explanation(): string | null {
    const { game, tried } = this;
    const explains = !game.happened && game.lastCode < 0 && game.house.spec.explainFailures === true && tried !== '';
    return explains ? explainFailure(game, tried) : null;
  }

  command(index: number): string {
    return this.wording.command(this.game, this.game.codes[index]);
  }

  admissible(): string[] {
    return this.wording.admissible(this.game);
  }

  parse(text: string): number {
    const wanted = text.trim();
    for (let i = 0; i < this.game.count; i++) if (this.command(i) === wanted) return i;
    this.refused = wanted;
    return INADMISSIBLE;
  }

  anchor(): string {
    return this.observation();
  }

  stateHash(): string {
    return this.game.stateKey();
  }

  clone(): HouseholdEpisode {
    return new HouseholdEpisode(this.task, this.game.house, this.wording, this);
  }

  describe(out: FeatureSink): void {
    featuresOf(this.game.house).describe(this.game, this.memory, out);
  }

  picture(): unknown {
    return picture(this.game, this.memory);
  }
}
