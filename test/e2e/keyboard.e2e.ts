// The whole main job by keyboard alone: no test step here touches a pointer.
import { expect as baseExpect, type Locator, type Page } from '@playwright/test';
import { storedRuns, storedUpTo } from '../chaos/harness.ts';
import { heading, openHome, runButton } from './page.ts';
import { expect, test } from './watch.ts';

const MOST_TABS = 150;

/** Presses Tab until `target` has the focus, as a person does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeAttached();
  for (let i = 0; i < MOST_TABS; i++) {
    await page.keyboard.press('Tab');
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached by ${MOST_TABS} presses of Tab`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Plays by typing what the policy thinks best, until the episode ends. */
async function playByHand(page: Page): Promise<string> {
  const field = page.getByRole('combobox', { name: 'Type a command' });
  const left = page.getByText(/\d+ of \d+ steps left/);
  const head = page.getByRole('heading', { name: /^(Done|Out of steps|What to do)/ });
  // The policy may have ended the watched episode just before.
  if (!(await head.innerText()).startsWith('What to do')) await press(page, button(page, 'Start again'));
  await tabTo(page, field);
  for (let step = 0; step < 60; step++) {
    const before = await left.innerText();
    const best = page.locator('.groups button.best .text').or(page.locator('.groups button .text').first());
    await page.keyboard.type(await best.first().innerText());
    await page.keyboard.press('Enter');
    await baseExpect(left).not.toHaveText(before);
    const title = await head.innerText();
    if (!title.startsWith('What to do')) return title;
    if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field);
  }
  throw new Error('the episode did not end');
}

test('set up, run, pause, step, play by hand, compare, export and erase without a pointer', async ({ page }) => {
  await openHome(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the view' })).toBeFocused();

  await press(page, page.getByRole('button', { name: /^Set-up:/ }));
  await tabTo(page, page.getByRole('textbox', { name: 'Seed' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('11');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Set-up:.*seed 11$/ })).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Max' })).toBeChecked();

  await press(page, runButton(page));
  await storedUpTo(page, 2);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  const [paused] = await storedRuns(page);
  expect(paused!.config.seed).toBe(11);

  await press(page, button(page, 'Generation'));
  await expect.poll(async () => (await storedRuns(page))[0]!.generation).toBe(paused!.generation + 1);
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();

  const watched = page.locator('.glass .state');
  const before = await watched.innerText();
  await page.keyboard.press('.');
  await expect(watched).not.toHaveText(before);

  await page.keyboard.press('2');
  await expect(heading(page, 'World')).toBeAttached();
  expect(await playByHand(page)).toMatch(/^(Done|Out of steps)/);

  await button(page, 'Run').focus();
  await page.keyboard.press('3');
  await press(page, page.getByRole('region', { name: 'Find an episode' }).locator('button.open'));
  const reader = page.getByRole('region', { name: 'The opened episode' });
  await expect(reader.getByRole('listitem', { name: 'Step 1', exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(reader.getByRole('listitem', { name: 'Step 2', exact: true })).toBeFocused();
  await press(page, page.getByRole('button', { name: /Compare with the open episode/ }));
  await expect(reader.getByText(/First difference: step|No difference/)).toBeVisible();

  await page.keyboard.press('4');
  await expect(heading(page, 'Data')).toBeAttached();
  const download = page.waitForEvent('download');
  await press(page, page.getByRole('table').getByRole('button', { name: /^Export/ }));
  expect((await download).suggestedFilename()).toMatch(/^terrarium-grpo-household-seed-11-.*\.terrarium$/);

  await press(page, button(page, 'Erase everything …'));
  await expect(button(page, 'Keep everything')).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await storedRuns(page)).toHaveLength(1);
  await expect(button(page, 'Erase everything …')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Erase everything')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everything is erased.')).toBeVisible();
  expect(await storedRuns(page)).toHaveLength(0);
  await expect(page.getByText('No run is stored yet.')).toBeVisible();
});
