// The vocabulary of Terrarium: one name per concept, used by every room (design.md section 9).
// Invariant: everything here is plain data that survives structured cloning and IndexedDB; no class, no function.
// Array names carry dimension suffixes: _T steps of one episode, _A admissible commands, _TA both, packed row by row.

/** The four stores that a system may change. */
export type StoreName = 'policy' | 'tasks' | 'library' | 'harness';

/** The seven verbs of the cycle, in order. */
export const VERBS = ['rollout', 'signals', 'diagnose', 'generate', 'validate', 'update', 'evaluate'] as const;
export type Verb = (typeof VERBS)[number];

/** Where a world's tasks come from. A pack is a benchmark file that the user brought, named by its content. */
export type WorldSource =
  { readonly kind: 'generated' } | { readonly kind: 'pack'; readonly sha256: string; readonly name: string };

/** All that decides which tasks a world serves; plain data, so that a run can be compared, stored and sent. */
export interface WorldSetup {
  readonly id: string;
  readonly source: WorldSource;
  /** The world's own switches by name (worlds declare them); absent means the default. */
  readonly switches: Readonly<Record<string, boolean>>;
  readonly trainSplit: string;
  readonly evaluationSplits: readonly string[];
}

/** Settings of a system or policy by name; each declares its own names, kinds and ranges. */
export type Settings = Readonly<Record<string, number | string | boolean>>;

/** All that decides the result of a run, and nothing that only decides its speed (no worker count, no clock). */
export interface RunConfig {
  readonly format: 'terrarium-run/1';
  readonly system: string;
  readonly arm: string;
  readonly world: WorldSetup;
  readonly policy: { readonly kind: string; readonly settings: Settings };
  /** Integer 0..2^32-1. */
  readonly seed: number;
  /** Generations to run, not counting generation 0 (preparation, such as cloning). */
  readonly generations: number;
  readonly settings: Settings;
}

export type Purpose = 'train' | 'evaluate' | 'clone' | 'explore';

/** Why an episode ended. */
export type StopReason = 'won' | 'step-limit';

/** The searchable part of an episode; small, indexed. */
export interface EpisodeHeader {
  /** `${runId}/${generation}/${index}`; the run part is filled in by the writer. */
  readonly id: string;
  readonly runId: string;
  readonly generation: number;
  /** Position inside its generation; results are merged by it, never by arrival. */
  readonly index: number;
  readonly purpose: Purpose;
  readonly split: string;
  readonly taskIndex: number;
  readonly taskId: string;
  readonly taskType: string;
  readonly goal: string;
  /** Rollout group inside the generation, -1 outside groups. */
  readonly group: number;
  readonly steps: number;
  readonly stepLimit: number;
  readonly won: boolean;
  readonly stop: StopReason;
  /** The return that the objective used (for evaluation: won ? 1 : 0). */
  readonly episodeReturn: number;
}

/** The steps of one episode, packed; with the task they replay the whole episode (determinism tier T3). */
export interface StepColumns {
  /** Number of the chosen command in the world's own admissible order; 65535 = a text that was not admissible. */
  readonly commands_T: Uint16Array;
  /** Behaviour log-probability (natural log) of what was sampled, of the renormalised distribution that was sampled. */
  readonly logProbs_T: Float32Array;
  readonly rewards_T: Float32Array;
  readonly advantages_T: Float32Array;
  /** Number of admissible commands at each step. */
  readonly admissible_T: Uint16Array;
  /** Probability of each admissible command in units of 1/255, rows packed by admissible_T; empty where not kept. */
  readonly probabilities_TA: Uint8Array;
}

export interface EpisodeRecord {
  readonly header: EpisodeHeader;
  readonly columns: StepColumns;
}

/** Held-out result of one split. Fractions 0..1; intervals are 95 % bootstrap intervals over tasks. */
export interface SplitScore {
  readonly split: string;
  readonly episodes: number;
  readonly at10: number;
  readonly at15: number;
  readonly at50: number;
  readonly at15Low: number;
  readonly at15High: number;
  /** Mean steps, a failure counted as the step limit. */
  readonly meanSteps: number;
}

/** One recorded transfer between two stations: what the picture animates. Evidence ids are episode or candidate ids. */
export interface Flow {
  readonly from: Verb;
  readonly to: Verb;
  readonly count: number;
  readonly evidence: readonly string[];
}

/** Parameters of a policy at one moment. `kind` names the policy plug-in that can read it. */
export interface PolicySnapshot {
  readonly kind: string;
  /** Number of updates that led here. */
  readonly version: number;
  readonly settings: Settings;
  readonly weights: Float32Array;
}

/** Data that survives structured cloning and JSON alike. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** Everything a run needs to go on from the end of a generation. */
export interface RunState {
  readonly generation: number;
  /** Environment steps of training so far (evaluation not counted). */
  readonly envSteps: number;
  /** Hex SHA-256 chain over all committed generations. */
  readonly digest: string;
  readonly policy: PolicySnapshot;
  /** Values of the other stores and what signal extractors remember, by name; absent where a system has none. */
  readonly carried?: Readonly<Record<string, Plain>>;
}

/** Something measured over episodes: forgetting, boundary, rare, usage lift ... `subject` names what it is about. */
export interface Signal {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly value: number;
  readonly evidence: readonly string[];
}

/** What a diagnoser concluded from signals. */
export interface Finding {
  readonly id: string;
  readonly cause: string;
  readonly locus: 'task' | 'step' | 'unit' | 'reward' | 'diagnostic';
  /** 0..1. */
  readonly confidence: number;
  /** Episode ids or signal ids. */
  readonly evidence: readonly string[];
}

/** A proposed change of one factor, made for findings; the system that made it knows the shape of `body`. */
export interface Candidate {
  readonly id: string;
  readonly kind: 'task' | 'unit' | 'step-labels' | 'intervention' | 'metric';
  readonly findings: readonly string[];
  readonly body: Plain;
}

/** The answer to one candidate; `retain` keeps it for a later look without using it. */
export interface Verdict {
  readonly candidate: string;
  readonly outcome: 'accept' | 'retain' | 'reject';
  readonly reason: string;
  readonly evidence: readonly string[];
}

/** How a generation came to its updates; rejected candidates stay in it. */
export interface Trail {
  readonly signals: readonly Signal[];
  readonly findings: readonly Finding[];
  readonly candidates: readonly Candidate[];
  /** One per candidate, in the same order. */
  readonly verdicts: readonly Verdict[];
}

/** The ledger entry of one generation: what happened, by count, with evidence. */
export interface LedgerEntry {
  readonly generation: number;
  readonly digest: string;
  readonly envSteps: number;
  readonly counts: Readonly<Record<Verb, number>>;
  readonly flows: readonly Flow[];
  /** Named numbers of the update: loss, gradientNorm, entropy, meanReturn, trainSuccess, skippedGroups ... */
  readonly metrics: Readonly<Record<string, number>>;
  /** Present in generations that were evaluated. */
  readonly evaluation?: readonly SplitScore[];
}

/** What is committed in one transaction, or not at all. */
export interface Generation {
  readonly entry: LedgerEntry;
  readonly episodes: readonly EpisodeRecord[];
  readonly state: RunState;
  /** Absent where a system extracts no signals. */
  readonly trail?: Trail;
}
