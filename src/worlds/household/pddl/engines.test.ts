// Both engines against the golden transcripts of the benchmark, and against each other in random play.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../../test/data.ts';
import { Rng } from '../../../core/rng.ts';
import type { Episode, FeatureSink, TaskInfo } from '../../world.ts';
import { House } from '../engine.ts';
import { HouseholdEpisode } from '../episode.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import type { GrammarSource } from '../grammar.ts';
import { Wording } from '../texts.ts';
import { PddlEpisode } from './episode.ts';
import { parseDomain, parseProblem } from './parse.ts';
import { Story } from './story.ts';
import { toHouse } from './to-house.ts';
import { knownDomain } from './variant.ts';

interface Observation {
  readonly feedback: string;
  readonly admissible: readonly string[];
  readonly won: boolean;
}
interface Transcript {
  readonly game: string;
  readonly task: string;
  readonly version: '2.1.1' | '2.1.3';
  readonly reset: Observation;
  readonly steps: readonly (Observation & { readonly command: string })[];
}
interface GameFile {
  readonly pddl_domain: string;
  readonly pddl_problem: string;
  readonly grammar: string;
}

const data = dataDirectory();
const folder = `${data}/alfworld`;
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const sample = (game: string): GameFile =>
  JSON.parse(text(`samples/${game.replaceAll('/', '__')}.game.tw-pddl`)) as GameFile;

/** The texts of a game in one of the two versions. */
function inVersion(
  game: string,
  version: Transcript['version'],
): { domain: string; problem: string; grammar: GrammarSource } {
  const file = sample(game);
  return version === '2.1.1'
    ? { domain: file.pddl_domain, problem: file.pddl_problem, grammar: parseGrammarFile(file.grammar) }
    : { domain: text('alfred.pddl'), problem: file.pddl_problem, grammar: parseGrammarFile(text('alfred.twl2')) };
}

const info = (id: string, goal: string): TaskInfo => ({ id, split: 's', index: 0, type: 't', goal });
const seen = (episode: Episode): Observation => ({
  feedback: episode.observation(),
  admissible: episode.admissible(),
  won: episode.won,
});
/** The transcripts stand for the answer to `help` by a mark. */
const HELP = '<help text>';
const expected = ({ feedback, admissible, won }: Observation, help: string): Observation => ({
  feedback: feedback === HELP ? help : feedback,
  admissible,
  won,
});

/** The features of each command, by the command's text. */
function rows(episode: Episode): Map<string, readonly number[]> {
  const found: number[][] = [];
  const sink: FeatureSink = { row: () => void found.push([]), add: (id) => void found.at(-1)!.push(id) };
  episode.describe(sink);
  return new Map(found.map((ids, i) => [episode.command(i), ids]));
}

describe.skipIf(data === null)('the generic engine (skipped: no data directory)', () => {
  it.each(data === null ? [] : readdirSync(`${folder}/golden`))('plays %s character for character', (name) => {
    const golden = JSON.parse(text(`golden/${name}`)) as Transcript;
    const { domain, problem, grammar } = inVersion(golden.game, golden.version);
    const story = new Story({ id: golden.game, domain, problem, sentence: golden.task }, grammar);
    const episode = new PddlEpisode(info(golden.game, golden.task), story);
    expect(seen(episode)).toEqual(expected(golden.reset, ''));
    const help = grammar.symbols['help.feedback']?.[0]?.rhs ?? '';
    for (const step of golden.steps) {
      episode.step(episode.parse(step.command));
      expect(seen(episode), step.command).toEqual(expected(step, help));
    }
  });

  it.each(data === null ? [] : readdirSync(`${folder}/samples`))(
    'agrees with the compiled engine in random play: %s',
    (name) => {
      const game = name.replace('.game.tw-pddl', '').replaceAll('__', '/');
      for (const version of ['2.1.1', '2.1.3'] as const) {
        const { domain, problem, grammar } = inVersion(game, version);
        const known = knownDomain(parseDomain({ name: 'domain', text: domain }))!;
        const converted = toHouse(parseProblem({ name: 'problem', text: problem }), {
          id: game,
          sentence: 'x',
          scene: 0,
          appliances: known.appliances,
        });
        if (!('house' in converted)) throw new Error(converted.reason);
        const house = new House(converted.house, { help: known.help });
        const compiled = new HouseholdEpisode(info(game, 'x'), house, new Wording(grammar));
        const generic = new PddlEpisode(
          info(game, 'x'),
          new Story({ id: game, domain, problem, sentence: 'x' }, grammar),
        );
        const rng = Rng.root(7).sub(game);
        for (let step = 0; step < 50; step++) {
          expect(seen(generic)).toEqual(seen(compiled));
          expect(generic.memory!.data).toEqual(compiled.memory.data);
          expect(rows(generic)).toEqual(rows(compiled));
          expect(generic.picture()).toEqual(compiled.picture());
          const command = rng.float() < 0.03 ? 'dance' : rng.pick(compiled.admissible());
          compiled.step(compiled.parse(command));
          generic.step(generic.parse(command));
        }
      }
    },
  );

  it("plays TextWorld's small problem by the benchmark's domain", () => {
    const grammar = parseGrammarFile(text('alfred.twl2'));
    const sentence = 'look at the cd under the desklamp';
    const game = { id: 'small', domain: text('alfred.pddl'), problem: text('textworld_test_problem.pddl'), sentence };
    const episode = new PddlEpisode(info('small', sentence), new Story(game, grammar));
    expect(episode.memory).toBeNull();
    for (const command of ['go to desk', 'take cd  from desk', 'use desklamp']) {
      expect(episode.won).toBe(false);
      expect(episode.admissible()).toContain(command);
      expect(rows(episode).size).toBe(episode.commandCount);
      episode.step(episode.parse(command));
    }
    expect(episode.won).toBe(true);
  });

  it('plays an edited rule: a fridge that must be open to cool', () => {
    const game = 'valid_unseen/pick_cool_then_place_in_recep-Mug-None-CoffeeMachine-10/trial_T20190907_183853_958104';
    const { domain, problem, grammar } = inVersion(game, '2.1.3');
    const edited = domain.replace('(coolable ?o)\n', '(coolable ?o) (opened ?r)\n');
    expect(edited).not.toBe(domain);
    expect(knownDomain(parseDomain({ name: 'domain', text: edited }))).toBeNull();
    const story = new Story({ id: game, domain: edited, problem, sentence: 'x' }, grammar);
    const episode = new PddlEpisode(info(game, 'x'), story);
    const mug = problem.match(/\(inReceptacle (Mug\S+)/i);
    expect(mug).not.toBeNull();
    const rng = Rng.root(1);
    let cooled = 0;
    for (let step = 0; step < 400; step++) {
      const fridge = episode.admissible().find((command) => command.startsWith('close fridge'));
      const cool = episode.admissible().some((command) => command.startsWith('cool '));
      if (cool) expect(fridge).toBeDefined();
      cooled += Number(cool);
      const takes = episode.admissible().filter((command) => /^take mug|^go to fridge|^open fridge/.test(command));
      episode.step(episode.parse(rng.pick(takes.length > 0 && rng.float() < 0.7 ? takes : episode.admissible())));
    }
    expect(cooled).toBeGreaterThan(0);
  });

  it('a clone goes its own way', () => {
    const game = 'valid_seen/pick_and_place_simple-Book-None-Sofa-229/trial_T20190907_042856_259139';
    const { domain, problem, grammar } = inVersion(game, '2.1.1');
    const episode = new PddlEpisode(info(game, 'x'), new Story({ id: game, domain, problem, sentence: 'x' }, grammar));
    episode.step(3);
    const before = seen(episode);
    const copy = episode.clone();
    copy.step(0);
    copy.step(1);
    expect(seen(episode)).toEqual(before);
    expect(copy.steps).toBe(3);
    expect(rows(episode).size).toBe(episode.commandCount);
  });
});
