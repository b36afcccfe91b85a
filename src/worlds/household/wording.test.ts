import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../test/data.ts';
import type { WorldSetup } from '../../core/types.ts';
import { encode, Game, House, VERB } from './engine.ts';
import { generatedSource, generatedSplits, roomOf } from './generate/generated.ts';
import { ROOM_NAMES } from './generate/rooms.ts';
import { parseGrammarFile } from './grammar-file.ts';
import type { GrammarSource } from './grammar.ts';
import { shortestPlan } from './oracle.ts';
import { Wording } from './texts.ts';
import { explainFailure } from './wording-explain.ts';
import { TEMPLATES, WORDING, wordingOf } from './wording.ts';

const setup = (switches: Record<string, boolean> = {}): WorldSetup => ({
  id: 'household',
  source: { kind: 'generated' },
  switches,
  trainSplit: 'train',
  evaluationSplits: [],
});
const source = generatedSource(setup({ faults: true, 'explained-failures': true }), 'train');
const wording = new Wording(WORDING);
const start = (index: number): Game => new Game(new House(source.house(index)));

/** Literal pieces of at least two words of a grammar's texts. */
function phrases({ symbols, actions }: GrammarSource): Set<string> {
  const texts = [
    ...Object.values(symbols).flatMap((rules) => rules.map((rule) => rule.rhs)),
    ...Object.values(actions).flatMap((action) => [action.template, action.feedback]),
  ];
  const pieces = texts.flatMap((text) => text.split(/\[\{[^\]]*\}\]|\{[^}]*\}|#[^#]*#|\n/));
  return new Set(
    pieces.map((piece) => piece.replace(/^[\s.,:]+|[\s.,:]+$/g, '')).filter((piece) => /\w \w/.test(piece)),
  );
}

describe('our own wording', () => {
  it('opens with the kind of room, all furniture and the goal', () => {
    for (const room of ROOM_NAMES) {
      const index = Array.from({ length: 100 }, (_, i) => i).find((i) => roomOf(i) === room) ?? -1;
      const game = start(index);
      const text = new Wording(wordingOf(room)).observation(game);
      expect(text.replaceAll(' ', '')).toContain(room);
      for (const name of game.house.names.receptacles) expect(text).toContain(name);
      expect(text.endsWith(`Goal: ${game.house.spec.sentence}.`)).toBe(true);
    }
  });

  it('renders every command and every answer on random walks, each command a different text', () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(fc.nat(499), fc.array(fc.nat(10_000), { minLength: 10, maxLength: 60 }), (index, choices) => {
        const game = start(index);
        for (const choice of choices) {
          const texts = Array.from(game.codes.subarray(0, game.count), (code) => wording.command(game, code));
          expect(new Set(texts).size).toBe(game.count);
          game.step(choice % game.count);
          if (game.happened) seen.add(game.lastCode >> 20);
          expect(wording.observation(game)).toMatch(/^[A-Z][^{}#[\]]*\.$/);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
    // Heating and the like are rare on random walks; shortest plans play them.
    for (const split of generatedSplits) {
      const tasks = generatedSource(setup(), split.id);
      for (let index = 0; index < 40; index++) {
        const game = new Game(new House(tasks.house(index)));
        for (const code of shortestPlan(game) ?? []) {
          game.stepCode(code);
          seen.add(code >> 20);
          expect(wording.observation(game)).toMatch(/^[A-Z][^{}#[\]]*\.$/);
        }
      }
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(
      Object.values(VERB)
        .filter((verb) => verb !== VERB.help)
        .sort((a, b) => a - b),
    );
  });

  it('says what the engine shows: shut, open with all that is inside, and the states of what is held', () => {
    const game = start(0);
    const { spec, names } = game.house;
    const shut = spec.receptacles.findIndex((r) => r.openable);
    game.stepCode(encode(VERB.go, shut));
    expect(wording.observation(game)).toBe(`You walk to the ${names.receptacles[shut]}. It is shut.`);
    game.stepCode(encode(VERB.open, shut));
    const inside = spec.objects.flatMap((o, i) => (o.receptacles.includes(shut) ? [names.objects[i]] : []));
    for (const name of inside) expect(wording.observation(game)).toContain(name);
    expect(wording.observation(game)).toContain('stands open');
    game.stepCode(encode(VERB.close, shut));
    expect(wording.observation(game)).toBe(`The ${names.receptacles[shut]} is shut again.`);
    game.step(-1);
    expect(wording.observation(game)).toBe('That does nothing.');
  });

  it('names each state of an object that is held', () => {
    const mugs = generatedSource(setup(), 'train');
    const index = Array.from({ length: 400 }, (_, i) => i).find((i) => {
      const { taskType, goal } = mugs.house(i);
      return taskType === 'pick_heat_then_place_in_recep' && goal.objectType === 'mug';
    });
    const game = new Game(new House(mugs.house(index ?? -1)));
    const plan = shortestPlan(game) ?? [];
    const say = (): string => {
      game.stepCode(encode(VERB.examineObject, game.held));
      return wording.observation(game);
    };
    for (const code of plan) {
      game.stepCode(code);
      if (code >> 20 === VERB.take)
        expect(say()).toMatch(/is neither warm nor chilled, not washed, with nothing in it\.$/);
      if (code >> 20 === VERB.heat) expect(say()).toMatch(/is warm, not washed, with nothing in it\.$/);
    }
    expect(game.won).toBe(true);
  });

  const data = dataDirectory();
  it.skipIf(data === null)('has no sentence and no command of the benchmark (skipped without data)', () => {
    const ours = new Set([...phrases(WORDING), ...ROOM_NAMES.flatMap((room) => [...phrases(wordingOf(room))])]);
    const templates = new Set<string>(Object.values(TEMPLATES));
    for (const file of ['alfred.twl2', 'alfred-2.1.1.twl2']) {
      const theirs = parseGrammarFile(readFileSync(resolve(data ?? '', 'alfworld', file), 'utf8'));
      const long = [...phrases(theirs)].filter((phrase) => phrase.split(' ').length >= 3);
      expect(long.length).toBeGreaterThan(10);
      for (const phrase of long) for (const own of ours) expect(own).not.toContain(phrase);
      for (const { template } of Object.values(theirs.actions)) expect(templates.has(template)).toBe(false);
    }
  });
});

describe('explained failures', () => {
  const texts = (game: Game): string[] => {
    const { receptacles, objects } = game.house.names;
    const fill = (template: string): string[] => {
      const slot = /\{(\w+)\}/.exec(template);
      if (slot === null) return [template];
      const names = slot[1] === 'r' ? receptacles : objects;
      return names.flatMap((name) => fill(template.replace(slot[0], name)));
    };
    return Object.values(TEMPLATES).flatMap(fill);
  };

  it('gives a reason for every command that is well formed and not admissible', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.array(fc.nat(10_000), { minLength: 0, maxLength: 25 }), (index, choices) => {
        const game = start(index);
        for (const choice of choices) game.step(choice % game.count);
        const admissible = new Set(wording.admissible(game));
        for (const text of texts(game))
          if (!admissible.has(text)) expect(explainFailure(game, text), text).not.toContain('choose from the list');
      }),
      { numRuns: 15, seed: 2 },
    );
  });

  it('names the reasons: distance, door, full hands, nothing there, a text that is no command', () => {
    const game = start(0);
    const { spec, names } = game.house;
    const shut = spec.receptacles.findIndex((r, i) => r.openable && spec.objects.some((o) => o.receptacles[0] === i));
    const inside = spec.objects.findIndex((o) => o.receptacles[0] === shut && (o.props & 1) !== 0);
    const [r, o] = [names.receptacles[shut], names.objects[inside]];
    expect(explainFailure(game, `grab ${o} at ${r}`)).toBe(`The ${r} is too far away; walk to it first.`);
    game.stepCode(encode(VERB.go, shut));
    expect(explainFailure(game, `walk to ${r}`)).toBe(`You already stand by the ${r}.`);
    expect(explainFailure(game, `grab ${o} at ${r}`)).toBe(`The ${r} is shut.`);
    game.stepCode(encode(VERB.open, shut));
    expect(explainFailure(game, `pull ${r} open`)).toBe(`The ${r} is open already.`);
    expect(explainFailure(game, `grab unicorn 1 at ${r}`)).toBe(`There is no unicorn 1 at the ${r}.`);
    game.stepCode(encode(VERB.take, inside, shut));
    expect(explainFailure(game, `grab ${o} at ${r}`)).toBe(
      `Your hands are full with the ${o}; leave it somewhere first.`,
    );
    expect(explainFailure(game, 'dance')).toContain('choose from the list');
  });

  it('does not tell whether a thing that is out of sight exists', () => {
    const game = start(0);
    const { names } = game.house;
    const unseen = 'unicorn 1';
    for (const o of names.objects)
      for (const r of names.receptacles.slice(0, 8))
        for (const text of [
          `grab O at ${r}`,
          `leave O at ${r}`,
          `wash O at ${r}`,
          'inspect O',
          'switch on O',
          'cut O using O',
        ])
          expect(explainFailure(game, text.replaceAll('O', o)).replaceAll(o, unseen)).toBe(
            explainFailure(game, text.replaceAll('O', unseen)),
          );
  });

  it('says that an appliance is dead', () => {
    const index = Array.from({ length: 100 }, (_, i) => i).find((i) => {
      const { taskType, receptacles } = source.house(i);
      return (
        taskType === 'pick_heat_then_place_in_recep' && receptacles.some((r) => r.type === 'microwave' && r.broken)
      );
    });
    const game = start(index ?? -1);
    const dead = game.house.spec.receptacles.findIndex((r) => r.type === 'microwave' && r.broken);
    for (const code of shortestPlan(game) ?? []) {
      game.stepCode(code);
      if (code >> 20 === VERB.take) break;
    }
    const held = game.held;
    game.stepCode(encode(VERB.go, dead));
    game.stepCode(encode(VERB.heat, held, dead));
    expect(wording.observation(game)).toBe(
      `The ${game.house.names.receptacles[dead]} is dead: it does nothing to the ${game.house.names.objects[held]}.`,
    );
  });
});
