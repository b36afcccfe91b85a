// Minutes at full speed: the memory of page and workers stays flat. Takes as long as TERRARIUM_SOAK_MINUTES says (10 for the
// promise) and is left out without it. Memory is what the browser itself measures over all threads, after collection.
import { chromium, expect, test, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../scripts/chromium.ts';
import { openPage, soundRun, startRun } from './harness.ts';

const MINUTES = Number(process.env['TERRARIUM_SOAK_MINUTES'] ?? 0);
const SAMPLE_MS = 15_000;
/** Caches fill and code warms up for this long. */
const WARM_UP_MS = 45_000;
const MOST_MEGABYTES = 300;
const MOST_GROWTH_MEGABYTES = 30;

interface Measuring {
  measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
}

async function megabytes(page: Page): Promise<number> {
  return page.evaluate(
    async () => (await (performance as unknown as Measuring).measureUserAgentSpecificMemory()).bytes / 1e6,
  );
}

/** Growth over the whole time by the line of least squares. */
function growth(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const up = samples.reduce((sum, sample, i) => sum + (i - middle) * (sample - mean), 0);
  const across = samples.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return (up / across) * (samples.length - 1);
}

test('memory stays flat at full speed', async ({ baseURL }) => {
  test.skip(MINUTES <= 0, 'set TERRARIUM_SOAK_MINUTES=10 to run it');
  test.setTimeout((MINUTES + 3) * 60_000);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: [...chromiumArguments, '--enable-blink-features=ForceEagerMeasureMemory'],
    ...(executablePath ? { executablePath } : {}),
  });
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await openPage(context);
  await startRun(page);
  const samples: number[] = [];
  const started = Date.now();
  let runs = 1;
  while (Date.now() - started < MINUTES * 60_000) {
    await page.waitForTimeout(SAMPLE_MS);
    // A run that came to its end is started again: full speed all the time.
    const again = page.getByRole('button', { name: /^Run/ });
    if (await again.isVisible()) {
      await again.click();
      runs++;
    }
    if (Date.now() - started > WARM_UP_MS) samples.push(await megabytes(page));
  }
  await soundRun(page);
  await browser.close();
  const grown = growth(samples);
  const figures = `${runs} runs, ${samples.map((sample) => sample.toFixed(0)).join(' ')} MB, growth ${grown.toFixed(1)} MB`;
  test.info().annotations.push({ type: 'memory', description: figures });
  console.log(figures);
  expect(Math.max(...samples)).toBeLessThan(MOST_MEGABYTES);
  expect(grown).toBeLessThan(MOST_GROWTH_MEGABYTES);
});
