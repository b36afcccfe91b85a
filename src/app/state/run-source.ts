// What the page asks of a run, recorded or live: the same commands, the same batched updates, the same records.
// Invariant: views never know which of the two they draw; only the label and the controls of the session do.
import type { Remote } from 'comlink';
import type { LoopAnswer, LoopCommand, LoopService, LoopUpdate } from '../../../workers/protocol.ts';
import type { EpisodeHeader, EpisodeRecord, LedgerEntry, PolicySnapshot } from '../../core/types.ts';
import type { Offer, Pack } from './setup.ts';

/** Read access to committed records. Ids of episodes carry their run (episode-id.ts). */
export interface Records {
  /** The entry with all its evidence, or null where the run has no such generation. */
  entry(runId: string, generation: number): Promise<LedgerEntry | null>;
  /** Headers of one generation in index order; empty where none are kept. */
  headers(runId: string, generation: number): Promise<readonly EpisodeHeader[]>;
  /** The whole episode, or null where it is not kept. */
  episode(id: string): Promise<EpisodeRecord | null>;
  /** The newest kept policy of the run, or null. */
  policy(runId: string): Promise<PolicySnapshot | null>;
}

export interface RunSource {
  readonly records: Records;
  /** Resolves when the command was carried out; rejects with a Problem. */
  send(command: LoopCommand): Promise<LoopAnswer>;
  /** Batches of updates, at most ten a second; the present status comes first. */
  listen(onUpdates: (updates: readonly LoopUpdate[]) => void): void;
  close(): void;
}

/** The visitor's own run: also everything else that the loop worker answers (Data view, files). */
export interface LiveSource extends RunSource {
  /** Any call of the loop worker under its supervisor. @throws Problem. */
  call<T>(work: (service: Remote<LoopService>) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** Stores a benchmark file under its content and reads its splits. @throws Problem naming the file and the field. */
  addPack(world: string, name: string, bytes: Uint8Array): Promise<Offer>;
  /** A file that is already stored, with its splits. @throws Problem pack-missing. */
  storedPack(world: string, sha256: string, name: string): Promise<Pack>;
}
