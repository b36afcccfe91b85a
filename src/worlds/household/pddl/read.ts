// Reads PDDL text into nested lists, the way the benchmark's translator does: lower case, `;` comments, blanks and parentheses only.
// Invariant: a comma is an ordinary letter of a word. ALFWorld's domain holds `?l - location, ?r - receptacle`; the translator reads
// a type named `location,` that has no objects, so that branch never holds (worlds.md 1.2). Reading it kindly would change the game.
import { Problem } from '../../../core/problem.ts';

export type Form = string | ListForm;

export interface ListForm {
  readonly items: readonly Form[];
  /** Line of the opening parenthesis, counted from 1. */
  readonly line: number;
}

/** A PDDL text with the name that messages give it, such as `pddl_domain of game.tw-pddl`. */
export interface PddlText {
  readonly name: string;
  readonly text: string;
}

const MAX_CHARACTERS = 4_000_000;
const MAX_DEPTH = 200;
const NEWLINE = 10;
const SEMICOLON = 59;
const OPEN = 40;
const CLOSE = 41;
const LAST_BLANK = 32;

/** A refusal of a PDDL text that names the text and the line. */
export function pddlProblem(source: PddlText, line: number, what: string): Problem {
  return new Problem({
    code: 'bad-pddl',
    message: `${source.name}, line ${line}: ${what}.`,
    nextStep: 'Correct that line, or use the unchanged file of the release.',
  });
}

/** A refusal of a construct that the interpreter does not know. */
export function unknownConstruct(source: PddlText, line: number, construct: string): Problem {
  return new Problem({
    code: 'pddl-construct',
    message: `${source.name}, line ${line}: the PDDL construct \`${construct.slice(0, 60)}\` is not supported.`,
    nextStep: 'Rewrite it with and, or, not on an atom, exists, and when; the household files page lists what is read.',
  });
}

/**
 * Reads the single list that a domain or problem text is.
 * @throws Problem `bad-pddl` for a text that is too long, too deep, not balanced, or not one list.
 */
export function readPddl(source: PddlText): ListForm {
  const { text } = source;
  if (text.length > MAX_CHARACTERS) throw pddlProblem(source, 1, `more than ${MAX_CHARACTERS} characters`);
  const lower = text.toLowerCase();
  const open: { items: Form[]; line: number }[] = [];
  let done: ListForm | null = null;
  let line = 1;
  let i = 0;
  while (i < lower.length) {
    const code = lower.charCodeAt(i);
    if (code === NEWLINE) line++;
    if (code <= LAST_BLANK) {
      i++;
    } else if (code === SEMICOLON) {
      const end = lower.indexOf('\n', i);
      i = end < 0 ? lower.length : end;
    } else if (done !== null) {
      throw pddlProblem(
        source,
        line,
        code === CLOSE ? 'a closing parenthesis too many' : 'text follows the closing parenthesis',
      );
    } else if (code === OPEN) {
      if (open.length >= MAX_DEPTH) throw pddlProblem(source, line, `more than ${MAX_DEPTH} nested parentheses`);
      open.push({ items: [], line });
      i++;
    } else if (code === CLOSE) {
      const list = open.pop();
      if (list === undefined) throw pddlProblem(source, line, 'a closing parenthesis stands before any opening one');
      const parent = open.at(-1);
      if (parent === undefined) done = list;
      else parent.items.push(list);
      i++;
    } else {
      const start = i;
      i = wordEnd(lower, i);
      const parent = open.at(-1);
      if (parent === undefined)
        throw pddlProblem(source, line, `\`${lower.slice(start, start + 20)}\` stands outside parentheses`);
      parent.items.push(lower.slice(start, i));
    }
  }
  if (done === null) {
    throw pddlProblem(
      source,
      open.at(-1)?.line ?? line,
      'the parenthesis opened here is never closed; the text is cut short',
    );
  }
  return done;
}

function wordEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code <= LAST_BLANK || code === OPEN || code === CLOSE || code === SEMICOLON) break;
    i++;
  }
  return i;
}
