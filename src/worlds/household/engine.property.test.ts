// Properties of the engine over random houses and random play.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import { Game, House, VERB, encode } from './engine.ts';
import { sampleHouse } from './sample.testing.ts';

const PLAY = fc.record({ seed: fc.nat(), draws: fc.array(fc.nat(), { maxLength: 60 }) });

function play(game: Game, draws: readonly number[]): Game {
  for (const draw of draws) game.step(draw % game.count);
  return game;
}

/** The state by the engine's own questions, not by its array. */
function describeState(game: Game): string {
  const { receptacles, objects, locations } = game.house.spec;
  const bits = (count: number, holds: (index: number) => boolean): string =>
    Array.from({ length: count }, (_, i) => Number(holds(i))).join('');
  const pairs = (holds: (o: number, x: number) => boolean, count: number): string =>
    bits(objects.length * count, (i) => holds(Math.floor(i / count), i % count));
  return [
    game.at,
    game.held,
    bits(receptacles.length, (r) => game.isOpen(r)),
    bits(objects.length, (o) => game.isClean(o)),
    bits(objects.length, (o) => game.isHot(o)),
    bits(objects.length, (o) => game.isCool(o)),
    bits(objects.length, (o) => game.isToggled(o)),
    bits(objects.length, (o) => game.isSliced(o)),
    pairs((o, r) => game.contains(o, r), receptacles.length),
    pairs((o, r) => game.wasTaken(o, r), receptacles.length),
    pairs((o, l) => game.isPlaced(o, l), locations.length),
  ].join('|');
}

const commandsOf = (game: Game): number[] => [...game.codes.subarray(0, game.count)];
const houseOf = (seed: number): House => new House(sampleHouse(Rng.root(seed)), { help: true });

describe('engine', () => {
  it('lists each admissible command once, and every one of them happens', () => {
    fc.assert(
      fc.property(PLAY, ({ seed, draws }) => {
        const game = play(new Game(houseOf(seed)), draws);
        expect(new Set(commandsOf(game)).size).toBe(game.count);
        for (let i = 0; i < game.count; i++) {
          const copy = game.clone();
          copy.step(i);
          expect([copy.happened, copy.lastCode]).toEqual([true, game.codes[i]]);
        }
      }),
    );
  });

  it('refuses every command that it does not list, and changes nothing then', () => {
    fc.assert(
      fc.property(PLAY, fc.nat(14), fc.nat(8), fc.nat(8), ({ seed, draws }, verb, a, b) => {
        const game = play(new Game(houseOf(seed)), draws);
        const code = encode(verb, a, b);
        fc.pre(!commandsOf(game).includes(code));
        const before = describeState(game);
        const commands = commandsOf(game);
        game.stepCode(code);
        expect([describeState(game), commandsOf(game), game.happened]).toEqual([before, commands, false]);
      }),
    );
  });

  it('gives equal keys exactly to equal states', () => {
    fc.assert(
      fc.property(PLAY, fc.array(fc.nat(), { maxLength: 60 }), fc.nat(60), ({ seed, draws }, others, shared) => {
        const house = houseOf(seed);
        const one = play(new Game(house), draws);
        const start = draws.slice(0, shared);
        const two = play(new Game(house), shared % 3 === 0 ? others : start);
        expect(one.stateKey() === two.stateKey()).toBe(describeState(one) === describeState(two));
      }),
      { numRuns: 300 },
    );
  });

  it('clones are equal, and independent from then on', () => {
    fc.assert(
      fc.property(PLAY, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), ({ seed, draws }, more) => {
        const game = play(new Game(houseOf(seed)), draws);
        const before = [describeState(game), commandsOf(game), game.steps, game.won, game.lastCode];
        const copy = game.clone();
        expect([describeState(copy), commandsOf(copy), copy.steps, copy.won, copy.lastCode]).toEqual(before);
        play(copy, more);
        expect([describeState(game), commandsOf(game), game.steps, game.won, game.lastCode]).toEqual(before);
        play(game, more);
        expect(describeState(copy)).toBe(describeState(game));
      }),
    );
  });

  it('an object is only ever where it was put or where it started, and in the hand of nobody else', () => {
    fc.assert(
      fc.property(PLAY, ({ seed, draws }) => {
        const house = houseOf(seed);
        const game = new Game(house);
        const pairs = new Set(house.spec.objects.flatMap((object, o) => object.receptacles.map((r) => `${o} ${r}`)));
        for (const draw of draws) {
          const code = game.codes[draw % game.count];
          game.stepCode(code);
          const pair = `${(code >> 10) & 1023} ${code & 1023}`;
          if (code >> 20 === VERB.put) pairs.add(pair);
          if (code >> 20 === VERB.take) pairs.delete(pair);
        }
        const now = house.spec.objects.flatMap((_, o) =>
          house.spec.receptacles.flatMap((__, r) => (game.contains(o, r) ? [`${o} ${r}`] : [])),
        );
        expect(new Set(now)).toEqual(pairs);
      }),
    );
  });
});
