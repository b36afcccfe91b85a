// The promises of storage on each implementation, in Node (fake-indexeddb); the browser runs the same suite.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { DatabaseStore } from './database.ts';
import { FallbackStore, openStore } from './fallback.ts';
import { MemoryStore } from './memory.ts';
import type { Problem } from '../core/problem.ts';
import { sampleGeneration, sampleRun } from './samples.ts';
import { storeSuite } from './store-suite.ts';
import { STORAGE_LIMIT, type Store } from './store.ts';

let databases = 0;
const fresh = (limit?: number) => DatabaseStore.open(`test:${databases++}`, limit);
const run = sampleRun('run-a');

storeSuite('memory', () => Promise.resolve(new MemoryStore()));
storeSuite('database', () => fresh());
storeSuite('database behind the fallback', async () => new FallbackStore(await fresh(), () => {}, STORAGE_LIMIT));
storeSuite('memory behind the fallback', () => Promise.resolve(new FallbackStore(null, () => {}, STORAGE_LIMIT)));

/** A database whose writes fail with `name` while `failing` is set. */
function failing(disk: Store, name: string): { store: Store; failing: boolean } {
  const switchable = { failing: false, store: disk };
  switchable.store = new Proxy(disk, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const writes = ['commit', 'addPack', 'importRun'].includes(String(property));
      return (...parameters: unknown[]) =>
        writes && switchable.failing
          ? Promise.reject(new DOMException('no', name))
          : (value as (...p: unknown[]) => unknown).apply(target, parameters);
    },
  });
  return switchable;
}

describe('when the browser has no room', () => {
  it('prunes, retries, goes on in memory, says so, and joins both on reading', async () => {
    const disk = failing(await fresh(), 'QuotaExceededError');
    const problems: Problem[] = [];
    const store = new FallbackStore(disk.store, (problem) => problems.push(problem), STORAGE_LIMIT);
    for (let g = 0; g < 3; g++) await store.commit(run, sampleGeneration(g));
    disk.failing = true;
    for (let g = 3; g < 5; g++) await store.commit(run, sampleGeneration(g));
    expect(problems.map((problem) => problem.code)).toEqual(['storage-full']);
    expect(store.durable).toBe(false);
    expect((await store.usage()).durable).toBe(false);
    expect((await store.run('run-a'))!.generation).toBe(4);
    expect(await store.state('run-a')).toEqual(sampleGeneration(4).state);
    expect((await store.ledger('run-a')).map((entry) => entry.generation)).toEqual([0, 1, 2, 3, 4]);
    const headers = await store.episodes({ runId: 'run-a', limit: 1000 });
    expect(headers[0]!.id).toBe('run-a/4/7');
    // The one retry pruned the oldest generation to make room.
    expect(new Set(headers.map((header) => header.generation))).toEqual(new Set([1, 2, 3, 4]));
    const rest = await store.episodes({ runId: 'run-a', limit: 1000, before: 'run-a/3/0' });
    expect(rest.every((header) => header.generation < 3)).toBe(true);
    expect(await store.episode('run-a/2/0')).not.toBeNull();
    expect(await store.episode('run-a/4/0')).not.toBeNull();
  });

  it('stays durable when pruning made room', async () => {
    const disk = failing(await fresh(), 'QuotaExceededError');
    const problems: Problem[] = [];
    const pruned = new Proxy(disk.store, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (property !== 'prune') return typeof value === 'function' ? value.bind(target) : value;
        return async (bytes: number) => {
          disk.failing = false;
          return target.prune(bytes);
        };
      },
    });
    const store = new FallbackStore(pruned, (problem) => problems.push(problem), STORAGE_LIMIT);
    await store.commit(run, sampleGeneration(0));
    disk.failing = true;
    await store.commit(run, sampleGeneration(1));
    expect(problems).toEqual([]);
    expect(store.durable).toBe(true);
    expect((await store.run('run-a'))!.generation).toBe(1);
  });

  it('keeps under its own limit by pruning', async () => {
    const limit = 200_000;
    const store = new FallbackStore(await fresh(limit), () => {}, limit);
    for (let g = 0; g < 64; g++) await store.commit(run, sampleGeneration(g));
    const usage = await store.usage();
    expect(usage.bytes).toBeLessThan(limit);
    expect(usage.warn).toBe(true);
    expect(await store.ledger('run-a')).toHaveLength(64);
    expect((await store.run('run-a'))!.prunedBefore).toBeGreaterThan(10);
  });

  it('bounds what memory keeps', async () => {
    const store = new MemoryStore(100_000);
    for (let g = 0; g < 100; g++) await store.commit(run, sampleGeneration(g));
    expect((await store.usage()).episodes).toBeLessThan(110);
    expect((await store.run('run-a'))!.generation).toBe(99);
  });
});

describe('when storage is taken away or refused', () => {
  it('goes on in memory when the database vanishes', async () => {
    const disk = failing(await fresh(), 'InvalidStateError');
    const problems: Problem[] = [];
    const store = new FallbackStore(disk.store, (problem) => problems.push(problem), STORAGE_LIMIT);
    await store.commit(run, sampleGeneration(0));
    disk.failing = true;
    await store.commit(run, sampleGeneration(1));
    expect(problems.map((problem) => problem.code)).toEqual(['storage-lost']);
    expect((await store.run('run-a'))!.generation).toBe(1);
  });

  it('opens in memory when the browser refuses', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
    const problems: Problem[] = [];
    const { Dexie } = await import('dexie');
    const dependency = Dexie.dependencies.indexedDB;
    Dexie.dependencies.indexedDB = undefined as never;
    try {
      const store = await openStore('test:refused', (problem) => problems.push(problem));
      expect(store.durable).toBe(false);
      await store.commit(run, sampleGeneration(0));
      expect((await store.run('run-a'))!.generation).toBe(0);
    } finally {
      Dexie.dependencies.indexedDB = dependency;
      Object.defineProperty(globalThis, 'indexedDB', real);
    }
    expect(problems.map((problem) => problem.code)).toEqual(['storage-refused']);
    expect(problems[0]!.nextStep).toContain('Export');
  });
});
