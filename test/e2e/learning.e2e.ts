// One minute of learning at full speed in the page: held-out success rises, and the main thread stays free in every view.
import { riseAt15, storedEvaluations, watchMainThread } from '../../scripts/bench/page-measures.ts';
import { startRun } from '../chaos/harness.ts';
import { expect, test } from './watch.ts';

const VIEWS = ['Loop', 'World', 'Episode', 'Data'];
const MINUTE_MS = 60_000;

test('a minute after Run, held-out success at 15 steps has risen by 25 points; no task of 50 ms on the way', async ({
  page,
  browser,
}, info) => {
  await page.goto('/');
  await startRun(page);
  const began = Date.now();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  for (const [i, view] of VIEWS.entries()) {
    await page.getByRole('navigation').getByRole('button', { name: view }).click();
    const thread = await watchMainThread(browser, page, () =>
      page.waitForTimeout(Math.max(3000, began + ((i + 1) * MINUTE_MS) / VIEWS.length - Date.now() - 1000)),
    );
    info.annotations.push({ type: `main thread, ${view}`, description: JSON.stringify(thread) });
    // CPU time, so that what else the machine does is not counted.
    expect.soft(thread.over50Cpu, view).toBe(0);
  }
  await page.waitForTimeout(Math.max(0, began + MINUTE_MS - Date.now()));
  const rise = riseAt15(await storedEvaluations(page), 'id-test')!;
  info.annotations.push({ type: 'id-test at 15 steps', description: JSON.stringify(rise) });
  expect(rise.last - rise.first).toBeGreaterThanOrEqual(0.25);
});
