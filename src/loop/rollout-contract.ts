// What the loop asks of whoever plays episodes: a list of requests in, results in the same order out.
// Invariant: the answer depends on the requests and the snapshot alone; how many workers share the work changes only the speed.
import type { EpisodeRecord, PolicySnapshot, Purpose } from '../core/types.ts';
import type { PolicyTrace } from '../policy/policy.ts';

export interface EpisodeRequest {
  /** Position in the generation; results are merged by it. */
  readonly index: number;
  readonly purpose: Purpose;
  readonly split: string;
  readonly taskIndex: number;
  readonly group: number;
  readonly stepLimit: number;
  /** 0 = greedy. */
  readonly temperature: number;
  /** Seed of this episode's own stream of draws. */
  readonly seed: number;
  /** Who acts: the policy, or a scripted player of the world (for cloning and baselines). */
  readonly player: 'policy' | string;
  /** Keep the learning trace (training), the probabilities (the page), the anchors (GiGPO). */
  readonly keep: { readonly trace: boolean; readonly probabilities: boolean; readonly anchors: boolean };
}

export interface EpisodeResult {
  readonly record: EpisodeRecord;
  readonly trace: PolicyTrace | null;
  /** Anchor key at each step (before the command), or null. */
  readonly anchors_T: readonly string[] | null;
}

/** Plays requests with the given parameters; rejects with a named error when a worker died past repair. */
export interface RolloutPool {
  readonly workers: number;
  play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]>;
  close(): void;
}
