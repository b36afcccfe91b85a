// `npm run bench -- page|world`: measures the built page in a headless Chromium, or the household world in Node.
// Invariant: prints a table for people, or with --json one JSON line and nothing else on standard output.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measurePage, type PageFigures } from './bench/page.ts';

const HELP = `npm run bench -- page [--minutes N] [--dist DIR] [--json]   first load, learning, main thread, and N minutes of memory (0)
npm run bench -- world [--json]                             steps a second of the household world`;

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

function table({ firstLoadJsKb, firstLoadCssKb, firstPictures, mainThread, memory, ...rest }: PageFigures): string {
  const rise = rest.idTestAt15;
  const rows: [string, string][] = [
    ['first load', `${firstLoadJsKb} KB JavaScript, ${firstLoadCssKb} KB style, gzipped`],
    ['first contentful paint', `${firstPictures.firstContentfulPaint} ms`],
    ['recorded run drawn', `${firstPictures.curve} ms`],
    ...Object.entries(mainThread).map(([view, thread]): [string, string] => [
      `main thread, ${view}`,
      `longest task ${thread.worstCpuMs} ms CPU, ${thread.worstWallMs} ms wall; over 50 ms: ${thread.over50Cpu} and ${thread.over50Wall} of ${thread.tasks}`,
    ]),
    [
      'held-out success at 15 steps',
      rise ? `${percent(rise.first)} -> ${percent(rise.last)} in a minute` : 'not evaluated',
    ],
    ['training steps', `${rest.stepsPerSecond} a second`],
  ];
  if (memory) {
    const { slope, low, high } = memory.slope;
    const [least, most] = [Math.min(...memory.samples), Math.max(...memory.samples)];
    rows.push(['memory', `${least} to ${most} MB in ${memory.minutes} minutes, ${memory.runs} runs`]);
    rows.push(['memory slope', `${slope.toFixed(2)} MB/min (${low.toFixed(2)} to ${high.toFixed(2)})`]);
  }
  return rows.map(([name, value]) => `${name.padEnd(30)}${value}`).join('\n');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '0' },
    dist: { type: 'string', default: 'dist' },
    json: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);

if (positionals[0] === 'world') {
  const args = ['tsx', 'cli/lab.ts', 'world', 'household', '--bench', ...(values.json ? ['--json'] : [])];
  process.exitCode = spawnSync('npx', args, { stdio: 'inherit' }).status ?? 1;
} else if (positionals[0] !== 'page' || !(minutes >= 0)) {
  console.error(HELP);
  process.exitCode = 1;
} else if (!existsSync(values.dist)) {
  console.error(`There is no build in ${values.dist}: run npx vite build first.`);
  process.exitCode = 1;
} else {
  const figures = await measurePage(values.dist, minutes);
  console.log(values.json ? JSON.stringify(figures) : table(figures));
}
