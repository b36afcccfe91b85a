// Text out of facts: a grammar of symbols with conditions and list queries, compiled once, rendered from any engine's facts.
// Invariant: no sentence lives here; every word comes from a GrammarSource. Rendering reads facts and changes nothing, and a
// hostile grammar cannot hang it: every render has a limit of work. Semantics: worlds.md 1.5.
import { Problem } from '../../core/problem.ts';
import type { Atom, Attribute, Expression, Part, Query } from './grammar-syntax.ts';
import { parseParts, parseQuery } from './grammar-syntax.ts';

/** One alternative of a symbol; the first whose condition has a match is used. */
export interface RuleSource {
  /** Literal text with `#symbol#`, `{expression}`, `{expression | query}` and `[{expression | query}]` (a list). */
  readonly rhs: string;
  /** Conjunction such as `openable(r:receptacle) & opened(r:receptacle)`; absent = always. */
  readonly condition?: string;
}

/** A grammar as plain data: what parseTwl2 reads, and what a wording of our own is written in. */
export interface GrammarSource {
  /** Rules by symbol. Entry point: `intro`. List joints: `list_empty`, `list_separator`, `list_last_separator`. */
  readonly symbols: Readonly<Record<string, readonly RuleSource[]>>;
  /** By lower-cased action name: the command's text and the answer to it, both written like an rhs. */
  readonly actions: Readonly<Record<string, { readonly template: string; readonly feedback: string }>>;
  /** Answer to a text that is not admissible; absent = the interface's own (TEXTWORLD_REFUSAL in texts.ts). */
  readonly refusal?: string;
}

/** Stands for the task sentence in a grammar that serves many games. */
export const GOAL_PLACEHOLDER = 'UNKNOWN GOAL';

/** Numbers for the names that queries use. Both may throw a Problem for a name that this engine cannot answer about. */
export interface FactSchema {
  /** Number of a predicate, `not_p` included (facts that an effect took away); -1 = such a fact never holds. */
  predicate(name: string): number;
  /** Number of a type; -1 = no entity has it. */
  type(name: string): number;
}

/** The facts of one state. Entities are numbered in the order of their ids, so that ascending is the original's order. */
export interface FactSource {
  /** True when the fact holds; all arguments are entities. */
  holds(predicate: number, args: Int32Array): boolean;
  /**
   * Smallest entity e >= from such that some fact of the predicate has e at `position` and agrees with every other
   * argument that is not -1 (args[position] is ignored); -1 when there is none.
   */
  next(predicate: number, args: Int32Array, position: number, from: number): number;
  typeOf(entity: number): number;
  name(entity: number): string;
  id(entity: number): string;
}

/** Compiled text. */
export type Text = (frame: Frame) => string;

const WORK_LIMIT = 1_000_000;
const DEPTH_LIMIT = 64;
const LENGTH_LIMIT = 1_000_000;

function grammarProblem(message: string): Problem {
  return new Problem({
    code: 'bad-grammar',
    message: `The grammar of this game cannot be used: ${message}.`,
    nextStep: 'Take the grammar from an unedited game file, or mend the rule that is named here.',
  });
}

/** What one rendering works on: facts, bound variables, the task sentence. Reused from render to render. */
export class Frame {
  facts: FactSource;
  sentence = '';
  readonly vars: Int32Array;
  private work = 0;
  depth = 0;

  constructor(facts: FactSource, variables: number) {
    this.facts = facts;
    this.vars = new Int32Array(variables).fill(-1);
  }

  /** Unbinds all variables and takes new facts. */
  begin(facts: FactSource, sentence: string): void {
    this.facts = facts;
    this.sentence = sentence;
    this.vars.fill(-1);
    this.work = 0;
    this.depth = 0;
  }

  spend(): void {
    if (++this.work > WORK_LIMIT) throw grammarProblem('one text needs more than a million steps to write');
  }

  isBound(entity: number): boolean {
    const vars = this.vars;
    for (let i = 0; i < vars.length; i++) if (vars[i] === entity) return true;
    return false;
  }
}

interface CompiledAtom {
  readonly predicate: number;
  readonly slots: readonly number[];
  /** Type number asked of each variable, or ANY_TYPE. */
  readonly types: readonly number[];
  /** Room for the arguments of one question. */
  readonly args: Int32Array;
}

const ANY_TYPE = -2;

/** Fills the arguments of an atom and returns the position of its first unbound one, or -1. */
function fill(atom: CompiledAtom, vars: Int32Array): number {
  const { slots, args } = atom;
  let free = -1;
  for (let i = slots.length - 1; i >= 0; i--) {
    args[i] = vars[slots[i]];
    if (args[i] < 0) free = i;
  }
  return free;
}

/** Calls `visit` for every match of atoms[at..] in the order of argument ids; true from `visit` ends the search. */
function search(atoms: readonly CompiledAtom[], at: number, frame: Frame, visit: () => boolean): boolean {
  if (at === atoms.length) return visit();
  const atom = atoms[at];
  if (atom.predicate < 0) return false;
  frame.spend();
  const { vars, facts } = frame;
  const free = fill(atom, vars);
  if (free < 0) return facts.holds(atom.predicate, atom.args) && search(atoms, at + 1, frame, visit);
  const slot = atom.slots[free];
  const type = atom.types[free];
  let found = false;
  for (let e = facts.next(atom.predicate, atom.args, free, 0); e >= 0 && !found;) {
    if (!frame.isBound(e) && (type === ANY_TYPE || facts.typeOf(e) === type)) {
      vars[slot] = e;
      found = search(atoms, at, frame, visit);
      vars[slot] = -1;
      fill(atom, vars);
    }
    e = facts.next(atom.predicate, atom.args, free, e + 1);
  }
  return found;
}

const yes = (): boolean => true;

/** A grammar compiled for one kind of engine. */
export class Renderer {
  private readonly source: GrammarSource;
  private readonly schema: FactSchema;
  private readonly slots = new Map<string, number>();
  private readonly symbols = new Map<string, Text>();

  constructor(source: GrammarSource, schema: FactSchema) {
    this.source = source;
    this.schema = schema;
  }

  /** Slot of a variable in Frame.vars. */
  slot(variable: string): number {
    let slot = this.slots.get(variable);
    if (slot === undefined) this.slots.set(variable, (slot = this.slots.size));
    return slot;
  }

  /** A frame for this renderer's texts. Make it after the last `text` and `slot`. */
  frame(facts: FactSource): Frame {
    return new Frame(facts, this.slots.size);
  }

  /**
   * Compiles a text such as `#intro#`, a template or a feedback, with every symbol it can reach.
   * @throws Problem naming the symbol and what is wrong with it.
   */
  text(rhs: string, where: string): Text {
    return this.compileParts(parseParts(rhs, where), where);
  }

  private compileParts(parts: readonly Part[], where: string): Text {
    const texts = parts.map((part) => this.compilePart(part, where));
    if (texts.length === 0) return () => '';
    if (texts.length === 1) return texts[0];
    return (frame) => {
      let out = '';
      for (let i = 0; i < texts.length; i++) out += texts[i](frame);
      return out;
    };
  }

  private compilePart(part: Part, where: string): Text {
    switch (part.kind) {
      case 'literal':
        return this.compileLiteral(part.text);
      case 'symbol':
        return this.symbol(part.name);
      case 'value': {
        const item = this.compileExpression(part.expression, where);
        if (part.query === null) return item;
        const atoms = this.compileQuery(part.query, where);
        return (frame) => {
          let out = '';
          search(atoms, 0, frame, () => {
            out += item(frame);
            return false;
          });
          return out;
        };
      }
      case 'list':
        return this.compileList(part.expression, part.query, where);
    }
  }

  private compileLiteral(text: string): Text {
    const pieces = text.split(GOAL_PLACEHOLDER);
    return pieces.length === 1 ? () => text : (frame) => pieces.join(frame.sentence);
  }

  private symbol(name: string): Text {
    const known = this.symbols.get(name);
    if (known !== undefined) return known;
    const rules = Object.hasOwn(this.source.symbols, name) ? this.source.symbols[name] : undefined;
    if (rules === undefined) throw grammarProblem(`the symbol #${name}# is used but not defined`);
    // Entered before its rules are compiled, so that a symbol may lead back to itself; the depth is limited when rendering.
    let alternatives: readonly { readonly condition: readonly CompiledAtom[]; readonly text: Text }[] = [];
    const text: Text = (frame) => {
      frame.spend();
      if (++frame.depth > DEPTH_LIMIT) throw grammarProblem(`the symbol #${name}# leads back to itself without end`);
      for (let i = 0; i < alternatives.length; i++) {
        const { condition, text: body } = alternatives[i];
        if (condition.length === 0 || search(condition, 0, frame, yes)) {
          const out = body(frame);
          if (out.length > LENGTH_LIMIT)
            throw grammarProblem(`the symbol #${name}# writes more than a million letters`);
          frame.depth--;
          return out;
        }
      }
      throw grammarProblem(`no rule of the symbol #${name}# applies`);
    };
    this.symbols.set(name, text);
    alternatives = rules.map((rule) => ({
      condition: rule.condition ? this.compileQuery(parseQuery(rule.condition, name), name) : [],
      text: this.text(rule.rhs, name),
    }));
    return text;
  }

  private compileList(expression: Expression, query: Query | null, where: string): Text {
    const item = this.compileExpression(expression, where);
    if (query === null) return item;
    const atoms = this.compileQuery(query, where);
    const empty = this.symbol('list_empty');
    const separator = this.symbol('list_separator');
    const lastSeparator = this.symbol('list_last_separator');
    return (frame) => {
      let count = 0;
      let out = '';
      let last = '';
      search(atoms, 0, frame, () => {
        if (count === 1) out = last;
        else if (count > 1) out += separator(frame) + last;
        last = item(frame);
        count++;
        return false;
      });
      if (count === 0) return empty(frame);
      return count === 1 ? last : out + lastSeparator(frame) + last;
    };
  }

  private compileQuery(query: Query, where: string): CompiledAtom[] {
    return query.map((atom) => this.compileAtom(atom, where));
  }

  private compileAtom(atom: Atom, where: string): CompiledAtom {
    if (atom.variables.length === 0)
      throw grammarProblem(`the condition ${atom.predicate}() in #${where}# has no variable`);
    return {
      predicate: this.schema.predicate(atom.predicate),
      slots: atom.variables.map((variable) => this.slot(variable.name)),
      types: atom.variables.map((variable) => (variable.type === null ? ANY_TYPE : this.schema.type(variable.type))),
      args: new Int32Array(atom.variables.length),
    };
  }

  private compileExpression(expression: Expression, where: string): Text {
    switch (expression.kind) {
      case 'text': {
        const { text } = expression;
        return () => text;
      }
      case 'symbol':
        return this.symbol(expression.name);
      case 'sum': {
        const left = this.compileExpression(expression.left, where);
        const right = this.compileExpression(expression.right, where);
        return (frame) => left(frame) + right(frame);
      }
      case 'or': {
        const left = this.compileExpression(expression.left, where);
        const right = this.compileExpression(expression.right, where);
        return (frame) => left(frame) || right(frame);
      }
      case 'attribute':
        return this.compileAttribute(expression.variable, expression.attribute, where);
    }
  }

  private compileAttribute(variable: string, attribute: Attribute, where: string): Text {
    if (attribute === 'indefinite') return () => 'a';
    if (attribute === 'definite') return () => 'the';
    const slot = this.slot(variable);
    return (frame) => {
      const entity = frame.vars[slot];
      if (entity < 0) throw grammarProblem(`#${where}# uses {${variable}}, which is not bound there`);
      return attribute === 'name' ? frame.facts.name(entity) : frame.facts.id(entity);
    };
  }
}
