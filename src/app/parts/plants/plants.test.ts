// Growth is data: leaves, rings and blades count what was recorded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureRun } from '../../state/fixture-run.testing.ts';
import { bladesOf, tuftsOf } from './grass-geometry.ts';
import { branchesOf, LEAVES, ringsOf } from './tree-geometry.ts';

const run = fixtureRun(2);

describe('the policy tree', () => {
  it('has a branch for each split and as many leaves as its success says', () => {
    const scores = run.entries[0].evaluation ?? [];
    const branches = branchesOf(scores);
    expect(branches.map((branch) => branch.split)).toEqual(scores.map((score) => score.split));
    branches.forEach((branch, i) => {
      const filled = Math.round(scores[i].at15 * LEAVES);
      expect([branch.leaves, branch.buds].map((path) => path.split('M').length - 1)).toEqual([filled, LEAVES - filled]);
    });
  });

  it('a leaf keeps its place while the skill grows', () => {
    const place = (at15: number) => {
      const [score] = run.entries[0].evaluation ?? [];
      const [branch] = branchesOf([{ ...score, at15 }]);
      return branch.leaves + branch.buds;
    };
    expect(place(0.2)).toEqual(place(0.9));
  });

  it('rings stand for all updates, at most ten', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), (updates) => {
        const { radii, each } = ringsOf(updates);
        expect(radii.length).toBeLessThanOrEqual(10);
        expect(radii.length).toBe(Math.floor(updates / each));
      }),
    );
  });
});

describe('the task grass', () => {
  it('counts training episodes by type and leaves evaluation out', () => {
    const tufts = tuftsOf(run.headers.filter((header) => header.generation === 0));
    expect(tufts.reduce((sum, tuft) => sum + tuft.episodes, 0)).toBe(64);
  });

  it('blades are won in the share of the episodes', () => {
    const blades = bladesOf({ type: 't', episodes: 8, won: 6 }, 0, 3, 8);
    expect([blades.length, blades.filter((blade) => blade.won).length]).toEqual([8, 6]);
    expect(bladesOf({ type: 't', episodes: 100, won: 50 }, 0, 3, 100).length).toBe(14);
  });
});
