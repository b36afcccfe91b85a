// The ledger of one generation while it is being made: counts by verb, flows between verbs, named numbers.
// Invariant: a flow is written only where records really passed from one verb to another, and it names the first of them;
// numbers are finite, because a number that is not means that the run has left the rails.
import { Problem } from '../core/problem.ts';
import type { Flow, Verb } from '../core/types.ts';

/** Ids kept as evidence of a flow; the count says how many there were. */
const EVIDENCE = 12;

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

  /** Records that the records with these ids (of `count` altogether) passed on. Nothing passed, nothing recorded. */
  flow(from: Verb, to: Verb, ids: readonly string[], count = ids.length): void {
    if (count > 0) this.flows.push({ from, to, count, evidence: ids.slice(0, EVIDENCE) });
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
