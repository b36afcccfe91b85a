// What the Episode view lists and reads: the runs, the headers that pass the filter, the opened episodes.
// Invariant: answers to an older question are dropped; a reader's typing costs one question, not one per letter.
import type { EpisodeHeader } from '../../core/types.ts';
import type { AppState } from './app.svelte.ts';
import { runOf } from './episode-id.ts';
import { listedRuns, NO_FILTER, PAGE, queryOf, readPage, type EpisodeFilter, type ListedRun } from './episode-pages.ts';
import { EpisodeReader, type ReadEpisode } from './episode-reader.ts';
import { runText } from './run-text.ts';

const TYPING_MS = 200;

export class EpisodeBrowser {
  runs: readonly ListedRun[] = $state.raw([]);
  runId = $state('');
  filter: EpisodeFilter = $state.raw(NO_FILTER);
  headers: readonly EpisodeHeader[] = $state.raw([]);
  more = $state(false);
  loading = $state(true);
  a: ReadEpisode | null = $state.raw(null);
  b: ReadEpisode | null = $state.raw(null);
  /** Whether the opened episode `a` is pinned; null where it cannot be. */
  pinned: boolean | null = $state(null);
  /** Id of an episode that could not be read, '' for none. */
  unread = $state('');
  readonly reader: EpisodeReader;
  readonly #app: AppState;
  #question = 0;
  #closed = false;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(app: AppState) {
    this.#app = app;
    this.reader = new EpisodeReader(app);
  }

  /** Finds out which runs there are, and lists the one that `id` belongs to, else the shown one. */
  async begin(id: string | null): Promise<void> {
    await this.#try(async () => {
      const { recording, session, catalogue } = this.#app;
      const wanted = id === null ? (session.model.status.runId ?? '') : runOf(id);
      const needStored = session.origin === 'live' || wanted !== recording?.runId;
      const stored = needStored ? await (await session.live()).call((service) => service.runs()) : [];
      this.runs = listedRuns(recording, stored, (config) => runText(config, catalogue));
      if (!this.runs.some((run) => run.id === this.runId)) {
        this.runId = this.runs.find((run) => run.id === wanted)?.id ?? this.runs[0]?.id ?? '';
      }
      await this.#list();
    });
  }

  choose(runId: string): void {
    this.runId = runId;
    this.filter = NO_FILTER;
    void this.#try(() => this.#list());
  }

  /** Lists all episodes of the same task. */
  same({ taskId }: EpisodeHeader): void {
    this.filter = NO_FILTER;
    this.narrow({ text: taskId });
  }

  narrow(part: Partial<EpisodeFilter>): void {
    this.filter = { ...this.filter, ...part };
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#try(() => this.#list()), TYPING_MS);
  }

  async loadMore(): Promise<void> {
    const last = this.headers.at(-1);
    if (!this.more || this.loading || last === undefined) return;
    const question = this.#question;
    this.loading = true;
    await this.#try(async () => {
      const page = await this.#page(last.id);
      if (question !== this.#question) return;
      this.headers = [...this.headers, ...page];
      this.more = page.length === PAGE;
    });
    this.loading = false;
  }

  /** Reads what the address asks for. */
  async read(which: 'a' | 'b', id: string | null): Promise<void> {
    if (id === null || this[which]?.id === id) {
      if (id === null) this[which] = null;
      return;
    }
    this.unread = '';
    await this.#try(async () => {
      const read = await this.reader.read(id).catch((error: unknown) => {
        this.unread = id;
        throw error;
      });
      const { episode, beside } = this.#app.router.place;
      if (id === (which === 'a' ? episode : beside)) this[which] = read;
      if (which === 'a') await this.#readPin(id);
    });
  }

  /** Keeps the opened episode from being dropped, or no longer. */
  async pin(pinned: boolean): Promise<void> {
    const id = this.a?.id;
    if (id === undefined) return;
    await this.#try(async () => {
      await (await this.#app.session.live()).call((service) => service.pin(id, pinned));
      if (this.a?.id === id) this.pinned = pinned;
    });
  }

  close(): void {
    clearTimeout(this.#typing);
    this.#closed = true;
    this.#question++;
    this.reader.close();
  }

  /** Recorded episodes lie in no store, so they cannot be pinned. */
  async #readPin(id: string): Promise<void> {
    this.pinned = null;
    if (runOf(id) === this.#app.recording?.runId) return;
    const pinned = await (await this.#app.session.live()).call((service) => service.pinned(id));
    if (this.a?.id === id) this.pinned = pinned;
  }

  async #list(): Promise<void> {
    const question = ++this.#question;
    this.loading = true;
    const page = this.runId === '' ? [] : await this.#page(null);
    if (question !== this.#question) return;
    this.headers = page;
    this.more = page.length === PAGE;
    this.loading = false;
  }

  #page(before: string | null): Promise<EpisodeHeader[]> {
    return readPage(queryOf(this.runId, this.filter, before), this.#app.recording, () => this.#app.session.live());
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.loading = false;
      if (!this.#closed) this.#app.problems.note(error);
    }
  }
}
