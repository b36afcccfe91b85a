// What is kept can leave and come back: a run is exported, everything is erased, and the import is the same run and goes on.
import { readFileSync } from 'node:fs';
import { expectReference, pause, soundRun, startRun, storedRuns, storedUpTo } from '../chaos/harness.ts';
import { openHome, openView, problems } from './page.ts';
import { expect, test } from './watch.ts';

test('export, erase everything, import: the same digest, and the run goes on', async ({ page }) => {
  await openHome(page);
  await startRun(page);
  await storedUpTo(page, 2);
  await pause(page);
  const before = (await soundRun(page))!;

  await openView(page, 'Data');
  const saved = page.waitForEvent('download');
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Export/ })
    .click();
  const path = await (await saved).path();
  await page.getByRole('button', { name: 'Erase everything …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click();
  await expect(page.getByText('Everything is erased.')).toBeVisible();
  expect(await storedRuns(page)).toHaveLength(0);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  const file = page.locator('input[accept=".terrarium"]');
  await file.setInputFiles({ name: 'cut.terrarium', mimeType: '', buffer: readFileSync(path).subarray(0, 900) });
  await expect(problems(page)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(await storedRuns(page)).toHaveLength(0);

  await file.setInputFiles({ name: 'whole.terrarium', mimeType: '', buffer: readFileSync(path) });
  await expect(page.getByText('whole.terrarium is now a run of its own.')).toBeVisible();
  const after = (await soundRun(page))!;
  expect(after.entries).toEqual(before.entries);
  expect(after.digest).toBe(before.digest);

  await page.getByRole('table').getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('button', { name: 'Generation', exact: true }).click();
  await storedUpTo(page, before.generation + 1);
  await expectReference((await soundRun(page))!);
});
