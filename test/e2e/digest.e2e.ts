// Tier T1 end to end: the digest that the page shows is the one of the command line for the same set-up, with any number of workers.
import { execFileSync } from 'node:child_process';
import type { RunConfig } from '../../src/core/types.ts';
import { storedUpTo } from '../chaos/harness.ts';
import { openHome } from './page.ts';
import { expect, test } from './watch.ts';

const LAST = 2;

/** Digest of the same configuration, computed by `lab run` in Node. */
function labDigest(config: RunConfig): string {
  const settings = Object.entries(config.settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const { system, arm, world, seed } = config;
  const options = ['--system', system, '--arm', arm, '--world', world.id, '--seed', String(seed), ...settings];
  const args = ['tsx', 'cli/lab.ts', 'run', ...options, '--generations', String(LAST), '--workers', '2', '--json'];
  return (JSON.parse(execFileSync('npx', args, { encoding: 'utf8' })) as { digest: string }).digest;
}

let expected: string | null = null;

for (const workers of [1, 2, 4]) {
  test(`with ${workers} rollout workers the page shows the digest of the command line`, async ({ page, context }) => {
    // The number of workers follows the number of cores, of which the loop worker is told here.
    await context.route(/\/assets\/loop-[^/]*\.js/, async (route) => {
      const response = await route.fetch();
      const cores = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${workers + 1} });\n`;
      await route.fulfill({ response, body: cores + (await response.text()) });
    });
    await openHome(page);
    for (let generation = 0; generation <= LAST; generation++) {
      await page.getByRole('button', { name: 'Generation', exact: true }).click();
      await storedUpTo(page, generation);
    }
    await expect(page.getByTitle(/Rollout workers/)).toHaveText(`workers ${workers}`);
    const run = await storedUpTo(page, LAST);
    expect(run.generation).toBe(LAST);
    expected ??= labDigest(run.config);
    expect(run.digest).toBe(expected);
    await expect(page.getByTitle(/SHA-256 chain/)).toHaveText(expected.slice(0, 10));
  });
}
