// Rollout workers in Node (worker_threads): shards by index, merged by index, so their number changes the speed only.
// Invariant: a worker that dies or throws rejects everything that waits for it with a Problem; nothing waits for ever.
import { Worker } from 'node:worker_threads';
import { Problem } from '../src/core/problem.ts';
import type { PolicySnapshot, WorldSetup } from '../src/core/types.ts';
import { InlinePool, merge, shard } from '../src/loop/rollout.ts';
import type { EpisodeRequest, EpisodeResult, RolloutPool } from '../src/loop/rollout-contract.ts';
import type { PolicyKind } from '../src/policy/policy.ts';
import type { World } from '../src/worlds/world.ts';
import type { WorkerSetup, WorkerTask } from './pool-worker.ts';

interface Waiting {
  resolve(results: EpisodeResult[]): void;
  reject(error: unknown): void;
}

/** One thread and what waits for it. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private dead: Problem | null = null;

  constructor(setup: WorkerSetup) {
    this.worker = new Worker(new URL('./pool-boot.mjs', import.meta.url), { execArgv: [], workerData: setup });
    this.worker.on('message', ({ id, results }: { id: number; results: EpisodeResult[] }) => {
      this.waiting.get(id)?.resolve(results);
      this.waiting.delete(id);
    });
    this.worker.on('error', (error) =>
      this.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    this.worker.on('exit', (code) => this.fail(`exit code ${code}`));
  }

  play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    if (this.dead) return Promise.reject(this.dead);
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, policy, requests } satisfies WorkerTask);
    });
  }

  close(): void {
    this.fail('the pool was closed');
    void this.worker.terminate();
  }

  private fail(detail: string): void {
    this.dead ??= new Problem({
      code: 'worker-died',
      message: 'a rollout worker stopped before it had answered',
      nextStep: 'Run again with --workers 1, where the error itself is shown.',
      detail,
    });
    for (const { reject } of this.waiting.values()) reject(this.dead);
    this.waiting.clear();
  }
}

class NodePool implements RolloutPool {
  private readonly threads: readonly Thread[];

  constructor(
    readonly workers: number,
    setup: WorkerSetup,
  ) {
    this.threads = Array.from({ length: workers }, () => new Thread(setup));
  }

  async play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    const shards = shard(requests, this.workers);
    return merge(await Promise.all(shards.map((part, i) => this.threads[i].play(policy, part))));
  }

  close(): void {
    for (const thread of this.threads) thread.close();
  }
}

/** One worker plays on the calling thread; more get a thread each. */
export function openPool(
  workers: number,
  setup: WorldSetup,
  pack: Uint8Array | null,
  world: World,
  kind: PolicyKind,
): RolloutPool {
  if (workers <= 1) return new InlinePool(world, kind);
  return new NodePool(workers, { world: setup, pack: pack && shared(pack), policyKind: kind.kind });
}

/** The bytes in shared memory, so that threads do not each get a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
  view.set(bytes);
  return view;
}
