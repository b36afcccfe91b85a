// The contract of a policy: an actor that chooses among admissible commands, and a learner that follows given coefficients.
// Invariant: every objective reaches a policy only as dC/dlogp per step (trainer.md 3, the linearised custom loss), so a new
// objective never touches a policy and a new policy never touches an objective. Everything is bit-exact (tier T1).
import type { PolicySnapshot, Settings } from '../core/types.ts';
import type { Episode } from '../worlds/world.ts';

/** What a policy must remember of one episode to learn from it; opaque to the loop, cloneable and transferable. */
export interface PolicyTrace {
  readonly kind: string;
  readonly steps: number;
  readonly buffers: readonly ArrayBuffer[];
}

/** Plays episodes with fixed parameters. One actor per thread, reused over episodes. */
export interface Actor {
  /** Forgets the previous episode and starts a new trace. */
  begin(): void;
  /**
   * Chooses a command of the episode's present step.
   * @param draw uniform number in [0, 1) from the step's random stream; ignored when temperature is 0 (greedy, lowest index wins ties).
   */
  choose(episode: Episode, draw: number, temperature: number): number;
  /** Natural log of the probability of the last chosen command, under the distribution it was drawn from. */
  readonly logProb: number;
  /** Probabilities of the last step, length = its number of admissible commands (valid until the next choose). */
  readonly probabilities_A: Float64Array;
  /** Records that `command` was taken by somebody else (a scripted player), so that the trace can be cloned from. */
  observe(episode: Episode, command: number): void;
  /** The trace of the episode so far; its buffers belong to the caller. */
  trace(): PolicyTrace;
}

/** One episode in an update. dLogp_T = dC/dlogp(chosen command) at each step; 0 leaves a step out. */
export interface LearnerRow {
  readonly trace: PolicyTrace;
  readonly dLogp_T: Float64Array;
}

export interface Learner {
  /** log pi(chosen command) at each step of the trace under the present parameters, natural log, temperature 1. */
  logProbs(trace: PolicyTrace): Float64Array;
  /** Descends C = sum of rows by one optimiser step, rows summed in index order. Returns the norm of the gradient. */
  step(rows: readonly LearnerRow[], learningRate: number): { readonly gradientNorm: number; readonly entropy: number };
  snapshot(): PolicySnapshot;
}

/** The plug-in. */
export interface PolicyKind {
  readonly kind: string;
  readonly title: string;
  /** One plain sentence: what it is given and what it is not. */
  readonly explanation: string;
  initial(settings: Settings, seed: number): PolicySnapshot;
  actor(snapshot: PolicySnapshot): Actor;
  learner(snapshot: PolicySnapshot): Learner;
}
