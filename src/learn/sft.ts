// Supervised fine-tuning (cloning): weighted negative log-likelihood of recorded commands.
// Invariant: linear in logp, so dC/dlogp is the negative weight of each step and nothing else.
import { stepWeights, type ObjectiveResult, type Reduction } from './objective.ts';

export interface SftBatch {
  readonly lengths_E: ArrayLike<number>;
  /** ln pi(recorded command). */
  readonly logp_T: Float64Array;
  /** Weight of each step (1 when absent): 0 leaves a step out of the sum but not out of the denominators. */
  readonly weight_T?: Float64Array;
}

/** C = - sum of reduction weight * step weight * logp. */
export function sft(batch: SftBatch, reduction: Reduction): ObjectiveResult {
  const scale_T = stepWeights(batch.lengths_E, reduction);
  const dLogp_T = new Float64Array(scale_T.length);
  let loss = 0;
  for (let t = 0; t < scale_T.length; t++) {
    const weight = scale_T[t] * (batch.weight_T ? batch.weight_T[t] : 1);
    loss -= weight * batch.logp_T[t];
    dLogp_T[t] = -weight;
  }
  return { loss, dLogp_T };
}
