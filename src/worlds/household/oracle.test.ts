// The oracle's plans win, and no shorter plan exists: compared with a search over all states of small houses.
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../test/data.ts';
import { Rng } from '../../core/rng.ts';
import { readCompact } from './compact.ts';
import { codeVerb, Game, House, VERB } from './engine.ts';
import type { HouseSpec } from './house.ts';
import { shortestPlan } from './oracle.ts';
import { SAMPLE_GOALS, sampleHouse } from './sample.testing.ts';

/** Plays a plan; returns how many commands it took to win. */
function playPlan(game: Game, plan: readonly number[]): number {
  for (const code of plan) {
    expect(game.won).toBe(false);
    game.stepCode(code);
    expect(game.happened).toBe(true);
  }
  expect(game.won).toBe(true);
  return plan.length;
}

const CHANGES = new Set<number>([
  VERB.go,
  VERB.open,
  VERB.take,
  VERB.put,
  VERB.clean,
  VERB.heat,
  VERB.cool,
  VERB.slice,
  VERB.use,
]);

/** Length of the shortest plan by breadth-first search over all states, or Infinity if there is none up to `limit`. */
function searched(start: Game, limit: number): number {
  const seen = new Set([start.stateKey()]);
  let front = [start];
  for (let depth = 0; depth <= limit; depth++) {
    const next: Game[] = [];
    for (const game of front) {
      if (game.won) return depth;
      for (let i = 0; i < game.count; i++) {
        if (!CHANGES.has(codeVerb(game.codes[i]))) continue;
        const child = game.clone();
        child.step(i);
        const key = child.stateKey();
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(child);
      }
    }
    front = next;
  }
  return Infinity;
}

/** The house without things that the goal does not need, so that all its states can be searched. */
function smaller(spec: HouseSpec): HouseSpec {
  const needed = new Set(['apple', 'knife', spec.goal.kind === 'light' ? 'desklamp' : 'apple']);
  const objects = spec.objects.filter((o) => needed.has(o.type)).slice(-3 - Number(spec.goal.kind === 'light'));
  return { ...spec, objects: spec.taskType.startsWith('slice') ? objects : objects.filter((o) => o.type !== 'knife') };
}

describe('shortestPlan', () => {
  it.each(SAMPLE_GOALS.map(([taskType], number) => ({ taskType, number })))('is exact: $taskType', ({ number }) => {
    let solved = 0;
    for (let seed = 0; seed < 12; seed++) {
      const house = new House(smaller(sampleHouse(Rng.root(seed).sub('oracle'), number)));
      const plan = shortestPlan(new Game(house));
      const limit = Math.min(7, plan === null ? 6 : plan.length - 1);
      const found = searched(new Game(house), limit);
      if (plan === null) expect(found).toBe(Infinity);
      else {
        solved++;
        expect(found).toBeGreaterThanOrEqual(playPlan(new Game(house), plan));
      }
    }
    expect(solved).toBeGreaterThan(3);
  });

  it('goes on from any state of a game', () => {
    let solved = 0;
    for (let seed = 0; seed < 300; seed++) {
      const rng = Rng.root(seed);
      const game = new Game(new House(sampleHouse(rng.sub('house'))));
      if (shortestPlan(game) === null) continue;
      for (let i = 0; i < 15 && !game.won; i++) game.step(rng.int(game.count));
      const plan = shortestPlan(game);
      if (plan === null) continue;
      if (!game.won) playPlan(game, plan);
      solved++;
    }
    expect(solved).toBeGreaterThan(200);
  });

  it('is [] for a game that is won, null for one that cannot be won', () => {
    const house = sampleHouse(Rng.root(3), 0);
    const none = { ...house, objects: house.objects.filter((o) => o.type !== 'apple') };
    expect(shortestPlan(new Game(new House(none)))).toBe(null);
    const game = new Game(new House(house));
    const plan = shortestPlan(game) ?? [];
    playPlan(game, plan);
    expect(shortestPlan(game)).toEqual([]);
  });
});

const data = dataDirectory();
describe.skipIf(data === null)('shortestPlan on the real games (needs TERRARIUM_DATA)', () => {
  it('solves every unseen game in at most 9 commands, 5.9 on average', () => {
    const path = join(data ?? '', 'alfworld/compact_valid_unseen.json.gz');
    const specs = readCompact(JSON.parse(gunzipSync(readFileSync(path)).toString()) as unknown);
    const lengths = specs.map((spec) => {
      const game = new Game(new House(spec));
      return playPlan(game, shortestPlan(game) ?? []);
    });
    expect(lengths).toHaveLength(134);
    expect(Math.max(...lengths)).toBe(9);
    expect(lengths.reduce((a, b) => a + b) / 134).toBeCloseTo(5.88, 2);
  });
});
