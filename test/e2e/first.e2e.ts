// The first load: something meaningful within a second, the recorded run playing and named as recorded.
// The budget of one second holds on a quiet machine (docs/page.md); here a machine may be three times slower.
import { firstPictures, NOTE_PICTURES } from '../../scripts/bench/page-measures.ts';
import { expect, test } from './watch.ts';

const BUDGET_MS = 3000;

test('stations, curve and label of the recorded run are drawn at once', async ({ page }, info) => {
  await page.addInitScript(NOTE_PICTURES);
  await page.goto('/');
  const pictures = await firstPictures(page);
  info.annotations.push({ type: 'first pictures, ms', description: JSON.stringify(pictures) });
  await expect(page.getByText('Recorded run', { exact: true })).toBeVisible();
  expect(pictures.firstContentfulPaint).toBeLessThan(BUDGET_MS);
  expect(pictures.curve).toBeLessThan(BUDGET_MS);
});

test('the recorded run moves by itself, can be paused, and the live run takes its place', async ({ page }) => {
  await page.goto('/');
  const generation = page.getByRole('heading', { level: 1 });
  await expect(generation).toContainText(/Generation [1-9]/);
  await page.getByRole('button', { name: 'Pause the recording' }).click();
  const paused = await generation.innerText();
  await page.waitForTimeout(2000);
  expect(await generation.innerText()).toBe(paused);
  await page.getByRole('button', { name: 'Play the recording' }).click();
  await expect(generation).not.toHaveText(paused);

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Recorded run', { exact: true })).toBeHidden();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByTitle(/Training steps in the environment/)).toContainText(/[1-9]/);
});
