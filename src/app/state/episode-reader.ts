// Recorded episodes read step by step: fetched, replayed in a stage worker of their own, kept outside reactive depth.
// Invariant: the episode on the stage is never touched; an answer that is no longer wanted is dropped.
import type { StageView } from '../../../workers/protocol.ts';
import type { EpisodeHeader, RunConfig } from '../../core/types.ts';
import { Problem } from '../../core/problem.ts';
import type { AppState } from './app.svelte.ts';
import { runOf } from './episode-id.ts';
import { StageWorker } from './stage-worker.ts';

export interface ReadEpisode {
  readonly id: string;
  readonly header: EpisodeHeader;
  readonly config: RunConfig;
  readonly view: StageView;
}

export class EpisodeReader {
  readonly #app: AppState;
  readonly #worker: StageWorker;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(app: AppState) {
    this.#app = app;
    this.#worker = new StageWorker(
      async (sha256) => (await app.session.live()).call((service) => service.pack(sha256)),
      (problem) => app.problems.note(problem),
    );
  }

  /** The whole episode. @throws Problem where it is not kept any more or does not replay. */
  read(id: string): Promise<ReadEpisode> {
    const done = this.#queue.then(() => this.#read(id));
    this.#queue = done.catch(() => {});
    return done;
  }

  close(): void {
    this.#worker.close();
  }

  async #read(id: string): Promise<ReadEpisode> {
    const [record, config] = [await this.#app.session.episode(id), await this.configOf(runOf(id))];
    if (record === null || config === null) throw gone(id);
    await this.#worker.open(config.world);
    const view = await this.#worker.call((stage) => stage.replay(record));
    return { id, header: record.header, config, view };
  }

  /** The configuration of a recorded or stored run, or null. */
  async configOf(runId: string): Promise<RunConfig | null> {
    const { recording, session } = this.#app;
    if (recording?.runId === runId) return recording.config;
    const { status } = session.model;
    if (status.runId === runId) return status.config;
    const runs = await (await session.live()).call((service) => service.runs());
    return runs.find((run) => run.id === runId)?.config ?? null;
  }
}

function gone(id: string): Problem {
  return new Problem({
    code: 'episode-gone',
    message: `The episode ${id} is not kept here.`,
    nextStep:
      'Choose another episode from the list. Old episodes are dropped when the records grow large; pinned ones stay.',
  });
}
