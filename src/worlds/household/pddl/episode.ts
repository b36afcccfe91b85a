// One playing of an interpreted game: the fallback for any domain that the compiled engine does not know.
// Invariant: commands are listed by action as the domain has them, then by the ids of their parameters; of several with the same
// text only the first is a command. What a policy is told comes from Memory where the domain is a household, else from words.
import { hash32, hashString } from '../../../core/hash.ts';
import type { Episode, FeatureSink, TaskInfo } from '../../world.ts';
import { INADMISSIBLE } from '../../world.ts';
import { Features } from '../features.ts';
import { Memory } from '../memory.ts';
import { Outline } from '../outline.ts';
import { byCodeUnit } from '../names.ts';
import { picture } from '../picture.ts';
import type { HouseMap } from './house-view.ts';
import type { Instance, Interpreter } from './interpreter.ts';
import type { Story } from './story.ts';

/** What the agent did and saw, for games that are no household: how often each command was given. */
type Given = ReadonlyMap<string, number>;

export class PddlEpisode implements Episode {
  readonly task: TaskInfo;
  private readonly story: Story;
  private readonly game: Interpreter;
  private taken = 0;
  private last: Instance | null = null;
  private commands: readonly Instance[] | null = null;
  private texts: readonly string[] = [];
  private text: string | null = null;
  private given: Given = new Map();
  private seen: Memory | null = null;

  constructor(task: TaskInfo, story: Story, from?: PddlEpisode) {
    this.task = task;
    this.story = story;
    this.game = from === undefined ? story.begin() : from.game.clone();
    if (story.map !== null) this.seen = from?.seen?.clone() ?? new Memory(outlineOf(story.map));
    if (from === undefined) return;
    this.taken = from.taken;
    this.last = from.last;
    this.commands = from.commands;
    this.texts = from.texts;
    this.text = from.text;
    this.given = from.given;
  }

  get steps(): number {
    return this.taken;
  }
  get won(): boolean {
    return this.game.won();
  }
  get score(): number {
    return this.won ? 1 : 0;
  }
  get commandCount(): number {
    return this.listed().length;
  }
  /** What the agent has seen, where the domain is a household. */
  get memory(): Memory | null {
    return this.seen;
  }

  step(command: number): void {
    const instance = command === INADMISSIBLE ? null : this.listed()[command];
    if (instance === undefined) throw new RangeError(`there is no command ${command}`);
    this.taken++;
    this.last = instance;
    if (instance !== null) {
      const text = this.texts[command];
      this.given = new Map(this.given).set(text, (this.given.get(text) ?? 0) + 1);
      this.game.apply(instance);
      this.commands = null;
    }
    this.text = null;
    if (this.seen !== null && this.story.map !== null) {
      this.seen.observe(this.story.map.observed(this.game, this.listed(), instance));
    }
  }

  observation(): string {
    return (this.text ??= this.taken === 0 ? this.story.opening(this.game) : this.answer());
  }

  private answer(): string {
    return this.last === null ? this.story.refusal : this.story.answer(this.game, this.last);
  }

  command(index: number): string {
    this.listed();
    return this.texts[index];
  }

  admissible(): string[] {
    this.listed();
    return [...this.texts].sort(byCodeUnit);
  }

  parse(text: string): number {
    this.listed();
    const found = this.texts.indexOf(text.trim());
    return found < 0 ? INADMISSIBLE : found;
  }

  anchor(): string {
    return this.observation();
  }

  stateHash(): string {
    return this.game.stateNumber();
  }

  clone(): PddlEpisode {
    return new PddlEpisode(this.task, this.story, this);
  }

  describe(out: FeatureSink): void {
    const { map } = this.story;
    if (map === null || this.seen === null) {
      this.listed();
      describeWords(this.task.goal, this.texts, this.given, out);
      return;
    }
    const codes = Int32Array.from(this.listed(), (instance) => map.code(instance));
    featuresOf(map).describe({ count: codes.length, codes }, this.seen, out);
  }

  /** A household is drawn by its memory, another game by its words. */
  picture(): unknown {
    const { map } = this.story;
    if (map !== null && this.seen !== null) return picture(map, this.seen);
    return { kind: 'words', observation: this.observation(), commands: this.admissible() };
  }

  private listed(): readonly Instance[] {
    if (this.commands !== null) return this.commands;
    const byText = new Map<string, Instance>();
    for (const instance of this.game.instances()) {
      const text = this.story.command(this.game, instance);
      if (!byText.has(text)) byText.set(text, instance);
    }
    this.texts = [...byText.keys()];
    return (this.commands = [...byText.values()]);
  }
}

const outlines = new WeakMap<HouseMap, Outline>();
const features = new WeakMap<HouseMap, Features>();

function outlineOf(map: HouseMap): Outline {
  let outline = outlines.get(map);
  if (outline === undefined) outlines.set(map, (outline = new Outline(map.house.spec)));
  return outline;
}

function featuresOf(map: HouseMap): Features {
  let table = features.get(map);
  if (table === undefined) features.set(map, (table = new Features(outlineOf(map))));
  return table;
}

/** Plain features: the words of the command, each with each word of the task, and how often the command was given before. */
function describeWords(goal: string, texts: readonly string[], given: Given, out: FeatureSink): void {
  const wanted = goal.split(/\s+/).map(hashString);
  const verbs = [...new Set(texts.map((text) => text.split(' ', 1)[0]))].sort(byCodeUnit).join(' ');
  for (const text of texts) {
    out.row();
    const words = text.split(/\s+/).map(hashString);
    const again = Math.min(given.get(text) ?? 0, 3);
    out.add(hash32(words[0], again));
    out.add(hash32(words[0], hashString(verbs)));
    for (const word of words) {
      out.add(word);
      for (const wish of wanted) out.add(hash32(wish, word));
    }
  }
}
