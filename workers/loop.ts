// Entry of the loop worker: storage, lock and rollout workers of this browser around a LoopHost, exposed over Comlink.
import { expose, transfer } from 'comlink';
import { exportRaw } from '../src/store/archive/raw.ts';
import { openStore } from '../src/store/fallback.ts';
import { databaseName } from '../src/store/schema.ts';
import { connect } from './connect.ts';
import { atTheEdge } from './edge.ts';
import { LiveRuns, packOf, workerCount } from './live-run.ts';
import { LoopHost } from './loop-host.ts';
import type { LoopAnswer, LoopCommand, LoopUpdate } from './protocol.ts';
import type { RolloutService } from './rollout-host.ts';
import { BrowserLock, NoLock } from './writer-lock.ts';

const runs = new LiveRuns(workerCount(navigator.hardwareConcurrency), () =>
  connect<RolloutService>(new Worker(new URL('./rollout.ts', import.meta.url), { type: 'module', name: 'rollout' })),
);

/** Letters and digits of 64 random bits (randomUUID is missing on pages that are not served securely). */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36).padStart(7, '0')).join('');
}

/** The host as the page calls it: what is large is handed over, not copied. */
class Service extends LoopHost {
  override attach(basePath: string, listener: (updates: readonly LoopUpdate[]) => unknown): Promise<void> {
    return super.attach(basePath, listener, transfer);
  }

  override async command(command: LoopCommand): Promise<LoopAnswer> {
    const answer = await super.command(command);
    return transfer(answer, answer.bytes ? [answer.bytes.buffer as ArrayBuffer] : []);
  }
}

expose(
  atTheEdge(
    new Service({
      open: async (basePath, report) => {
        const name = databaseName(basePath);
        const store = await openStore(name, report);
        // Web Locks exist on secure pages only, and records in memory are nobody else's.
        const lock = store.durable && 'locks' in navigator ? new BrowserLock(name) : new NoLock();
        return { store, lock, exportRaw: () => exportRaw(name) };
      },
      present: (config, pack, onTrouble) => runs.present(config, pack, onTrouble),
      packOf,
      newId,
      now: () => Date.now(),
    }),
  ),
);
