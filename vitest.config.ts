// Two projects: `node` (unit, golden, contracts) and `browser` (the same golden vectors and anything named *.browser.test.ts, in Chromium).
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findChromium } from './scripts/chromium.ts';

const chromium = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{src,workers,cli,scripts,test}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'test/e2e/**', 'node_modules/**'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        plugins: [svelte()],
        // Named here, because finding one in the middle of a test makes Vite reload the page under it.
        optimizeDeps: {
          include: ['comlink', 'dexie', 'fflate', 'zod', '@noble/hashes/sha2', '@noble/hashes/utils'],
        },
        test: {
          name: 'browser',
          include: ['{src,workers,test}/**/*.browser.test.ts', 'test/golden/*.both.test.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumArguments, ...(chromium ? { executablePath: chromium } : {}) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
