// The scripted players on generated houses stay where the players on the real games are (targets of worlds.md 6.1).
import { describe, expect, it } from 'vitest';
import type { WorldSetup } from '../../../core/types.ts';
import { Rng } from '../../../core/rng.ts';
import type { Player } from '../../world.ts';
import { Game, House } from '../engine.ts';
import type { HouseSpec } from '../house.ts';
import { Memory } from '../memory.ts';
import { HouseNotes, houseMemoryOrder } from '../notes.ts';
import { Outline } from '../outline.ts';
import { Explorer } from '../players-explorer.ts';
import type { PlayerSeat } from '../players.ts';
import { startPlayer } from '../players.ts';
import { countPrior } from '../prior.ts';
import { generatedSource } from './generated.ts';

const LIMIT = 50;
const setup = (switches: Record<string, boolean>): WorldSetup => ({
  id: 'household',
  source: { kind: 'generated' },
  switches,
  trainSplit: 'train',
  evaluationSplits: [],
});

interface Played {
  readonly house: House;
  readonly memory: Memory;
  /** Steps to the win, LIMIT + 1 for none. */
  readonly steps: number;
}

function play(spec: HouseSpec, start: (seat: PlayerSeat, house: House) => Player): Played {
  const house = new House(spec);
  const game = new Game(house);
  const memory = new Memory(new Outline(spec));
  const player = start({ game, memory }, house);
  while (!game.won && game.steps < LIMIT) {
    game.step(player.choose());
    memory.observe(game);
  }
  return { house, memory, steps: game.won ? game.steps : LIMIT + 1 };
}

const within = (steps: readonly number[], limit: number): number =>
  steps.filter((n) => n <= limit).length / steps.length;
const meanSteps = (steps: readonly number[]): number =>
  steps.reduce((total, n) => total + Math.min(n, LIMIT), 0) / steps.length;

describe('players on id-test', () => {
  const train = generatedSource(setup({}), 'train');
  const prior = countPrior(Array.from({ length: 600 }, (_, i) => train.house(i)));
  const source = generatedSource(setup({}), 'id-test');
  const run = (name: string, repeats: number): number[] =>
    Array.from({ length: source.size * repeats }, (_, n) => {
      const start = (seat: PlayerSeat): Player => {
        const player = startPlayer(name, seat, n, () => prior);
        if (player === null) throw new Error(`no player ${name}`);
        return player;
      };
      return play(source.house(n % source.size), start).steps;
    });

  it('random wins under 1.5 % within 50 steps', () => {
    expect(within(run('random', 4), 50)).toBeLessThan(0.015);
  });

  it('blind explorer: about 29 % at 10, 51 % at 15, 95 % at 50', () => {
    const steps = run('blind', 3);
    expect(Math.abs(within(steps, 10) - 0.29)).toBeLessThan(0.07);
    expect(Math.abs(within(steps, 15) - 0.51)).toBeLessThan(0.08);
    expect(within(steps, 50)).toBeGreaterThan(0.93);
  });

  it('explorer with a prior: 77-92 % at 10, about 95 % at 15, 7-9.5 steps', () => {
    const steps = run('prior', 1);
    expect(within(steps, 10)).toBeGreaterThan(0.75);
    expect(within(steps, 10)).toBeLessThan(0.92);
    expect(within(steps, 15)).toBeGreaterThan(0.9);
    expect(meanSteps(steps)).toBeLessThan(9.5);
  });

  it('oracle: all within 10, 5.9 steps', () => {
    const steps = run('oracle', 1);
    expect(within(steps, 10)).toBeGreaterThan(0.98);
    expect(Math.abs(meanSteps(steps) - 5.9)).toBeLessThan(0.3);
  });
});

describe('habits', () => {
  it('are worth remembering: the house-memory explorer is between the prior and the oracle', () => {
    const train = generatedSource(setup({ habits: true }), 'train');
    const specs = Array.from({ length: 1500 }, (_, i) => train.house(i));
    const prior = countPrior(specs);
    const notes = new HouseNotes();
    const rng = Rng.root(1);
    const remembering = specs.map((spec, i) => {
      const played = play(
        spec,
        (seat, house) => new Explorer(seat, houseMemoryOrder(notes, house, prior), rng.sub('memory', i)),
      );
      notes.note(played.house, played.memory);
      return played.steps;
    });
    const late = specs.slice(1000);
    const forgetful = late.map(
      (spec, i) =>
        play(
          spec,
          (seat, house) => new Explorer(seat, houseMemoryOrder(new HouseNotes(), house, prior), rng.sub('none', i)),
        ).steps,
    );
    expect(meanSteps(remembering.slice(1000))).toBeLessThan(meanSteps(forgetful) - 0.3);
    expect(meanSteps(remembering.slice(1000))).toBeGreaterThan(5.9);
  });
});
