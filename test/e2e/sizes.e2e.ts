// From phone to wide screen: nothing to scroll sideways, the controls at hand; reduced motion and forced colours.
import type { Page } from '@playwright/test';
import { startRun } from '../chaos/harness.ts';
import { openEpisode, openHome, openView, runButton, VIEW_NAMES } from './page.ts';
import { expect, test } from './watch.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

async function expectFits(page: Page, where: string): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect.soft(widths.scrollWidth, where).toBeLessThanOrEqual(widths.clientWidth);
  await page.evaluate(() => scrollTo(0, 0));
  for (const name of ['Step', 'Generation', 'Reset'])
    await expect.soft(page.getByRole('button', { name, exact: true }), where).toBeInViewport({ ratio: 1 });
  for (const name of VIEW_NAMES)
    await expect.soft(page.getByRole('navigation').getByRole('button', { name }), where).toBeInViewport({ ratio: 1 });
  await expect
    .soft(runButton(page).or(page.getByRole('button', { name: 'Pause', exact: true })), where)
    .toBeInViewport();
}

for (const size of SIZES) {
  test(`${size.width} x ${size.height}: every view fits and keeps its controls`, async ({ page }) => {
    await page.setViewportSize(size);
    await openHome(page);
    for (const view of VIEW_NAMES) {
      await openView(page, view);
      await expectFits(page, `${view}, recorded`);
    }
    await openEpisode(page, true);
    await expectFits(page, 'two episodes');
    await startRun(page, 'Normal');
    await expect(page.getByTitle(/Rollout workers/)).toBeVisible();
    for (const view of VIEW_NAMES) {
      await openView(page, view);
      await expectFits(page, `${view}, live`);
    }
  });
}

test('reduced motion: nothing moves by itself, the numbers still come', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome(page);
  await startRun(page);
  await expect(page.getByTitle(/Training steps in the environment/)).toContainText(/[1-9]/);
  for (const view of VIEW_NAMES.slice(0, 2)) {
    await openView(page, view);
    const moving = await page.evaluate(async () => {
      const seen = new Set<string>();
      for (let i = 0; i < 40; i++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        for (const { effect } of document.getAnimations()) {
          const { duration } = effect!.getComputedTiming();
          if (typeof duration === 'number' && duration > 20)
            seen.add(`${(effect as KeyframeEffect).target?.getAttribute('class')}: ${duration} ms`);
        }
      }
      return [...seen];
    });
    expect(moving, view).toEqual([]);
  }
});

test('forced colours: lines, marks and controls stay visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openHome(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Generation [1-9]/);
  const colours = await page.evaluate(() => {
    const paper = getComputedStyle(document.body).backgroundColor;
    const of = (selector: string, property: string) =>
      getComputedStyle(document.querySelector(selector)!).getPropertyValue(property);
    return { paper, line: of('figure path.line', 'stroke'), station: of('ol[aria-label^="Stations"] button', 'color') };
  });
  expect(colours.line).not.toBe(colours.paper);
  expect(colours.station).not.toBe(colours.paper);
  for (const view of VIEW_NAMES) await openView(page, view);
});
