// The visitor's own run: the loop worker behind the supervisor, as a source of updates and records.
// Invariant: every call settles; a worker that died is replaced, attached again, and goes on from the last stored generation.
import { proxy, transfer, wrap, type Remote } from 'comlink';
import { connect } from '../../../workers/connect.ts';
import type {
  LoopAnswer,
  LoopCommand,
  LoopService,
  LoopUpdate,
  RunStatus,
  StageService,
} from '../../../workers/protocol.ts';
import { Supervisor } from '../../../workers/supervisor.ts';
import { Problem } from '../../core/problem.ts';
import type { LiveSource, Records } from './run-source.ts';
import type { Offer, Pack } from './setup.ts';

/** Reading, checking and storing a large release takes its time. */
const FILE_DEADLINE_MS = 600_000;
const SILENCE_MS = 30_000;
/** Most headers of one generation. */
const MOST_HEADERS = 1000;

export class LiveLoop implements LiveSource {
  readonly records: Records = recordsOf(this);
  readonly #supervisor: Supervisor<Remote<LoopService>>;
  #listener: (updates: readonly LoopUpdate[]) => void = () => {};
  #status: RunStatus | null = null;
  /** What to go on with after a worker died. */
  #goOn: { readonly runId: string; readonly pace: number | null } | null = null;
  #pace = 1;

  constructor(onTrouble: (problem: Problem) => void) {
    this.#supervisor = new Supervisor({
      name: 'The loop worker',
      // Opening a large release keeps it busy for seconds on a slow machine.
      times: { silence: SILENCE_MS },
      start: () => connect<LoopService>(newLoopWorker()),
      ready: (service) => this.#attach(service),
      onState: (state, problem) => {
        if (problem) onTrouble(problem);
        if (problem && state === 'degraded') this.#revive(onTrouble);
      },
    });
  }

  call<T>(work: (service: Remote<LoopService>) => Promise<T>, deadlineMs?: number): Promise<T> {
    return this.#supervisor.call(work, deadlineMs);
  }

  send(command: LoopCommand): Promise<LoopAnswer> {
    if ('pace' in command) this.#pace = command.pace;
    if (this.#supervisor.state === 'failed') this.#supervisor.restart();
    return this.call((service) => service.command(command));
  }

  listen(onUpdates: (updates: readonly LoopUpdate[]) => void): void {
    this.#listener = onUpdates;
    if (this.#status) onUpdates([{ kind: 'status', status: this.#status }]);
  }

  async addPack(world: string, name: string, bytes: Uint8Array): Promise<Offer> {
    const command: LoopCommand = { kind: 'add-pack', name, bytes };
    const { sha256 = '', notes = [] } = await this.call(
      (service) => service.command(transfer(command, [bytes.buffer])),
      FILE_DEADLINE_MS,
    );
    return { ...(await this.storedPack(world, sha256, name)), notes };
  }

  async storedPack(world: string, sha256: string, name: string): Promise<Pack> {
    const bytes = await this.call((service) => service.pack(sha256), FILE_DEADLINE_MS);
    if (bytes === null) throw packMissing(name);
    return { sha256, name, splits: await splitsOf(world, sha256, name, bytes) };
  }

  close(): void {
    this.#supervisor.close();
  }

  async #attach(service: Remote<LoopService>): Promise<void> {
    const basePath = new URL('.', location.href).pathname;
    await service.attach(
      basePath,
      proxy((updates: readonly LoopUpdate[]) => this.#take(updates)),
    );
    const goOn = this.#goOn;
    this.#goOn = null;
    if (goOn === null) return;
    await service.command({ kind: 'resume', runId: goOn.runId });
    if (goOn.pace !== null) await service.command({ kind: 'play', pace: goOn.pace });
  }

  #take(updates: readonly LoopUpdate[]): void {
    for (const update of updates) if (update.kind === 'status') this.#status = update.status;
    this.#listener(updates);
  }

  /** Brings a fresh worker to where the dead one was. */
  #revive(onTrouble: (problem: Problem) => void): void {
    const status = this.#status;
    if (status === null || status.runId === null) return;
    const running = status.state === 'running' || status.state === 'preparing' || status.state === 'degraded';
    // A run that had not stored its preparation yet has nothing to resume from.
    if (status.digest !== '') this.#goOn = { runId: status.runId, pace: running ? this.#pace : null };
    void this.call((service) => service.ping()).catch(onTrouble);
  }
}

function newLoopWorker(): Worker {
  return new Worker(new URL('../../../workers/loop.ts', import.meta.url), { type: 'module', name: 'loop' });
}

function recordsOf(loop: LiveLoop): Records {
  return {
    entry: async (runId, generation) => (await loop.call((service) => service.ledger(runId, generation, 1)))[0] ?? null,
    headers: async (runId, generation) => {
      const found = await loop.call((service) => service.episodes({ runId, generation, limit: MOST_HEADERS }));
      return found.toSorted((a, b) => a.index - b.index);
    },
    episode: (id) => loop.call((service) => service.episode(id)),
    policy: (runId) => loop.call((service) => service.policy(runId)),
  };
}

/** The splits of a stored file, told by a stage worker that opens it and goes away. */
async function splitsOf(world: string, sha256: string, name: string, bytes: Uint8Array): Promise<Pack['splits']> {
  const worker = new Worker(new URL('../../../workers/stage.ts', import.meta.url), { type: 'module', name: 'stage' });
  try {
    const setup = {
      id: world,
      source: { kind: 'pack', sha256, name } as const,
      switches: {},
      trainSplit: '',
      evaluationSplits: [],
    };
    return (await wrap<StageService>(worker).open(setup, transfer(bytes, [bytes.buffer]))).splits;
  } finally {
    worker.terminate();
  }
}

function packMissing(name: string): Problem {
  return new Problem({
    code: 'pack-missing',
    message: `The file "${name}" is not stored here any more.`,
    nextStep: 'Drop it on the page again.',
  });
}
