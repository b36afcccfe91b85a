// The stage: plays one episode for the eye, by the policy, by hand or from a record, and goes back to any step (what if).
// Invariant: it never touches a run; what it shows is a pure function of world, task, commands and policy snapshot.
import { Rng } from '../src/core/rng.ts';
import { Problem } from '../src/core/problem.ts';
import type { EpisodeHeader, EpisodeRecord, PolicySnapshot, WorldSetup } from '../src/core/types.ts';
import type { Actor, PolicyKind } from '../src/policy/policy.ts';
import { INADMISSIBLE, type Episode, type Player, type World, type WorldKind } from '../src/worlds/world.ts';
import type { StageService, StageStep, StageView } from './protocol.ts';

/** The benchmark's own limit; a person at the stage plays under it too. */
const STEP_LIMIT = 50;
/** Who plays `auto` while there is no policy yet. */
const FALLBACK_PLAYER = 'blind';
/** commands_T value of a text that was not admissible. */
const NOT_ADMISSIBLE = 65535;
/** Recorded probabilities are kept in units of 1/255. */
const PROBABILITY_UNITS = 255;

interface Deed {
  readonly command: number;
  readonly text: string;
  readonly by: 'policy' | 'hand' | 'record';
  readonly reward: number | null;
  readonly advantage: number | null;
}

export class StageHost implements StageService {
  private readonly worldKind: (id: string) => WorldKind;
  private readonly policyKind: (kind: string) => PolicyKind;
  private world: World | null = null;
  private actor: Actor | null = null;
  private temperature = 1;
  private episode: Episode | null = null;
  private player: Player | null = null;
  private split = '';
  private taskIndex = 0;
  private stepLimit = STEP_LIMIT;
  private deeds: Deed[] = [];
  private steps: StageStep[] = [];

  /** Both look-ups throw a Problem for a name that does not exist. */
  constructor(worldKind: (id: string) => WorldKind, policyKind: (kind: string) => PolicyKind) {
    this.worldKind = worldKind;
    this.policyKind = policyKind;
  }

  open(
    setup: WorldSetup,
    pack: Uint8Array | null,
  ): Promise<{ splits: readonly { id: string; title: string; heldOut: boolean; size: number }[] }> {
    const world = this.worldKind(setup.id).open(setup, pack ?? undefined);
    this.world = world;
    this.episode = null;
    return Promise.resolve({
      splits: world.splits.map((split) => ({ ...split, size: world.source(split.id).size })),
    });
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  policy(snapshot: PolicySnapshot | null): Promise<void> {
    this.actor = snapshot === null ? null : this.policyKind(snapshot.kind).actor(snapshot);
    return Promise.resolve();
  }

  start(split: string, taskIndex: number): Promise<StageView> {
    this.split = split;
    this.taskIndex = taskIndex;
    this.stepLimit = STEP_LIMIT;
    this.playAgain([]);
    return Promise.resolve(this.view(0));
  }

  auto(): Promise<StageView> {
    const episode = this.present();
    const from = episode.steps;
    if (!this.ended(episode)) this.play(episode, this.chooseAlone(episode), 'policy');
    return Promise.resolve(this.view(from));
  }

  command(choice: number | string): Promise<StageView> {
    const episode = this.present();
    const from = episode.steps;
    if (!this.ended(episode)) {
      const command = typeof choice === 'number' ? choice : episode.parse(choice);
      const admissible = Number.isInteger(command) && command >= 0 && command < episode.commandCount;
      this.play(episode, admissible ? command : INADMISSIBLE, 'hand', String(choice));
    }
    return Promise.resolve(this.view(from));
  }

  rewind(step: number): Promise<StageView> {
    const kept = Math.max(0, Math.min(step, this.deeds.length));
    this.playAgain(this.deeds.slice(0, kept));
    return Promise.resolve(this.view(kept));
  }

  replay(record: EpisodeRecord): Promise<StageView> {
    const { header, columns } = record;
    this.split = header.split;
    this.taskIndex = header.taskIndex;
    this.stepLimit = header.stepLimit;
    const episode = this.fresh();
    if (episode.task.id !== header.taskId) throw mismatch(header, `this world serves ${episode.task.id} there`);
    this.episode = episode;
    this.deeds = [];
    this.steps = [];
    let row = 0;
    for (let t = 0; t < columns.commands_T.length; t++) {
      const width = columns.admissible_T[t]!;
      const recorded = columns.commands_T[t]!;
      const command = recorded === NOT_ADMISSIBLE ? INADMISSIBLE : recorded;
      if (width !== episode.commandCount || command >= width) {
        throw mismatch(header, `step ${t} has ${episode.commandCount} admissible commands here and had ${width} there`);
      }
      const kept = columns.probabilities_TA.subarray(row, row + width);
      row += width;
      this.steps.push(this.look(episode, kept.length === width ? (i) => kept[i]! / PROBABILITY_UNITS : null));
      this.act(episode, {
        command,
        text: command === INADMISSIBLE ? '' : episode.command(command),
        by: 'record',
        reward: columns.rewards_T[t] ?? null,
        advantage: columns.advantages_T[t] ?? null,
      });
    }
    if (episode.won !== header.won) throw mismatch(header, `it ends ${episode.won ? 'won' : 'not won'} here`);
    this.steps.push(this.look(episode, null));
    return Promise.resolve(this.view(0));
  }

  /** Starts the present task afresh and repeats `deeds`. */
  private playAgain(deeds: readonly Deed[]): void {
    const episode = this.fresh();
    this.episode = episode;
    const shown = this.steps;
    this.deeds = [];
    this.steps = [];
    for (const deed of deeds) {
      // What was shown of a repeated step stays as it was: same task, same commands, same view.
      const seen = shown[this.steps.length];
      this.steps.push(seen ? { ...seen, chosen: null } : this.look(episode, this.policyView(episode)));
      this.act(episode, deed);
    }
    this.steps.push(this.look(episode, this.policyView(episode)));
  }

  private fresh(): Episode {
    if (this.world === null)
      throw new Problem({
        code: 'no-world',
        message: 'No world is open on the stage.',
        nextStep: 'Choose a world first.',
      });
    const source = this.world.source(this.split);
    if (!(Number.isInteger(this.taskIndex) && this.taskIndex >= 0 && this.taskIndex < source.size)) {
      throw new Problem({
        code: 'no-such-task',
        message: `Task ${this.taskIndex} does not exist in split ${this.split}.`,
        nextStep: `Choose a task from 0 to ${source.size - 1}.`,
      });
    }
    this.player = null;
    return source.start(this.taskIndex);
  }

  private present(): Episode {
    if (this.episode === null)
      throw new Problem({
        code: 'no-episode',
        message: 'No episode is on the stage.',
        nextStep: 'Choose a task first.',
      });
    return this.episode;
  }

  private ended(episode: Episode): boolean {
    return episode.won || episode.steps >= this.stepLimit;
  }

  private chooseAlone(episode: Episode): number {
    if (this.actor !== null) {
      this.actor.begin();
      return this.actor.choose(episode, this.draw(episode.steps), this.temperature);
    }
    this.player ??= this.world!.player(FALLBACK_PLAYER, episode, this.taskIndex);
    return this.player.choose();
  }

  /** The same draw whenever the same step of the same task is played: what-if differs only by what was changed. */
  private draw(step: number): number {
    return Rng.root(this.taskIndex).sub(`stage/${this.split}`, step).float();
  }

  private play(episode: Episode, command: number, by: 'policy' | 'hand', typed = ''): void {
    const text = command === INADMISSIBLE ? typed : episode.command(command);
    this.act(episode, { command, text, by, reward: null, advantage: null });
    this.steps.push(this.look(episode, this.policyView(episode)));
  }

  private act(episode: Episode, deed: Deed): void {
    // A world may say why a refused text failed: it is told the text again when the deed is repeated.
    if (deed.command === INADMISSIBLE) episode.parse(deed.text);
    episode.step(deed.command);
    const last = this.steps.length - 1;
    this.steps[last] = {
      ...this.steps[last]!,
      chosen: deed.command,
      chosenText: deed.text,
      by: deed.by,
      reward: deed.reward ?? episode.score,
      advantage: deed.advantage,
    };
    this.deeds.push(deed);
  }

  /** Probabilities that the policy gives to the commands of the present step, or null without a policy. */
  private policyView(episode: Episode): ((command: number) => number) | null {
    if (this.actor === null || this.ended(episode)) return null;
    this.actor.begin();
    this.actor.choose(episode, this.draw(episode.steps), this.temperature);
    const kept_A = Float64Array.from(this.actor.probabilities_A.subarray(0, episode.commandCount));
    return (command) => kept_A[command]!;
  }

  private look(episode: Episode, probability: ((command: number) => number) | null): StageStep {
    const commands = Array.from({ length: episode.commandCount }, (_, index) => ({
      text: episode.command(index),
      probability: probability === null ? null : probability(index),
    }));
    return {
      step: episode.steps,
      observation: episode.observation(),
      commands,
      chosen: null,
      chosenText: null,
      by: null,
      reward: null,
      advantage: null,
      picture: episode.picture(),
    };
  }

  private view(from: number): StageView {
    const episode = this.present();
    const { id, type, goal } = episode.task;
    return {
      taskId: id,
      taskType: type,
      split: this.split,
      taskIndex: this.taskIndex,
      goal,
      won: episode.won,
      ended: this.ended(episode),
      stepLimit: this.stepLimit,
      from,
      steps: this.steps.slice(from),
    };
  }
}

function mismatch(header: EpisodeHeader, what: string): Problem {
  return new Problem({
    code: 'replay-mismatch',
    message: `The record of task ${header.taskId} does not replay in this world: ${what}.`,
    nextStep: 'Open the run with the world, the file and the switches it was recorded in.',
  });
}
