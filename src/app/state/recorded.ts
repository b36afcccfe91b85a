// Plays a recorded run as if it happened now: the stations work in their order, then the generation is committed.
// Invariant: every number comes from the recording; only the time between events is the player's own.
import {
  VERBS,
  type EpisodeHeader,
  type EpisodeRecord,
  type LedgerEntry,
  type PolicySnapshot,
  type RunConfig,
} from '../../core/types.ts';
import type { LoopAnswer, LoopCommand, LoopUpdate, RunStatus } from '../../../workers/protocol.ts';
import type { Clock } from './announcer.ts';
import { withoutRun } from './episode-id.ts';
import type { Records, RunSource } from './run-source.ts';

/** What the player needs of a recording, whatever its file looks like. */
export interface RecordedRun {
  readonly runId: string;
  readonly config: RunConfig;
  readonly entries: readonly LedgerEntry[];
  /** Headers of the generations that the recording kept. */
  readonly headers: readonly EpisodeHeader[];
  readonly episodes: readonly EpisodeRecord[];
  /** Policies of some generations. */
  readonly policies: readonly { readonly generation: number; readonly policy: PolicySnapshot }[];
}

/** Milliseconds that a generation takes at most, however slow the pace; at least, however fast. */
const SLOWEST_MS = 4000;
const FASTEST_MS = 120;

export class RecordedPlayer implements RunSource {
  readonly records: Records;
  #listener: (updates: readonly LoopUpdate[]) => void = () => {};
  #next = 0;
  #state: RunStatus['state'] = 'paused';
  #generationMs = 1400;
  /** Raised by every pause, reset and close: timers of an older turn do nothing. */
  #turn = 0;

  constructor(
    private readonly recording: RecordedRun,
    private readonly clock: Clock,
  ) {
    this.records = recordsOf(recording);
  }

  listen(onUpdates: (updates: readonly LoopUpdate[]) => void): void {
    this.#listener = onUpdates;
    onUpdates([this.#status()]);
  }

  send(command: LoopCommand): Promise<LoopAnswer> {
    if ('pace' in command) this.#setPace(command.pace);
    if (command.kind === 'play') this.#play();
    if (command.kind === 'pause') this.#stop('paused');
    if (command.kind === 'generation') this.#one();
    if (command.kind === 'reset') this.#reset();
    return Promise.resolve({});
  }

  close(): void {
    this.#turn++;
    this.#listener = () => {};
  }

  #setPace(pace: number): void {
    this.#generationMs = Math.min(SLOWEST_MS, Math.max(FASTEST_MS, 1000 / pace));
  }

  #play(): void {
    if (this.#state === 'running') return;
    if (this.#next >= this.recording.entries.length) this.#reset();
    this.#state = 'running';
    this.#listener([this.#status()]);
    this.#generation(++this.#turn);
  }

  #one(): void {
    this.#turn++;
    const entry = this.recording.entries[this.#next];
    if (entry === undefined) return;
    this.#commit(entry);
    this.#stop(this.#next < this.recording.entries.length ? 'paused' : 'finished');
  }

  #reset(): void {
    this.#next = 0;
    this.#listener([{ kind: 'status', status: { ...this.#plainStatus(), runId: null, state: 'empty' } }]);
    this.#stop('paused');
  }

  #stop(state: RunStatus['state']): void {
    this.#turn++;
    this.#state = state;
    this.#listener([this.#status()]);
  }

  /** Works through the stations that had something to do, then commits and goes on. */
  #generation(turn: number): void {
    const entry = this.recording.entries[this.#next];
    if (entry === undefined) return this.#stop('finished');
    const verbs = VERBS.filter((verb) => entry.counts[verb] > 0);
    const each = this.#generationMs / Math.max(1, verbs.length);
    const work = (index: number): void => {
      if (turn !== this.#turn) return;
      const [before, now] = [verbs[index - 1], verbs[index]];
      const updates: LoopUpdate[] = [];
      if (before) updates.push({ kind: 'activity', verb: before, phase: 'end', count: entry.counts[before] });
      if (now) updates.push({ kind: 'activity', verb: now, phase: 'begin', count: entry.counts[now] });
      this.#listener(updates);
      if (now) return this.clock.after(each, () => work(index + 1));
      this.#commit(entry);
      this.clock.after(1, () => turn === this.#turn && this.#generation(turn));
    };
    work(0);
  }

  #commit(entry: LedgerEntry): void {
    this.#next++;
    const { runId } = this.recording;
    const kept = this.recording.policies.find((each) => each.generation === entry.generation);
    this.#listener([
      { kind: 'generation', runId, entry, stepsPerSecond: 0 },
      ...(kept ? [{ kind: 'policy', runId, snapshot: kept.policy } as const] : []),
      this.#status(),
    ]);
  }

  #status(): LoopUpdate {
    return { kind: 'status', status: this.#plainStatus() };
  }

  #plainStatus(): RunStatus {
    const entry = this.recording.entries[this.#next - 1];
    return {
      state: this.#state,
      runId: this.recording.runId,
      config: this.recording.config,
      generation: entry?.generation ?? 0,
      envSteps: entry?.envSteps ?? 0,
      digest: entry?.digest ?? '',
      workers: 0,
      durable: true,
    };
  }
}

function recordsOf({ entries, headers, episodes, policies }: RecordedRun): Records {
  return {
    entry: (_runId, generation) => Promise.resolve(entries.find((entry) => entry.generation === generation) ?? null),
    headers: (_runId, generation) => Promise.resolve(headers.filter((header) => header.generation === generation)),
    episode: (id) => {
      const wanted = withoutRun(id);
      return Promise.resolve(episodes.find((episode) => withoutRun(episode.header.id) === wanted) ?? null);
    },
    policy: () => Promise.resolve(policies.at(-1)?.policy ?? null),
  };
}
