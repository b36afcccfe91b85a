// The one protocol between the page and its workers: one discriminated union per direction, and the stage's calls.
// Invariant: messages are plain data; at most 10 batched updates a second reach the page, each under 64 KiB.
import type {
  EpisodeHeader,
  EpisodeRecord,
  LedgerEntry,
  PolicySnapshot,
  RunConfig,
  Trail,
  Verb,
  WorldSetup,
} from '../src/core/types.ts';
import type { EpisodeQuery, PackInfo, RunSummary, Usage } from '../src/store/store.ts';

/** Page -> loop worker. Every command is answered (resolved or rejected by a NamedProblem). */
export type LoopCommand =
  | { readonly kind: 'open'; readonly config: RunConfig }
  | { readonly kind: 'resume'; readonly runId: string }
  | { readonly kind: 'play'; readonly pace: Pace }
  | { readonly kind: 'pause' }
  | { readonly kind: 'generation' }
  /** Start the same configuration again as a new run, under another seed when one is given. */
  | { readonly kind: 'reset'; readonly seed?: number }
  | { readonly kind: 'pace'; readonly pace: Pace }
  | { readonly kind: 'add-pack'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'delete-pack'; readonly sha256: string }
  | { readonly kind: 'export'; readonly runId: string }
  | { readonly kind: 'import'; readonly bytes: Uint8Array }
  | { readonly kind: 'delete-run'; readonly runId: string }
  | { readonly kind: 'erase-everything' }
  | { readonly kind: 'take-over' };

/** Generations a second at most; Infinity = as fast as the machine goes. */
export type Pace = number;

/** Loop worker -> page, batched. */
export type LoopUpdate =
  | { readonly kind: 'status'; readonly status: RunStatus }
  /** A station began or finished work on `count` records: the picture glows and moves beads for these only. */
  | { readonly kind: 'activity'; readonly verb: Verb; readonly phase: 'begin' | 'end'; readonly count: number }
  /** A generation was committed. */
  | {
      readonly kind: 'generation';
      readonly runId: string;
      readonly entry: LedgerEntry;
      readonly stepsPerSecond: number;
    }
  | { readonly kind: 'policy'; readonly runId: string; readonly snapshot: PolicySnapshot }
  | { readonly kind: 'problem'; readonly problem: NamedProblem };

export interface RunStatus {
  readonly state:
    'empty' | 'idle' | 'preparing' | 'running' | 'paused' | 'finished' | 'degraded' | 'failed' | 'read-only';
  readonly runId: string | null;
  readonly config: RunConfig | null;
  readonly generation: number;
  readonly envSteps: number;
  readonly digest: string;
  readonly workers: number;
  /** False when records are kept in memory only (private mode, storage full): the page says so. */
  readonly durable: boolean;
}

/** An error a person can act on: what happened, and the next step. */
export interface NamedProblem {
  readonly code: string;
  readonly message: string;
  readonly nextStep: string;
  readonly detail?: string;
}

/** What a command gives back; only the fields that it produces. */
export interface LoopAnswer {
  /** open, resume, reset, import: the run that is open now (import: the new one). */
  readonly runId?: string;
  /** add-pack: the content address to name the pack by. */
  readonly sha256?: string;
  /** add-pack: what was taken and left out, for the visitor. */
  readonly notes?: readonly string[];
  /** export: the file. */
  readonly bytes?: Uint8Array;
}

/** Page -> loop worker (Comlink). Reads answer while a run goes on; failures reject with a NamedProblem. */
export interface LoopService {
  /** First call: opens the stores of the page under `basePath`, becomes the writer if no other tab is, and reports to `listener`. */
  attach(basePath: string, listener: (updates: readonly LoopUpdate[]) => void): Promise<void>;
  ping(): Promise<void>;
  command(command: LoopCommand): Promise<LoopAnswer>;
  runs(): Promise<RunSummary[]>;
  /** Entries of generations >= from, ascending, at most `limit` (1000). */
  ledger(runId: string, from?: number, limit?: number): Promise<LedgerEntry[]>;
  trail(runId: string, generation: number): Promise<Trail | null>;
  /** Headers that pass the filter, newest first. */
  episodes(query: EpisodeQuery): Promise<EpisodeHeader[]>;
  /** One episode with its steps; null when it is unknown or was pruned. */
  episode(id: string): Promise<EpisodeRecord | null>;
  pinned(episodeId: string): Promise<boolean>;
  /** Keeps an episode from being pruned. */
  pin(episodeId: string, pinned: boolean): Promise<void>;
  policy(runId: string): Promise<PolicySnapshot | null>;
  packs(): Promise<PackInfo[]>;
  pack(sha256: string): Promise<Uint8Array | null>;
  usage(): Promise<Usage>;
  /** Episodes of a run as JSON lines for notebooks. */
  exportEpisodes(runId: string): Promise<Uint8Array>;
  /** Everything that lies in the database, as a zip of JSON lines, whatever version wrote it. */
  exportRaw(): Promise<Uint8Array>;
}

/** What the page shows of one step of an episode on the stage. */
export interface StageStep {
  readonly step: number;
  /** Observation before the command. */
  readonly observation: string;
  readonly commands: readonly { readonly text: string; readonly probability: number | null }[];
  /** Index into commands of what was done, null while it is still to be chosen, -1 for a text that was not admissible. */
  readonly chosen: number | null;
  readonly chosenText: string | null;
  readonly by: 'policy' | 'hand' | 'record' | null;
  readonly reward: number | null;
  readonly advantage: number | null;
  readonly picture: unknown;
}

export interface StageView {
  readonly taskId: string;
  readonly taskType: string;
  readonly split: string;
  readonly taskIndex: number;
  readonly goal: string;
  readonly won: boolean;
  readonly ended: boolean;
  readonly stepLimit: number;
  /** Number of the first step in `steps`; the page keeps the earlier ones that it already has. */
  readonly from: number;
  /** The present step is the last element; while the episode goes on its chosen is null. */
  readonly steps: readonly StageStep[];
}

/** Page -> stage worker (Comlink): plays one episode for the eye; never touches the run. */
export interface StageService {
  ping(): Promise<void>;
  open(
    setup: WorldSetup,
    pack: Uint8Array | null,
  ): Promise<{ splits: readonly { id: string; title: string; heldOut: boolean; size: number }[] }>;
  policy(snapshot: PolicySnapshot | null): Promise<void>;
  start(split: string, taskIndex: number): Promise<StageView>;
  /** The policy (or, without one, the blind explorer) plays one step. */
  auto(): Promise<StageView>;
  /** A person plays: an index into the present commands, or a typed text. */
  command(choice: number | string): Promise<StageView>;
  /** Goes back to before step `step` and goes on from there: what if. */
  rewind(step: number): Promise<StageView>;
  /** All steps of a recorded episode, re-derived by replay. */
  replay(record: EpisodeRecord): Promise<StageView>;
}
