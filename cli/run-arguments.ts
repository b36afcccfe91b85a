// Reads the arguments that `run`, `table` and `record` share, and turns them into a run configuration.
// Invariant: what is unknown, missing or out of range is refused by a Problem that names the argument; "12abc" is no number.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Problem } from '../src/core/problem.ts';
import type { Settings } from '../src/core/types.ts';
import { parseSetting } from '../src/loop/settings.ts';
import type { System } from '../src/loop/system.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Options of every command that runs the loop. */
export const RUN_OPTIONS = {
  system: { type: 'string', default: 'grpo' },
  world: { type: 'string', default: 'household' },
  policy: { type: 'string', default: 'linear' },
  data: { type: 'string' },
  splits: { type: 'string' },
  switch: { type: 'string', multiple: true, default: [] },
  set: { type: 'string', multiple: true, default: [] },
  generations: { type: 'string', default: '200' },
  budget: { type: 'string', default: '0' },
  workers: { type: 'string' },
  json: { type: 'boolean', default: false },
} satisfies Options;

/** @throws Problem bad-arguments for an unknown option or a value of the wrong kind. */
export function readArguments(args: readonly string[], options: Options): Values {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Problem({ code: 'bad-arguments', message, nextStep: 'See npm run lab -- --help.' });
  }
}

/** A whole number in a range. @throws Problem bad-arguments. */
export function wholeNumber(values: Values, name: string, min: number, max: number): number {
  const text = String(values[name]);
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new Problem({
    code: 'bad-arguments',
    message: `--${name} is "${text}"`,
    nextStep: `Give it a whole number from ${min} to ${max}.`,
  });
}

/** A text argument that was given, or null. */
export function textOf(values: Values, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The parts of a comma-separated argument, or null when it was not given. */
export function listOf(values: Values, name: string): string[] | null {
  return (
    textOf(values, name)
      ?.split(',')
      .map((part) => part.trim()) ?? null
  );
}

/** `name=value` pairs of a repeated argument. */
function pairsOf(values: Values, name: string): [string, string][] {
  const given = (values[name] ?? []) as string[];
  return given.map((text) => {
    const at = text.indexOf('=');
    if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
    throw new Problem({
      code: 'bad-arguments',
      message: `--${name} is "${text}"`,
      nextStep: `Write it as --${name} name=value.`,
    });
  });
}

/** Settings of `--set name=value` for the system, and of `--set policy.name=value` for the policy. */
export function settingsGiven(
  values: Values,
  system: System,
): { readonly system: Settings; readonly policy: Settings } {
  const own: Record<string, number | string | boolean> = {};
  const policy: Record<string, number | string | boolean> = {};
  for (const [name, text] of pairsOf(values, 'set')) {
    if (name.startsWith('policy.')) policy[name.slice('policy.'.length)] = plainValue(text);
    else own[name] = parseSetting(`system ${system.id}`, system.settings, name, text);
  }
  return { system: own, policy };
}

/** World switches of `--switch name=true|false`. */
export function switchesGiven(values: Values): Record<string, boolean> {
  return Object.fromEntries(
    pairsOf(values, 'switch').map(([name, text]) => {
      if (text === 'true' || text === 'false') return [name, text === 'true'];
      throw new Problem({
        code: 'bad-arguments',
        message: `--switch ${name} is "${text}"`,
        nextStep: 'Give it true or false.',
      });
    }),
  );
}

/** Policies check their own settings, so a text is only read as the kind it looks like. */
function plainValue(text: string): number | string | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
