// How text is made of facts (worlds.md 1.5), on invented grammars and facts.
import { describe, expect, it } from 'vitest';
import { Renderer } from './grammar.ts';
import type { FactSchema, FactSource, RuleSource } from './grammar.ts';

const PREDICATES = ['in', 'open', 'red', 'not_in'];
const SCHEMA: FactSchema = {
  predicate: (name) => PREDICATES.indexOf(name),
  type: (name) => ['thing', 'box'].indexOf(name),
};

/** Facts as lists, entities 0..n-1; the first `things` are things, the others boxes. */
class ListFacts implements FactSource {
  constructor(
    private readonly names: readonly string[],
    private readonly things: number,
    private readonly facts: readonly (readonly [string, ...number[]])[],
  ) {}
  holds(predicate: number, args: Int32Array): boolean {
    return this.facts.some(([name, ...rest]) => PREDICATES[predicate] === name && rest.every((e, i) => e === args[i]));
  }
  next(predicate: number, args: Int32Array, position: number, from: number): number {
    const matches = this.facts
      .filter(([name]) => name === PREDICATES[predicate])
      .map(([, ...rest]) => rest)
      .filter((rest) => rest[position] >= from && rest.every((e, i) => i === position || args[i] < 0 || args[i] === e))
      .map((rest) => rest[position]);
    return matches.length === 0 ? -1 : Math.min(...matches);
  }
  typeOf(entity: number): number {
    return entity < this.things ? 0 : 1;
  }
  name(entity: number): string {
    return this.names[entity];
  }
  id(entity: number): string {
    return `id${entity}`;
  }
}

const JOINTS: Record<string, RuleSource[]> = {
  list_empty: [{ rhs: 'none' }],
  list_separator: [{ rhs: '; ' }],
  list_last_separator: [{ rhs: ' & ' }],
};
// cup 0, pan 1, tin 2 (things), box 3, bag 4.
const NAMES = ['cup', 'pan', 'tin', 'box', 'bag'];

function render(
  rhs: string,
  facts: readonly (readonly [string, ...number[]])[],
  bound: Record<string, number> = {},
  symbols: Record<string, RuleSource[]> = {},
  sentence = '',
): string {
  const renderer = new Renderer({ symbols: { ...JOINTS, ...symbols }, actions: {} }, SCHEMA);
  const text = renderer.text(rhs, 'test');
  for (const name of Object.keys(bound)) renderer.slot(name);
  const source = new ListFacts(NAMES, 3, facts);
  const frame = renderer.frame(source);
  frame.begin(source, sentence);
  for (const [name, entity] of Object.entries(bound)) frame.vars[renderer.slot(name)] = entity;
  return text(frame);
}

describe('lists', () => {
  const list = '[{t.name | in(t:thing, b:box)}]';
  it('joins none, one, two and more', () => {
    expect(render(list, [], { b: 3 })).toBe('none');
    expect(render(list, [['in', 1, 3]], { b: 3 })).toBe('pan');
    expect(
      render(
        list,
        [
          ['in', 1, 3],
          ['in', 0, 3],
        ],
        { b: 3 },
      ),
    ).toBe('cup & pan');
    expect(
      render(
        list,
        [
          ['in', 2, 3],
          ['in', 1, 3],
          ['in', 0, 3],
        ],
        { b: 3 },
      ),
    ).toBe('cup; pan & tin');
  });

  it('lists what a bound variable allows, and everything where it is free', () => {
    const facts = [
      ['in', 0, 3],
      ['in', 1, 4],
    ] as const;
    expect(render(list, facts, { b: 4 })).toBe('pan');
    expect(render(list, facts)).toBe('cup & pan');
  });

  it('answers in the order of argument ids, first argument first', () => {
    expect(
      render('[{b.name | in(t:thing, b:box)}]', [
        ['in', 1, 3],
        ['in', 0, 4],
        ['in', 0, 3],
      ]),
    ).toBe('box; bag & box');
  });

  it('joins facts, and shows a thing once for each match', () => {
    const facts = [
      ['in', 0, 3],
      ['in', 0, 4],
      ['red', 0],
      ['in', 1, 3],
    ] as const;
    expect(render('[{t.name | in(t:thing, b:box) & red(t:thing)}]', facts)).toBe('cup & cup');
  });

  it('gives each item its own variables in the symbols it uses', () => {
    const symbols = { 'about(t)': [{ condition: 'red(t:thing)', rhs: 'red {t.name}' }, { rhs: '{t.name}' }] };
    expect(
      render(
        '[{#about(t)# | in(t:thing, b:box)}]',
        [
          ['in', 0, 3],
          ['in', 1, 3],
          ['red', 1],
        ],
        {},
        symbols,
      ),
    ).toBe('cup & red pan');
  });

  it('writes matches without joints outside of brackets', () => {
    expect(
      render('{t.name | in(t:thing, b:box)}', [
        ['in', 0, 3],
        ['in', 1, 3],
      ]),
    ).toBe('cuppan');
  });
});

describe('conditions', () => {
  it('uses the first rule that has a match', () => {
    const symbols = {
      s: [{ condition: 'red(b:box)', rhs: 'red' }, { condition: 'open(b:box)', rhs: 'open' }, { rhs: 'plain' }],
    };
    expect(
      render(
        '#s#',
        [
          ['open', 3],
          ['red', 4],
        ],
        { b: 3 },
        symbols,
      ),
    ).toBe('open');
    expect(
      render(
        '#s#',
        [
          ['open', 3],
          ['red', 3],
        ],
        { b: 3 },
        symbols,
      ),
    ).toBe('red');
    expect(render('#s#', [], { b: 3 }, symbols)).toBe('plain');
  });

  it('does not bind the text of its rule', () => {
    const symbols = { s: [{ condition: 'in(t:thing, b:box)', rhs: '[{t.name | in(t:thing, b:box)}]' }] };
    expect(
      render(
        '#s#',
        [
          ['in', 0, 3],
          ['in', 1, 3],
        ],
        {},
        symbols,
      ),
    ).toBe('cup & pan');
  });

  it('binds distinct variables to distinct entities', () => {
    const pairs = '[{t.name | in(t:thing, u:thing)}]';
    expect(
      render(pairs, [
        ['in', 0, 0],
        ['in', 1, 0],
      ]),
    ).toBe('pan');
  });

  it('asks the declared type of a free variable', () => {
    expect(
      render('[{t.name | open(t:box)}]', [
        ['open', 0],
        ['open', 3],
      ]),
    ).toBe('box');
    expect(render('[{t.name | open(t:unheard)}]', [['open', 3]])).toBe('none');
  });

  it('a predicate without facts never matches, negative ones included', () => {
    expect(render('[{t.name | unheard(t:thing)}]', [['in', 0, 3]])).toBe('none');
    expect(render('[{t.name | not_in(t:thing, b:box)}]', [['in', 0, 3]])).toBe('none');
    expect(render('[{t.name | not_in(t:thing, b:box)}]', [['not_in', 0, 3]])).toBe('cup');
  });
});

describe('expressions and literals', () => {
  it('knows names, ids, articles, sums and alternatives', () => {
    const facts = [] as const;
    expect(render("{t.indefinite + ' ' + t.name}", facts, { t: 0 })).toBe('a cup');
    expect(render("{'' or t.id}", facts, { t: 0 })).toBe('id0');
    expect(render('{t.name or t.id}', facts, { t: 0 })).toBe('cup');
    expect(render('{t}, {t.definite}', facts, { t: 0 })).toBe('cup, the');
  });

  it('puts the task sentence for the placeholder, and breaks lines at \\n', () => {
    expect(render('Do: UNKNOWN GOAL!\\n', [], {}, {}, 'find it')).toBe('Do: find it!\n');
  });

  it('takes a lone closing bracket as text', () => {
    expect(render('a) b] c}', [])).toBe('a) b] c}');
  });
});

describe('a grammar that cannot be used', () => {
  it.each([
    ['an undefined symbol', '#nowhere#', /#nowhere# is used but not defined/],
    ['an open bracket', 'a {t.name', /"\{" is not closed in #test#/],
    ['a list that is none', '[t.name]', /list is not written/],
    ['an unknown attribute', '{t.weight}', /"weight" is not known/],
    ['an unfinished expression', '{t.name + }', /not finished/],
    ['two values side by side', '{t.name u.name}', /side by side/],
    ['an operator in front', '{+ t.name}', /nothing before it/],
    ['code', '{alert(1)}', /is no expression/],
    ['a condition that is none', '[{t.name | t is red}]', /is no condition/],
    ['a condition without variables', '[{t.name | red()}]', /has no variable/],
  ])('is refused for %s', (_, rhs, message) => {
    expect(() => render(rhs, [])).toThrowError(message);
  });

  it('is refused when a variable is not bound, or no rule applies', () => {
    expect(() => render('{t.name}', [])).toThrowError(/not bound/);
    expect(() => render('#s#', [], {}, { s: [{ condition: 'red(t:thing)', rhs: '' }] })).toThrowError(/no rule/);
  });

  it('cannot recurse or multiply without end', () => {
    expect(() => render('#s#', [], {}, { s: [{ rhs: 'x#s#' }] })).toThrowError(/without end/);
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`d${i}`, [{ rhs: i < 39 ? `#d${i + 1}##d${i + 1}#` : 'x' }]]),
    );
    expect(() => render('#d0#', [], {}, doubling)).toThrowError(/a million steps/);
  });
});
