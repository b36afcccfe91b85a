// The episode on the stage: watched while a run plays, or played by hand. One worker, apart from the run.
// Invariant: calls go one after another; the run never waits for the stage, and nothing moves on by itself under a reader who
// plays by hand.
import type { Remote } from 'comlink';
import { untrack } from 'svelte';
import type { StageService, StageView } from '../../../workers/protocol.ts';
import type { EpisodeRecord, PolicySnapshot, WorldSetup } from '../../core/types.ts';
import type { AppState } from './app.svelte.ts';
import { configOf } from './setup.ts';
import { branchLeft, END_MS, merged, STEP_MS, taskToWatch, type Branch } from './stage-view.ts';
import { StageWorker, worldKey, type StageSplit } from './stage-worker.ts';

const POLICY_EVERY_MS = 1000;

export class Stage {
  view: StageView | null = $state.raw(null);
  splits: readonly StageSplit[] = $state.raw([]);
  /** The world that is open, null while it opens. */
  setup: WorldSetup | null = $state.raw(null);
  /** 'watch': the policy plays while the run plays. 'hand': nothing happens but what the reader does. */
  mode: 'watch' | 'hand' = $state('watch');
  /** The policy plays on by itself in 'hand'. */
  playingOn = $state(false);
  branch: Branch | null = $state.raw(null);
  /** The reader's own choice of world; null = the world of the run, else of the set-up. */
  chosen: WorldSetup | null = $state.raw(null);
  /** Update count of the policy that plays, null for the scripted explorer. */
  version: number | null = $state(null);
  readonly #app: AppState;
  readonly #worker: StageWorker;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #runId = $derived.by(() => this.#app.session.model.status.runId);
  readonly #stop: () => void;
  #watched = 0;
  #brought = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #policyTimer: ReturnType<typeof setTimeout> | undefined;
  #policyAt = -Infinity;
  #sent: PolicySnapshot | null = null;
  // Derived, so that only its change is seen: the run's own state changes many times a second.
  readonly #moving = $derived.by(() => {
    if (this.setup === null) return false;
    if (this.mode === 'hand') return this.playingOn;
    return this.#app.session.running && this.#app.router.place.view === 'loop';
  });

  constructor(app: AppState) {
    this.#app = app;
    this.#worker = new StageWorker(
      async (sha256) => (await app.session.live()).call((service) => service.pack(sha256)),
      (problem) => app.problems.note(problem),
      (stage) => this.#prepare(stage),
    );
    this.#stop = $effect.root(() => {
      $effect(() => {
        const { wanted } = this;
        untrack(() => this.#follow(wanted));
      });
      $effect(() => {
        const { policy } = app.session.model;
        untrack(() => this.#takePolicy(policy));
      });
      $effect(() => {
        // Another run, another world to watch; a reader in the midst of playing is left alone.
        void this.#runId;
        untrack(() => this.#app.router.place.view === 'world' || this.release());
      });
      $effect(() => {
        const moving = this.#moving;
        untrack(() => this.#keepPlaying(moving));
      });
    });
  }

  /** Ends the worker; a closed stage is not used again. */
  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#policyTimer);
    this.#worker.close();
  }

  /** The world that should be open. */
  get wanted(): WorldSetup | null {
    if (this.chosen !== null) return this.chosen;
    const run = this.#app.session.model.status.config?.world;
    if (run !== undefined) return run;
    const draft = configOf(this.#app.draft);
    return 'config' in draft ? draft.config.world : null;
  }

  /** One step by the policy; a new task where the last one ended. */
  async step(): Promise<void> {
    if (this.view === null || this.view.ended) await this.#next();
    else await this.#play((stage) => stage.auto());
  }

  /** One step by the policy, under the reader's hand. */
  async auto(): Promise<void> {
    this.mode = 'hand';
    if (this.view !== null && !this.view.ended) await this.#play((stage) => stage.auto());
  }

  /** A command by its number, or a typed text. */
  async command(choice: number | string): Promise<void> {
    this.mode = 'hand';
    this.playingOn = false;
    if (this.view !== null && !this.view.ended) await this.#play((stage) => stage.command(choice));
  }

  async start(split: string, index: number): Promise<void> {
    this.mode = 'hand';
    this.playingOn = false;
    this.branch = null;
    await this.#play((stage) => stage.start(split, index));
  }

  /** Goes back to before `step`; what was played after it stays visible as the other branch. */
  async rewind(step: number): Promise<void> {
    this.mode = 'hand';
    this.playingOn = false;
    if (this.view === null) return;
    this.branch = branchLeft(this.view, step) ?? this.branch;
    await this.#play((stage) => stage.rewind(step));
  }

  /** Lets the policy play on, or stops it. */
  playOn(on: boolean): void {
    this.mode = 'hand';
    this.playingOn = on && this.view?.ended === false;
  }

  /** Gives the stage back to the policy and the run. */
  release(): void {
    this.playingOn = false;
    this.branch = null;
    this.chosen = null;
    this.mode = 'watch';
  }

  /** Opens the games of a file that was brought to be played; once per file, so that others can be chosen afterwards. */
  bring(sha256: string, setup: WorldSetup): void {
    if (this.#brought === sha256) return;
    this.#brought = sha256;
    void this.choose(setup);
  }

  /** Puts a recorded episode of another world on the stage, before step `step`, to be played on by hand. */
  async take(setup: WorldSetup, record: EpisodeRecord, step: number): Promise<void> {
    this.mode = 'hand';
    this.playingOn = false;
    this.branch = null;
    this.chosen = setup;
    await this.#in(async () => {
      await this.#open(setup);
      const whole = merged(null, await this.#worker.call((stage) => stage.replay(record)));
      this.branch = branchLeft(whole, step);
      this.view = merged(whole, await this.#worker.call((stage) => stage.rewind(step)));
    });
  }

  async choose(setup: WorldSetup | null): Promise<void> {
    this.chosen = setup;
    this.mode = 'hand';
    await this.#queue;
  }

  #keepPlaying(moving: boolean): void {
    clearTimeout(this.#timer);
    if (moving) this.#timer = setTimeout(() => void this.#tick(), this.view === null ? 0 : this.#pause());
  }

  async #tick(): Promise<void> {
    if (!document.hidden) {
      if (this.mode === 'watch') await this.step();
      else if (this.view !== null && !this.view.ended) await this.#play((stage) => stage.auto());
      else this.playingOn = false;
    }
    if (this.#moving) this.#timer = setTimeout(() => void this.#tick(), this.#pause());
  }

  #pause(): number {
    return this.view?.ended ? END_MS : (STEP_MS[this.#app.session.paceId] ?? STEP_MS.normal);
  }

  /** Starts the next task to watch. */
  async #next(): Promise<void> {
    const preferred = this.#app.session.model.status.config?.world.evaluationSplits ?? [];
    const task = taskToWatch(this.splits, preferred, this.#watched);
    if (task === null) return;
    this.#watched++;
    this.branch = null;
    await this.#play((stage) => stage.start(task.split, task.index));
  }

  #follow(setup: WorldSetup | null): void {
    if (setup === null || (this.setup !== null && worldKey(setup) === worldKey(this.setup))) return;
    void this.#in(async () => {
      if (this.wanted !== null && worldKey(this.wanted) === worldKey(setup)) await this.#open(setup);
    });
  }

  async #open(setup: WorldSetup): Promise<void> {
    if (this.setup !== null && worldKey(setup) === worldKey(this.setup)) return;
    this.setup = null;
    this.view = null;
    this.splits = await this.#worker.open(setup);
    this.setup = setup;
    this.#watched = 0;
    const first = taskToWatch(this.splits, setup.evaluationSplits, 0);
    if (first !== null) {
      this.#watched = 1;
      this.view = await this.#worker.call((stage) => stage.start(first.split, first.index));
    }
  }

  /** Sends the newest policy, at most once a second. */
  #takePolicy(policy: PolicySnapshot | null): void {
    if (policy === this.#sent || this.#policyTimer !== undefined) return;
    const wait = Math.max(0, this.#policyAt + POLICY_EVERY_MS - performance.now());
    this.#policyTimer = setTimeout(() => {
      this.#policyTimer = undefined;
      this.#policyAt = performance.now();
      const newest = this.#app.session.model.policy;
      this.#sent = newest;
      void this.#in(async () => {
        await this.#worker.call((stage) => stage.policy(newest));
        this.version = newest?.version ?? null;
      });
    }, wait);
  }

  /** Brings a fresh worker to where the dead one was; the episode starts again. */
  async #prepare(stage: Remote<StageService>): Promise<void> {
    await stage.policy(this.#sent);
    if (this.view !== null) this.view = await stage.start(this.view.split, this.view.taskIndex);
  }

  #play(work: (stage: Remote<StageService>) => Promise<StageView>): Promise<void> {
    return this.#in(async () => {
      this.view = merged(this.view, await this.#worker.call(work));
    });
  }

  /** After everything asked for before; a problem is shown, never thrown. */
  #in(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work).catch((error: unknown) => {
      this.playingOn = false;
      this.#app.problems.note(error);
    });
    this.#queue = done;
    return done;
  }
}
