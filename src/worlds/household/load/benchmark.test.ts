// The door with the real files of the benchmark: every form of the same games gives the same houses.
import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../../test/data.ts';
import { Problem } from '../../../core/problem.ts';
import { Game, House } from '../engine.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import { readTranscript } from '../golden.ts';
import type { HouseSpec } from '../house.ts';
import { PddlEpisode } from '../pddl/episode.ts';
import { Story } from '../pddl/story.ts';
import { readHouseholdFiles } from './door.ts';
import { Wording } from '../texts.ts';
import { household } from '../world.ts';
import type { NamedBytes } from './limits.ts';
import { decodePack, encodePack, packSize } from './pack.ts';
import type { EditedGame } from './pack.ts';

const data = dataDirectory();
const folder = `${data}/alfworld`;
const file = (name: string): NamedBytes => ({ name, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) });
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

/** A split in the shape of the official release, rebuilt from its lines as data/LICENSES.md says. */
function release(split: string): Record<string, Uint8Array> {
  const domain = text('alfred-2.1.1.pddl');
  const grammar = text('alfred-2.1.1.twl2');
  const lines = gunzipSync(readFileSync(`${folder}/games_${split}.jsonl.gz`))
    .toString()
    .trim()
    .split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const { id, task, pddl_problem } = JSON.parse(line) as { id: string; task: string; pddl_problem: string };
      const game = {
        pddl_domain: domain,
        grammar: grammar.replace('UNKNOWN GOAL', task),
        pddl_problem,
        solvable: true,
      };
      return [`json_2.1.1/${id}/game.tw-pddl`, new TextEncoder().encode(JSON.stringify(game))];
    }),
  );
}

describe.skipIf(data === null)('the real files (skipped: no data directory)', () => {
  it.each([
    ['valid_seen', 140],
    ['valid_unseen', 134],
  ])('a release of %s gives the same houses as its compact pack with the grammar beside it', (split, count) => {
    const zip = readHouseholdFiles([{ name: 'json_2.1.1.zip', bytes: zipSync(release(split), { level: 1 }) }]);
    const compact = readHouseholdFiles([file(`compact_${split}.json.gz`), file('alfred-2.1.1.twl2')]);
    expect(packSize(zip.pack)).toBe(count);
    expect(zip.pack.version).toBe('2.1.1');
    expect(zip.pack.splits).toEqual(compact.pack.splits);
    expect(zip.pack.grammar).toBe(compact.pack.grammar);
    expect(decodePack(encodePack(zip.pack))).toEqual(zip.pack);
  });

  it('a lone game is the house that the pack holds', () => {
    const packed = readHouseholdFiles(['valid_seen', 'valid_unseen'].map((split) => file(`compact_${split}.json.gz`)));
    const houses = new Map(packed.pack.splits.flatMap(({ games }) => games.map((game) => [game.id, game])));
    expect(packed.notes.join(' ')).toContain('No grammar');
    expect(packed.pack).toMatchObject({ grammar: null, version: 'unknown' });
    for (const name of readdirSync(`${folder}/samples`)) {
      const { pack, notes } = readHouseholdFiles([file(`samples/${name}`)]);
      expect(notes).toHaveLength(1);
      const [game] = pack.splits[0].games;
      expect({ ...game, appliances: null }).toEqual({ ...houses.get(game.id), appliances: null });
      expect(game.appliances.clean).toEqual(['sinkbasin', 'sink']);
      expect(new House(game).spec).toBe(game);
    }
  });

  it('a lone game under another name keeps its trial as its id', () => {
    const { bytes } = file(`samples/${readdirSync(`${folder}/samples`)[0]}`);
    const { pack } = readHouseholdFiles([{ name: 'game.tw-pddl', bytes }]);
    expect(pack.splits[0]).toMatchObject({ id: 'dropped', games: [{ id: 'trial_t20190908_230702_962704', scene: 0 }] });
  });

  it('a zip of games opens as a world that plays the golden transcripts', () => {
    const names = readdirSync(`${folder}/samples`);
    const bytes = zipSync(Object.fromEntries(names.map((name) => [name, file(`samples/${name}`).bytes])), { level: 1 });
    const source = { kind: 'pack', sha256: '', name: 'samples.zip' } as const;
    const setup = { id: 'household', source, switches: {}, trainSplit: 'valid_seen', evaluationSplits: [] };
    const world = household.open(setup, encodePack(readHouseholdFiles([{ name: 'samples.zip', bytes }]).pack));
    expect(world.splits.map(({ id, heldOut }) => [id, heldOut])).toEqual([
      ['valid_seen', true],
      ['valid_unseen', true],
    ]);
    let commands = 0;
    for (const name of readdirSync(`${folder}/golden`).filter((golden) => golden.includes('.2.1.1.'))) {
      const golden = readTranscript(JSON.parse(text(`golden/${name}`)), name);
      const tasks = world.source(golden.game.split('/')[0]);
      const found = Array.from({ length: tasks.size }, (_, i) => tasks.start(i)).find(
        ({ task }) => task.id === golden.game,
      )!;
      expect([found.observation(), found.admissible()]).toEqual([golden.reset.feedback, golden.reset.admissible]);
      for (const { command, feedback, admissible, won } of golden.steps) {
        found.step(found.parse(command));
        expect([found.observation(), found.admissible(), found.won]).toEqual([feedback, admissible, won]);
        commands++;
      }
    }
    expect(commands).toBe(967);
  });

  it('compact packs take the version of the grammar beside them, the newer of two', () => {
    const files = ['compact_valid_unseen.json.gz', 'alfred-2.1.1.twl2', 'alfred.twl2'].map(file);
    const { pack } = readHouseholdFiles(files);
    expect(pack.version).toBe('2.1.3');
    expect(pack.splits[0].games[0].appliances.clean).toEqual(['sinkbasin']);
  });

  it('the form of 2.1.1 patched by hand: new words, `help` answered literally, the old rule of the sink', () => {
    const game = JSON.parse(text(`samples/${readdirSync(`${folder}/samples`)[0]}`)) as Record<string, string>;
    const help = '(:action help :parameters (?a - agent) :precondition () :effect (and (checked ?a)))';
    const pddl_domain = game['pddl_domain'].replace(/\)\s*$/, `${help})`);
    const grammar = `${game['grammar'].replace('put {o} in/on {r}', 'move {o} to {r}')}
      action help { template :: "help"; feedback :: "\nYou may do this:\n  look\n"; }`;
    const bytes = new TextEncoder().encode(JSON.stringify({ ...game, pddl_domain, grammar }));
    const { pack } = readHouseholdFiles([{ name: 'x.tw-pddl', bytes }]);
    expect(pack.version).toBe('2.1.3');
    expect(pack.splits[0].games[0].appliances.clean).toEqual(['sinkbasin', 'sink']);
    expect(decodePack(encodePack(pack))).toEqual(pack);
    const wording = new Wording(parseGrammarFile(pack.grammar!));
    const play = new Game(new House(pack.splits[0].games[0], { help: wording.hasHelp }));
    const number = [...play.codes.subarray(0, play.count)].findIndex((code) => wording.command(play, code) === 'help');
    play.step(number);
    expect(wording.observation(play)).toBe('\nYou may do this:\n  look\n');
  });

  it('a grammar of another version beside an old domain goes to the generic engine', () => {
    const game = JSON.parse(text(`samples/${readdirSync(`${folder}/samples`)[0]}`)) as Record<string, string>;
    const mixed = {
      ...game,
      pddl_domain: game['pddl_domain'].replace('(isClean ?o)\n', '(isClean ?o) (checked ?r)\n'),
    };
    const { pack, notes } = readHouseholdFiles([
      { name: 'x.tw-pddl', bytes: new TextEncoder().encode(JSON.stringify(mixed)) },
    ]);
    expect(pack.splits[0].edited).toHaveLength(1);
    expect(pack.splits[0].edited[0].taskType).toBe('look_at_obj_in_light');
    expect(notes.join(' ')).toContain('its domain is edited');
  });

  it('mutated games and packs give a pack or a Problem', () => {
    const files = [
      file(`samples/${readdirSync(`${folder}/samples`)[0]}`),
      file('compact_valid_unseen.json.gz'),
      file('alfred.twl2'),
    ];
    const change = fc.record({ at: fc.nat(), value: fc.nat(255), cut: fc.boolean() });
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        ({ name, bytes }, changes) => {
          let mutated = bytes.slice();
          for (const { at, value, cut } of changes) {
            const i = at % mutated.length;
            mutated[i] = value;
            if (cut) mutated = Uint8Array.from([...mutated.subarray(0, i), ...mutated.subarray(i + value)]);
          }
          try {
            expect(packSize(readHouseholdFiles([{ name, bytes: mutated }]).pack)).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a compact pack with one wrong value, and a game with its words changed, never hang or fail otherwise', () => {
    const compact = JSON.parse(gunzipSync(file('compact_valid_unseen.json.gz').bytes).toString()) as {
      games: unknown[];
    };
    const game = JSON.parse(text(`samples/${readdirSync(`${folder}/samples`).at(-1)}`)) as Record<string, string>;
    const small = JSON.stringify({ ...compact, games: compact.games.slice(0, 2) });
    const word = fc.constantFrom(
      '(',
      ')',
      'and',
      'or',
      'not',
      'exists',
      '?o',
      '?r',
      'object',
      'inReceptacle',
      'opened',
      '',
    );
    const source = fc.constantFrom('compact', 'pddl_domain', 'pddl_problem', 'grammar');
    const value = fc.constantFrom('-1', '1e9', '"x"', 'null', '[]', '{}', '0.5', '[1]');
    fc.assert(
      fc.property(source, fc.nat(), value, word, fc.integer({ min: 0, max: 30 }), (kind, at, wrong, other, pick) => {
        const whole = kind === 'compact' ? small : game[kind];
        const tokens = [...whole.matchAll(kind === 'compact' ? /"[^"]*"(?!:)|-?\d+/g : /[()]|[^\s()]+/g)];
        const token = tokens[at % tokens.length];
        const changed =
          whole.slice(0, token.index) +
          (kind === 'compact' ? wrong : other) +
          whole.slice(token.index + token[0].length);
        const bytes = new TextEncoder().encode(
          kind === 'compact' ? changed : JSON.stringify({ ...game, [kind]: changed }),
        );
        try {
          for (const { games, edited } of readHouseholdFiles([{ name: 'x.json', bytes }]).pack.splits) {
            for (const spec of games) playHouse(spec, pick);
            for (const one of edited) playStory(one, pick);
          }
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });
});

function playHouse(spec: HouseSpec, pick: number): void {
  const started = new Game(new House(spec));
  for (let step = 0; step < 10; step++) started.step(pick % started.count);
}

function playStory(edited: EditedGame, pick: number): void {
  const info = { id: edited.id, split: 's', index: 0, type: edited.taskType, goal: edited.sentence };
  const episode = new PddlEpisode(info, new Story(edited, parseGrammarFile(edited.grammar)));
  for (let step = 0; step < 10 && episode.commandCount > 0; step++) {
    episode.observation();
    episode.step(pick % episode.commandCount);
  }
}
