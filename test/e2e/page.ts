// What the end-to-end tests do on the page in common.
import { expect, type Page } from '@playwright/test';

/** The views by their buttons, each with the text of its first heading. */
export const VIEWS = {
  Loop: /Generation \d/,
  World: 'World',
  Episode: 'Episodes',
  Data: 'Data',
} as const;
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

export const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
export const heading = (page: Page, view: ViewName) => page.getByRole('heading', { level: 1, name: VIEWS[view] });
export const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });

/** Opens the page and waits until it can be used: recorded run there, choices loaded. */
export async function openHome(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await expect(runButton(page)).toBeEnabled();
}

/** Changes to a view by its button and waits until it is there. */
export async function openView(page: Page, view: ViewName): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: view }).click();
  await expect(heading(page, view)).toBeAttached();
}

/** Opens the first listed episode in the Episode view, and sets the next one beside it where asked. */
export async function openEpisode(page: Page, compare = false): Promise<void> {
  await openView(page, 'Episode');
  const finder = page.getByRole('region', { name: 'Find an episode' });
  await finder.locator('button.open').first().click();
  const reader = page.getByRole('region', { name: 'The opened episode' });
  await expect(reader.getByRole('listitem', { name: 'Step 1', exact: true })).toBeVisible();
  if (!compare) return;
  await finder
    .getByRole('button', { name: /Compare with the open episode/ })
    .first()
    .click();
  await expect(reader.getByText(/First difference: step|No difference/)).toBeVisible();
}
