// The picture shows what was seen, marks what was not, and survives being sent to another thread.
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import { encode, Game, House, VERB } from './engine.ts';
import { NEED } from './house.ts';
import { Memory } from './memory.ts';
import { Outline } from './outline.ts';
import { picture } from './picture.ts';
import { startPlayer } from './players.ts';
import { countPrior } from './prior.ts';
import { sampleHouse } from './sample.testing.ts';

const open = (seed: number, goal: number): { game: Game; memory: Memory } => {
  const spec = sampleHouse(Rng.root(seed), goal);
  return { game: new Game(new House(spec)), memory: new Memory(new Outline(spec)) };
};

describe('picture', () => {
  it('is fog at the start: receptacles and the goal, nothing inside', () => {
    const { game, memory } = open(2, 2);
    const shown = picture(game, memory);
    expect(shown.receptacles).toHaveLength(8);
    expect(shown.receptacles.every((r) => r.fog && r.contents.length === 0 && r.door === 'unknown' && !r.here)).toBe(
      true,
    );
    expect(shown.receptacles.find((r) => r.type === 'sinkbasin')?.serves).toEqual(['clean']);
    expect([shown.here, shown.held, shown.change, shown.step]).toEqual([null, null, null, 0]);
    expect(shown.goal).toMatchObject({ kind: 'place', objectType: 'apple', needs: ['clean'], count: 1, placed: 0 });
    expect(structuredClone(shown)).toEqual(shown);
  });

  it('follows the hand, the marks and the last command', () => {
    const { game, memory } = open(2, 2);
    const play = (code: number): ReturnType<typeof picture> => {
      game.stepCode(code);
      memory.observe(game);
      return picture(game, memory);
    };
    const apple = game.house.spec.objects.findIndex((o) => o.type === 'apple');
    const [from] = game.house.spec.objects[apple].receptacles;
    const sink = game.house.spec.receptacles.findIndex((r) => r.type === 'sinkbasin');
    const went = play(encode(VERB.go, from));
    expect(went.change).toEqual({ verb: 'go', happened: true, receptacle: from, object: null });
    expect(went.receptacles[from]).toMatchObject({ here: true, visited: true });
    if (went.receptacles[from].door === 'closed') play(encode(VERB.open, from));
    const before = picture(game, memory).receptacles[from];
    expect(before.contents.map((o) => o.index)).toContain(apple);
    expect([before.fog, before.seenAgo]).toEqual([false, 0]);
    const took = play(encode(VERB.take, apple, from));
    expect(took.held).toMatchObject({ index: apple, wanted: true, ready: false, marks: [] });
    expect(took.receptacles[from].contents.map((o) => o.index)).not.toContain(apple);
    play(encode(VERB.go, sink));
    const cleaned = play(encode(VERB.clean, apple, sink));
    expect(cleaned.held).toMatchObject({ marks: ['clean'], ready: true, name: game.house.names.objects[apple] });
    expect(cleaned.change).toEqual({ verb: 'clean', happened: true, receptacle: sink, object: apple });
    expect(memory.done_O[apple]).toBe(NEED.clean);
    const refused = play(encode(VERB.clean, apple, sink + 1));
    expect(refused.change?.happened).toBe(false);
  });

  it('never draws what was not seen, in any game of the blind explorer', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { game, memory } = open(seed, seed % 9);
      const player = startPlayer('blind', { game, memory }, seed, () => countPrior([]));
      for (let i = 0; i < 20 && !game.won; i++) {
        game.step(player?.choose() ?? 0);
        memory.observe(game);
        const shown = picture(game, memory);
        const drawn = new Set(shown.receptacles.flatMap((r) => r.contents.map((o) => o.index)));
        for (const o of drawn) expect(memory.seenAt_O[o]).toBeGreaterThanOrEqual(0);
        for (const r of shown.receptacles) if (r.place === null) expect(r.contents).toEqual([]);
        if (shown.held) expect(shown.held.index).toBe(game.held);
      }
    }
  });
});
