// What a reader wants kept or gone, one thing at a time: an episode is pinned, a game file is deleted.
import { bytesOf, smallGame } from '../../src/worlds/household/load/sample.testing.ts';
import { pause, startRun, storedRuns, storedUpTo } from '../chaos/harness.ts';
import { openEpisode, openHome, openView } from './page.ts';
import { expect, test } from './watch.ts';

test('a pinned episode is shown as pinned when it is opened again, and no other one is', async ({ page }) => {
  await openHome(page);
  await startRun(page);
  await storedUpTo(page, 1);
  await pause(page);
  await openEpisode(page);
  const pin = page.getByRole('button', { name: /^Pin/ });
  await expect(pin).toHaveText('Pin');
  await pin.click();
  await expect(pin).toHaveText('Pinned');
  const rows = page.getByRole('region', { name: 'Find an episode' }).locator('button.open');
  await rows.nth(1).click();
  await expect(pin).toHaveText('Pin');
  await rows.nth(0).click();
  await expect(pin).toHaveText('Pinned');
  await page.reload();
  await expect(pin).toHaveText('Pinned');
  await pin.click();
  await expect(pin).toHaveText('Pin');
});

test('one game file is deleted, runs stay, and the set-up no longer names it', async ({ page }) => {
  await openHome(page);
  await startRun(page);
  await storedUpTo(page, 0);
  await pause(page);
  await openView(page, 'Data');
  const files = page.getByRole('region', { name: 'Game files' });
  const buffer = Buffer.from(bytesOf(smallGame));
  await files.locator('input[type=file]').setInputFiles({ name: 'small.tw-pddl', mimeType: '', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Play it' }).click();
  const setup = page.getByRole('button', { name: /^Set-up:/ });
  await expect(setup).toHaveAccessibleName(/small\.tw-pddl/);
  await openView(page, 'Data');
  await files.getByRole('button', { name: 'Delete small.tw-pddl' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await files.getByRole('button', { name: 'Delete small.tw-pddl' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(files).toContainText('None yet.');
  await expect(setup).toHaveAccessibleName(/generated/);
  expect(await storedRuns(page)).toHaveLength(1);
});
