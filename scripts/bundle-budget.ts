// Checks the first load of the built page against its budget (product.md 2.5).
import { firstLoadKb } from './first-load.ts';

const BUDGET_KB = { js: 150, css: 15 };
const sums = firstLoadKb('dist');

for (const kind of ['js', 'css'] as const) {
  const over = sums[kind] > BUDGET_KB[kind];
  console.log(
    `First load ${kind}: ${sums[kind].toFixed(1)} KB gzip of ${BUDGET_KB[kind]} KB${over ? '  OVER BUDGET' : ''}`,
  );
  if (over || sums[kind] === 0) process.exitCode = 1;
}
