// The ledger of one generation while it is being made: counts by verb, flows between verbs, named numbers.
// Invariant: a flow is written only where records really passed from one verb to another, and it names some of them;
// numbers are finite, because a number that is not means that the run has left the rails.
import { Problem } from '../core/problem.ts';
import type { Flow, Verb } from '../core/types.ts';

/** Ids kept as evidence of a flow, evenly spread over all; the count says how many there were. */
const EVIDENCE = 6;

export class Ledger {
  readonly counts: Record<Verb, number> = {
    rollout: 0,
    signals: 0,
    diagnose: 0,
    generate: 0,
    validate: 0,
    update: 0,
    evaluate: 0,
  };
  readonly flows: Flow[] = [];
  readonly metrics: Record<string, number> = {};

  /** Writes down that `count` records passed on, among them those with these ids. Nothing passed, nothing written. */
  flow(from: Verb, to: Verb, ids: readonly string[], count = ids.length): void {
    if (count > 0) this.flows.push({ from, to, count, evidence: spread(ids) });
  }

  /** @throws Problem diverged where a number is NaN or infinite. */
  measure(metrics: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(metrics)) {
      if (!Number.isFinite(value)) {
        throw new Problem({
          code: 'diverged',
          message: `the update gave "${name}" = ${value}: the policy is no longer a set of finite numbers`,
          nextStep: 'Reset the run with a smaller learning rate.',
        });
      }
      this.metrics[name] = value;
    }
  }
}

function spread(ids: readonly string[]): string[] {
  const kept = Math.min(EVIDENCE, ids.length);
  return Array.from({ length: kept }, (_, i) => ids[Math.floor((i * ids.length) / kept)]);
}
