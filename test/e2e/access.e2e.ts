// Accessibility by axe-core: nothing serious or critical on any view, in both colour schemes, recorded and live, and in what opens.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from '@playwright/test';
import { startRun } from '../chaos/harness.ts';
import { openEpisode, openHome, openView, VIEW_NAMES } from './page.ts';
import { expect, test } from './watch.ts';

declare const axe: { run(context: Document, options: object): Promise<AxeResults> };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;

/** What axe holds to be serious or critical, in both colour schemes. Evaluated from outside: the page's policy stays as it is. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
      );
    expect.soft(grave, `${where}, ${colorScheme}`).toEqual([]);
  }
}

test.use({ reducedMotion: 'reduce' });

test('every view of the recorded run', async ({ page }) => {
  await openHome(page);
  for (const view of VIEW_NAMES) {
    await openView(page, view);
    await expectAccessible(page, view);
  }
  await openEpisode(page, true);
  await expectAccessible(page, 'Episode with two side by side');
});

test('every view while a run goes on', async ({ page }) => {
  await openHome(page);
  await startRun(page, 'Normal');
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  for (const view of VIEW_NAMES) {
    await openView(page, view);
    await expectAccessible(page, `${view}, live`);
  }
});

test('what opens: set-up, look, help, station, store, records of a generation', async ({ page }) => {
  await openHome(page);
  const open = (name: string | RegExp) => page.getByRole('button', { name }).first();
  for (const name of [/^Set-up:/, 'How the page looks', 'Help and keys']) {
    await open(name).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, String(name));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Pause the recording' }).click();
  await open(/^Update: /).click();
  await expectAccessible(page, 'station');
  await page.getByRole('button', { name: 'Close' }).click();
  await open('Open its records').click();
  await expect(page.getByRole('heading', { name: 'Episodes', exact: true })).toBeVisible();
  await expectAccessible(page, 'records of a generation');
});
