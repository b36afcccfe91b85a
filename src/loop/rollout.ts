// The body that every worker runs: plays requested episodes with a policy or a scripted player and packs what happened.
// Invariant: a result depends on its request, the task and the snapshot alone, so that the way requests are spread over
// workers changes nothing; the step loop reuses one scratch and builds no string unless anchors were asked for.
import { Rng } from '../core/rng.ts';
import type { EpisodeHeader, PolicySnapshot, StepColumns } from '../core/types.ts';
import type { Actor, PolicyKind } from '../policy/policy.ts';
import { INADMISSIBLE, type Episode, type World } from '../worlds/world.ts';
import type { EpisodeRequest, EpisodeResult, RolloutPool } from './rollout-contract.ts';

/** commands_T value of a text that was not admissible. */
const NOT_ADMISSIBLE = 65535;
/** Probabilities are kept in units of 1/255. */
const PROBABILITY_UNITS = 255;

/** Columns of the episode being played; grows to the longest one and is reused. */
class Scratch {
  commands_T = new Uint16Array(0);
  logProbs_T = new Float32Array(0);
  admissible_T = new Uint16Array(0);
  probabilities_TA = new Uint8Array(1024);
  steps = 0;
  cells = 0;

  begin(stepLimit: number): void {
    this.steps = 0;
    this.cells = 0;
    if (this.commands_T.length >= stepLimit) return;
    this.commands_T = new Uint16Array(stepLimit);
    this.logProbs_T = new Float32Array(stepLimit);
    this.admissible_T = new Uint16Array(stepLimit);
  }

  push(command: number, logProb: number, admissible: number): void {
    this.commands_T[this.steps] = command === INADMISSIBLE ? NOT_ADMISSIBLE : command;
    this.logProbs_T[this.steps] = logProb;
    this.admissible_T[this.steps] = admissible;
    this.steps++;
  }

  pushProbabilities(probabilities_A: Float64Array, admissible: number): void {
    if (this.cells + admissible > this.probabilities_TA.length) {
      const larger = new Uint8Array(2 * (this.cells + admissible));
      larger.set(this.probabilities_TA);
      this.probabilities_TA = larger;
    }
    for (let a = 0; a < admissible; a++) {
      this.probabilities_TA[this.cells++] = Math.round(probabilities_A[a] * PROBABILITY_UNITS);
    }
  }

  columns(finalReward: number): StepColumns {
    const rewards_T = new Float32Array(this.steps);
    if (this.steps > 0) rewards_T[this.steps - 1] = finalReward;
    return {
      commands_T: this.commands_T.slice(0, this.steps),
      logProbs_T: this.logProbs_T.slice(0, this.steps),
      rewards_T,
      advantages_T: new Float32Array(this.steps),
      admissible_T: this.admissible_T.slice(0, this.steps),
      probabilities_TA: this.probabilities_TA.slice(0, this.cells),
    };
  }
}

/** Who chooses: fills in `choose`, `logProb` and, for a policy, the probabilities and the trace. */
interface Chooser {
  choose(): number;
  readonly logProb: () => number;
  readonly probabilities: (() => Float64Array) | null;
}

function policyChooser(actor: Actor, episode: Episode, request: EpisodeRequest): Chooser {
  const draws = Rng.root(request.seed).sub('step');
  const temperature = request.temperature;
  return {
    choose: () => actor.choose(episode, draws.float(), temperature),
    logProb: () => actor.logProb,
    probabilities: request.keep.probabilities ? () => actor.probabilities_A : null,
  };
}

/** A scripted player; the actor looks on only where a trace is wanted, to be cloned from. */
function playerChooser(world: World, actor: Actor, episode: Episode, request: EpisodeRequest): Chooser {
  const player = world.player(request.player, episode, request.seed);
  const watched = request.keep.trace;
  return {
    choose: () => {
      const command = player.choose();
      if (watched) actor.observe(episode, command);
      return command;
    },
    logProb: () => 0,
    probabilities: null,
  };
}

function headerOf(request: EpisodeRequest, episode: Episode): EpisodeHeader {
  const task = episode.task;
  return {
    id: '',
    runId: '',
    generation: -1,
    index: request.index,
    purpose: request.purpose,
    split: request.split,
    taskIndex: request.taskIndex,
    taskId: task.id,
    taskType: task.type,
    goal: task.goal,
    group: request.group,
    steps: episode.steps,
    stepLimit: request.stepLimit,
    won: episode.won,
    stop: episode.won ? 'won' : 'step-limit',
    episodeReturn: episode.score,
  };
}

function playOne(world: World, actor: Actor, scratch: Scratch, request: EpisodeRequest): EpisodeResult {
  const episode = world.source(request.split).start(request.taskIndex);
  const anchors_T: string[] | null = request.keep.anchors ? [] : null;
  actor.begin();
  scratch.begin(request.stepLimit);
  const chooser =
    request.player === 'policy'
      ? policyChooser(actor, episode, request)
      : playerChooser(world, actor, episode, request);
  while (!episode.won && episode.steps < request.stepLimit) {
    const admissible = episode.commandCount;
    if (anchors_T) anchors_T.push(episode.anchor());
    const command = chooser.choose();
    scratch.push(command, chooser.logProb(), admissible);
    if (chooser.probabilities) scratch.pushProbabilities(chooser.probabilities(), admissible);
    episode.step(command);
  }
  return {
    record: { header: headerOf(request, episode), columns: scratch.columns(episode.score) },
    trace: request.keep.trace ? actor.trace() : null,
    anchors_T,
  };
}

/**
 * Plays the requests in order. Headers come back without id, run and generation, which the loop fills in; the return is the
 * benchmark's score until the loop's reward part replaces it.
 */
export function playEpisodes(
  world: World,
  kind: PolicyKind,
  snapshot: PolicySnapshot,
  requests: readonly EpisodeRequest[],
): EpisodeResult[] {
  const actor = kind.actor(snapshot);
  const scratch = new Scratch();
  return requests.map((request) => playOne(world, actor, scratch, request));
}

/** Deals requests round robin to at most `workers` shards, none of them empty: long and short tasks spread evenly. */
export function shard(requests: readonly EpisodeRequest[], workers: number): EpisodeRequest[][] {
  const shards: EpisodeRequest[][] = Array.from({ length: Math.min(workers, requests.length) }, () => []);
  requests.forEach((request, i) => shards[i % shards.length].push(request));
  return shards;
}

/** Undoes `shard`: the results in the order of the requests, whenever each shard arrived. */
export function merge(shards: readonly (readonly EpisodeResult[])[]): EpisodeResult[] {
  const total = shards.reduce((sum, results) => sum + results.length, 0);
  return Array.from({ length: total }, (_, i) => shards[i % shards.length][Math.floor(i / shards.length)]);
}

/** Buffers to transfer, not copy, when results cross a thread. */
export function transferables(results: readonly EpisodeResult[]): ArrayBuffer[] {
  return results.flatMap(({ record, trace }) => [
    ...Object.values(record.columns).map((column: StepColumns[keyof StepColumns]) => column.buffer as ArrayBuffer),
    ...(trace?.buffers ?? []),
  ]);
}

/** Plays on the calling thread. `shards` > 1 plays shard by shard, as that many workers would (for tests). */
export class InlinePool implements RolloutPool {
  constructor(
    private readonly world: World,
    private readonly kind: PolicyKind,
    readonly workers = 1,
  ) {}

  play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    const parts = shard(requests, this.workers).map((part) => playEpisodes(this.world, this.kind, policy, part));
    return Promise.resolve(merge(parts));
  }

  close(): void {
    // Nothing to release: it has no thread.
  }
}
