// The state of the page in one object, made once and handed down by context; components read it, adapters change it.
// Invariant: no module-level mutable state; everything a component needs of the run is in here.
import { getContext, setContext } from 'svelte';
import type { RunConfig, StoreName, Verb } from '../../core/types.ts';
import type { PackInfo, RunSummary } from '../../store/store.ts';
import { Announcer } from './announcer.ts';
import { describeUpdate } from './announcements.ts';
import { EMPTY_CATALOGUE, type Catalogue } from './catalogue.ts';
import { checked, nameOf, type DroppedFile } from './dropped.ts';
import { withRun } from './episode-id.ts';
import { Preferences } from './preferences.svelte.ts';
import { Problems } from './problems.svelte.ts';
import type { RecordedRun } from './recorded.ts';
import { Router } from './router.svelte.ts';
import type { LiveSource } from './run-source.ts';
import { Session } from './session.svelte.ts';
import { configOf, draftOf, firstDraft, sameConfig, type Draft, type Offer } from './setup.ts';
import type { Stage } from './stage.svelte.ts';

/** What the panel beside the curve shows; null = this generation's summary. */
export type Opened =
  | { readonly kind: 'generation'; readonly generation: number }
  | { readonly kind: 'station'; readonly verb: Verb }
  | { readonly kind: 'store'; readonly store: StoreName };

const openedBy = (generation: number | null): Opened | null =>
  generation === null ? null : { kind: 'generation', generation };

const CLOCK = {
  now: () => performance.now(),
  after: (ms: number, act: () => void) => void setTimeout(act, ms),
};

export class AppState {
  readonly router = new Router();
  readonly preferences = new Preferences();
  readonly problems: Problems;
  readonly session: Session;
  readonly clock = CLOCK;
  spoken = $state('');
  /** The run that was recorded beforehand, once it has come. */
  recording: RecordedRun | null = $state.raw(null);
  /** The watched episode; comes after the first picture. */
  stage: Stage | null = $state.raw(null);
  catalogue: Catalogue = $state.raw(EMPTY_CATALOGUE);
  draft: Draft = $state.raw(firstDraft(EMPTY_CATALOGUE));
  opened: Opened | null = $state.raw(openedBy(this.router.place.generation));
  /** The newest stored run, where it did not come to its end and is not open. */
  unfinished: RunSummary | null = $state.raw(null);
  /** Name of the file that is being read, '' for none. */
  reading = $state('');
  /** A file that was accepted and waits for the visitor's choice. */
  offered: Offer | null = $state.raw(null);
  readonly #announcer: Announcer;

  constructor(openLive: (onTrouble: (problem: unknown) => void) => Promise<LiveSource>) {
    this.#announcer = new Announcer((text) => (this.spoken = text), CLOCK);
    this.problems = new Problems((problem) => this.announce(`Problem: ${problem.message} ${problem.nextStep}`, true));
    this.session = new Session({
      openLive: () => openLive((problem) => this.problems.note(problem)),
      onProblem: (thrown) => this.problems.note(thrown),
      onUpdate: (update, model) => {
        const text = this.session.origin === 'live' ? describeUpdate(update, model) : null;
        if (text !== null) this.announce(text.text, text.urgent);
      },
    });
  }

  /** Looks for a run of an earlier visit that did not come to its end. */
  async findUnfinished(): Promise<void> {
    const live = await this.session.live();
    const [newest] = await live.call((service) => service.runs());
    this.unfinished = newest && !newest.finished ? newest : null;
  }

  /** Goes on with a stored run, and shows its set-up as the present one. */
  async resume(run: RunSummary, play: boolean): Promise<void> {
    this.unfinished = null;
    this.draft = draftOf(run.config, this.catalogue);
    await this.session.resume(run.id, play);
  }

  /** After everything was erased: the reader's own choices go too, and no erased file stays chosen. */
  forget(): void {
    this.unfinished = null;
    this.offered = null;
    if (this.draft.pack !== null) this.draft = firstDraft(this.catalogue);
    this.preferences.forget();
    this.stage?.release();
  }

  /** Opens the Episode view at an episode of the shown run, or of any run where the id names it. */
  openEpisode(id: string): void {
    this.router.go('episode', withRun(this.session.model.status.runId ?? '', id));
  }

  announce(text: string, urgent = false): void {
    this.#announcer.muted = !this.preferences.stored.announce;
    this.#announcer.tell(text, urgent);
  }

  /** Opens a record beside the curve; a generation is also kept in the address. */
  open(opened: Opened | null): void {
    this.opened = opened;
    this.router.refine({ generation: opened?.kind === 'generation' ? opened.generation : null });
  }

  setCatalogue(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    this.draft = firstDraft(catalogue);
  }

  /** The set-up's configuration, and whether it is the open live run's. */
  get wanted(): { config: RunConfig | null; error: string; same: boolean } {
    if (this.catalogue.systems.length === 0) return { config: null, error: '', same: false };
    const made = configOf(this.draft);
    if ('error' in made) return { config: null, error: made.error, same: false };
    const open = this.session.model.status.config;
    const same = this.session.origin === 'live' && open !== null && sameConfig(open, made.config);
    return { config: made.config, error: '', same };
  }

  /** Hands files to the loop worker as one pack and offers what can be done with it. */
  async takeFiles(reading: Promise<readonly DroppedFile[]> | readonly DroppedFile[]): Promise<void> {
    try {
      const files = checked(await reading);
      this.reading = nameOf(files);
      const { bundle } = await import('./bundle.ts');
      const bytes = await bundle(files);
      const live = await this.session.live();
      this.offered = await live.addPack(this.draft.world, this.reading, bytes);
    } catch (error) {
      this.problems.note(error);
    } finally {
      this.reading = '';
    }
  }

  /** Offers a file of an earlier visit. */
  async takeStored({ sha256, name }: PackInfo): Promise<void> {
    this.reading = name;
    try {
      const live = await this.session.live();
      this.offered = { ...(await live.storedPack(this.draft.world, sha256, name)), notes: [] };
    } catch (error) {
      this.problems.note(error);
    } finally {
      this.reading = '';
    }
  }

  async runOrPause(): Promise<void> {
    if (this.session.origin === 'live' && this.session.running) return this.session.pause();
    const { config, same } = this.wanted;
    this.unfinished = null;
    if (config !== null) await this.session.run(config, same);
  }

  async oneGeneration(): Promise<void> {
    if (this.session.origin === 'live' && this.session.running) return;
    const { config, same } = this.wanted;
    if (config !== null) await this.session.generation(config, same);
  }

  /** Starts the visitor's own run again; the recorded one has its own button. */
  async reset(): Promise<void> {
    if (this.session.origin === 'live') await this.session.reset();
  }

  async oneStep(): Promise<void> {
    await this.stage?.step();
  }
}

const KEY = Symbol('terrarium');

export function provideApp(app: AppState): AppState {
  return setContext(KEY, app);
}

export function useApp(): AppState {
  return getContext<AppState>(KEY);
}
