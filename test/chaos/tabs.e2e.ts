// Two tabs of the page: one writes, the other says so and can take over; when the writer goes, the other one may write.
import { expect, test } from '@playwright/test';
import { expectReference, openPage, pause, soundRun, startRun, storedUpTo } from './harness.ts';

test('a second tab is read-only, takes over, and the first goes on when the second is closed', async ({ context }) => {
  const first = await openPage(context);
  await startRun(first, 'Normal');
  await storedUpTo(first, 1);

  const second = await openPage(context);
  await startRun(second, 'Normal');
  await expect(second.getByRole('region', { name: 'Problems' })).toContainText('Another tab of this page is running');
  await expect(second.getByText('Read only: another tab writes')).toBeVisible();

  await second.getByRole('button', { name: 'Take over here' }).click();
  await expect(first.getByText('Read only: another tab writes')).toBeVisible();
  await expect(second.getByText('Paused', { exact: true })).toBeVisible();
  const taken = (await soundRun(second))!;
  await second.getByRole('button', { name: 'Run', exact: true }).click();
  await storedUpTo(second, taken.generation + 2);

  // The writer is gone without a word; the first tab stands next in line.
  await second.close({ runBeforeUnload: false });
  await expect(first.getByText('Paused', { exact: true })).toBeVisible({ timeout: 15_000 });
  await first.getByRole('button', { name: 'Run', exact: true }).click();
  const { generation } = (await soundRun(first))!;
  await storedUpTo(first, generation + 2);
  await pause(first);
  await expectReference((await soundRun(first))!);
});
