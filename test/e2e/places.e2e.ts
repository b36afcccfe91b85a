// Addresses and reloads: Back works, an address opens its view and its episode, a reload loses nothing of a run.
import { expectReference, pause, soundRun, startRun, storedUpTo } from '../chaos/harness.ts';
import { heading, openEpisode, openHome, openView, VIEW_NAMES } from './page.ts';
import { expect, test } from './watch.ts';

test('Back and Forward go through the views', async ({ page }) => {
  await openHome(page);
  for (const view of VIEW_NAMES.slice(1)) await openView(page, view);
  for (const view of VIEW_NAMES.toReversed().slice(1)) {
    await page.goBack();
    await expect(heading(page, view)).toBeAttached();
  }
  await page.goForward();
  await expect(heading(page, 'World')).toBeAttached();
});

test('the address of an episode of the recorded run opens it in a fresh browser', async ({
  page,
  context,
  browser,
}) => {
  await openHome(page);
  await openEpisode(page, true);
  const reader = page.getByRole('region', { name: 'The opened episode' });
  const told = await reader.getByRole('heading').allInnerTexts();
  const address = page.url();
  await context.clearCookies();
  const other = await browser.newContext();
  const fresh = await other.newPage();
  await fresh.goto(address);
  const again = fresh.getByRole('region', { name: 'The opened episode' });
  await expect(again.getByText(/First difference: step|No difference/)).toBeVisible();
  expect(await again.getByRole('heading').allInnerTexts()).toEqual(told);
  await other.close();
});

test('an address that means nothing opens a page that works', async ({ page }) => {
  await openHome(page, '?view=nowhere&generation=-1&other=kept');
  await expect(heading(page, 'Loop')).toBeAttached();
  await openHome(page, '?view=episode&episode=recorded/no-such-episode');
  await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible();
  await openView(page, 'Loop');
});

test('a reload in the middle of a run: it goes on where it was, to the same digest', async ({ page }) => {
  await openHome(page);
  await startRun(page);
  await storedUpTo(page, 3);
  await openEpisode(page);
  const goal = await page.getByRole('region', { name: 'The opened episode' }).getByRole('heading').innerText();
  await page.reload();
  await expect(page.getByRole('region', { name: 'The opened episode' }).getByRole('heading')).toHaveText(goal);
  const before = (await soundRun(page))!;
  expect(before.generation).toBeGreaterThanOrEqual(3);
  await openView(page, 'Loop');
  await page.getByRole('button', { name: `Go on with your run, generation ${before.generation}` }).click();
  await storedUpTo(page, before.generation + 2);
  await pause(page);
  const after = (await soundRun(page))!;
  expect(after.id).toBe(before.id);
  await expectReference(after);
});
