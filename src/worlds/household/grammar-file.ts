// Reads ALFWorld's grammar files (twl2): JSON inside triple quotes inside a small action language, of all known versions.
// Invariant: a file either becomes a complete GrammarSource or a Problem that says where reading stopped. Later definitions
// of a symbol replace earlier ones, as in the original. A feedback may be `#symbol#` or literal text (patched files).
import { Problem } from '../../core/problem.ts';
import type { GrammarSource, RuleSource } from './grammar.ts';

const SPACE = /(?:\s+|#[^\n]*)*/y;
const WORD = /[\w/-]+/y;
const BLOCK = /"""([\s\S]*?)"""/y;
const STRING = /"([^"]*)"/y;
const MARK = /::|[{};]/y;

function fileProblem(message: string): Problem {
  return new Problem({
    code: 'bad-grammar',
    message: `The grammar cannot be read: ${message}.`,
    nextStep: 'Use an unedited game.tw-pddl, or the alfred.twl2 of the ALFWorld version that made the games.',
  });
}

/** Walks over the text; every method skips white space and comments first. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    pattern.lastIndex = Math.max(SPACE.lastIndex, this.at);
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  private stop(expected: string): never {
    const line = this.text.slice(0, this.at).split('\n').length;
    throw fileProblem(`line ${line} should go on with ${expected}`);
  }

  ended(): boolean {
    return this.match(/$/y) !== null;
  }
  takes(mark: string): boolean {
    const before = this.at;
    if (this.match(MARK)?.[0] === mark) return true;
    this.at = before;
    return false;
  }
  mark(mark: string): void {
    if (!this.takes(mark)) this.stop(`"${mark}"`);
  }
  word(): string {
    return this.match(WORD)?.[0] ?? this.stop('a name');
  }
  string(): string {
    return this.match(STRING)?.[1] ?? this.stop('a text in double quotes');
  }
  block(): string {
    return this.match(BLOCK)?.[1] ?? this.stop('a text in triple quotes');
  }
}

/** Adds the symbols of one JSON block. */
function addSymbols(block: string, symbols: Record<string, RuleSource[]>): void {
  const json = block
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n');
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch (error) {
    throw fileProblem(`a block of symbols is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw fileProblem('a block of symbols is no object');
  for (const [name, rules] of Object.entries(data)) {
    if (!Array.isArray(rules)) throw fileProblem(`the symbol "${name}" is no list of rules`);
    symbols[name] = rules.map((rule: unknown) => readRule(rule, name));
  }
}

function readRule(rule: unknown, name: string): RuleSource {
  const { rhs, condition } = (rule ?? {}) as { rhs?: unknown; condition?: unknown };
  if (typeof rhs !== 'string') throw fileProblem(`a rule of the symbol "${name}" has no text "rhs"`);
  if (condition === undefined || condition === '') return { rhs };
  if (typeof condition !== 'string') throw fileProblem(`a condition of the symbol "${name}" is no text`);
  return { rhs, condition };
}

/**
 * Reads a grammar file.
 * @throws Problem (code bad-grammar) with the line or symbol that cannot be read.
 */
export function parseGrammarFile(text: string): GrammarSource {
  const reader = new Reader(text);
  // No prototype, so that a symbol may have any name.
  const symbols = Object.create(null) as Record<string, RuleSource[]>;
  const actions = Object.create(null) as Record<string, { template: string; feedback: string }>;
  while (!reader.ended()) {
    const word = reader.word();
    if (word === 'grammar') {
      reader.mark('::');
      addSymbols(reader.block(), symbols);
      reader.mark(';');
    } else if (word === 'action') {
      readAction(reader, symbols, actions);
    } else throw fileProblem(`"${word}" stands where "grammar" or "action" should`);
  }
  if (!('intro' in symbols)) throw fileProblem('the symbol "intro" is missing');
  return { symbols, actions };
}

function readAction(
  reader: Reader,
  symbols: Record<string, RuleSource[]>,
  actions: Record<string, { template: string; feedback: string }>,
): void {
  const name = reader.word();
  const parts: { template?: string; feedback?: string } = {};
  reader.mark('{');
  while (!reader.takes('}')) {
    const key = reader.word();
    reader.mark('::');
    if (key === 'template' || key === 'feedback') parts[key] = reader.string();
    else if (key === 'grammar') addSymbols(reader.block(), symbols);
    else if (key === 'pddl') reader.block();
    else throw fileProblem(`the action "${name}" has an unknown part "${key}"`);
    reader.mark(';');
  }
  const { template, feedback } = parts;
  if (template === undefined) throw fileProblem(`the action "${name}" has no template`);
  if (feedback === undefined) throw fileProblem(`the action "${name}" has no feedback`);
  actions[name.toLowerCase()] = { template, feedback };
}
