// Databases of every released schema open with today's code; one from a newer version is left alone and can be saved raw.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Problem } from '../core/problem.ts';
import { exportRaw } from './archive/raw.ts';
import { DatabaseStore } from './database.ts';
import { openStore } from './fallback.ts';
import { dump, restore } from './fixtures/raw.ts';
import { sampleGeneration, sampleRun } from './samples.ts';
import { databaseName, SCHEMA_VERSION } from './schema.ts';

const fixture = (version: number): string =>
  readFileSync(new URL(`./fixtures/version-${version}.json`, import.meta.url), 'utf8');

it.each([1])('opens what schema version %i left behind and goes on', async (version) => {
  await restore(`old:${version}`, fixture(version));
  const store = await DatabaseStore.open(`old:${version}`);
  expect((await store.runs()).map((run) => run.id)).toEqual(['run-a']);
  expect(await store.ledger('run-a')).toEqual([0, 1].map((g) => sampleGeneration(g, 4).entry));
  expect(await store.state('run-a')).toEqual(sampleGeneration(1).state);
  expect((await store.episode('run-a/1/2'))!.columns).toEqual(sampleGeneration(1, 4).episodes[2]!.columns);
  expect((await store.episodes({ runId: 'run-a', won: true, limit: 10 })).map((h) => h.id)).toHaveLength(4);
  expect((await store.packs()).map((pack) => pack.name)).toEqual(['games.zip']);
  await store.commit(sampleRun('run-a', 1), sampleGeneration(2, 4));
  store.close();
});

it('has not changed the schema without a new version and its fixture', async () => {
  const shape = (text: string): unknown => {
    const { version, tables } = JSON.parse(text) as { version: number; tables: Record<string, { rows?: unknown[] }> };
    for (const table of Object.values(tables)) delete table.rows;
    return { version, tables };
  };
  (await DatabaseStore.open('today')).close();
  expect(shape(await dump('today'))).toEqual(shape(fixture(SCHEMA_VERSION)));
});

it('leaves a newer database alone, says so, works in memory, and saves it raw', async () => {
  const newer = JSON.parse(fixture(1)) as { version: number };
  await restore('newer', JSON.stringify({ ...newer, version: 20 }));
  const problems: Problem[] = [];
  const store = await openStore('newer', (problem) => problems.push(problem));
  expect(problems.map((problem) => problem.code)).toEqual(['newer-database']);
  expect(problems[0]!.message).toContain('schema 2');
  expect(store.durable).toBe(false);
  await store.commit(sampleRun('run-b'), sampleGeneration(0));
  expect((await store.runs()).map((run) => run.id)).toEqual(['run-b']);
  const raw = unzipSync(await exportRaw('newer'));
  expect(strFromU8(raw['runs.jsonl']!)).toContain('run-a');
  const info = (await indexedDB.databases()).find((db) => db.name === 'newer');
  expect(info!.version).toBe(20);
});

it('separates pages on one origin by their path', () => {
  expect(databaseName('/a/')).not.toBe(databaseName('/b/'));
});
