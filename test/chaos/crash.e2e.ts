// The page is killed at five random moments and reopened: nothing that was stored is lost, no generation is half there, and the
// run ends in the digest of a run that nobody disturbed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../scripts/chromium.ts';
import { expectReference, openPage, pause, soundRun, startRun, storedUpTo } from './harness.ts';

const CRASHES = 5;

let folder: string;
let context: BrowserContext;

test.beforeEach(async ({ baseURL }) => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-chaos-'));
  const executablePath = findChromium();
  context = await chromium.launchPersistentContext(folder, {
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
    ...(baseURL ? { baseURL } : {}),
  });
});

test.afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const cdp = await context.newCDPSession(page);
  void cdp.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Presses Run, or goes on with the stored run where there is one. */
async function goOn(page: Page, stored: boolean): Promise<void> {
  if (!stored) return startRun(page);
  await page.getByRole('radio', { name: 'Max' }).check({ force: true });
  await page.getByRole('button', { name: /Go on with your run/ }).click();
}

test('killed five times at random moments, the run loses nothing and ends in the same digest', async () => {
  test.setTimeout(240_000);
  let page = await openPage(context);
  let stored = await soundRun(page);
  let reached = -1;
  const moments: number[] = [];
  for (let n = 0; n < CRASHES; n++) {
    await goOn(page, stored !== null);
    if (n > 0 && stored) await storedUpTo(page, stored.generation + 1);
    const moment = Math.round(100 + 2400 * Math.random());
    moments.push(moment);
    await page.waitForTimeout(moment);
    const before = await soundRun(page);
    await crash(page);
    page = await openPage(context);
    stored = await soundRun(page);
    expect(stored?.generation ?? -1).toBeGreaterThanOrEqual(before?.generation ?? -1);
    reached = stored?.generation ?? -1;
  }
  await goOn(page, stored !== null);
  await storedUpTo(page, reached + 3);
  await pause(page);
  const whole = (await soundRun(page))!;
  test
    .info()
    .annotations.push({ type: 'moments', description: `${moments.join(', ')} ms; ${whole.generation} generations` });
  await expectReference(whole);
});
