// Scripted players: the procedure of every task works on every kind of house, choices repeat by seed, and nothing hidden is used.
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../test/data.ts';
import { Rng } from '../../core/rng.ts';
import type { WorldSetup } from '../../core/types.ts';
import { readCompact } from './compact.ts';
import { Game, House } from './engine.ts';
import { generatedSource, generatedSplits, householdSwitches } from './generate/generated.ts';
import { NEED } from './house.ts';
import type { HouseSpec } from './house.ts';
import { Memory } from './memory.ts';
import { HouseNotes, houseMemoryOrder } from './notes.ts';
import { shortestPlan } from './oracle.ts';
import { Outline } from './outline.ts';
import { Explorer } from './players-explorer.ts';
import { PLAYER_NAMES, startPlayer } from './players.ts';
import { countPrior } from './prior.ts';
import type { Prior } from './prior.ts';
import { figuresPrior } from './prior-figures.ts';
import { SAMPLE_GOALS, sampleHouse } from './sample.testing.ts';

const samples = Array.from({ length: 50 }, (_, i) => sampleHouse(Rng.root(i).sub('train')));
const samplePrior = countPrior(samples);

/** Commands of one playing, up to the limit. */
function play(name: string, spec: HouseSpec, seed: number, limit: number, prior: Prior = samplePrior): number[] {
  const game = new Game(new House(spec));
  const memory = new Memory(new Outline(spec));
  const player = startPlayer(name, { game, memory }, seed, () => prior);
  if (player === null) throw new Error(name);
  const codes: number[] = [];
  while (!game.won && game.steps < limit) {
    game.step(player.choose());
    memory.observe(game);
    if (game.lastCode < 0) throw new Error(`${name} gave no admissible command`);
    codes.push(game.lastCode);
  }
  return game.won ? codes : [];
}

/** Can be won, and is not won yet. */
const isOpen = (spec: HouseSpec): boolean => (shortestPlan(new Game(new House(spec)))?.length ?? 0) > 0;

describe('explorers', () => {
  const explorers = ['blind', 'list', 'prior', 'prior-doors'];
  it.each(SAMPLE_GOALS.map(([taskType], number) => ({ taskType, number })))('solve $taskType', ({ number }) => {
    let solvable = 0;
    for (let seed = 0; seed < 200; seed++) {
      const spec = sampleHouse(Rng.root(seed).sub('play'), number);
      if (!isOpen(spec)) continue;
      solvable++;
      for (const name of explorers) expect(play(name, spec, seed, 200).length, `${name} ${seed}`).toBeGreaterThan(0);
    }
    expect(solvable).toBeGreaterThan(60);
  });

  it('pass by an appliance that is broken', () => {
    let won = 0;
    for (let seed = 0; seed < 100; seed++) {
      const spec = sampleHouse(Rng.root(seed), 2);
      const [sink] = spec.receptacles.filter((r) => r.type === 'sinkbasin');
      const spare = { ...sink, id: 'sink_bar_9_basin', location: spec.locations.length - 1 };
      const receptacles = [...spec.receptacles.map((r) => (r === sink ? { ...r, broken: true } : r)), spare];
      const faulty = { ...spec, receptacles };
      if (!isOpen(faulty)) continue;
      expect(play('blind', faulty, seed, 200).length).toBeGreaterThan(0);
      won++;
    }
    expect(won).toBeGreaterThan(60);
  });

  it('try the next object when the task meant another one', () => {
    let won = 0;
    for (let seed = 0; seed < 100; seed++) {
      const spec = sampleHouse(Rng.root(seed), 0);
      if (spec.goal.kind === 'light') continue;
      const meant = { ...spec, goal: { ...spec.goal, objects: [2] } };
      if (!isOpen(meant)) continue;
      expect(play('blind', meant, seed, 200).length).toBeGreaterThan(0);
      won++;
    }
    expect(won).toBeGreaterThan(60);
  });

  it('see no hidden state: what was not seen does not change a choice', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.constantFrom(...explorers), (seed, name) => {
        const spec = sampleHouse(Rng.root(seed));
        // Before the first observation nothing is seen, so all houses with these receptacles get the same first command.
        const moved = spec.objects.map((o, i) => ({ ...o, receptacles: [(seed + i) % spec.receptacles.length] }));
        const doors = spec.receptacles.map((r) => ({ ...r, openable: !r.openable }));
        const first = (house: HouseSpec): number => {
          const game = new Game(new House(house));
          if (game.won) return -1;
          const memory = new Memory(new Outline(house));
          return startPlayer(name, { game, memory }, seed, () => samplePrior)?.choose() ?? -2;
        };
        fc.pre(first(spec) >= 0 && first({ ...spec, objects: moved }) >= 0);
        expect(first({ ...spec, objects: moved, receptacles: doors })).toBe(first(spec));
      }),
    );
  });
});

describe('startPlayer', () => {
  it('repeats by seed, and knows only its names', () => {
    const spec = sampleHouse(Rng.root(6), 2);
    expect(isOpen(spec)).toBe(true);
    for (const name of PLAYER_NAMES) expect(play(name, spec, 7, 50)).toEqual(play(name, spec, 7, 50));
    expect(play('blind', spec, 1, 50)).not.toEqual(play('blind', spec, 2, 50));
    const seat = { game: new Game(new House(spec)), memory: new Memory(new Outline(spec)) };
    expect(startPlayer('toString', seat, 1, () => samplePrior)).toBe(null);
  });

  it('asks for the prior only where it is used', () => {
    const spec = sampleHouse(Rng.root(5), 0);
    const seat = { game: new Game(new House(spec)), memory: new Memory(new Outline(spec)) };
    const asked = PLAYER_NAMES.filter((name) => {
      let used = false;
      startPlayer(name, seat, 1, () => ((used = true), samplePrior))?.choose();
      return used;
    });
    expect(asked).toEqual(['prior', 'prior-doors']);
  });
});

describe('countPrior', () => {
  it('counts things per receptacle, houses that have the thing, and doors', () => {
    const [one] = samples;
    const spec: HouseSpec = {
      ...one,
      receptacles: one.receptacles
        .slice(0, 3)
        .map((r, i) => ({ ...r, type: ['shelf', 'shelf', 'drawer'][i], openable: i === 2 })),
      objects: [0, 0, 2].map((r, i) => ({ ...one.objects[0], id: `apple_bar_${i}`, receptacles: [r] })),
    };
    const without = { ...spec, objects: [] };
    const prior = countPrior([spec, without]);
    expect(prior.mean).toEqual({ apple: { shelf: 0.5, drawer: 0.5 } });
    expect(prior.chance).toEqual({ apple: { shelf: 0.5, drawer: 1 } });
    expect(prior.doors).toEqual({ shelf: 0, drawer: 1 });
  });
});

describe('HouseNotes', () => {
  it('find a habit again, and follow it when it changes', () => {
    const notes = new HouseNotes();
    const habit = (place: number): HouseSpec => {
      const base = sampleHouse(Rng.root(11), 0);
      const objects = base.objects.map((o) => (o.type === 'apple' ? { ...o, receptacles: [place] } : o));
      const goal = { kind: 'place', objectType: 'apple', receptacleType: 'table', count: 1, needs: 0 } as const;
      const receptacles = base.receptacles.map((r, i) => ({ ...r, location: 1 + (i % 4) }));
      return { ...base, objects, goal, receptacles };
    };
    const stepsIn = (spec: HouseSpec, seed: number): number => {
      const house = new House(spec);
      const game = new Game(house);
      const memory = new Memory(new Outline(spec));
      const order = houseMemoryOrder(notes, house, samplePrior);
      const player = new Explorer({ game, memory }, order, Rng.root(seed));
      while (!game.won && game.steps < 50) {
        game.step(player.choose());
        memory.observe(game);
      }
      notes.note(house, memory);
      return game.steps;
    };
    stepsIn(habit(3), 1);
    const best = shortestPlan(new Game(new House(habit(3))))?.length;
    expect(stepsIn(habit(3), 2)).toBe(best);
    for (let i = 0; i < 4; i++) stepsIn(habit(1), i);
    expect(stepsIn(habit(1), 9)).toBe(shortestPlan(new Game(new House(habit(1))))?.length);
  });
});

describe('players on generated houses', () => {
  const setup = (switches: Record<string, boolean>): WorldSetup => ({
    id: 'household',
    source: { kind: 'generated' },
    switches,
    trainSplit: 'train',
    evaluationSplits: [],
  });
  const mean = (values: number[]): number => values.reduce((a, b) => a + b) / values.length;

  it.each(generatedSplits.map(({ id }) => id))('solve the games of %s', (split) => {
    const all = Object.fromEntries(householdSwitches.map(({ id }) => [id, true]));
    const specs = [{}, all].flatMap((switches) => {
      const source = generatedSource(setup(switches), split);
      return Array.from({ length: 40 }, (_, i) => source.house(i));
    });
    const lengths = (name: string): number[] => specs.map((spec, i) => play(name, spec, i, 300, figuresPrior()).length);
    const oracle = lengths('oracle');
    const prior = lengths('prior');
    expect(Math.min(...oracle, ...prior)).toBeGreaterThan(0);
    expect(prior.every((length, i) => length >= oracle[i])).toBe(true);
  });

  it('with habits, notes about the house lie between the prior and the oracle', () => {
    const source = generatedSource(setup({ habits: true }), 'train');
    const notes = new HouseNotes();
    const steps = { notes: [] as number[], prior: [] as number[], oracle: [] as number[] };
    for (let i = 0; i < 1500; i++) {
      const spec = source.house(i);
      const house = new House(spec);
      const game = new Game(house);
      const memory = new Memory(new Outline(spec));
      const player = new Explorer({ game, memory }, houseMemoryOrder(notes, house, figuresPrior()), Rng.root(i));
      while (!game.won && game.steps < 50) {
        game.step(player.choose());
        memory.observe(game);
      }
      notes.note(house, memory);
      if (i < 700) continue;
      steps.notes.push(game.steps);
      steps.prior.push(play('prior-doors', spec, i, 50, figuresPrior()).length || 50);
      steps.oracle.push(play('oracle', spec, i, 50).length);
    }
    expect(mean(steps.notes)).toBeLessThan(mean(steps.prior) - 0.5);
    expect(mean(steps.notes)).toBeGreaterThan(mean(steps.oracle));
  });
});

const data = dataDirectory();
describe.skipIf(data === null)('players on the 134 unseen games (needs TERRARIUM_DATA)', () => {
  const read = (split: string): HouseSpec[] =>
    readCompact(
      JSON.parse(gunzipSync(readFileSync(join(data ?? '', `alfworld/compact_${split}.json.gz`))).toString()) as unknown,
    );
  /** Success at each limit, over all games and repeats. */
  const success = (specs: HouseSpec[], name: string, repeats: number, limits: number[], prior?: Prior): number[] => {
    const steps = specs.flatMap((spec, g) =>
      Array.from({ length: repeats }, (_, i) => play(name, spec, g * 1000 + i, 50, prior).length || Infinity),
    );
    return limits.map((limit) => steps.filter((n) => n <= limit).length / steps.length);
  };
  const near = (got: number[], wanted: number[]): void => {
    got.forEach((value, i) => expect(Math.abs(value - wanted[i]), `${i}: ${value}`).toBeLessThanOrEqual(0.03));
  };
  const LIMITS = [6, 8, 10, 12, 15, 20, 30, 50];

  it('reach the published figures within 3 points', () => {
    const unseen = read('valid_unseen');
    near(success(unseen, 'blind', 10, LIMITS), [0.07, 0.19, 0.29, 0.39, 0.51, 0.71, 0.91, 1]);
    near(success(unseen, 'list', 1, LIMITS), [0.17, 0.26, 0.31, 0.4, 0.51, 0.84, 0.96, 1]);
    near(success(unseen, 'random', 3, [50]), [0.003]);
    near(success(unseen, 'oracle', 1, LIMITS), [0.72, 0.92, 1, 1, 1, 1, 1, 1]);
    const prior = countPrior(read('train'));
    near(success(unseen, 'prior', 1, LIMITS, prior), [0.35, 0.57, 0.77, 0.89, 0.95, 0.97, 1, 1]);
    const builtIn = success(unseen, 'prior', 1, [10, 15, 50], figuresPrior());
    near(builtIn, [0.77, 0.95, 1]);
  });
});

it('the sample goals cover every need', () => {
  const needs = SAMPLE_GOALS.map(([, make]) => make('shelf')).map((goal) => (goal.kind === 'place' ? goal.needs : 0));
  expect(needs.reduce((a, b) => a | b)).toBe(NEED.clean | NEED.hot | NEED.cool | NEED.sliced);
});
