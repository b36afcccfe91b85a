import { expect, test } from 'vitest';
import { grpo } from '../src/systems/grpo.ts';
import { tableOf, type TableRow } from './table-result.ts';

function row(arm: string, seed: number, at10: number): TableRow {
  const score = { at10, at15: at10, at50: 1, meanSteps: 10 };
  return {
    key: `${arm}/${seed}`,
    arm,
    seed,
    digest: '',
    final: { near: score, far: { ...score, at10: at10 - 0.1 } },
    metrics: { loss: seed },
    envSteps: 100,
    seconds: 1,
  };
}

const seeds = [0, 1, 2, 3];
const rows = seeds.flatMap((seed) => [
  row('clone-only', seed, 0.3 + seed / 100),
  row('grpo', seed, 0.8 + seed / 100),
  row('random-advantage', seed, 0.3 + (seed % 2 ? 0.02 : -0.02)),
]);

test('arms of one split and of all splits', () => {
  expect(tableOf(grpo, rows, 'at10', 'near').arms['grpo'].mean).toBeCloseTo(0.815, 9);
  const all = tableOf(grpo, rows, 'at10', 'all');
  expect(all.arms['grpo'].mean).toBeCloseTo(0.765, 9);
  expect(all.arms['grpo'].splits['far'].at10.mean).toBeCloseTo(0.715, 9);
  expect(all).toMatchObject({ seeds: 4, envSteps: 1200, seconds: 12, mechanism: { grpo: { loss: 1.5 } } });
});

test('differences are paired by seed and stand beside what was expected', () => {
  const { diffs, control } = tableOf(grpo, rows, 'at10', 'near');
  const learnt = diffs.find(({ a, b }) => a === 'grpo' && b === 'clone-only');
  // Every pair differs by exactly half, so the interval is a point although the arms vary.
  expect(learnt).toMatchObject({ asExpected: true, signs: { better: 4, equal: 0, worse: 0 } });
  expect(learnt?.lo).toBeCloseTo(0.5, 9);
  expect(learnt?.hi).toBeCloseTo(0.5, 9);
  expect(control['random-advantage']).toMatchObject({ b: 'clone-only', expected: 'not above', asExpected: true });
  expect(diffs.some(({ a }) => a === 'gigpo')).toBe(false);
});

test('an effect that did not appear is reported as such', () => {
  const worse = rows.map((each) => (each.arm === 'grpo' ? row('grpo', each.seed, 0.1) : each));
  const { diffs } = tableOf(grpo, worse, 'at10', 'near');
  expect(diffs.find(({ a }) => a === 'grpo')).toMatchObject({ expected: 'above', asExpected: false });
});

test('a seed that one arm lacks is left out of the pairs', () => {
  const { diffs } = tableOf(
    grpo,
    rows.filter(({ key }) => key !== 'grpo/3'),
    'at10',
    'near',
  );
  expect(diffs.find(({ a }) => a === 'grpo')?.signs.better).toBe(3);
});
