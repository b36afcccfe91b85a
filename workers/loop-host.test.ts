// The loop worker's work against fakes: a small world, storage in Node, locks between two tabs, crashes at any moment.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../src/core/problem.ts';
import type { Generation, RunConfig, RunState } from '../src/core/types.ts';
import { InlinePool } from '../src/loop/rollout.ts';
import type { RolloutPool } from '../src/loop/rollout-contract.ts';
import { run } from '../src/loop/run.ts';
import { exportRaw } from '../src/store/archive/raw.ts';
import { DatabaseStore } from '../src/store/database.ts';
import { FallbackStore } from '../src/store/fallback.ts';
import { STORAGE_LIMIT, type Store } from '../src/store/store.ts';
import { grpo } from '../src/systems/grpo.ts';
import { fakePolicy, fakeSetup, fakeWorld } from '../test/contracts/fake.ts';
import type { LiveRun } from './drive.ts';
import { LoopHost, type LoopParts, type OnTrouble } from './loop-host.ts';
import type { LoopUpdate, RunStatus } from './protocol.ts';
import { stopped } from './rollout-host.ts';
import { NoLock, type WriterLock } from './writer-lock.ts';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'grpo',
  world: fakeSetup,
  policy: { kind: 'table', settings: {} },
  seed: 7,
  generations: 12,
  settings: { cloneEpisodes: 8, clonePasses: 2, clonePlayer: 'random', evaluateEvery: 3 },
};

/** Two tabs' view of one lock. */
class SharedLock {
  holder: TabLock | null = null;
}
class TabLock implements WriterLock {
  #onChange: (held: boolean) => void = () => {};
  constructor(private readonly shared: SharedLock) {}
  get held(): boolean {
    return this.shared.holder === this;
  }
  request(onChange: (held: boolean) => void): Promise<boolean> {
    this.#onChange = onChange;
    this.shared.holder ??= this;
    return Promise.resolve(this.held);
  }
  takeOver(): Promise<void> {
    const loser = this.shared.holder;
    this.shared.holder = this;
    if (loser && loser !== this) setTimeout(() => loser.#onChange(false), 5);
    this.#onChange(true);
    return Promise.resolve();
  }
  release(): void {
    if (this.held) this.shared.holder = null;
  }
}

/** A pool that takes `ms` per play and can be cancelled. */
class SlowPool implements RolloutPool {
  readonly workers = 1;
  #reject: (error: unknown) => void = () => {};
  constructor(private readonly ms: number) {}
  async play(...parameters: Parameters<RolloutPool['play']>): ReturnType<RolloutPool['play']> {
    await new Promise((resolve, reject) => {
      this.#reject = reject;
      setTimeout(resolve, this.ms);
    });
    return new InlinePool(fakeWorld, fakePolicy).play(...parameters);
  }
  cancel(): void {
    this.#reject(stopped());
  }
  close(): void {}
}

interface Options {
  readonly name?: string;
  readonly shared?: SharedLock;
  readonly msPerPlay?: number;
  readonly store?: (name: string) => Promise<Store>;
  readonly spoil?: (generation: number) => void;
}

let made = 0;
let hosts: LoopHost[] = [];

function host(options: Options = {}) {
  const name = options.name ?? `loop:${made++}`;
  const updates: LoopUpdate[] = [];
  const batches: { size: number; at: number }[] = [];
  let trouble: OnTrouble = () => {};
  const parts: LoopParts = {
    open: async (_path, report) => ({
      store: new FallbackStore(await (options.store ?? DatabaseStore.open)(name), report, STORAGE_LIMIT),
      lock: options.shared ? new TabLock(options.shared) : new NoLock(),
      exportRaw: () => exportRaw(name),
    }),
    present: async (given, pack, onTrouble): Promise<LiveRun> => {
      trouble = onTrouble;
      if (given.world.source.kind === 'pack' && pack === null) throw new Error('no pack');
      const pool = new SlowPool(options.msPerPlay ?? 0);
      const deps = { config: given, world: fakeWorld, policyKind: fakePolicy, pool };
      return {
        workers: 2,
        generations: async function* (from: RunState | null, signal, onActivity) {
          for await (const generation of run(grpo, { ...deps, signal, onActivity }, from ?? undefined)) {
            options.spoil?.(generation.entry.generation);
            yield generation;
          }
        },
        cancel: () => pool.cancel(),
      };
    },
    packOf: (name, bytes) => {
      if (bytes.length === 0) throw new Problem({ code: 'bad-pack', message: 'empty', nextStep: 'another' });
      return { bytes, notes: [`took ${name}`] };
    },
    newId: () => `run-${made++}`,
    now: () => 1_000_000 + made,
  };
  const loop = new LoopHost(parts);
  hosts.push(loop);
  const listener = (batch: readonly LoopUpdate[]): void => {
    const plain = batch.filter((update) => update.kind !== 'policy');
    batches.push({ size: JSON.stringify(plain).length, at: performance.now() });
    updates.push(...structuredClone(batch));
  };
  const status = (): RunStatus | undefined => updates.findLast((update) => update.kind === 'status')?.status;
  const until = async (state: RunStatus['state']): Promise<RunStatus> => {
    for (let tries = 0; tries < 500 && status()?.state !== state; tries++) await sleep(10);
    expect(status()?.state).toBe(state);
    return status()!;
  };
  return {
    loop,
    name,
    updates,
    batches,
    status,
    until,
    attach: () => loop.attach('/', listener),
    trouble: () => trouble,
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as Problem).code,
  );

/** The digest of an uninterrupted run. */
async function reference(generations = config.generations): Promise<Generation[]> {
  const all: Generation[] = [];
  const deps = { config: { ...config, generations }, world: fakeWorld, policyKind: fakePolicy };
  for await (const generation of run(grpo, { ...deps, pool: new InlinePool(fakeWorld, fakePolicy) }))
    all.push(generation);
  return all;
}

afterEach(async () => {
  await Promise.all(hosts.map((loop) => loop.close()));
  hosts = [];
});

describe('a run in the loop worker', async () => {
  const whole = await reference();
  const digest = whole.at(-1)!.state.digest;

  it('stores every generation and tells the page in order', async () => {
    const { loop, attach, until, updates, batches } = host();
    await attach();
    const { runId } = await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    expect(await until('finished')).toMatchObject({ generation: 12, digest, workers: 2, durable: true });
    expect(await loop.ledger(runId!)).toEqual(whole.map((generation) => generation.entry));
    await sleep(200);
    const told = updates.filter((update) => update.kind === 'generation').map((update) => update.entry.generation);
    expect(told).toEqual(whole.map((generation) => generation.entry.generation));
    expect(updates.some((update) => update.kind === 'activity' && update.verb === 'evaluate')).toBe(true);
    expect(Math.max(...batches.map((batch) => batch.size))).toBeLessThan(64 * 1024);
    const episodes = await loop.episodes({ runId: runId!, generation: 1, limit: 1000 });
    expect(episodes.map((h) => h.index).reverse()).toEqual(whole[1]!.episodes.map((e) => e.header.index));
  });

  it('plays one generation at a time, and at the pace that is asked for', async () => {
    const { loop, attach, until, status } = host();
    await attach();
    await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'generation' });
    expect((await until('paused')).generation).toBe(0);
    await loop.command({ kind: 'play', pace: 5 });
    await sleep(550);
    await loop.command({ kind: 'pause' });
    await sleep(150);
    expect(status()!.state).toBe('paused');
    expect(status()!.generation).toBeGreaterThan(1);
    expect(status()!.generation).toBeLessThan(5);
    await loop.command({ kind: 'play', pace: 0.01 });
    await sleep(50);
    await loop.command({ kind: 'pace', pace: Infinity });
    expect((await until('finished')).digest).toBe(digest);
  });

  it('pauses inside a generation at once, without half a result, and goes on to the same digest', async () => {
    const { loop, attach, until } = host({ msPerPlay: 60 });
    await attach();
    const { runId } = await loop.command({ kind: 'open', config: { ...config, generations: 3 } });
    for (let pauses = 0; pauses < 4; pauses++) {
      await loop.command({ kind: 'play', pace: Infinity });
      await sleep(30 + 40 * pauses);
      const asked = performance.now();
      await loop.command({ kind: 'pause' });
      expect(performance.now() - asked).toBeLessThan(600);
      const stored = await loop.ledger(runId!);
      expect(stored).toEqual(whole.slice(0, stored.length).map((generation) => generation.entry));
    }
    await loop.command({ kind: 'play', pace: Infinity });
    expect((await until('finished')).digest).toBe(whole[3]!.state.digest);
  });

  it('drops a generation that takes longer than the grace of a pause', async () => {
    const { loop, attach, until } = host({ msPerPlay: 3000 });
    await attach();
    await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    await sleep(20);
    const asked = performance.now();
    await loop.command({ kind: 'pause' });
    expect(performance.now() - asked).toBeLessThan(600);
    expect((await until('paused')).generation).toBe(0);
    expect(await loop.runs()).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])('loses nothing when it dies at any moment (%i)', async (death) => {
    const name = `crash:${death}`;
    let runId = '';
    for (let life = 0; life < 3; life++) {
      const { loop, attach } = host({ name, msPerPlay: 2 });
      await attach();
      if (life === 0) await loop.command({ kind: 'open', config });
      else await loop.command({ kind: 'resume', runId });
      await loop.command({ kind: 'play', pace: Infinity });
      for (let tries = 0; runId === '' && tries < 100; tries++) {
        runId = (await loop.runs())[0]?.id ?? '';
        await sleep(5);
      }
      // Dies: the next life opens the database without this one having said good-bye.
      await sleep(7 * death);
    }
    const { loop, attach, until } = host({ name });
    await Promise.all(hosts.slice(0, 3).map((dead) => dead.close()));
    await attach();
    await loop.command({ kind: 'resume', runId });
    await loop.command({ kind: 'play', pace: Infinity });
    expect((await until('finished')).digest).toBe(digest);
    expect(await loop.ledger(runId)).toEqual(whole.map((generation) => generation.entry));
  });

  it('tells the stored history on resuming', async () => {
    const { loop, attach, until, updates } = host();
    await attach();
    const { runId } = await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    await until('finished');
    await loop.command({ kind: 'open', config: { ...config, seed: 8 } });
    await sleep(150);
    updates.length = 0;
    await loop.command({ kind: 'resume', runId: runId! });
    await until('finished');
    await sleep(250);
    const told = updates.filter((update) => update.kind === 'generation');
    expect(told.map((update) => update.entry.generation)).toEqual(whole.map((g) => g.entry.generation));
    expect(told.map((update) => update.entry.metrics)).toEqual(whole.map((g) => g.entry.metrics));
  });

  it('starts the same configuration again, under another seed if asked', async () => {
    const { loop, attach, until } = host();
    await attach();
    const first = await loop.command({ kind: 'open', config: { ...config, seed: 9 } });
    const second = await loop.command({ kind: 'reset', seed: 7 });
    expect(second.runId).not.toBe(first.runId);
    await loop.command({ kind: 'play', pace: Infinity });
    expect((await until('finished')).digest).toBe(digest);
  });
});

describe('trouble in the loop worker', () => {
  it('names what cannot be done now', async () => {
    const { loop, attach } = host();
    expect(await codeOf(loop.runs())).toBe('not-attached');
    await attach();
    expect(await codeOf(loop.command({ kind: 'play', pace: 1 }))).toBe('no-run');
    expect(await codeOf(loop.command({ kind: 'reset' }))).toBe('no-run');
    expect(await codeOf(loop.command({ kind: 'resume', runId: 'none' }))).toBe('unknown-run');
    expect(await codeOf(loop.command({ kind: 'export', runId: 'none' }))).toBe('unknown-run');
    expect(await codeOf(loop.command({ kind: 'import', bytes: Uint8Array.of(1, 2, 3) }))).toBe('bad-terrarium-file');
    expect(await codeOf(loop.command({ kind: 'add-pack', name: 'x', bytes: new Uint8Array(0) }))).toBe('bad-pack');
    const source = { kind: 'pack', sha256: 'ab'.repeat(32), name: 'games.zip' } as const;
    const withPack = { ...config, world: { ...config.world, source } };
    expect(await codeOf(loop.command({ kind: 'open', config: withPack }))).toBe('pack-missing');
    expect(await loop.runs()).toEqual([]);
  });

  it('stops a run that fails, says why, and can go on', async () => {
    let spoilt = true;
    const spoil = (generation: number): void => {
      if (generation === 2 && spoilt) throw new Problem({ code: 'diverged', message: 'NaN', nextStep: 'smaller rate' });
    };
    const { loop, attach, until, updates } = host({ spoil });
    await attach();
    await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    expect((await until('failed')).generation).toBe(1);
    expect(updates.some((update) => update.kind === 'problem' && update.problem.code === 'diverged')).toBe(true);
    spoilt = false;
    await loop.command({ kind: 'play', pace: Infinity });
    await until('finished');
  });

  it('goes on in memory when the disk is full', async () => {
    let full = false;
    const store = async (name: string): Promise<Store> => {
      const disk = await DatabaseStore.open(name);
      const commit = disk.commit.bind(disk);
      disk.commit = (identity, generation) =>
        full ? Promise.reject(new DOMException('no', 'QuotaExceededError')) : commit(identity, generation);
      return disk;
    };
    const { loop, attach, until, updates } = host({ store, spoil: (generation) => void (full = generation >= 4) });
    await attach();
    const { runId } = await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    expect(await until('finished')).toMatchObject({ durable: false, digest: (await reference()).at(-1)!.state.digest });
    expect(updates.filter((update) => update.kind === 'problem').map((update) => update.problem.code)).toEqual([
      'storage-full',
    ]);
    expect(await loop.ledger(runId!)).toHaveLength(13);
    expect((await loop.command({ kind: 'export', runId: runId! })).bytes!.length).toBeGreaterThan(1000);
  });

  it('goes on from what is stored when another tab stored the generation first', async () => {
    const twice = async (name: string): Promise<Store> => {
      const store = await DatabaseStore.open(name);
      const commit = store.commit.bind(store);
      store.commit = async (identity, generation) => {
        await commit(identity, generation);
        if (generation.entry.generation === 3) await commit(identity, generation);
      };
      return store;
    };
    const { loop, attach, until, updates } = host({ store: twice });
    await attach();
    await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    const { digest } = await until('finished');
    expect(digest).toBe((await reference()).at(-1)!.state.digest);
    expect(updates.filter((update) => update.kind === 'problem')).toEqual([]);
  });

  it('shows that it runs with fewer workers', async () => {
    const { loop, attach, until, trouble } = host({ msPerPlay: 20 });
    await attach();
    await loop.command({ kind: 'open', config });
    await loop.command({ kind: 'play', pace: Infinity });
    await until('running');
    trouble()(new Problem({ code: 'worker-failed', message: 'm', nextStep: 'n' }), 1);
    expect((await until('degraded')).workers).toBe(1);
  });
});

describe('files', () => {
  it('exports a run, imports it beside the first, and goes on from there', async () => {
    const { loop, attach, until } = host();
    await attach();
    const { runId } = await loop.command({ kind: 'open', config });
    for (let g = 0; g < 3; g++) {
      await loop.command({ kind: 'generation' });
      await until('paused');
      await sleep(120);
    }
    const { bytes } = await loop.command({ kind: 'export', runId: runId! });
    const copy = await loop.command({ kind: 'import', bytes: bytes! });
    expect(copy.runId).not.toBe(runId);
    await loop.command({ kind: 'resume', runId: copy.runId! });
    await loop.command({ kind: 'play', pace: Infinity });
    const { digest } = await until('finished');
    expect(digest).toBe((await reference()).at(-1)!.state.digest);
    expect(await loop.runs()).toHaveLength(2);
    await loop.command({ kind: 'delete-run', runId: copy.runId! });
    await until('empty');
    await loop.command({ kind: 'erase-everything' });
    expect(await loop.runs()).toEqual([]);
  });

  it('keeps packs, and writes episodes and raw records for others', async () => {
    const { loop, attach, until } = host();
    await attach();
    const { sha256, notes } = await loop.command({ kind: 'add-pack', name: 'a.zip', bytes: Uint8Array.of(1, 2) });
    expect(notes).toEqual(['took a.zip']);
    expect(await loop.packs()).toEqual([{ sha256, name: 'a.zip', size: 2 }]);
    expect(await loop.pack(sha256!)).toEqual(Uint8Array.of(1, 2));
    await loop.command({ kind: 'delete-pack', sha256: sha256! });
    expect(await loop.packs()).toEqual([]);
    const { runId } = await loop.command({ kind: 'open', config: { ...config, generations: 1 } });
    await loop.command({ kind: 'play', pace: Infinity });
    await until('finished');
    expect((await loop.exportEpisodes(runId!)).length).toBeGreaterThan(500);
    const [{ id }] = await loop.episodes({ runId: runId!, limit: 1 });
    await loop.pin(id, true);
    expect(await loop.pinned(id)).toBe(true);
    expect((await loop.exportRaw()).length).toBeGreaterThan(500);
    expect((await loop.usage()).episodes).toBeGreaterThan(8);
    expect((await loop.policy(runId!))!.kind).toBe('table');
  });
});

describe('two tabs', () => {
  it('let one write, show the other what is stored, and change places', async () => {
    const shared = new SharedLock();
    const name = `tabs:${made++}`;
    const first = host({ name, shared, msPerPlay: 10 });
    await first.attach();
    const { runId } = await first.loop.command({ kind: 'open', config });
    await first.loop.command({ kind: 'play', pace: Infinity });
    await first.until('running');

    const second = host({ name, shared });
    await second.attach();
    await second.until('read-only');
    expect(await codeOf(second.loop.command({ kind: 'open', config }))).toBe('read-only');
    expect(await codeOf(second.loop.command({ kind: 'erase-everything' }))).toBe('read-only');
    await second.loop.command({ kind: 'resume', runId: runId! });
    const seen = (await second.until('read-only')).generation;
    expect(seen).toBeGreaterThanOrEqual(0);
    expect(await codeOf(second.loop.command({ kind: 'play', pace: 1 }))).toBe('read-only');

    await second.loop.command({ kind: 'take-over' });
    await second.loop.command({ kind: 'play', pace: Infinity });
    await first.until('read-only');
    expect(await codeOf(first.loop.command({ kind: 'play', pace: 1 }))).toBe('read-only');
    const { digest } = await second.until('finished');
    expect(digest).toBe((await reference()).at(-1)!.state.digest);
    // The first tab follows by reading.
    await sleep(1300);
    expect(first.status()).toMatchObject({ state: 'read-only', generation: 12, digest });
  });
});
