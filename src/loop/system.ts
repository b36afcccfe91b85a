// The contract of a system: one plain object that names its parts for the seven verbs, what it may write, its cadence, arms,
// settings and expected effects (design.md 2, methods.md 10). A new system is one file and one line in the registry.
// Invariant: parts see the run only through Cycle: training episodes and stores, never held-out results; and every random
// number they use comes from the stream that Cycle hands them.
import { Problem } from '../core/problem.ts';
import type { Rng } from '../core/rng.ts';
import type { Candidate, Finding, Plain, Settings, Signal, SplitScore, StoreName, Verdict } from '../core/types.ts';
import type { PolicyKind } from '../policy/policy.ts';
import type { World } from '../worlds/world.ts';
import type { EpisodeRequest, EpisodeResult } from './rollout-contract.ts';
import { resolveSettings, type Setting } from './settings.ts';
import type { Stores, Update } from './stores.ts';

/** What the parts of a system see of the generation in progress. */
export interface Cycle {
  readonly generation: number;
  readonly world: World;
  readonly policyKind: PolicyKind;
  readonly trainSplit: string;
  /** Constant until the updates of this generation are applied. */
  readonly stores: Stores;
  /** This generation's stream: derive a named sub-stream from it for each use. */
  readonly rng: Rng;
  /** The training episodes of this generation in index order; empty while the sampler runs. */
  readonly episodes: readonly EpisodeResult[];
  /** Plays further training episodes (validation by execution); their steps count in the budget. */
  play(requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]>;
}

/** A named part; the page shows the name at its station. */
interface Part<F> {
  readonly name: string;
  readonly run: F;
}

/** `episodes` episodes of one task that form one rollout group. */
export interface GroupPlan {
  readonly split: string;
  readonly taskIndex: number;
  readonly episodes: number;
  readonly player: 'policy' | string;
  readonly stepLimit: number;
  readonly temperature: number;
  readonly anchors: boolean;
  readonly probabilities: boolean;
}

export type Sampler = (cycle: Cycle) => readonly GroupPlan[];
/** The return that the objective uses, from the recorded episode alone (so that rescoring is a pure function). */
export type Reward = (episode: EpisodeResult['record'], stores: Stores) => number;
/** Pure over (episodes, what it remembered): returns the signals and what to remember for the next generation. */
type SignalExtractor = (cycle: Cycle, memory: Plain) => { readonly signals: readonly Signal[]; readonly memory: Plain };
type Diagnoser = (cycle: Cycle, signals: readonly Signal[]) => readonly Finding[] | Promise<readonly Finding[]>;
type Generator = (cycle: Cycle, findings: readonly Finding[]) => readonly Candidate[] | Promise<readonly Candidate[]>;
/** Judges candidates in order: one verdict each. The first validator that does not accept a candidate decides. */
type Validator = (cycle: Cycle, candidates: readonly Candidate[]) => readonly Verdict[] | Promise<readonly Verdict[]>;
export type Updater = (cycle: Cycle, accepted: readonly Candidate[]) => readonly Update[] | Promise<readonly Update[]>;
/** Scores the stores on held-out tasks. Its result goes to the ledger and to no other part. */
export type Evaluator = (bench: EvaluationBench) => Promise<readonly SplitScore[]>;

/** What an evaluator sees. Its stream depends on the run's seed alone: the same tasks and draws in every generation and arm. */
export interface EvaluationBench {
  readonly world: World;
  readonly splits: readonly string[];
  readonly stores: Stores;
  readonly rng: Rng;
  play(requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]>;
}

/** The parts of one turn of the cycle, by verb. */
export interface Parts {
  readonly sampler: Part<Sampler>;
  readonly reward: Part<Reward>;
  readonly signals: readonly Part<SignalExtractor>[];
  readonly diagnosers: readonly Part<Diagnoser>[];
  readonly generators: readonly Part<Generator>[];
  readonly validators: readonly Part<Validator>[];
  readonly updaters: readonly Part<Updater>[];
  readonly evaluator: Part<Evaluator>;
}

/** Generations between two runs of a verb; generation 0 is always evaluated. */
interface Cadence {
  /** signals, diagnose, generate and validate. */
  readonly evolve: number;
  readonly evaluate: number;
}

interface Arm {
  readonly id: string;
  readonly title: string;
  /** One sentence for a first-time reader: what an acronym means, what this arm is for. */
  readonly explanation: string;
  readonly role: 'method' | 'baseline' | 'ablation' | 'control';
  /** Settings that make this arm; they win over what the user set. */
  readonly settings: Settings;
}

/** An effect written down before it is measured: arm `a` minus arm `b` on a measure. */
export interface Expectation {
  readonly a: string;
  readonly b: string;
  /** Field of SplitScore. */
  readonly measure: 'at10' | 'at15' | 'at50' | 'meanSteps';
  readonly sign: 'above' | 'below' | 'not above';
  readonly text: string;
}

export interface System {
  readonly id: string;
  readonly title: string;
  /** Two or three plain sentences for the page. */
  readonly explanation: string;
  readonly writes: readonly StoreName[];
  readonly settings: readonly Setting[];
  readonly arms: readonly Arm[];
  readonly expectations: readonly Expectation[];
  /** Settings of a first run in the page: it starts low enough that learning is seen within a minute. */
  readonly demo: Settings;
  /** Settings with which a whole table takes seconds, for tests. */
  readonly smoke: Settings;
  cadence(settings: Settings): Cadence;
  /** Parts of generation 0: bring the policy to where the method starts. */
  preparation(settings: Settings): Parts;
  /** Parts of every later generation. */
  parts(settings: Settings): Parts;
}

/**
 * All settings of one arm: defaults, then the user's, then the arm's own.
 * @throws Problem bad-setting for an unknown arm or a setting that is unknown or out of range.
 */
export function settingsOf(system: System, arm: string, given: Settings): Settings {
  const found = system.arms.find((each) => each.id === arm);
  if (!found) {
    throw new Problem({
      code: 'bad-setting',
      message: `system ${system.id}: arm "${arm}" does not exist`,
      nextStep: `Use one of: ${system.arms.map((each) => each.id).join(', ')}.`,
    });
  }
  return resolveSettings(`system ${system.id}`, system.settings, given, found.settings);
}
