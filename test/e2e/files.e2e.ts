// Files brought to the page: what is good is offered, played and trained on; what is not is refused with its next step, and the
// page goes on working.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { bytesOf, smallGame } from '../../src/worlds/household/load/sample.testing.ts';
import { dataDirectory } from '../data.ts';
import { storedRuns, storedUpTo } from '../chaos/harness.ts';
import { heading, openHome, openView, problems } from './page.ts';
import { expect, test } from './watch.ts';

const MB = 1024 * 1024;

/** Drops a file on the page as a file manager does. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const carried = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name!));
      return transfer;
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: carried });
  await page.dispatchEvent('main', 'drop', { dataTransfer: carried });
}

/** Everything works: a generation is played. */
async function expectAlive(page: Page): Promise<void> {
  await openView(page, 'Loop');
  const before = (await storedRuns(page))[0]?.generation ?? -1;
  await page.getByRole('button', { name: 'Generation', exact: true }).click();
  await storedUpTo(page, before + 1);
}

const unknownConstruct = smallGame.pddl_domain.replace('(:predicates', '(:durative-action wait) (:predicates');
const zeros = zipSync({ 'json_2.1.1/train/a/b/game.tw-pddl': new Uint8Array(400 * MB) }, { level: 9 });

const REFUSED: readonly (readonly [what: string, name: string, bytes: Uint8Array, message: RegExp, next: RegExp])[] = [
  ['a truncated game', 'game.tw-pddl', bytesOf(smallGame).subarray(0, 300), /damaged or cut short/, /Download or copy/],
  ['JSON of another kind', 'cats.json', bytesOf({ cats: 3 }), /cats\.json/, /Drop a game\.tw-pddl|unedited release/],
  [
    'no JSON at all',
    'photo.png',
    new Uint8Array(64).fill(200),
    /photo\.png is no household file/,
    /Drop a game\.tw-pddl/,
  ],
  ['a zip bomb', 'bomb.zip', zeros, /bomb\.zip was not unpacked/, /Use the file that the ALFWorld project publishes/],
  ['an unsolvable game', 'game.tw-pddl', bytesOf({ ...smallGame, solvable: false }), /solvable/, /./],
  [
    'PDDL with an unknown construct',
    'game.tw-pddl',
    bytesOf({ ...smallGame, pddl_domain: unknownConstruct }),
    /durative-action/,
    /./,
  ],
];

test('what cannot be played is refused by name, with the next step, and the page goes on', async ({ page }) => {
  await openHome(page);
  for (const [what, name, bytes, message, next] of REFUSED) {
    await drop(page, name, bytes);
    const told = problems(page).getByRole('listitem').filter({ hasText: message });
    await expect(told, what).toBeVisible({ timeout: 15_000 });
    const [happened, step] = await told.getByRole('paragraph').allInnerTexts();
    expect(happened, what).toMatch(message);
    expect(step, what).toMatch(next);
    expect(step!.length, what).toBeGreaterThan(20);
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await expect(told).toBeHidden();
  }
  await expectAlive(page);
});

test('a file of 200 MB is refused at once and freezes nothing', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-files-'));
  const path = join(folder, 'huge.tw-pddl');
  writeFileSync(path, '{"pddl_domain": "');
  truncateSync(path, 200 * MB);
  try {
    await openHome(page);
    await openView(page, 'Data');
    const longest = page.evaluate(async () => {
      let longest = 0;
      let last = performance.now();
      while (document.querySelector('[aria-label="Problems"]') === null) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    });
    const began = Date.now();
    await page.getByRole('region', { name: 'Game files' }).locator('input[type=file]').setInputFiles(path);
    await expect(problems(page)).toContainText('huge.tw-pddl is too large', { timeout: 20_000 });
    await expect(problems(page)).toContainText('Drop a smaller part');
    const longestFrame = Math.round(await longest);
    test.info().annotations.push({
      type: '200 MB file',
      description: `refused after ${Date.now() - began} ms, longest frame ${longestFrame} ms`,
    });
    expect(longestFrame).toBeLessThan(1000);
    await expectAlive(page);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a small game in an own domain is played by hand to its end; what cannot train on it says so', async ({
  page,
}) => {
  await openHome(page);
  await drop(page, 'game.tw-pddl', bytesOf(smallGame));
  await page.getByRole('dialog').getByRole('button', { name: 'Play it' }).click();
  await expect(heading(page, 'World')).toBeAttached();
  await expect(page.getByText('Task: make light')).toBeVisible();
  await page.getByRole('region', { name: 'walk' }).getByRole('button').click();
  await page.getByRole('region', { name: 'light' }).getByRole('button').click();
  await expect(page.getByText('Done in 2 steps.')).toBeVisible();

  await page.getByRole('button', { name: 'Generation', exact: true }).click();
  await expect(problems(page).getByRole('listitem')).toHaveCount(1);
  await expect(problems(page)).toContainText('cannot play a game of an edited domain');
  await page.getByRole('button', { name: /^Set-up:/ }).click();
  await page.getByRole('button', { name: 'Back to generated' }).click();
  await page.keyboard.press('Escape');
  await expectAlive(page);
});

interface Transcript {
  readonly steps: readonly { readonly command: string; readonly feedback: string; readonly won: boolean }[];
}

test.describe('real games', () => {
  const data = dataDirectory();
  test.skip(data === null, 'no benchmark files: set TERRARIUM_DATA');

  const samples = data === null ? '' : join(data, 'alfworld', 'samples');
  const sample = (part: string) => readdirSync(samples).find((name) => name.includes(part))!;

  /** The shortest recorded game that ends in success, with the file that it was played from. */
  function wonTranscript(): { name: string; steps: Transcript['steps'] } {
    const folder = join(data!, 'alfworld', 'golden');
    const won = readdirSync(folder)
      .filter((name) => name.endsWith('.2.1.1.json'))
      .map((name) => ({ name, ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Transcript) }))
      .filter(({ steps }) => steps.at(-1)!.won)
      .sort((a, b) => a.steps.length - b.steps.length)[0]!;
    return { name: won.name.replace('.2.1.1.json', '.game.tw-pddl'), steps: won.steps };
  }

  test('a held-out game is won by hand, word for word as recorded; nothing offers to train on it', async ({ page }) => {
    const { name, steps } = wonTranscript();
    await openHome(page);
    await drop(page, name, readFileSync(join(samples, name)));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(name);
    await expect(dialog).toContainText('held out for evaluation');
    await expect(dialog.getByRole('button', { name: 'Train on it' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Play it' }).click();
    await expect(heading(page, 'World')).toBeAttached();
    await expect(page.getByText('50 of 50 steps left')).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Type a command' });
    for (const [i, { command, feedback }] of steps.entries()) {
      await field.fill(command);
      await field.press('Enter');
      await expect(page.getByText(`${49 - i} of 50 steps left`)).toBeVisible();
      await expect(page.locator('p.told')).toContainText(feedback);
    }
    await expect(page.getByText(`Done in ${steps.length} steps.`)).toBeVisible();
    await expect(problems(page)).toBeHidden();
  });

  test('a lone game of ALFWorld is trained on, and its run goes on after a reload', async ({ page }) => {
    await openHome(page);
    await drop(page, 'game.tw-pddl', readFileSync(join(samples, sample('pick_and_place_simple'))));
    await page.getByRole('dialog').getByRole('button', { name: 'Train on it' }).click();
    const run = await storedUpTo(page, 1);
    expect(run.config.world.source.kind).toBe('pack');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: /Go on with your run/ }).click();
    await storedUpTo(page, run.generation + 1);
  });
});
