// The admissible commands as a person reads them: grouped by verb, likeliest first, and completed while typing. Pure.
// Invariant: every command is in exactly one group, under its own number.

export interface Offered {
  readonly text: string;
  readonly probability: number | null;
}

export interface Choice extends Offered {
  /** Number of the command. */
  readonly index: number;
}

export interface Group {
  readonly verb: string;
  readonly choices: readonly Choice[];
  /** Sum of the probabilities, null without a policy. */
  readonly probability: number | null;
}

const verbOf = (text: string): string => /^\S+/.exec(text)?.[0] ?? text;
const collator = new Intl.Collator('en', { numeric: true });

/** Groups by first word. Verbs keep one order through an episode (alphabetical), so that buttons do not jump about. */
export function groupCommands(commands: readonly Offered[]): Group[] {
  const groups = new Map<string, Choice[]>();
  for (const [index, command] of commands.entries()) {
    const verb = verbOf(command.text);
    const group = groups.get(verb) ?? [];
    group.push({ ...command, index });
    groups.set(verb, group);
  }
  return [...groups]
    .sort(([a], [b]) => collator.compare(a, b))
    .map(([verb, choices]) => ({
      verb,
      choices: choices.sort((a, b) => collator.compare(a.text, b.text)),
      probability: choices.some((choice) => choice.probability === null)
        ? null
        : choices.reduce((sum, choice) => sum + (choice.probability ?? 0), 0),
    }));
}

/** The likeliest `count` commands, likeliest first; ties in the world's own order. */
export function likeliest(commands: readonly Offered[], count: number): Choice[] {
  return commands
    .map((command, index) => ({ ...command, index }))
    .sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0) || a.index - b.index)
    .slice(0, count);
}

/** A probability as text: whole per cent, and honest about the small ones. */
export function chance(probability: number | null): string {
  if (probability === null) return '';
  if (probability > 0 && probability < 0.005) return '<1%';
  return `${Math.round(probability * 100)}%`;
}
