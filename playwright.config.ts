// End-to-end tests: the built page behind its real headers, one Chromium, two workers at most (two cores).
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './scripts/chromium.ts';

const executablePath = findChromium();
/** TERRARIUM_PORT and TERRARIUM_DIST let several checkouts or builds be tested beside each other. */
const port = Number(process.env['TERRARIUM_PORT'] ?? 4199);

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.e2e.ts', 'chaos/**/*.e2e.ts'],
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: 'npx tsx scripts/serve.ts',
    url: `http://localhost:${port}/`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
  },
});
