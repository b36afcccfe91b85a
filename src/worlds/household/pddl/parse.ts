// Turns PDDL lists into a domain or a problem: exactly the constructs that the household files use, anything else is refused by name.
// Invariant: costs (functions, increase, metric) never decide what can be played, so they are read over; everything else counts.
import { pddlProblem, readPddl, unknownConstruct } from './read.ts';
import type { Form, ListForm, PddlText } from './read.ts';
import { ALWAYS, ROOT_TYPE } from './syntax.ts';
import type { Action, Atom, Condition, Effect, PddlDomain, PddlProblem, Typed } from './syntax.ts';

/**
 * Parses a domain text.
 * @throws Problem naming the line, and the construct where it is one that is not supported.
 */
export function parseDomain(source: PddlText): PddlDomain {
  const sections = readDefine(source, 'domain');
  const types = new Map<string, string>();
  const predicates = new Map<string, readonly Typed[]>();
  const constants: Typed[] = [];
  const actions: Action[] = [];
  for (const section of sections.rest) {
    const keyword = word(source, section, 0);
    if (keyword === ':requirements' || keyword === ':functions') continue;
    else if (keyword === ':types') for (const { name, type } of typedList(source, section, 1)) types.set(name, type);
    else if (keyword === ':constants') constants.push(...typedList(source, section, 1));
    else if (keyword === ':predicates') {
      for (const item of section.items.slice(1)) {
        const declared = list(source, section, item);
        predicates.set(word(source, declared, 0), typedList(source, declared, 1));
      }
    } else if (keyword === ':action') actions.push(parseAction(source, section));
    else throw unknownConstruct(source, section.line, keyword);
  }
  return { name: sections.name, types, constants, predicates, actions };
}

/**
 * Parses a problem text.
 * @throws Problem naming the line, and the construct where it is one that is not supported.
 */
export function parseProblem(source: PddlText): PddlProblem {
  const sections = readDefine(source, 'problem');
  const objects: Typed[] = [];
  const facts: Atom[] = [];
  let goal: Condition | null = null;
  for (const section of sections.rest) {
    const keyword = word(source, section, 0);
    if (keyword === ':domain' || keyword === ':requirements' || keyword === ':metric') continue;
    else if (keyword === ':objects') objects.push(...typedList(source, section, 1));
    else if (keyword === ':init') {
      for (let i = 1; i < section.items.length; i++) {
        const fact = list(source, section, section.items[i]);
        if (fact.items[0] !== '=') facts.push(atom(source, fact));
      }
    } else if (keyword === ':goal') goal = condition(source, list(source, section, section.items[1] ?? ''));
    else throw unknownConstruct(source, section.line, keyword);
  }
  if (goal === null) throw pddlProblem(source, 1, 'the section :goal is missing');
  return { name: sections.name, objects, facts, goal };
}

function readDefine(source: PddlText, kind: string): { name: string; rest: ListForm[] } {
  const root = readPddl(source);
  const head = root.items[1];
  const isDefine = root.items[0] === 'define' && typeof head === 'object' && head.items[0] === kind;
  if (!isDefine)
    throw pddlProblem(source, root.line, `this is no PDDL ${kind}: it must open with (define (${kind} NAME)`);
  const rest = root.items.slice(2).map((item) => list(source, root, item));
  return { name: word(source, head, 1), rest };
}

function parseAction(source: PddlText, section: ListForm): Action {
  let parameters: readonly Typed[] = [];
  let precondition: Condition = ALWAYS;
  let effects: readonly Effect[] = [];
  for (let i = 2; i < section.items.length; i += 2) {
    const keyword = word(source, section, i);
    const body = list(source, section, section.items[i + 1] ?? '');
    if (keyword === ':parameters') parameters = typedList(source, body, 0);
    else if (keyword === ':precondition') precondition = condition(source, body);
    else if (keyword === ':effect') effects = parseEffects(source, body, ALWAYS);
    else throw unknownConstruct(source, section.line, keyword);
  }
  return { name: word(source, section, 1), parameters, precondition, effects };
}

/** A condition; the empty list `()` always holds. Recursion is bounded by the depth cap of the reader. */
function condition(source: PddlText, form: ListForm): Condition {
  if (form.items.length === 0) return ALWAYS;
  const head = word(source, form, 0);
  if (head === 'and' || head === 'or') {
    return { kind: head, parts: form.items.slice(1).map((part) => condition(source, list(source, form, part))) };
  }
  if (head === 'exists') {
    const variables = typedList(source, list(source, form, form.items[1] ?? ''), 0);
    return { kind: 'exists', variables, body: condition(source, list(source, form, form.items[2] ?? '')) };
  }
  if (head === 'not') {
    const inner = condition(source, list(source, form, form.items[1] ?? ''));
    if (inner.kind !== 'atom' && inner.kind !== 'equal')
      throw unknownConstruct(source, form.line, `not (${inner.kind} …)`);
    return { ...inner, negated: !inner.negated };
  }
  if (head === '=') return { kind: 'equal', left: word(source, form, 1), right: word(source, form, 2), negated: false };
  return { kind: 'atom', atom: atom(source, form), negated: false };
}

function parseEffects(source: PddlText, form: ListForm, when: Condition): Effect[] {
  if (form.items.length === 0) return [];
  const head = word(source, form, 0);
  const inner = (index: number): ListForm => list(source, form, form.items[index] ?? '');
  if (head === 'increase') return [];
  if (head === 'and') return form.items.slice(1).flatMap((_, i) => parseEffects(source, inner(i + 1), when));
  if (head === 'when') {
    if (when !== ALWAYS) throw unknownConstruct(source, form.line, 'when inside when');
    return parseEffects(source, inner(2), condition(source, inner(1)));
  }
  if (head === 'not') return [{ when, atom: atom(source, inner(1)), negated: true }];
  return [{ when, atom: atom(source, form), negated: false }];
}

const LOGIC = new Set([
  'and',
  'or',
  'not',
  'exists',
  'forall',
  'imply',
  'when',
  'preference',
  'increase',
  'decrease',
  'assign',
]);
const NOT_A_PREDICATE = /^[<>=:]|^scale-/;

function atom(source: PddlText, form: ListForm): Atom {
  const predicate = word(source, form, 0);
  if (LOGIC.has(predicate) || NOT_A_PREDICATE.test(predicate)) throw unknownConstruct(source, form.line, predicate);
  const terms: string[] = [];
  for (let i = 1; i < form.items.length; i++) terms.push(word(source, form, i));
  return { predicate, terms };
}

/** `a b - t c` gives a:t, b:t, c:object. */
function typedList(source: PddlText, form: ListForm, from: number): Typed[] {
  const out: Typed[] = [];
  let waiting = out.length;
  for (let i = from; i < form.items.length; i++) {
    if (form.items[i] !== '-') {
      out.push({ name: word(source, form, i), type: ROOT_TYPE });
      continue;
    }
    const type = form.items[++i];
    if (type === undefined) throw pddlProblem(source, form.line, 'a type is missing after the last `-`');
    if (typeof type !== 'string') throw unknownConstruct(source, type.line, String(type.items[0] ?? '()'));
    for (let k = waiting; k < out.length; k++) out[k] = { name: out[k].name, type };
    waiting = out.length;
  }
  return out;
}

function list(source: PddlText, parent: ListForm, form: Form): ListForm {
  if (typeof form === 'object') return form;
  throw pddlProblem(
    source,
    parent.line,
    form === '' ? 'something is missing here' : `a list is expected instead of \`${form.slice(0, 60)}\``,
  );
}

function word(source: PddlText, parent: ListForm, index: number): string {
  const form = parent.items[index];
  if (typeof form === 'string') return form;
  throw pddlProblem(
    source,
    parent.line,
    form === undefined ? 'a name is missing here' : 'a name is expected instead of a list',
  );
}
