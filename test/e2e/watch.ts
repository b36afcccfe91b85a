// The fixture that every end-to-end test runs under: it listens to all pages and workers of the browser.
// Invariant: a test fails when anything broke the Content-Security-Policy, left the origin, threw or was logged as an error.
import { test as base, expect, type BrowserContext, type Worker } from '@playwright/test';

/** What was heard and must not have happened. */
export interface Watch {
  readonly violations: string[];
  readonly foreign: string[];
  readonly errors: string[];
  /** Takes back what a test provoked on purpose. */
  forget(): void;
}

const MARK = 'content security policy violation:';

/** Runs in the page and in its workers: what breaks the policy is logged, so that `watchOver` hears it. */
function tellViolations(mark: string): void {
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile } = event as SecurityPolicyViolationEvent;
    console.error(mark, effectiveDirective, blockedURI, sourceFile);
  });
}

function watchOver(context: BrowserContext, origin: string): Watch {
  const violations: string[] = [];
  const foreign: string[] = [];
  const errors: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && asked !== origin) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const breaksPolicy = message.text().startsWith(MARK) || /Content[- ]Security[- ]Policy/i.test(message.text());
    (breaksPolicy ? violations : errors).push(message.text());
  });
  // A worker that is gone before it listens has nothing more to break.
  const listenIn = (worker: Worker) => void worker.evaluate(tellViolations, MARK).catch(() => {});
  context.on('page', (page) => page.on('worker', listenIn));
  context.on('weberror', (error) => errors.push(String(error.error())));
  const heard = [violations, foreign, errors];
  return { violations, foreign, errors, forget: () => heard.forEach((list) => (list.length = 0)) };
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchOver(context, new URL(baseURL!).origin);
      await context.addInitScript(tellViolations, MARK);
      await use(watch);
      const { forget: _, ...heard } = watch;
      expect(heard).toEqual({ violations: [], foreign: [], errors: [] });
    },
    { auto: true },
  ],
});

export { expect };
