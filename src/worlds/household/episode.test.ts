import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import type { FeatureSink } from '../world.ts';
import { INADMISSIBLE } from '../world.ts';
import { House, VERB } from './engine.ts';
import { HouseholdEpisode } from './episode.ts';
import type { HouseSpec } from './house.ts';
import { sampleHouse } from './sample.testing.ts';
import { Wording } from './texts.ts';
import { tinySpec } from './tiny.testing.ts';
import { WORDING } from './wording.ts';

const wording = new Wording(WORDING);

function start(spec: HouseSpec): HouseholdEpisode {
  const task = { id: spec.id, split: 'train', index: 0, type: spec.taskType, goal: spec.sentence };
  return new HouseholdEpisode(task, new House(spec), wording);
}

class Rows implements FeatureSink {
  readonly rows: number[][] = [];
  row(): void {
    this.rows.push([]);
  }
  add(id: number): void {
    this.rows[this.rows.length - 1].push(id);
  }
}

const rowsOf = (episode: HouseholdEpisode): number[][] => {
  const sink = new Rows();
  episode.describe(sink);
  return sink.rows;
};

const PLAY = fc.record({ seed: fc.nat(), draws: fc.array(fc.nat(), { maxLength: 40 }) });
const playTo = (episode: HouseholdEpisode, draws: readonly number[]): void => {
  for (const draw of draws) episode.step(draw % 7 === 0 ? INADMISSIBLE : draw % episode.commandCount);
};

describe('household episode', () => {
  it('parses every command that it lists, trims outer white space, and is case-sensitive', () => {
    const episode = start(sampleHouse(Rng.root(3)));
    for (let i = 0; i < episode.commandCount; i++) expect(episode.parse(` ${episode.command(i)}\n`)).toBe(i);
    expect(episode.parse(episode.command(0).toUpperCase())).toBe(INADMISSIBLE);
    expect(episode.parse('')).toBe(INADMISSIBLE);
  });

  it('lists exactly the texts of its commands, in code-point order', () => {
    fc.assert(
      fc.property(PLAY, ({ seed, draws }) => {
        const episode = start(sampleHouse(Rng.root(seed)));
        playTo(episode, draws);
        const texts = Array.from({ length: episode.commandCount }, (_, i) => episode.command(i));
        expect(episode.admissible()).toEqual([...new Set(texts)].sort());
      }),
    );
  });

  it('has equal anchors exactly where the observations are equal', () => {
    const episode = start(sampleHouse(Rng.root(5)));
    const seen = new Map<string, string>();
    for (let t = 0; t < 200; t++) {
      const [anchor, observation] = [episode.anchor(), episode.observation()];
      expect(seen.get(anchor) ?? observation).toBe(observation);
      expect([...seen].filter(([other, text]) => text === observation && other !== anchor)).toEqual([]);
      seen.set(anchor, observation);
      episode.step((t * 7) % episode.commandCount);
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('describes the same whether it was asked at every step or only at the end', () => {
    fc.assert(
      fc.property(PLAY, ({ seed, draws }) => {
        const spec = sampleHouse(Rng.root(seed));
        const [asked, late] = [start(spec), start(spec)];
        for (const draw of draws) {
          rowsOf(asked);
          playTo(asked, [draw]);
        }
        playTo(late, draws);
        expect(rowsOf(late)).toEqual(rowsOf(asked));
        expect(rowsOf(late)).toHaveLength(late.commandCount);
        expect(late.picture()).toEqual(asked.picture());
      }),
    );
  });

  it('clones are equal in all that can be asked, and independent', () => {
    fc.assert(
      fc.property(PLAY, fc.boolean(), ({ seed, draws }, remembers) => {
        const episode = start(sampleHouse(Rng.root(seed)));
        if (remembers) rowsOf(episode);
        playTo(episode, draws);
        const all = (one: HouseholdEpisode): unknown[] => [
          one.observation(),
          one.admissible(),
          one.stateHash(),
          one.steps,
          one.won,
          one.score,
          rowsOf(one),
        ];
        const copy = episode.clone();
        const before = all(episode);
        expect(all(copy)).toEqual(before);
        playTo(copy, [1, 2, 3]);
        expect(all(episode)).toEqual(before);
      }),
    );
  });

  it('counts an inadmissible step and says that it does nothing', () => {
    const episode = start(tinySpec({ places: [['shelf']], things: [] }));
    episode.step(episode.parse('dance'));
    expect([episode.steps, episode.observation()]).toEqual([1, WORDING.refusal]);
  });

  it('says why where the house explains failures, and a copy says the same', () => {
    const episode = start(tinySpec({ places: [['shelf']], things: [], change: { explainFailures: true } }));
    episode.step(episode.parse('inspect shelf 1'));
    expect(episode.observation()).toMatch(/too far/);
    expect(episode.clone().observation()).toBe(episode.observation());
    episode.step(INADMISSIBLE);
    expect(episode.observation()).toBe(WORDING.refusal);
  });

  it('is won with score 1 when the goal holds', () => {
    const goal = { kind: 'place', objectType: 'mug', receptacleType: 'desk', count: 1, needs: 0 } as const;
    const episode = start(tinySpec({ places: [['shelf', 'desk']], things: [{ type: 'mug', in: [0] }], goal }));
    for (const text of ['walk to shelf 1', 'grab mug 1 at shelf 1', 'leave mug 1 at desk 1']) {
      expect([episode.won, episode.score]).toEqual([false, 0]);
      episode.step(episode.parse(text));
    }
    expect([episode.won, episode.score, episode.game.lastCode >> 20]).toEqual([true, 1, VERB.put]);
  });
});
