// The real things in a real browser: two tabs' locks, the loop worker with its rollout workers, a worker that is killed.
import { proxy, type Remote } from 'comlink';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunConfig } from '../src/core/types.ts';
import { databaseName } from '../src/store/schema.ts';
import { connect } from './connect.ts';
import type { LoopService, LoopUpdate, RunStatus } from './protocol.ts';
import { Supervisor } from './supervisor.ts';
import { BrowserLock } from './writer-lock.ts';

const stamp = String(Date.now());
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the writer lock', () => {
  it('is held once, waits in line, and can be taken over', async () => {
    const name = `lock:${stamp}`;
    const seen: string[] = [];
    const [a, b, c] = [1, 2, 3].map(() => new BrowserLock(name, navigator.locks, 50)) as [
      BrowserLock,
      BrowserLock,
      BrowserLock,
    ];
    expect(await a.request((held) => seen.push(`a ${held}`))).toBe(true);
    expect(await b.request((held) => seen.push(`b ${held}`))).toBe(false);
    await b.takeOver();
    await sleep(50);
    expect([a.held, b.held]).toEqual([false, true]);
    expect(await c.request((held) => seen.push(`c ${held}`))).toBe(false);
    // The one that stands first in line comes next: a lost the lock before c asked.
    b.release();
    await sleep(50);
    expect([a.held, b.held, c.held]).toEqual([true, false, false]);
    a.release();
    await sleep(50);
    expect(c.held).toBe(true);
    // Web Locks tell the loser and the taker in either order; everything before and after has one.
    const taking = seen.splice(1, 2).sort();
    expect(taking).toEqual(['a false', 'b true']);
    expect(seen).toEqual(['a true', 'a true', 'c true']);
    c.release();
  });
});

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'grpo',
  world: {
    id: 'household',
    source: { kind: 'generated' },
    switches: {},
    trainSplit: 'train',
    evaluationSplits: ['id-test'],
  },
  policy: { kind: 'linear', settings: {} },
  seed: 3,
  generations: 4,
  settings: {},
};

interface Tab {
  readonly supervisor: Supervisor<Remote<LoopService>>;
  readonly updates: LoopUpdate[];
  readonly workers: Worker[];
  until(state: RunStatus['state']): Promise<RunStatus>;
}

const tabs: Tab[] = [];

function tab(basePath: string): Tab {
  const updates: LoopUpdate[] = [];
  const workers: Worker[] = [];
  const supervisor = new Supervisor<Remote<LoopService>>({
    name: 'The loop worker',
    start: () => {
      const worker = new Worker(new URL('./loop.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      return connect<LoopService>(worker);
    },
    ready: async (service) => {
      await service.attach(
        basePath,
        proxy((batch: readonly LoopUpdate[]) => void updates.push(...batch)),
      );
    },
  });
  const status = () => updates.findLast((update) => update.kind === 'status')?.status;
  const until = async (state: RunStatus['state']): Promise<RunStatus> => {
    for (let tries = 0; tries < 1500 && status()?.state !== state; tries++) await sleep(20);
    expect(status()?.state).toBe(state);
    return status()!;
  };
  const made = { supervisor, updates, workers, until };
  tabs.push(made);
  return made;
}

afterAll(() => {
  for (const { supervisor } of tabs) supervisor.close();
});

describe('the loop worker', () => {
  it('runs, is killed, and goes on to the same digest', async () => {
    const first = tab(`/whole-${stamp}/`);
    await first.supervisor.call((service) => service.command({ kind: 'open', config }));
    await first.supervisor.call((service) => service.command({ kind: 'play', pace: Infinity }));
    const { digest } = await first.until('finished');

    const second = tab(`/killed-${stamp}/`);
    const { runId } = await second.supervisor.call((service) => service.command({ kind: 'open', config }));
    await second.supervisor.call((service) => service.command({ kind: 'play', pace: Infinity }));
    for (let tries = 0; tries < 1000 && !second.updates.some((update) => update.kind === 'generation'); tries++)
      await sleep(10);
    second.workers[0]!.terminate();
    second.supervisor.renew('killed by the test');
    await second.supervisor.call((service) => service.command({ kind: 'resume', runId: runId! }));
    await second.supervisor.call((service) => service.command({ kind: 'play', pace: Infinity }));
    const finished = await second.until('finished');
    expect(finished).toMatchObject({ digest, runId, durable: true });
    const entries = await second.supervisor.call((service) => service.ledger(runId!));
    expect(entries.map((each) => each.generation)).toEqual([0, 1, 2, 3, 4]);
    expect(entries).toEqual(
      await first.supervisor.call(async (service) => service.ledger((await service.runs())[0]!.id)),
    );
    const names = (await indexedDB.databases()).map((database) => database.name);
    expect(names).toContain(databaseName(`/killed-${stamp}/`));
  }, 120_000);

  it('lets one tab write at a time', async () => {
    const path = `/tabs-${stamp}/`;
    const first = tab(path);
    const { runId } = await first.supervisor.call((service) => service.command({ kind: 'open', config }));
    await first.supervisor.call((service) => service.command({ kind: 'generation' }));
    await first.until('paused');
    const second = tab(path);
    const refused = second.supervisor.call((service) => service.command({ kind: 'open', config }));
    await expect(refused).rejects.toMatchObject({ code: 'read-only' });
    await second.supervisor.call((service) => service.command({ kind: 'resume', runId: runId! }));
    await second.supervisor.call((service) => service.command({ kind: 'take-over' }));
    await first.until('read-only');
    await second.supervisor.call((service) => service.command({ kind: 'play', pace: Infinity }));
    await second.until('finished');
    // The writer's tab closes: the other one becomes the writer by itself.
    second.supervisor.close();
    await first.until('finished');
  }, 120_000);
});
