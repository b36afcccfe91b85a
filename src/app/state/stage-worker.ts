// A stage worker under its supervisor, with the world that was opened in it last: a fresh worker opens it again.
// Invariant: every call settles; what a run's world needs (the bytes of its file) is read from the visitor's own records.
import type { Remote } from 'comlink';
import { connect } from '../../../workers/connect.ts';
import type { StageService } from '../../../workers/protocol.ts';
import { Supervisor } from '../../../workers/supervisor.ts';
import { canonicalJson } from '../../core/hash.ts';
import { Problem } from '../../core/problem.ts';
import type { WorldSetup } from '../../core/types.ts';

export interface StageSplit {
  readonly id: string;
  readonly title: string;
  readonly heldOut: boolean;
  /** Infinity for a generator. */
  readonly size: number;
}

/** The bytes of a stored file, or null where it is not stored. */
export type ReadPack = (sha256: string) => Promise<Uint8Array | null>;

/** What decides the tasks of a set-up: two set-ups with the same text serve the same tasks. */
export function worldKey({ id, source, switches }: WorldSetup): string {
  return canonicalJson({ id, source: source.kind === 'pack' ? source.sha256 : '', switches });
}

export class StageWorker {
  readonly #supervisor: Supervisor<Remote<StageService>>;
  readonly #readPack: ReadPack;
  #setup: WorldSetup | null = null;
  #splits: readonly StageSplit[] = [];
  #opening: { readonly key: string; readonly done: Promise<readonly StageSplit[]> } | null = null;

  constructor(
    readPack: ReadPack,
    onProblem: (problem: Problem) => void,
    prepare?: (stage: Remote<StageService>) => Promise<void>,
  ) {
    this.#readPack = readPack;
    this.#supervisor = new Supervisor({
      name: 'The stage worker',
      start: () =>
        connect<StageService>(
          new Worker(new URL('../../../workers/stage.ts', import.meta.url), { type: 'module', name: 'stage' }),
        ),
      ready: async (stage, incarnation) => {
        if (incarnation === 1 || this.#setup === null) return;
        await this.#open(stage, this.#setup);
        await prepare?.(stage);
      },
      onState: (_state, problem) => {
        if (problem) onProblem(problem);
      },
    });
  }

  /** Opens the world of a set-up, unless it is the one that is open. @throws Problem. */
  open(setup: WorldSetup): Promise<readonly StageSplit[]> {
    const key = worldKey(setup);
    if (this.#opening?.key === key) return this.#opening.done;
    const done = this.call((stage) => this.#open(stage, setup));
    this.#opening = { key, done };
    done.catch(() => {
      if (this.#opening?.done === done) this.#opening = null;
    });
    return done;
  }

  call<T>(work: (stage: Remote<StageService>) => Promise<T>): Promise<T> {
    if (this.#supervisor.state === 'failed') this.#supervisor.restart();
    return this.#supervisor.call(work);
  }

  close(): void {
    this.#supervisor.close();
  }

  async #open(stage: Remote<StageService>, setup: WorldSetup): Promise<readonly StageSplit[]> {
    const { source } = setup;
    const pack = source.kind === 'pack' ? await this.#readPack(source.sha256) : null;
    if (source.kind === 'pack' && pack === null) throw gone(source.name);
    this.#splits = (await stage.open(setup, pack)).splits;
    this.#setup = setup;
    return this.#splits;
  }
}

function gone(name: string): Problem {
  return new Problem({
    code: 'pack-missing',
    message: `The file "${name}" that these games come from is not stored here.`,
    nextStep: 'Drop the file on the page again, or choose generated houses.',
  });
}
