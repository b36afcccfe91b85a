// What the page asks of a run, recorded or live: the same commands, the same batched updates, the same records.
// Invariant: views never know which of the two they draw; only the label and the controls of the session do.
import type { EpisodeHeader, EpisodeRecord } from '../../core/types.ts';
import type { Pack } from './setup.ts';
import type { LoopCommand, LoopUpdate } from '../../../workers/protocol.ts';

/** Read access to committed records. */
export interface Records {
  /** Headers of one generation in index order; empty where none are kept. */
  headers(runId: string, generation: number): Promise<readonly EpisodeHeader[]>;
  /** The whole episode, or null where it is not kept. */
  episode(id: string): Promise<EpisodeRecord | null>;
}

export interface RunSource {
  readonly records: Records;
  /** Resolves when the command was carried out; rejects with a NamedProblem. */
  send(command: LoopCommand): Promise<unknown>;
  /** Stores a benchmark file under its content; rejects with a NamedProblem that names the file and the field. */
  addPack(name: string, bytes: Uint8Array): Promise<Pack>;
  /** Batches of updates, at most ten a second. */
  listen(onUpdates: (updates: readonly LoopUpdate[]) => void): void;
  close(): void;
}
