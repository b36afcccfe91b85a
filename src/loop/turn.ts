// One turn of the cycle: roll out, signals, diagnose, generate, validate, update, evaluate, in this order, for any system.
// Invariant: a turn is a pure function of (configuration, committed state, generation number); it changes nothing until it
// returns a whole Generation, and its evaluation reaches the ledger only, never a part.
import { Problem } from '../core/problem.ts';
import { Rng } from '../core/rng.ts';
import { mean } from '../core/statistics.ts';
import type {
  Candidate,
  EpisodeRecord,
  Generation,
  LedgerEntry,
  Plain,
  RunConfig,
  RunState,
  Settings,
  Signal,
  SplitScore,
  Trail,
  Verb,
  Verdict,
} from '../core/types.ts';
import type { PolicyKind } from '../policy/policy.ts';
import type { World } from '../worlds/world.ts';
import { nextDigest } from './digest.ts';
import { evaluationStream } from './evaluator.ts';
import { Ledger } from './ledger.ts';
import type { EpisodeRequest, EpisodeResult, RolloutPool } from './rollout-contract.ts';
import { applyUpdate, carriedStores, openStores, type Stores } from './stores.ts';
import type { Cycle, GroupPlan, Parts, System } from './system.ts';

/** Evaluation episodes kept for the eye, per split; all of them are scored and covered by the digest. */
const KEPT_EVALUATION = 8;

export interface RunDependencies {
  readonly config: RunConfig;
  readonly world: World;
  readonly policyKind: PolicyKind;
  readonly pool: RolloutPool;
  /** Stops the run between two steps of a turn; the turn in progress leaves no trace. */
  readonly signal?: AbortSignal;
  /** A verb began or ended work on `count` records. */
  readonly onActivity?: (verb: Verb, phase: 'begin' | 'end', count: number) => void;
}

export class Turn {
  private readonly ledger = new Ledger();
  private readonly parts: Parts;
  private readonly rng: Rng;
  private readonly carried: Record<string, Plain>;
  private stores: Stores;
  private episodes: EpisodeResult[] = [];
  private evaluated: EpisodeResult[] = [];
  private envSteps: number;

  constructor(
    private readonly system: System,
    private readonly deps: RunDependencies,
    private readonly settings: Settings,
    private readonly state: RunState,
    private readonly generation: number,
  ) {
    this.parts = generation === 0 ? system.preparation(settings) : system.parts(settings);
    this.rng = Rng.root(deps.config.seed).sub('generation', generation);
    this.stores = openStores(state);
    this.carried = { ...state.carried };
    this.envSteps = state.envSteps;
  }

  async play(): Promise<Generation> {
    await this.rollout();
    const cadence = this.system.cadence(this.settings);
    const trail = this.generation % cadence.evolve === 0 ? await this.evolve() : undefined;
    await this.update(trail);
    const scores = this.generation % cadence.evaluate === 0 ? await this.evaluate() : undefined;
    return this.close(trail, scores);
  }

  private cycle(): Cycle {
    return {
      generation: this.generation,
      world: this.deps.world,
      policyKind: this.deps.policyKind,
      trainSplit: this.deps.config.world.trainSplit,
      stores: this.stores,
      rng: this.rng,
      episodes: this.episodes,
      play: (requests) => this.train(requests),
    };
  }

  private async rollout(): Promise<void> {
    const requests = this.requestsOf(this.parts.sampler.run(this.cycle()));
    await this.work('rollout', requests.length, () => this.train(requests));
    const headers = this.episodes.map(({ record }) => record.header);
    if (headers.length === 0) return;
    this.ledger.measure({
      meanReturn: mean(headers.map((header) => header.episodeReturn)),
      trainSuccess: mean(headers.map((header) => (header.won ? 1 : 0))),
      trainSteps: mean(headers.map((header) => header.steps)),
    });
  }

  /** One request per episode; seeds by group and episode, so that a group keeps its draws whatever the others are. */
  private requestsOf(plans: readonly GroupPlan[]): EpisodeRequest[] {
    const requests: EpisodeRequest[] = [];
    plans.forEach((plan, group) => {
      const stream = this.rng.sub('group', group);
      for (let k = 0; k < plan.episodes; k++) {
        requests.push({
          index: requests.length,
          purpose: plan.player === 'policy' ? 'train' : 'clone',
          split: plan.split,
          taskIndex: plan.taskIndex,
          group,
          stepLimit: plan.stepLimit,
          temperature: plan.temperature,
          seed: stream.sub('episode', k).u32(),
          player: plan.player,
          keep: { trace: true, probabilities: plan.probabilities, anchors: plan.anchors },
        });
      }
    });
    return requests;
  }

  /** Plays training episodes, counts their steps and files them. */
  private async train(requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    for (const { split } of requests) this.refuseHeldOut(split);
    const results = await this.playPolicy(requests);
    const { run } = this.parts.reward;
    const filed = results.map((result) => {
      const record = this.stamp(result.record, this.episodes.length + result.record.header.index);
      const header = { ...record.header, episodeReturn: run(record, this.stores) };
      return { ...result, record: { ...record, header } };
    });
    for (const { record } of filed) this.envSteps += record.header.steps;
    this.episodes = [...this.episodes, ...filed];
    return filed;
  }

  private refuseHeldOut(split: string): void {
    const heldOut = this.deps.world.splits.some((each) => each.id === split && each.heldOut);
    if (!heldOut) return;
    throw new Problem({
      code: 'held-out-training',
      message: `the field "split" of a training task is "${split}", which is held out for evaluation`,
      nextStep: 'Train on the train split of the world.',
    });
  }

  private async playPolicy(requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    const results = await this.deps.pool.play(this.stores.policy, requests);
    this.deps.signal?.throwIfAborted();
    return results;
  }

  private stamp(record: EpisodeRecord, index: number): EpisodeRecord {
    const id = `${this.generation}/${index}`;
    return { ...record, header: { ...record.header, id, index, generation: this.generation } };
  }

  /** Signals, findings, candidates and verdicts; undefined where the system extracts none. */
  private async evolve(): Promise<Trail | undefined> {
    if (this.parts.signals.length === 0) return undefined;
    const signals = await this.work('signals', this.episodes.length, () => Promise.resolve(this.extract()));
    this.ledger.flow('rollout', 'signals', ids(this.episodes.map(({ record }) => record.header)));
    const findings = await this.gather('diagnose', this.parts.diagnosers, signals);
    this.ledger.flow('signals', 'diagnose', ids(signals));
    const candidates = await this.gather('generate', this.parts.generators, findings);
    this.ledger.flow('diagnose', 'generate', ids(findings));
    const verdicts = await this.work('validate', candidates.length, () => this.judge(candidates));
    this.ledger.flow('generate', 'validate', ids(candidates));
    this.ledger.flow('validate', 'update', ids(accepted(candidates, verdicts)));
    return { signals, findings, candidates, verdicts };
  }

  private extract(): Signal[] {
    return this.parts.signals.flatMap(({ name, run }) => {
      const slot = `signals/${name}`;
      const { signals, memory } = run(this.cycle(), this.carried[slot] ?? null);
      this.carried[slot] = memory;
      return signals;
    });
  }

  private gather<I, O>(
    verb: 'diagnose' | 'generate',
    parts: readonly { run: (cycle: Cycle, input: readonly I[]) => readonly O[] | Promise<readonly O[]> }[],
    input: readonly I[],
  ): Promise<O[]> {
    return this.work(verb, input.length, async () => {
      const output: O[] = [];
      for (const { run } of parts) output.push(...(await run(this.cycle(), input)));
      return output;
    });
  }

  /** Each candidate is judged by the validators in turn until one does not accept it; without a validator none passes. */
  private async judge(candidates: readonly Candidate[]): Promise<Verdict[]> {
    const verdicts = new Map<string, Verdict>();
    let open = candidates;
    for (const { run } of this.parts.validators) {
      for (const verdict of await run(this.cycle(), open)) verdicts.set(verdict.candidate, verdict);
      open = open.filter((candidate) => verdicts.get(candidate.id)?.outcome === 'accept');
    }
    return candidates.map(
      ({ id }) =>
        verdicts.get(id) ?? { candidate: id, outcome: 'reject', reason: 'no validator judged it', evidence: [] },
    );
  }

  private async update(trail: Trail | undefined): Promise<void> {
    const passed = trail ? accepted(trail.candidates, trail.verdicts) : [];
    await this.work('update', this.episodes.length + passed.length, async () => {
      const cycle = this.cycle();
      const updates = [];
      for (const { run } of this.parts.updaters) updates.push(...(await run(cycle, passed)));
      for (const update of updates) {
        this.stores = applyUpdate(this.stores, update, this.system.id, this.system.writes);
        this.ledger.measure(update.metrics);
        if (update.store === 'policy') this.ledger.flow('rollout', 'update', update.evidence, update.count);
      }
      const made = updates.filter(({ count }) => count > 0);
      const evidence = made.flatMap((update) => update.evidence);
      this.ledger.flow('update', 'rollout', evidence, made.length);
      return made.length;
    });
  }

  private async evaluate(): Promise<readonly SplitScore[]> {
    const scores = await this.parts.evaluator.run({
      world: this.deps.world,
      splits: this.deps.config.world.evaluationSplits,
      stores: this.stores,
      rng: evaluationStream(this.deps.config.seed),
      play: (requests) => this.test(requests),
    });
    const kept = this.keptEvaluation().map(({ header }) => header);
    this.ledger.flow('update', 'evaluate', ids(kept), this.evaluated.length);
    return scores;
  }

  /** Plays evaluation episodes and files them behind the training episodes. */
  private test(requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    return this.work('evaluate', requests.length, async () => {
      const results = await this.playPolicy(requests);
      const first = this.episodes.length + this.evaluated.length;
      const filed = results.map((r) => ({ ...r, record: this.stamp(r.record, first + r.record.header.index) }));
      this.evaluated = [...this.evaluated, ...filed];
      return filed;
    });
  }

  /** Runs the work of a verb between its begin and end, counts what came out, and stops here when the run was stopped. */
  private async work<R extends number | readonly unknown[]>(
    verb: Verb,
    count: number,
    body: () => Promise<R>,
  ): Promise<R> {
    this.deps.onActivity?.(verb, 'begin', count);
    const result = await body();
    this.deps.signal?.throwIfAborted();
    const made = typeof result === 'number' ? result : result.length;
    this.ledger.counts[verb] += made;
    this.deps.onActivity?.(verb, 'end', made);
    return result;
  }

  private close(trail: Trail | undefined, scores: readonly SplitScore[] | undefined): Generation {
    const all = [...this.episodes, ...this.evaluated].map(({ record }) => record);
    const carried = { ...this.carried, ...carriedStores(this.stores, this.system.writes) };
    const carriedPart = Object.keys(carried).length > 0 ? { carried } : {};
    const numbers = {
      generation: this.generation,
      envSteps: this.envSteps,
      counts: this.ledger.counts,
      flows: this.ledger.flows,
      metrics: this.ledger.metrics,
      ...(scores ? { evaluation: scores } : {}),
    };
    const policy = this.stores.policy;
    const digest = nextDigest({
      previous: this.state.digest,
      entry: numbers,
      trail,
      carried: carriedPart.carried,
      episodes: all,
      weights: policy.weights,
    });
    const entry: LedgerEntry = { ...numbers, digest };
    const kept = this.keptEvaluation();
    return {
      entry,
      episodes: [...this.episodes.map(({ record }) => record), ...kept],
      state: { generation: this.generation, envSteps: this.envSteps, digest, policy, ...carriedPart },
      ...(trail ? { trail } : {}),
    };
  }

  private keptEvaluation(): EpisodeRecord[] {
    const seen = new Map<string, number>();
    return this.evaluated
      .map(({ record }) => record)
      .filter(({ header }) => {
        const count = (seen.get(header.split) ?? 0) + 1;
        seen.set(header.split, count);
        return count <= KEPT_EVALUATION;
      });
  }
}

function ids(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function accepted(candidates: readonly Candidate[], verdicts: readonly Verdict[]): Candidate[] {
  return candidates.filter((_, i) => verdicts[i].outcome === 'accept');
}
