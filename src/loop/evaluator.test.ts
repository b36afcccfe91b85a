import { expect, test } from 'vitest';
import { fakePolicy, fakeSetup, fakeWorld } from '../../test/contracts/fake.ts';
import { evaluateSnapshot, evaluationTasks, scoreSplit } from './evaluator.ts';
import type { EpisodeResult } from './rollout-contract.ts';
import { InlinePool } from './rollout.ts';

function result(won: boolean, steps: number): EpisodeResult {
  return { record: { header: { won, steps } }, trace: null, anchors_T: null } as unknown as EpisodeResult;
}

test('budgets are read off one episode, a failure counts as the limit', () => {
  const score = scoreSplit('s', [result(true, 10), result(true, 11), result(true, 16), result(false, 50)], 1);
  expect(score).toMatchObject({ episodes: 4, at10: 0.25, at15: 0.5, at50: 0.75, meanSteps: (10 + 11 + 16 + 50) / 4 });
  expect(score.at15Low).toBeLessThanOrEqual(0.5);
  expect(score.at15High).toBeGreaterThanOrEqual(0.5);
});

test('small splits are taken whole, large ones evenly spread, endless ones from the start', () => {
  expect(evaluationTasks(134, 0)).toHaveLength(134);
  expect(evaluationTasks(140, 0).at(-1)).toBe(139);
  expect(evaluationTasks(3553, 0)).toHaveLength(200);
  expect(evaluationTasks(10, 5)).toEqual([0, 2, 4, 6, 8]);
  expect(evaluationTasks(Infinity, 3)).toEqual([0, 1, 2]);
  expect(evaluationTasks(3, 9)).toEqual([0, 1, 2]);
});

test('two evaluations of one snapshot are equal, sampled ones too, and another seed draws anew', async () => {
  const pool = new InlinePool(fakeWorld, fakePolicy);
  const policy = fakePolicy.initial({}, 0);
  const options = { tasks: 0, temperature: 1, player: 'policy' };
  const score = (seed: number) => evaluateSnapshot(fakeWorld, pool, { seed, world: fakeSetup }, policy, options);
  expect(await score(1)).toEqual(await score(1));
  expect(await score(1)).not.toEqual(await score(2));
});
