// Workers that throw, end themselves or hang while the run is on: they are replaced, the page says so, the digest is the same.
// The misdeed is done from outside through the browser's debugger; the page has no code for it.
import { expect, test, type Page, type Worker } from '@playwright/test';
import { expectReference, openPage, pause, soundRun, startRun, storedUpTo } from './harness.ts';

async function workerNamed(page: Page, name: string): Promise<Worker> {
  const found = () => page.workers().filter((worker) => worker.url().includes(`/${name}-`));
  await expect.poll(() => found().length).toBeGreaterThan(0);
  return found().at(-1)!;
}

const MISDEEDS: Readonly<Record<string, () => void>> = {
  throws: () =>
    void setTimeout(() => {
      throw new Error('chaos');
    }),
  'ends itself': () => self.close(),
  hangs: () =>
    void setTimeout(() => {
      for (;;);
    }),
};

for (const victim of ['rollout', 'loop']) {
  for (const [how, misdeed] of Object.entries(MISDEEDS)) {
    test(`a ${victim} worker that ${how} is replaced and the digest stays the same`, async ({ context }) => {
      const page = await openPage(context);
      await startRun(page);
      const before = await storedUpTo(page, 1);
      await (await workerNamed(page, victim)).evaluate(misdeed);
      await expect(page.getByRole('region', { name: 'Problems' })).toContainText('is started again', {
        timeout: 60_000,
      });
      const { generation } = (await soundRun(page))!;
      expect(generation).toBeGreaterThanOrEqual(before.generation);
      await storedUpTo(page, generation + 2);
      await pause(page);
      await expectReference((await soundRun(page))!);
    });
  }
}
