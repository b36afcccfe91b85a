import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../../test/data.ts';
import { benchmarkAppliances } from '../compact.ts';
import { TASK_TYPES } from '../house.ts';
import { parseDomain, parseProblem } from './parse.ts';
import { toHouse } from './to-house.ts';
import { knownDomain } from './variant.ts';

const data = dataDirectory();
const context = { id: 'x', sentence: 'do it', scene: 1, appliances: benchmarkAppliances(true) };

/** A problem in the words of the known domain. */
function problem(goal: string, more = ''): ReturnType<typeof parseProblem> {
  return parseProblem({
    name: 'problem',
    text: `(define (problem p) (:domain alfred) (:objects agent1 - agent l0 l1 - location shelf_bar_1 - receptacle mug_bar_1 - object)
      (:init (atLocation agent1 l0) (receptacleType shelf_bar_1 ShelfType) (receptacleAtLocation shelf_bar_1 l1) (objectType mug_bar_1 MugType)
        (objectAtLocation mug_bar_1 l1) (inReceptacle mug_bar_1 shelf_bar_1) (pickupable mug_bar_1) (canContain ShelfType MugType) ${more})
      (:goal ${goal}))`,
  });
}

const IN_SHELF = '(inReceptacle ?o ?r) (objectType ?o MugType) (receptacleType ?r ShelfType)';
const some = (body: string) => `(exists (?r - receptacle) (exists (?o - object) (and ${IN_SHELF} ${body})))`;

describe('goals by their shape', () => {
  it.each([
    [some(''), 'pick_and_place_simple', 0],
    [some('(cleanable ?o) (isClean ?o)'), 'pick_clean_then_place_in_recep', 1],
    [some('(isHot ?o) (heatable ?o)'), 'pick_heat_then_place_in_recep', 2],
    [some('(coolable ?o) (isCool ?o)'), 'pick_cool_then_place_in_recep', 4],
    [some('(coolable ?o) (isCool ?o) (cleanable ?o) (isClean ?o)'), 'pick_clean_then_cool_then_place', 5],
  ])('%s', (goal, taskType, needs) => {
    const found = toHouse(problem(goal), context);
    expect('house' in found && found.house.taskType).toBe(taskType);
    expect('house' in found && found.house.goal).toEqual({
      kind: 'place',
      objectType: 'mug',
      receptacleType: 'shelf',
      count: 1,
      needs,
    });
  });

  it.each([
    [some('(isClean ?o)'), 'a state without its property'],
    [some('(not (isHot ?o))'), 'a negative literal'],
    [some('(pickupable ?o)'), 'one literal more'],
    ['(exists (?o - object) (and (objectType ?o MugType) (isClean ?o)))', 'no receptacle'],
    [`(exists (?r ?o - object) (and ${IN_SHELF}))`, 'another type'],
    [`(or ${some('')} ${some('')})`, 'two alternatives'],
    ['(holds agent1 mug_bar_1)', 'something else'],
  ])('leaves %s to the generic engine', (goal) => {
    expect(toHouse(problem(goal), context)).toHaveProperty('reason');
  });
});

describe('what a house cannot hold', () => {
  it.each([
    ['(opened shelf_bar_1)', 'opened'],
    ['(isClean mug_bar_1)', 'isclean'],
    ['(receptacleAtLocation shelf_bar_1 l0)', 'two places'],
    ['(atLocation agent1 l1)', 'one place'],
    ['(inReceptacle lost_bar_1 shelf_bar_1)', 'without a type'],
    ['(openable mug_bar_1)', 'without a type'],
  ])('%s', (fact, reason) => {
    const found = toHouse(problem(some(''), fact), context);
    expect('reason' in found && found.reason).toContain(reason);
  });

  it('an id without a type that lies nowhere still takes a number in the naming', () => {
    const found = toHouse(problem(some(''), '(pickupable egg_bar_1_bar_cracked)'), context);
    expect(
      'house' in found && found.house.objects.map(({ id, location, receptacles }) => [id, location, receptacles]),
    ).toEqual([
      ['egg_bar_1_bar_cracked', -1, []],
      ['mug_bar_1', 1, [0]],
    ]);
  });
});

describe.skipIf(data === null)('the domain texts of the benchmark (skipped: no data directory)', () => {
  const read = (name: string) => readFileSync(`${data}/alfworld/${name}`, 'utf8');
  const domain = (text: string) => knownDomain(parseDomain({ name: 'domain', text }));

  it('are known, whatever their comments and capitals', () => {
    expect(domain(read('alfred-2.1.1.pddl'))).toEqual({ appliances: benchmarkAppliances(true), help: false });
    expect(domain(read('alfred.pddl'))).toEqual({ appliances: benchmarkAppliances(false), help: true });
    expect(domain(`; note\n${read('alfred.pddl').toUpperCase()}`)).toEqual({
      appliances: benchmarkAppliances(false),
      help: true,
    });
  });

  it('are unknown once a rule is edited', () => {
    expect(domain(read('alfred.pddl').replace('(isClean ?o)\n', '(isHot ?o)\n'))).toBeNull();
    expect(domain(read('alfred.pddl').replace('- location, ?r', '- location ?r'))).toBeNull();
  });
});

interface CompactFile {
  readonly canContain: readonly (readonly (readonly string[])[])[];
  readonly games: readonly {
    readonly id: string;
    readonly type: string;
    readonly task: string;
    readonly obj: string;
    readonly rec: string;
    readonly start: number;
    readonly locs: readonly string[];
    readonly can: number;
    readonly recs: readonly (readonly unknown[])[];
    readonly objs: readonly (readonly unknown[])[];
    readonly inner: readonly (readonly string[])[];
  }[];
}

/** Unpacks the train games, which are too large for the other form; without it that case is left out. */
const XZ = 'xz';
const hasXz = (() => {
  try {
    return execFileSync(XZ, ['--version']).length > 0;
  } catch {
    return false;
  }
})();

describe.skipIf(data === null)('the games of the benchmark (skipped: no data directory)', () => {
  const folder = `${data}/alfworld`;
  const lines = (split: string): string => {
    const files = readdirSync(folder);
    if (files.includes(`games_${split}.jsonl.gz`))
      return gunzipSync(readFileSync(`${folder}/games_${split}.jsonl.gz`)).toString();
    return execFileSync(XZ, ['-dc', `${folder}/games_${split}.jsonl.xz`], { maxBuffer: 2 ** 30 }).toString();
  };

  it.each([
    ['valid_seen', 140, 0],
    ['valid_unseen', 134, 0],
    // Two train games name a cracked egg without a type, which the compact packs leave out.
    ...(hasXz ? [['train', 3553, 2] as const] : []),
  ] as const)('convert to the same figures as the compact pack: %s', (split, count, eggs) => {
    const compact = JSON.parse(
      gunzipSync(readFileSync(`${folder}/compact_${split}.json.gz`)).toString(),
    ) as CompactFile;
    const byId = new Map(compact.games.map((game) => [game.id, game]));
    const found = lines(split)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; task: string; pddl_problem: string });
    expect(found).toHaveLength(count);
    const different: string[] = [];
    for (const { id, task, pddl_problem } of found) {
      const converted = toHouse(parseProblem({ name: id, text: pddl_problem }), { ...context, id, sentence: task });
      if (!('house' in converted)) throw new Error(`${id}: ${converted.reason}`);
      const { house } = converted;
      const game = byId.get(id)!;
      expect(TASK_TYPES).toContain(house.taskType);
      const ours = [
        house.taskType,
        house.start,
        house.goal.objectType,
        house.goal.kind === 'light' ? house.goal.lampType : house.goal.receptacleType,
        house.locations,
        house.receptacles.map((r) => [r.id, r.type, r.location, r.openable ? 1 : 0]),
        house.objects.map((o) => [o.id, o.type, o.location, o.props, o.receptacles]),
        house.inner.map(([a, b]) => [house.objects[a].id, house.objects[b].id]),
        house.canContain,
      ];
      const theirs = [
        game.type,
        game.start,
        game.obj,
        game.rec,
        game.locs,
        game.recs,
        game.objs,
        game.inner,
        compact.canContain[game.can],
      ];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) different.push(id);
    }
    expect(different).toHaveLength(eggs);
  });
});
