// One generation as plain sentences from its ledger entry. Pure.
// Invariant: a sentence appears only where the ledger has its number; nothing is concluded that was not recorded.
import type { LedgerEntry } from '../../core/types.ts';
import { meanAt, percent } from './measures.ts';

/** What happened in a generation; `before` is the last evaluated generation before it, for the change. */
export function narrate(entry: LedgerEntry, before: LedgerEntry | null): readonly string[] {
  const { counts, metrics } = entry;
  const sentences: string[] = [];
  const add = (when: boolean, text: () => string) => when && sentences.push(text());
  const success = metrics['trainSuccess'];
  const skipped = metrics['skippedGroups'];
  add(counts.rollout > 0, () => {
    const won = success === undefined ? '' : `, ${percent(success)} of them won`;
    return `${entry.generation === 0 ? 'Preparation: ' : ''}${counts.rollout} episodes were played${won}.`;
  });
  add(skipped !== undefined && skipped > 0, () => {
    return `${plural(skipped ?? 0, 'group')} taught nothing, because all ${skipped === 1 ? 'its' : 'their'} episodes ended alike.`;
  });
  for (const verb of ['diagnose', 'generate', 'validate'] as const) {
    add(counts[verb] > 0, () => `${plural(counts[verb], UNITS[verb])}.`);
  }
  add(counts.update > 0, () => {
    const norm = metrics['gradientNorm'];
    return `The policy changed${norm === undefined ? '' : ` (gradient norm ${round(norm)})`}.`;
  });
  add(entry.evaluation !== undefined, () => evaluation(entry, before));
  return sentences;
}

const UNITS = {
  diagnose: 'finding',
  generate: 'candidate',
  validate: 'verdict',
} as const;

function evaluation(entry: LedgerEntry, before: LedgerEntry | null): string {
  const now = meanAt(entry.evaluation ?? [], 'at15');
  const text = `On held-out tasks it now solves ${percent(now)} within 15 steps`;
  if (!before?.evaluation) return `${text}.`;
  const change = Math.round((now - meanAt(before.evaluation, 'at15')) * 100);
  const sign = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : 'no change';
  return `${text} (${change === 0 ? sign : `${sign} points`} since generation ${before.generation}).`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** A number of the update with as many digits as tell something. */
export function round(value: number): string {
  if (Math.abs(value) < 1e-9) return '0';
  if (Math.abs(value) < 0.001) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

/** A metric's name as words: gradientNorm becomes "gradient norm". */
export function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
