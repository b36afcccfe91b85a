// `npm test`: types, lint, unit, browser and end-to-end tests, in this order, all of them even when one fails.
// Invariant: ends with one line `N passed, N failed` summed over every check and test, and exits non-zero when anything failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const results = 'test-results';
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

function shell(command: string, env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n> ${command}`);
  const done = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } });
  return done.status === 0;
}

function add(name: string, tally: Tally): void {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  if (tally.failed > 0) failures.push(name);
}

/** A check that passes or fails as a whole. */
function check(name: string, command: string): boolean {
  const passed = shell(command);
  add(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
  return passed;
}

/** A test runner whose JSON report is counted; a runner that failed without a failed test counts as one failure. */
function suite(name: string, command: string, report: string, read: (json: never) => Tally): void {
  rmSync(report, { force: true });
  const passed = shell(command);
  const tally = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')) as never)
    : { passed: 0, failed: 0, skipped: 0 };
  if (!passed && tally.failed === 0) tally.failed = 1;
  add(name, tally);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}
const vitestTally = (report: VitestReport): Tally => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests,
});

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}
const playwrightTally = ({ stats }: PlaywrightReport): Tally => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
});

/** Finds a Chromium; as root on Debian installs one; else says what to do. */
function ensureChromium(): boolean {
  if (findChromium()) return true;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall && shell('apt-get update && apt-get install -y --no-install-recommends chromium')) {
    return findChromium() !== undefined;
  }
  console.error(
    'No Chromium found. Set CHROMIUM_PATH to a Chromium or Chrome executable, or install one (Debian: apt-get install chromium), then run npm test again.',
  );
  return false;
}

mkdirSync(results, { recursive: true });
check('types', 'npx tsc --noEmit');
check('svelte types', 'npx svelte-check --fail-on-warnings --threshold warning');
check('lint', 'npx eslint . --max-warnings 0');
check('format', 'npx prettier --check . --log-level warn');
check('dead code', 'npx knip');
const built =
  check('build', 'npx vite build --logLevel warn') && check('bundle budget', 'npx tsx scripts/bundle-budget.ts');

const json = `--reporter=default --reporter=json --outputFile.json=`;
suite('unit', `npx vitest run --project node ${json}${results}/node.json`, `${results}/node.json`, vitestTally);
if (ensureChromium()) {
  suite(
    'browser',
    `npx vitest run --project browser ${json}${results}/browser.json`,
    `${results}/browser.json`,
    vitestTally,
  );
  if (built) suite('e2e', 'npx playwright test', `${results}/playwright.json`, playwrightTally);
} else {
  add('chromium', { passed: 0, failed: 1, skipped: 0 });
}

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
if (total.skipped > 0)
  console.log(
    `\n${total.skipped} skipped (each said why: usually the benchmark files are absent; set TERRARIUM_DATA).`,
  );
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
