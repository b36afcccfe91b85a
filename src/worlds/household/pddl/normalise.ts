// Disjunctive normal form, as the translator makes it: each condition becomes a choice of conjunctions without `or` or `exists`,
// and every variable of an `exists` becomes a variable of the conjunction under a name of its own.
// Invariant: the number of branches is capped, so that no file can make the work explode.
import { Problem } from '../../../core/problem.ts';
import { ALWAYS } from './syntax.ts';
import type { Atom, Condition, Typed } from './syntax.ts';

export interface Literal {
  readonly atom: Atom;
  readonly negated: boolean;
}

interface Equality {
  readonly left: string;
  readonly right: string;
  readonly negated: boolean;
}

/** All literals and equalities must hold for one binding of the variables. */
export interface Conjunction {
  readonly variables: readonly Typed[];
  readonly literals: readonly Literal[];
  readonly equalities: readonly Equality[];
}

const MAX_BRANCHES = 256;
const TRUE: Conjunction = { variables: [], literals: [], equalities: [] };

/**
 * The branches of a condition; their free variables keep their names.
 * @throws Problem `pddl-too-large` when there are more than 256.
 */
export function branches(condition: Condition): readonly Conjunction[] {
  return condition === ALWAYS ? [TRUE] : expand(condition, new Map(), { next: 0 });
}

type Names = ReadonlyMap<string, string>;

function expand(condition: Condition, names: Names, fresh: { next: number }): readonly Conjunction[] {
  const rename = (term: string): string => names.get(term) ?? term;
  switch (condition.kind) {
    case 'atom': {
      const atom = { predicate: condition.atom.predicate, terms: condition.atom.terms.map(rename) };
      return [{ ...TRUE, literals: [{ atom, negated: condition.negated }] }];
    }
    case 'equal': {
      const { left, right, negated } = condition;
      return [{ ...TRUE, equalities: [{ left: rename(left), right: rename(right), negated }] }];
    }
    case 'or':
      return capped(condition.parts.flatMap((part) => expand(part, names, fresh)));
    case 'and': {
      let product: readonly Conjunction[] = [TRUE];
      for (const part of condition.parts) {
        const options = expand(part, names, fresh);
        capped({ length: product.length * options.length });
        product = product.flatMap((left) => options.map((right) => both(left, right)));
      }
      return product;
    }
    case 'exists': {
      const own = condition.variables.map(({ name, type }) => ({ from: name, name: `${name}#${fresh.next++}`, type }));
      const inner = new Map([...names, ...own.map(({ from, name }): [string, string] => [from, name])]);
      const variables = own.map(({ name, type }) => ({ name, type }));
      return expand(condition.body, inner, fresh).map((body) => both({ ...TRUE, variables }, body));
    }
  }
}

function both(left: Conjunction, right: Conjunction): Conjunction {
  return {
    variables: [...left.variables, ...right.variables],
    literals: [...left.literals, ...right.literals],
    equalities: [...left.equalities, ...right.equalities],
  };
}

function capped<T extends { readonly length: number }>(found: T): T {
  if (found.length <= MAX_BRANCHES) return found;
  throw new Problem({
    code: 'pddl-too-large',
    message: `A PDDL condition has more than ${MAX_BRANCHES} alternatives.`,
    nextStep: 'Split the action, or nest fewer `or` inside `and`.',
  });
}
