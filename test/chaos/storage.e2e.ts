// Storage that runs full or is refused: the run goes on in memory, the page says so with a next step, and the digest is the same.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { openPage, pause, referenceDigests, startRun, storedRuns, storedUpTo } from './harness.ts';

/** The first digits of the digest as the page shows them. */
async function shownDigest(page: Page): Promise<string> {
  return (await page.getByTitle(/SHA-256 chain/).innerText()).trim();
}

async function steps(page: Page): Promise<number> {
  const text = await page.getByTitle(/Training steps in the environment/).innerText();
  return Number(text.replace(/\D/g, ''));
}

const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });

test('a full disk: the run goes on in memory to the same digest, and the page says what to do', async ({
  page,
  context,
  baseURL,
}) => {
  await page.close();
  const mine = await openPage(context);
  // Set before the run: Chromium trusts a free space that it once looked up for half a minute.
  const cdp = await context.newCDPSession(mine);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(baseURL!).origin, quotaSize: 2_000_000 });
  await startRun(mine);
  const { config } = await storedUpTo(mine, 0);
  await expect(problems(mine)).toContainText('no room left', { timeout: 60_000 });
  await expect(problems(mine)).toContainText('Export this run now');
  await expect(mine.getByText('in memory only', { exact: true })).toBeVisible();
  const before = await steps(mine);
  await expect.poll(() => steps(mine), { timeout: 30_000 }).toBeGreaterThan(before);
  await pause(mine);
  const digest = await shownDigest(mine);
  const [durable] = await storedRuns(mine);
  const digests = await referenceDigests(config, durable!.generation + 60);
  const generation = digests.findIndex((each) => each.startsWith(digest));
  expect(generation).toBeGreaterThan(durable!.generation);
});

const REFUSALS: Readonly<Record<string, string>> = {
  'the object is missing': `Object.defineProperty(self, 'indexedDB', { value: undefined });`,
  'asking throws': `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });`,
  'opening fails': `IDBFactory.prototype.open = function () { throw new DOMException('no', 'InvalidStateError'); };`,
};

for (const [how, script] of Object.entries(REFUSALS)) {
  test(`IndexedDB refused (${how}): the run works in memory and the page says so`, async ({ context }) => {
    // The refusal is put before the loop worker's own code, as a browser in private mode does.
    await context.route(/\/assets\/loop-[^/]*\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${script}\n${await response.text()}` });
    });
    const page = await openPage(context);
    await startRun(page);
    await expect(problems(page)).toContainText('refuses storage to this page', { timeout: 30_000 });
    await expect(problems(page)).toContainText('Export what you want to keep');
    await expect(page.getByText('in memory only', { exact: true })).toBeVisible();
    await expect.poll(() => steps(page), { timeout: 30_000 }).toBeGreaterThan(0);
    await pause(page);
  });
}

test('a database of a newer version is left alone, the run works in memory, and the records can be saved', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(`terrarium:${new URL('.', location.href).pathname}`, 990);
        opening.onupgradeneeded = () => opening.result.createObjectStore('future').add({ text: 'of tomorrow' }, 1);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await page.reload();
  await startRun(page);
  await expect(problems(page)).toContainText('written by a newer version');
  await expect(page.getByText('in memory only', { exact: true })).toBeVisible();
  await expect.poll(() => steps(page), { timeout: 30_000 }).toBeGreaterThan(0);
  await pause(page);
  await page
    .getByRole('link', { name: 'Data' })
    .or(page.getByRole('button', { name: 'Data' }))
    .first()
    .click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all records' }).click();
  const tables = unzipSync(readFileSync(await (await saving).path()));
  expect(strFromU8(tables['future.jsonl']!)).toContain('of tomorrow');
});
