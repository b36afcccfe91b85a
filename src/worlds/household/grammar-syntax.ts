// Reads the small languages inside a grammar's strings: texts with holes, expressions, conjunctive queries.
// Invariant: what is read is plain data; anything else is a Problem that names the symbol and the place.
import { Problem } from '../../core/problem.ts';

export type Attribute = 'name' | 'id' | 'indefinite' | 'definite';
const ATTRIBUTES: readonly string[] = ['name', 'id', 'indefinite', 'definite'];

export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'attribute'; readonly variable: string; readonly attribute: Attribute }
  | { readonly kind: 'sum' | 'or'; readonly left: Expression; readonly right: Expression };

export interface Atom {
  readonly predicate: string;
  readonly variables: readonly { readonly name: string; readonly type: string | null }[];
}
export type Query = readonly Atom[];

export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'value' | 'list'; readonly expression: Expression; readonly query: Query | null };

function syntaxProblem(where: string, what: string, text: string): Problem {
  return new Problem({
    code: 'bad-grammar',
    message: `The grammar of this game cannot be read: ${what} in #${where}#.`,
    nextStep: 'Take the grammar from an unedited game file, or mend the rule that is named here.',
    detail: text.slice(0, 200),
  });
}

/** Splits a text into literals, `#symbol#`, `{…}` and `[{…}]`. A closing bracket without an opening one is literal. */
export function parseParts(text: string, where: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const opens = text[at];
    if (opens === '#' || opens === '{' || opens === '[') {
      const closing = opens === '#' ? '#' : opens === '{' ? '}' : ']';
      const end = text.indexOf(closing, at + 1);
      if (end < 0) throw syntaxProblem(where, `"${opens}" is not closed`, text);
      parts.push(parsePart(opens, text.slice(at + 1, end), where));
      at = end + 1;
    } else {
      const next = text.slice(at).search(/[#{[]/);
      const end = next < 0 ? text.length : at + next;
      parts.push({ kind: 'literal', text: text.slice(at, end).replaceAll('\\n', '\n') });
      at = end;
    }
  }
  return parts;
}

function parsePart(opens: '#' | '{' | '[', inner: string, where: string): Part {
  if (opens === '#') return { kind: 'symbol', name: inner };
  if (opens === '{') return parseValue('value', inner, where);
  const body = inner.trim();
  if (!body.startsWith('{') || !body.endsWith('}')) throw syntaxProblem(where, 'a list is not written [{…}]', inner);
  return parseValue('list', body.slice(1, -1), where);
}

function parseValue(kind: 'value' | 'list', text: string, where: string): Part {
  const bar = text.indexOf('|');
  if (bar < 0) return { kind, expression: parseExpression(text, where), query: null };
  return {
    kind,
    expression: parseExpression(text.slice(0, bar), where),
    query: parseQuery(text.slice(bar + 1), where),
  };
}

const TOKEN = /\s*(?:#([^#]+)#|'([^']*)'|"([^"]*)"|([A-Za-z_]\w*)(?:\.(\w+))?|(\+))\s*/y;

/** `x.name`, `x`, quoted text, `#symbol#`, joined by `+` and, more weakly, by `or`. */
function parseExpression(text: string, where: string): Expression {
  TOKEN.lastIndex = 0;
  const options: Expression[] = [];
  let sum: Expression | null = null;
  let joined = true;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw syntaxProblem(where, `"${text.slice(start).trim()}" is no expression`, text);
    const isOr = match[4] === 'or' && match[5] === undefined;
    if (match[6] !== undefined || isOr) {
      if (sum === null || joined) throw syntaxProblem(where, 'an operator has nothing before it', text);
      if (isOr) options.push(sum);
      if (isOr) sum = null;
      joined = true;
      continue;
    }
    if (!joined) throw syntaxProblem(where, 'two values stand side by side', text);
    const value = valueOf(match, where, text);
    sum = sum === null ? value : { kind: 'sum', left: sum, right: value };
    joined = false;
  }
  if (sum === null || joined) throw syntaxProblem(where, 'an expression is not finished', text);
  options.push(sum);
  return options.reduceRight((right, left) => ({ kind: 'or', left, right }));
}

function valueOf(match: RegExpExecArray, where: string, text: string): Expression {
  if (match[1] !== undefined) return { kind: 'symbol', name: match[1] };
  const quoted = match[2] ?? match[3];
  if (quoted !== undefined) return { kind: 'text', text: quoted };
  const attribute = match[5] ?? 'name';
  if (!ATTRIBUTES.includes(attribute)) throw syntaxProblem(where, `"${attribute}" is not known of a thing`, text);
  return { kind: 'attribute', variable: match[4], attribute: attribute as Attribute };
}

/** `p(x:type, y:type) & q(x:type)`; the order of the atoms is the order of the search. */
export function parseQuery(text: string, where: string): Query {
  return text.split('&').map((piece) => {
    const match = /^\s*([\w-]+)\(([^()]*)\)\s*$/.exec(piece);
    if (match === null) throw syntaxProblem(where, `"${piece.trim()}" is no condition`, text);
    const names = match[2].split(',').filter((name) => name.trim() !== '');
    return {
      predicate: match[1],
      variables: names.map((name) => {
        const [variable, type] = name.split(':', 2);
        return { name: variable.trim(), type: type === undefined ? null : type.trim() };
      }),
    };
  });
}
