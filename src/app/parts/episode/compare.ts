// What differs between two episodes, and where a text occurs in one. Pure.
// Invariant: the first divergence is the first step at which a reader sees something else: what was told, what was done, or the end.
import type { StageStep } from '../../../../workers/protocol.ts';

export interface Divergence {
  readonly step: number;
  readonly what: 'observation' | 'command' | 'end';
}

/** The first step that differs, or null for episodes that are told alike to their end. */
export function firstDivergence(a: readonly StageStep[], b: readonly StageStep[]): Divergence | null {
  const shared = Math.min(a.length, b.length);
  for (let step = 0; step < shared; step++) {
    if (a[step].observation !== b[step].observation) return { step, what: 'observation' };
    if (a[step].chosenText !== b[step].chosenText) {
      const ended = a[step].chosen === null || b[step].chosen === null;
      return { step, what: ended ? 'end' : 'command' };
    }
  }
  return a.length === b.length ? null : { step: shared, what: 'end' };
}

/** Numbers of the steps in which the text occurs in what was told or done, and where asked in what could be done. Any case. */
export function stepsWith(steps: readonly StageStep[], text: string, inAllCommands: boolean): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (each: string | null): boolean => each?.toLowerCase().includes(wanted) ?? false;
  return steps.flatMap((step, i) =>
    holds(step.observation) ||
    holds(step.chosenText) ||
    (inAllCommands && step.commands.some((command) => holds(command.text)))
      ? [i]
      : [],
  );
}

/** The text cut into parts that match and parts that do not, to be marked without any markup in the text. */
export function parts(text: string, wanted: string): { readonly text: string; readonly hit: boolean }[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') return [{ text, hit: false }];
  const found: { text: string; hit: boolean }[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    if (at > from) found.push({ text: text.slice(from, at), hit: false });
    found.push({ text: text.slice(at, at + needle.length), hit: true });
    from = at + needle.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), hit: false });
  return found;
}

/** A signed number of an update, short. */
export function signed(value: number): string {
  const rounded = Math.abs(value) < 0.005 ? 0 : value;
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded).toFixed(2)}`;
}
