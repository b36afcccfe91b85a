// The recorded session beside the page is a real run of this code: its first generations come out again, digest by digest.
// After a change of rules, features or numbers: `npm run lab -- record`.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InlinePool } from '../../src/loop/rollout.ts';
import { run } from '../../src/loop/run.ts';
import { policyKind } from '../../src/policy/registry.ts';
import { readRecording } from '../../src/store/recording.ts';
import { systemOf } from '../../src/systems/registry.ts';
import { worldKinds } from '../../src/worlds/registry.ts';

const file = resolve(import.meta.dirname, '../../public/demo/recorded.json.gz');
const { config, entries, episodes, policies } = readRecording(gunzipSync(await readFile(file)).toString('utf8'));
const world = worldKinds.find(({ id }) => id === config.world.id)?.open(config.world);

test('it weighs at most 200 kB and holds what the page opens', async () => {
  expect((await stat(file)).size).toBeLessThanOrEqual(200_000);
  expect(entries.map(({ generation }) => generation)).toEqual([...Array(config.generations + 1).keys()]);
  expect(policies.at(-1)?.generation).toBe(config.generations);
  const kept = new Set(episodes.map(({ header }) => header.id));
  for (const { flows } of entries)
    for (const { evidence } of flows) for (const id of evidence) expect(kept).toContain(id);
});

test('the first generations come out again', async () => {
  if (!world) throw new Error('the recorded world is not in the registry');
  const kind = policyKind(config.policy.kind);
  const deps = { config: { ...config, generations: 2 }, world, policyKind: kind, pool: new InlinePool(world, kind) };
  const digests: string[] = [];
  for await (const { entry } of run(systemOf(config.system), deps)) digests.push(entry.digest);
  expect(digests).toEqual(entries.slice(0, 3).map(({ digest }) => digest));
});

test('every episode replays to its recorded end', () => {
  for (const { header, columns } of episodes) {
    const episode = world?.source(header.split).start(header.taskIndex);
    expect(episode?.task.id).toBe(header.taskId);
    columns.commands_T.forEach((command, t) => {
      expect(episode?.commandCount).toBe(columns.admissible_T[t]);
      episode?.step(command);
    });
    expect(episode?.won).toBe(header.won);
  }
});
