// Finds the Chromium that the tests drive: CHROMIUM_PATH, Debian's /usr/bin/chromium, or an installed Chrome.
// Invariant: it only looks; installing is scripts/test.ts's business.
import { existsSync } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of the browser's executable, or undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  return CANDIDATES.find((path) => existsSync(path));
}

/** Switches under which every test browser runs: sandbox off as root, no traffic of the browser's own. */
export const chromiumArguments: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
