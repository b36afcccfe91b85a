// What is measured on the open page, for the bench and for the end-to-end tests: first pictures, main-thread tasks, held-out success.
// Invariant: the page has no code for it; everything is read from outside through the browser's own instruments.
import type { Browser, Page } from '@playwright/test';

/** Where the first pictures show: the ring of stations, the mark of the recorded run, a drawn curve. */
const PICTURES = { stations: 'ol[aria-label^="Stations"] button', label: 'strong.label', curve: 'figure path.line' };

/** To be run before the page's own scripts: notes the frame in which each of the pictures is there. */
export const NOTE_PICTURES = `{
  const wanted = new Map(Object.entries(${JSON.stringify(PICTURES)}));
  requestAnimationFrame(function look() {
    for (const [name, selector] of wanted) {
      if (document.querySelector(selector) === null) continue;
      performance.mark(name);
      wanted.delete(name);
    }
    if (wanted.size > 0) requestAnimationFrame(look);
  });
}`;

/** Milliseconds from the start of navigation. */
export interface FirstPictures {
  readonly firstContentfulPaint: number;
  readonly stations: number;
  readonly label: number;
  readonly curve: number;
}

/** The first pictures of a page that was opened with NOTE_PICTURES. Waits for the last of them. */
export async function firstPictures(page: Page): Promise<FirstPictures> {
  await page.waitForFunction(
    (names) => names.every((name) => performance.getEntriesByName(name).length > 0),
    ['first-contentful-paint', ...Object.keys(PICTURES)],
  );
  const times = await page.evaluate(() =>
    [...performance.getEntriesByType('paint'), ...performance.getEntriesByType('mark')].map(
      (entry): [string, number] => [entry.name, Math.round(entry.startTime)],
    ),
  );
  const at = Object.fromEntries(times);
  return {
    firstContentfulPaint: at['first-contentful-paint']!,
    stations: at['stations']!,
    label: at['label']!,
    curve: at['curve']!,
  };
}

/** Tasks of the page's main thread. CPU time is what the page asks for; wall time also counts what else the machine does. */
export interface MainThread {
  readonly tasks: number;
  readonly worstCpuMs: number;
  readonly worstWallMs: number;
  readonly over50Cpu: number;
  readonly over50Wall: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of wall and of thread time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Watches the main thread while `act` goes on. @throws Error when the trace holds no task. */
export async function watchMainThread(browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return mainThreadOf(traceEvents);
}

const LONG_MS = 50;

/** Sums up the tasks of the thread CrRendererMain. */
function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const mains = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid}/${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread');
  const cpu = tasks.map((task) => (task.tdur ?? task.dur ?? 0) / 1000);
  const wall = tasks.map((task) => (task.dur ?? 0) / 1000);
  const worst = (times: readonly number[]): number => Math.round(times.reduce((a, b) => Math.max(a, b), 0) * 10) / 10;
  return {
    tasks: tasks.length,
    worstCpuMs: worst(cpu),
    worstWallMs: worst(wall),
    over50Cpu: cpu.filter((ms) => ms > LONG_MS).length,
    over50Wall: wall.filter((ms) => ms > LONG_MS).length,
  };
}

/** What is read of one evaluation of a stored run; the store keeps more. */
interface Evaluated {
  readonly generation: number;
  readonly envSteps: number;
  readonly evaluation?: readonly { readonly split: string; readonly at15: number }[];
}

/** All evaluations of the newest run in the page's database, ascending. */
export function storedEvaluations(page: Page): Promise<Evaluated[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open(`terrarium:${new URL('.', location.href).pathname}`);
    await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
    const db = opening.result;
    const moment = db.transaction(['runs', 'generations']);
    const runs = moment.objectStore('runs').getAll();
    await new Promise((resolve, reject) => Object.assign(runs, { onsuccess: resolve, onerror: reject }));
    const newest = (runs.result as { id: string; created: number }[]).sort((a, b) => b.created - a.created)[0];
    if (newest === undefined) return [];
    const range = IDBKeyRange.bound([newest.id, 0], [newest.id, Infinity]);
    const rows = moment.objectStore('generations').getAll(range);
    await new Promise((resolve, reject) => Object.assign(rows, { onsuccess: resolve, onerror: reject }));
    db.close();
    return (rows.result as { entry: Evaluated }[]).map(({ entry }) => entry).filter((entry) => entry.evaluation);
  });
}

/** Rise of a split's success at 15 steps from the clone to the newest evaluation, fractions. */
export function riseAt15(evaluated: readonly Evaluated[], split: string): { first: number; last: number } | null {
  const values = evaluated.flatMap(({ evaluation }) => evaluation?.filter((score) => score.split === split) ?? []);
  const [first, last] = [values[0], values.at(-1)];
  return first && last ? { first: first.at15, last: last.at15 } : null;
}
