// The contract of a world: a source of tasks, and single-use episodes that play one task by integer commands.
// Invariant: an episode is deterministic given its task and its commands; what a policy or a player learns about it
// comes only through what the agent has observed (describe, anchor, text), never from hidden state.
import type { WorldSetup } from '../core/types.ts';

/** Sparse features of each admissible command, as hashed 32-bit ids in compressed rows; reused, never reallocated per step. */
export interface FeatureSink {
  /** Starts the row of the next command. */
  row(): void;
  /** Adds one feature id (any 32-bit integer; the policy folds it into its own table) to the current row. */
  add(id: number): void;
}

/** Number given to `step` for a text that is not admissible: the world answers that nothing happens, the step counts. */
export const INADMISSIBLE = -1;

export interface TaskInfo {
  /** Stable id, unique inside the world, e.g. `valid_unseen/pick_…/trial_…` or `train/123`. */
  readonly id: string;
  readonly split: string;
  readonly index: number;
  readonly type: string;
  /** The task sentence that the agent reads. */
  readonly goal: string;
}

/** One playing of one task. Single use: there is no reset. All text is rendered when asked for, never before. */
export interface Episode {
  readonly task: TaskInfo;
  readonly steps: number;
  readonly won: boolean;
  /** Score of the benchmark, 0..1 (household: won ? 1 : 0). */
  readonly score: number;
  /** Number of admissible commands now. Commands are the integers 0..count-1 in the world's own fixed order. */
  readonly commandCount: number;
  /** Plays a command by number, or INADMISSIBLE. */
  step(command: number): void;
  /** What the agent was told last (at the start: the opening text with the task). */
  observation(): string;
  /** Text of command `index`. */
  command(index: number): string;
  /** All admissible strings in code-point order, without duplicates. */
  admissible(): string[];
  /** Number of the command whose text is exactly `text` (outer white space trimmed), or INADMISSIBLE. */
  parse(text: string): number;
  /** Key of what the agent observes now, equal exactly when the observation is equal (GiGPO's anchor state). */
  anchor(): string;
  /** Key of the true state. */
  stateHash(): string;
  clone(): Episode;
  /** Writes one feature row per admissible command, in command order, from what the agent has observed so far. */
  describe(out: FeatureSink): void;
  /** Plain data for the world's own drawing in the page; what the agent has not seen is marked as unseen. */
  picture(): unknown;
}

/** The tasks of one split. `size` is Infinity for a generator. */
export interface TaskSource {
  readonly split: string;
  readonly size: number;
  start(index: number): Episode;
}

/** A scripted player: picks a command number from an episode it may only observe. One instance per episode. */
export interface Player {
  choose(): number;
}

export interface SplitInfo {
  readonly id: string;
  readonly title: string;
  /** True for splits that must never be trained on. */
  readonly heldOut: boolean;
}

export interface SwitchInfo {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
  readonly default: boolean;
}

/** An opened world: tasks by split, scripted players by name. */
export interface World {
  readonly splits: readonly SplitInfo[];
  source(split: string): TaskSource;
  /** Starts a scripted player of this world on an episode. `seed` makes its choices repeatable. */
  player(name: string, episode: Episode, seed: number): Player;
}

/** The plug-in: what a world declares before it is opened. */
export interface WorldKind {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly switches: readonly SwitchInfo[];
  /** Names accepted by World.player; `oracle` is the shortest plan. */
  readonly players: readonly string[];
  /** Splits of the generator (a pack names its own). */
  readonly splits: readonly SplitInfo[];
  /**
   * Turns a file that a user brought into the pack that is stored and opened from then on; equal contents give equal bytes.
   * `notes` are plain sentences for the user: what was taken, what was left out and why.
   * @throws Problem naming the file and the field, with the next step.
   */
  packOf(name: string, bytes: Uint8Array): { readonly bytes: Uint8Array; readonly notes: readonly string[] };
  /**
   * Opens the world. `data` holds the bytes of the pack that the setup names, if it names one.
   * @throws Problem naming the file, the field and the next step.
   */
  open(setup: WorldSetup, data?: Uint8Array): World;
}
