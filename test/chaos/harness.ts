// What the chaos tests share: starting the page's run, reading the database below all code of ours, and the reference run in Node.
// Invariant: the database is only read; the reference is the same loop on one thread, never interrupted.
import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { LedgerEntry, RunConfig } from '../../src/core/types.ts';
import { InlinePool } from '../../src/loop/rollout.ts';
import { run } from '../../src/loop/run.ts';
import { policyKind } from '../../src/policy/registry.ts';
import { systemOf } from '../../src/systems/registry.ts';
import { worldKind } from '../../workers/plug-ins.ts';

/** One run as it lies in the database. */
export interface StoredRun {
  readonly id: string;
  readonly config: RunConfig;
  readonly generation: number;
  readonly digest: string;
  readonly stateGeneration: number;
  readonly stateDigest: string;
  readonly entries: readonly LedgerEntry[];
  /** Per generation: episodes that its row counts, headers and packed steps that there are. */
  readonly counts: readonly { readonly counted: number; readonly headers: number; readonly payloads: number }[];
}

export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  return page;
}

export async function startRun(page: Page, pace: 'Class' | 'Normal' | 'Max' = 'Max'): Promise<void> {
  await page.getByRole('radio', { name: pace }).check({ force: true });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

export async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
}

/** All runs in the database, newest first. */
export function storedRuns(page: Page): Promise<StoredRun[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const name = `terrarium:${new URL('.', location.href).pathname}`;
    if (!(await indexedDB.databases()).some((info) => info.name === name)) return [];
    const db = await done(indexedDB.open(name));
    // One transaction: what it sees is one moment between two commits.
    const moment = db.transaction(['runs', 'runStates', 'generations', 'episodes', 'payloads']);
    const all = (table: string) => moment.objectStore(table);
    type Row = Record<string, never>;
    const runs: Row[] = await done(all('runs').getAll());
    const stored = [];
    for (const { id, config, generation, digest, created } of runs.sort((a, b) => b['created']! - a['created']!)) {
      const rows: Row[] = await done(all('generations').getAll(IDBKeyRange.bound([id, 0], [id, Infinity])));
      const counts = [];
      for (const row of rows) {
        const range = IDBKeyRange.bound([id, row['generation'], 0], [id, row['generation'], Infinity]);
        const headers = await done(all('episodes').count(range));
        const payloads = await done(all('payloads').count(range));
        counts.push({ counted: row['episodes'] as number, headers, payloads });
      }
      const { state }: Row = await done<Row>(all('runStates').get(id!));
      const entries = rows.map((row) => row['entry'] as unknown as LedgerEntry);
      const { generation: stateGeneration, digest: stateDigest } = state as { generation: number; digest: string };
      stored.push({ id, config, generation, digest, created, stateGeneration, stateDigest, entries, counts });
    }
    db.close();
    return stored as unknown as StoredRun[];
  });
}

/** The run that the page works on, checked to be whole: no half generation, no gap, nothing counted that is not there. */
export async function soundRun(page: Page): Promise<StoredRun | null> {
  const [run] = await storedRuns(page);
  if (!run) return null;
  expect(run.entries.map((entry) => entry.generation)).toEqual(run.entries.map((_, generation) => generation));
  expect(run.entries.length).toBe(run.generation + 1);
  expect(run.stateGeneration).toBe(run.generation);
  expect(run.stateDigest).toBe(run.digest);
  expect(run.entries.at(-1)?.digest).toBe(run.digest);
  for (const { counted, headers, payloads } of run.counts) expect([headers, payloads]).toEqual([counted, counted]);
  return run;
}

/** Waits until generation `wanted` is stored. */
export async function storedUpTo(page: Page, wanted: number): Promise<StoredRun> {
  await expect
    .poll(async () => (await storedRuns(page))[0]?.generation ?? -1, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(wanted);
  return (await soundRun(page))!;
}

/** The digests of the same configuration, played in this process on one thread without interruption. */
export async function referenceDigests(config: RunConfig, upTo: number): Promise<string[]> {
  const world = worldKind(config.world.id).open(config.world);
  const kind = policyKind(config.policy.kind);
  const deps = { config, world, policyKind: kind, pool: new InlinePool(world, kind) };
  const digests: string[] = [];
  for await (const { entry } of run(systemOf(config.system), deps)) {
    digests.push(entry.digest);
    if (entry.generation === upTo) break;
  }
  return digests;
}

/** What is stored equals the uninterrupted reference, generation by generation. */
export async function expectReference(stored: StoredRun): Promise<void> {
  expect(stored.entries.map((entry) => entry.digest)).toEqual(await referenceDigests(stored.config, stored.generation));
}
