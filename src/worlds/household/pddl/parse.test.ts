import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../../test/data.ts';
import { Problem } from '../../../core/problem.ts';
import { parseDomain, parseProblem } from './parse.ts';
import { readPddl } from './read.ts';

const data = dataDirectory();
const domain = (text: string) => parseDomain({ name: 'pddl_domain', text });
const problem = (text: string) => parseProblem({ name: 'pddl_problem', text });

function refusal(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('reading PDDL text', () => {
  it('lower-cases, skips comments and keeps a comma as a letter', () => {
    const form = readPddl({ name: 't', text: '(A ; note (\n (B ?x - location, ?y))' });
    expect(form).toEqual({ line: 1, items: ['a', { line: 2, items: ['b', '?x', '-', 'location,', '?y'] }] });
  });

  it.each([
    ['(define (domain d)', 'line 1: the parenthesis opened here is never closed'],
    ['(a))', 'too many'],
    ['(a) b', 'text follows'],
    ['a (b)', 'outside parentheses'],
    ['', 'never closed'],
    ['('.repeat(300), 'nested'],
  ])('refuses %j', (text, message) => {
    const found = refusal(() => readPddl({ name: 'x', text }));
    expect(found.message).toContain(message);
    expect(found.code).toBe('bad-pddl');
  });

  it('never throws anything but Problem', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '\n',
      ';',
      ' ',
      '-',
      '?x',
      'and',
      'not',
      'exists',
      ':action',
      'define',
      'domain',
      ':init',
      '=',
      'p',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const parse of [domain, problem]) {
          try {
            parse(pieces.join(' '));
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        }
      }),
    );
  });
});

describe('constructs', () => {
  const action = (precondition: string, effect = '(p ?x)') =>
    `(define (domain d)\n(:predicates (p ?x))\n(:action a :parameters (?x)\n:precondition ${precondition}\n:effect ${effect}))`;

  it.each([
    [action('(forall (?y) (p ?y))'), 'forall', 4],
    [action('(imply (p ?x) (p ?x))'), 'imply', 4],
    [action('(not (exists (?y) (p ?y)))'), 'not (exists', 4],
    [action('(> (total-cost) 3)'), '>', 4],
    [action('()', '(forall (?y) (p ?y))'), 'forall', 5],
    [action('()', '(assign (total-cost) 3)'), 'assign', 5],
    ['(define (domain d)\n(:derived (p ?x) (q ?x)))', ':derived', 2],
    ['(define (domain d)\n\n(:durative-action a))', ':durative-action', 3],
    ['(define (domain d) (:types a - (either b c)))', 'either', 1],
  ])('refuses %j by name and line', (text, construct, line) => {
    const found = refusal(() => domain(text));
    expect(found.code).toBe('pddl-construct');
    expect(found.message).toContain(construct);
    expect(found.message).toContain(`line ${line}`);
    expect(found.nextStep).not.toBe('');
  });

  it('reads over costs', () => {
    const { actions } = domain(action('()', '(and (increase (total-cost) 5) (p ?x) (when (p ?x) (not (p ?x))))'));
    expect(actions[0].effects.map(({ negated }) => negated)).toEqual([false, true]);
  });
});

describe.skipIf(data === null)('the files of the benchmark (skipped: no data directory)', () => {
  const read = (name: string) => readFileSync(`${data}/alfworld/${name}`, 'utf8');

  it('parses both domains', () => {
    expect(domain(read('alfred-2.1.1.pddl')).actions).toHaveLength(14);
    expect(domain(read('alfred.pddl')).actions.at(-1)!.name).toBe('help');
  });

  it('keeps the type `location,` of examineObject', () => {
    const examine = domain(read('alfred.pddl')).actions.find(({ name }) => name === 'examineobject')!;
    expect(JSON.stringify(examine.precondition)).toContain('"location,"');
  });

  it("takes TextWorld's small problem file", () => {
    const path = 'textworld_test_problem.pddl';
    expect(existsSync(`${data}/alfworld/${path}`)).toBe(true);
    const parsed = problem(read(path));
    expect(parsed.name).toBe('test_alfworld');
    expect(parsed.objects.filter(({ type }) => type === 'receptacle')).toHaveLength(7);
    expect(parsed.facts.filter(({ predicate }) => predicate === 'inreceptacle')).toHaveLength(19);
  });
});
