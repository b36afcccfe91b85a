// Features against their promise: a function of what the agent has observed, one row per command, no hidden state.
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import { codeVerb, encode, Game, House, VERB } from './engine.ts';
import { Features } from './features.ts';
import type { HouseSpec } from './house.ts';
import { Memory } from './memory.ts';
import { Outline } from './outline.ts';
import { sampleHouse } from './sample.testing.ts';

/** A game with an agent's memory and features. */
function seat(spec: HouseSpec) {
  const outline = new Outline(spec);
  const features = new Features(outline);
  const memory = new Memory(outline);
  const game = new Game(new House(spec));
  return {
    game,
    memory,
    play(code: number): void {
      game.stepCode(code);
      memory.observe(game);
    },
    rows(): number[][] {
      const rows: number[][] = [];
      features.describe(game, memory, { row: () => rows.push([]), add: (id) => rows[rows.length - 1].push(id) });
      return rows;
    },
  };
}

/** The same house with everything somewhere else. */
function moved(spec: HouseSpec, rng: Rng): HouseSpec {
  const objects = spec.objects.map((object) => {
    const r = rng.int(spec.receptacles.length);
    return { ...object, location: spec.receptacles[r].location, receptacles: [r] };
  });
  return { ...spec, objects };
}

/** All that the agent is told after a step. */
function told(game: Game): string {
  const shown = game.shown;
  const contents =
    shown >= 0 && !game.shownClosed ? game.house.spec.objects.map((_, o) => game.contains(o, shown)) : game.shownClosed;
  return JSON.stringify([[...game.codes.subarray(0, game.count)], game.happened, shown, contents]);
}

const houses = (name: string, count: number): [HouseSpec, Rng][] =>
  Array.from({ length: count }, (_, i) => {
    const rng = Rng.root(5).sub(name, i);
    return [sampleHouse(rng), rng];
  });

describe('features', () => {
  it('are equal as long as two houses have looked the same', () => {
    let compared = 0;
    let parted = 0;
    for (const [spec, rng] of houses('twins', 300)) {
      const a = seat(spec);
      const b = seat(moved(spec, rng));
      for (let t = 0; t < 20 && told(a.game) === told(b.game); t++) {
        expect(a.rows()).toEqual(b.rows());
        compared++;
        const code = a.game.codes[rng.int(a.game.count)];
        a.play(code);
        b.play(code);
      }
      if (told(a.game) !== told(b.game)) parted++;
    }
    expect(compared).toBeGreaterThan(600);
    expect(parted).toBeGreaterThan(100); // the houses do differ, so equality above was no accident
  });

  it('have one row per command, the same twice, and never an empty one', () => {
    for (const [spec, rng] of houses('rows', 60)) {
      const player = seat(spec);
      for (let t = 0; t < 25; t++) {
        const rows = player.rows();
        expect(rows.length).toBe(player.game.count);
        expect(rows.every((row) => row.length > 0 && row.every(Number.isInteger))).toBe(true);
        expect(player.rows()).toEqual(rows);
        player.play(player.game.codes[rng.int(player.game.count)]);
      }
    }
  });

  it('do not depend on other games of the same house played in between', () => {
    const [[spec, rng]] = houses('shared', 1);
    const outline = new Outline(spec);
    const features = new Features(outline);
    const house = new House(spec);
    const read = (game: Game, memory: Memory): number[] => {
      const ids: number[] = [];
      features.describe(game, memory, { row: () => ids.push(-1), add: (id) => ids.push(id) });
      return ids;
    };
    const [first, second] = [new Game(house), new Game(house)];
    const [mine, other] = [new Memory(outline), new Memory(outline)];
    const before = read(first, mine);
    for (let t = 0; t < 30; t++) {
      second.step(rng.int(second.count));
      other.observe(second);
      read(second, other);
    }
    expect(read(first, mine)).toEqual(before);
  });

  it('mark what brings nothing: looking about, and going back to what was seen and holds nothing wanted', () => {
    for (const [spec] of houses('idle', 40)) {
      const player = seat(spec);
      const rowOf = (code: number): number[] => player.rows()[player.game.find(code)];
      const idle = rowOf(encode(VERB.look)).find((id) => rowOf(encode(VERB.inventory)).includes(id));
      expect(idle).toBeDefined();
      const open = spec.receptacles.findIndex(
        (r, index) =>
          !r.openable && !spec.objects.some((o) => o.type === spec.goal.objectType && o.receptacles.includes(index)),
      );
      const elsewhere = spec.receptacles.findIndex((r) => r.location !== spec.receptacles[open]?.location);
      if (open < 0 || elsewhere < 0 || spec.goal.kind === 'light') continue;
      expect(rowOf(encode(VERB.go, open))).not.toContain(idle);
      player.play(encode(VERB.go, open));
      player.play(encode(VERB.go, elsewhere));
      expect(rowOf(encode(VERB.go, open))).toContain(idle);
      const unseen = player.rows().filter((_, i) => codeVerb(player.game.codes[i]) === VERB.open);
      for (const row of unseen) expect(row).not.toContain(idle);
    }
  });
});
