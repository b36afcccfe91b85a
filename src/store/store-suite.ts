// One body of tests for every implementation of Store: what it promises does not depend on where it keeps things.
// Invariant: test code only.
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../core/problem.ts';
import { sampleGeneration, sampleRun, sampleState } from './samples.ts';
import { START, type RunBundle, type Store } from './store.ts';

/** Runs the suite on stores made by `open` (a fresh, empty one each time). */
export function storeSuite(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    const run = sampleRun('run-a');

    const filled = async (generations = 3): Promise<Store> => {
      store = await open();
      for (let g = 0; g < generations; g++) await store.commit(run, sampleGeneration(g));
      return store;
    };
    afterEach(() => store.close());

    it('gives back what was committed', async () => {
      await filled();
      expect(await store.state('run-a')).toEqual(sampleState(2));
      expect(await store.ledger('run-a')).toEqual([0, 1, 2].map((g) => sampleGeneration(g).entry));
      expect(await store.ledger('run-a', 1, 1)).toEqual([sampleGeneration(1).entry]);
      expect(await store.trail('run-a', 1)).toEqual(sampleGeneration(1).trail);
      expect(await store.trail('run-a', 0)).toBeNull();
      const summary = (await store.run('run-a'))!;
      expect(summary).toMatchObject({ ...run, generation: 2, envSteps: 300, finished: false });
      expect(await store.runs()).toEqual([summary]);
    });

    it('names episodes by run, generation and index', async () => {
      await filled();
      const record = (await store.episode('run-a/1/5'))!;
      const sample = sampleGeneration(1).episodes[5]!;
      expect(record.header).toEqual({ ...sample.header, id: 'run-a/1/5', runId: 'run-a' });
      expect(record.columns).toEqual(sample.columns);
      expect(await store.episode('run-a/1/99')).toBeNull();
      expect(await store.episode('no id')).toBeNull();
    });

    it('refuses a generation that does not follow and keeps nothing of it', async () => {
      await filled();
      const before = await store.usage();
      for (const g of [1, 2, 4]) {
        const refused = await store.commit(run, sampleGeneration(g)).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(Problem);
        expect(refused).toMatchObject({ code: 'out-of-order' });
      }
      expect(await store.usage()).toEqual(before);
    });

    it('keeps nothing of a generation that fails half way', async () => {
      await filled(1);
      const broken = sampleGeneration(1);
      const twice = { ...broken, episodes: [...broken.episodes, { ...broken.episodes[0]!, columns: null as never }] };
      await expect(store.commit(run, twice)).rejects.toThrow();
      expect((await store.run('run-a'))!.generation).toBe(0);
      expect(await store.episodes({ runId: 'run-a', generation: 1, limit: 10 })).toEqual([]);
      await store.commit(run, broken);
      expect((await store.run('run-a'))!.generation).toBe(1);
    });

    it('finds episodes by every filter, newest first, page by page', async () => {
      await filled(4);
      const all = await store.episodes({ runId: 'run-a', limit: 1000 });
      expect(all).toHaveLength(32);
      expect(all[0]!.id).toBe('run-a/3/7');
      const filters = [
        { won: true },
        { won: false, taskType: 'heat' },
        { purpose: 'evaluate' as const },
        { split: 'train', minSteps: 6 },
        { maxSteps: 5, taskType: 'clean' },
        { text: 'THING 3' },
        { generation: 2 },
        { generation: 2, won: true },
      ];
      for (const filter of filters) {
        const found = await store.episodes({ runId: 'run-a', limit: 1000, ...filter });
        const expected = all.filter(
          (h) =>
            (filter.won === undefined || h.won === filter.won) &&
            (filter.taskType === undefined || h.taskType === filter.taskType) &&
            (filter.purpose === undefined || h.purpose === filter.purpose) &&
            (filter.split === undefined || h.split === filter.split) &&
            (filter.minSteps === undefined || h.steps >= filter.minSteps) &&
            (filter.maxSteps === undefined || h.steps <= filter.maxSteps) &&
            (filter.generation === undefined || h.generation === filter.generation) &&
            (filter.text === undefined || h.goal.includes('thing 3')),
        );
        expect(found).toEqual(expected);
        expect(found.length).toBeGreaterThan(0);
        const paged = [];
        for (let page = await pageOf(filter); page.length > 0; page = await pageOf(filter, page.at(-1)!.id)) {
          paged.push(...page);
        }
        expect(paged).toEqual(expected);
      }
    });

    const pageOf = (filter: object, before?: string) =>
      store.episodes({ runId: 'run-a', limit: 3, ...filter, ...(before === undefined ? {} : { before }) });

    it('reads episodes in the order of playing', async () => {
      await filled(2);
      const first = await store.episodesAfter('run-a', START, 10);
      const rest = await store.episodesAfter('run-a', first.at(-1)!.header, 100);
      const order = [...first, ...rest].map((record) => `${record.header.generation}/${record.header.index}`);
      expect(order).toEqual([0, 1].flatMap((g) => Array.from({ length: 8 }, (_, i) => `${g}/${i}`)));
    });

    it('prunes the oldest unpinned episodes, never the newest generation, and keeps the ledger', async () => {
      await filled(4);
      await store.commit(sampleRun('run-b', 2), sampleGeneration(0));
      await store.pin('run-a/0/3', true);
      await store.pin('run-a/0/4', true);
      await store.pin('run-a/0/4', false);
      expect(await Promise.all([3, 4, 5].map((i) => store.pinned(`run-a/0/${i}`)))).toEqual([true, false, false]);
      const before = await store.usage();
      const freed = await store.prune(before.bytes - 1);
      expect(freed).toBeGreaterThan(0);
      expect((await store.usage()).bytes).toBe(before.bytes - freed);
      expect((await store.episodes({ runId: 'run-a', generation: 0, limit: 100 })).map((h) => h.index)).toEqual([3]);
      expect(await store.episode('run-a/0/3')).not.toBeNull();
      expect((await store.run('run-a'))!.prunedBefore).toBe(1);
      await store.prune(0);
      expect(await store.episodes({ runId: 'run-a', limit: 100 })).toHaveLength(9);
      expect(await store.episodes({ runId: 'run-b', limit: 100 })).toHaveLength(8);
      expect(await store.ledger('run-a')).toHaveLength(4);
      await store.commit(run, sampleGeneration(4));
    });

    it('keeps packs by content', async () => {
      await filled(1);
      const pack = { sha256: 'ab'.repeat(32), name: 'games.zip', size: 3, bytes: Uint8Array.of(1, 2, 3) };
      await store.addPack(pack);
      expect(await store.packs()).toEqual([{ sha256: pack.sha256, name: 'games.zip', size: 3 }]);
      expect(await store.pack(pack.sha256)).toEqual(pack);
      expect(await store.pack('00')).toBeNull();
      await store.deletePack(pack.sha256);
      expect(await store.packs()).toEqual([]);
      expect(await store.pack(pack.sha256)).toBeNull();
      expect(await store.runs()).toHaveLength(1);
    });

    it('deletes one run, or everything', async () => {
      await filled(2);
      await store.commit(sampleRun('run-b', 2), sampleGeneration(0));
      await store.pin('run-a/0/0', true);
      await store.deleteRun('run-a');
      expect((await store.runs()).map((r) => r.id)).toEqual(['run-b']);
      expect(await store.episode('run-a/0/0')).toBeNull();
      expect(await store.pinned('run-a/0/0')).toBe(false);
      expect(await store.state('run-a')).toBeNull();
      expect(await store.ledger('run-a')).toEqual([]);
      await store.commit(run, sampleGeneration(0));
      await store.eraseEverything();
      expect(await store.runs()).toEqual([]);
      expect((await store.usage()).bytes).toBe(0);
    });

    it('imports a whole run under a new id', async () => {
      await filled(3);
      const bundle: RunBundle = {
        created: 5,
        config: run.config,
        state: (await store.state('run-a'))!,
        entries: await store.ledger('run-a'),
        trails: [{ generation: 1, trail: (await store.trail('run-a', 1))! }],
        episodes: await store.episodesAfter('run-a', START, 1000),
        prunedBefore: 0,
      };
      await store.importRun('copy', bundle);
      expect(await store.ledger('copy')).toEqual(bundle.entries);
      expect(await store.state('copy')).toEqual(bundle.state);
      expect(await store.trail('copy', 1)).toEqual(bundle.trails[0]!.trail);
      const copies = await store.episodesAfter('copy', START, 1000);
      expect(copies.map((c) => c.columns)).toEqual(bundle.episodes.map((e) => e.columns));
      expect(copies.every((c) => c.header.id.startsWith('copy/') && c.header.runId === 'copy')).toBe(true);
      await store.commit({ id: 'copy', config: run.config, created: 5 }, sampleGeneration(3));
    });
  });
}
