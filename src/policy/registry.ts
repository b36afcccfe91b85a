// The policies that can be chosen, by kind. A new policy is one folder and one line here.
// Invariant: kinds are unique and stable; they are written into run configurations and snapshots.
import { Problem } from '../core/problem.ts';
import { linear } from './linear/linear.ts';
import type { PolicyKind } from './policy.ts';

export const policyKinds: readonly PolicyKind[] = [linear];

/** @throws Problem naming the kinds that exist. */
export function policyKind(kind: string): PolicyKind {
  const found = policyKinds.find((policy) => policy.kind === kind);
  if (found) return found;
  throw new Problem({
    code: 'unknown-policy',
    message: `There is no policy called "${kind}".`,
    nextStep: `Choose one of: ${policyKinds.map((policy) => policy.kind).join(', ')}.`,
  });
}
