// The watch itself: it hears what it is there to hear, in the page and in a worker. And the page is served under its headers.
import { SECURITY_HEADERS } from '../../scripts/headers.ts';
import { expect, test } from './watch.ts';

test('the page comes with its headers and is isolated', async ({ page }) => {
  const response = await page.goto('/');
  const headers = await response!.allHeaders();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers[name.toLowerCase()]).toBe(value);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('an inline script, a foreign request and an error are heard', async ({ page, watch }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.broken = true';
    document.body.append(script);
    void fetch('http://127.0.0.2:9/').catch(() => {});
    setTimeout(() => {
      throw new Error('on purpose');
    });
  });
  await expect.poll(() => watch.violations.length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => watch.errors.join()).toContain('on purpose');
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  watch.forget();
});

test('a foreign request of a worker is heard', async ({ page, watch }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const loop = () => page.workers().find((worker) => worker.url().includes('/loop-'));
  await expect.poll(() => loop() !== undefined).toBe(true);
  await loop()!.evaluate(() => {
    void fetch('http://127.0.0.2:9/').catch(() => {});
  });
  await expect.poll(() => watch.violations.length + watch.foreign.length).toBeGreaterThan(0);
  watch.forget();
});
