// `npm run bench -- page`: the built page in a headless Chromium, measured against its budgets (product.md 2.5).
// Invariant: everything is measured from outside on the page as it is served; a run that ends is started again.
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../chromium.ts';
import { firstLoadKb } from '../first-load.ts';
import { pageServer } from '../serve.ts';
import {
  firstPictures,
  NOTE_PICTURES,
  riseAt15,
  storedEvaluations,
  watchMainThread,
  type FirstPictures,
  type MainThread,
} from './page-measures.ts';
import { slopeOf, type Slope } from './slope.ts';

/** Fresh loads of which the middle one counts. */
const LOADS = 5;
const VIEWS = ['Loop', 'World', 'Episode', 'Data'];
const VIEW_MS = 15_000;
const SAMPLE_MS = 10_000;
const WARM_UP_SAMPLES = 6;

export interface PageFigures {
  readonly firstLoadJsKb: number;
  readonly firstLoadCssKb: number;
  readonly firstPictures: FirstPictures;
  readonly mainThread: Readonly<Record<string, MainThread>>;
  readonly idTestAt15: { readonly first: number; readonly last: number } | null;
  readonly stepsPerSecond: number;
  readonly memory: MemoryFigures | null;
}

interface MemoryFigures {
  readonly minutes: number;
  readonly runs: number;
  /** Megabytes of page and workers together, as the browser measures them after collection. */
  readonly samples: readonly number[];
  /** Megabytes a minute after the warm-up. */
  readonly slope: Slope;
}

/** Measures the build in `dist`; `minutes` of memory (0 = none), beside two minutes for the rest. */
export async function measurePage(dist: string, minutes: number): Promise<PageFigures> {
  const sizes = firstLoadKb(dist);
  const server = pageServer(dist);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const executablePath = findChromium();
  const browser = await chromium.launch({
    // Without this switch the browser measures memory at a collection of its own choice, up to half a minute later.
    args: [...chromiumArguments, '--enable-blink-features=ForceEagerMeasureMemory'],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const pictures = await middleLoad(browser, address);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    return {
      firstLoadJsKb: round(sizes.js),
      firstLoadCssKb: round(sizes.css),
      firstPictures: pictures,
      ...(await learn(browser, page)),
      memory: minutes > 0 ? await watchMemory(page, minutes) : null,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

async function middleLoad(browser: Browser, address: string): Promise<FirstPictures> {
  const loads: FirstPictures[] = [];
  for (let i = 0; i < LOADS; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(NOTE_PICTURES);
    await page.goto(address);
    loads.push(await firstPictures(page));
    await context.close();
  }
  return loads.sort((a, b) => a.curve - b.curve)[LOADS >> 1]!;
}

/** A minute after Run at full speed: a quarter in each view. The run is long enough not to end in it. */
async function learn(
  browser: Browser,
  page: Page,
): Promise<Pick<PageFigures, 'mainThread' | 'idTestAt15' | 'stepsPerSecond'>> {
  await page.getByRole('button', { name: /^Set-up:/ }).click();
  await page.getByRole('combobox', { name: 'Generations' }).selectOption('1000');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Max' }).check({ force: true });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const began = Date.now();
  const mainThread: Record<string, MainThread> = {};
  for (const [i, view] of VIEWS.entries()) {
    await page.getByRole('navigation').getByRole('button', { name: view }).click();
    const left = began + (i + 1) * VIEW_MS - Date.now();
    mainThread[view] = await watchMainThread(browser, page, () => page.waitForTimeout(Math.max(1000, left)));
  }
  const seconds = (Date.now() - began) / 1000;
  const evaluated = await storedEvaluations(page);
  const envSteps = evaluated.at(-1)?.envSteps ?? 0;
  return { mainThread, idTestAt15: riseAt15(evaluated, 'id-test'), stepsPerSecond: Math.round(envSteps / seconds) };
}

interface Measuring {
  measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
}

async function watchMemory(page: Page, minutes: number): Promise<MemoryFigures> {
  await page.getByRole('navigation').getByRole('button', { name: 'Loop' }).click();
  const points: [minute: number, megabytes: number][] = [];
  const began = Date.now();
  let runs = 1;
  while (Date.now() - began < minutes * 60_000) {
    await page.waitForTimeout(SAMPLE_MS);
    const again = page.getByRole('button', { name: 'Run', exact: true });
    if (await again.isVisible()) {
      await again.click();
      runs++;
    }
    const bytes = await page.evaluate(
      async () => (await (performance as unknown as Measuring).measureUserAgentSpecificMemory()).bytes,
    );
    points.push([(Date.now() - began) / 60_000, bytes / 1e6]);
  }
  return { minutes, runs, samples: points.map(([, mb]) => round(mb)), slope: slopeOf(points.slice(WARM_UP_SAMPLES)) };
}
