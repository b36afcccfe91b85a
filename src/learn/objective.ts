// What every objective shares: packed per-step arrays in, a loss and its slope dC/dlogp per step out (trainer.md 3).
// Invariant: objectives are pure functions that never see a policy; a reduction is nothing but a weight per step, computed over
// the whole optimiser batch, so that splitting the work can never change a denominator.

/** Rows of steps packed one after the other: episode e owns lengths_E[e] consecutive elements of every *_T array. */
export interface PolicyBatch {
  readonly lengths_E: ArrayLike<number>;
  /** ln pi(command) under the parameters that are being trained. */
  readonly logp_T: Float64Array;
  /** ln pi(command) under the parameters at the start of the update, computed by the same kernels. */
  readonly old_T: Float64Array;
  readonly advantage_T: Float64Array;
  /** ln mu(command) of whoever sampled; needed for truncated importance sampling only. */
  readonly behaviour_T?: Float64Array;
  /** ln pi(command) under a fixed reference policy; needed for a KL term only. */
  readonly reference_T?: Float64Array;
}

/** Loss C (to be descended) and dC/dlogp at each step. */
export interface ObjectiveResult {
  readonly loss: number;
  readonly dLogp_T: Float64Array;
}

/**
 * How step losses become one number:
 * seq-mean = mean over episodes of the mean over steps (GRPO); token-mean = mean over all steps of the batch (DAPO);
 * const = sum / (episodes * length) with a fixed length (Dr. GRPO); token-sum = plain sum (Tinker).
 */
export type Reduction =
  | { readonly kind: 'seq-mean' }
  | { readonly kind: 'token-mean' }
  | { readonly kind: 'const'; readonly length: number }
  | { readonly kind: 'token-sum' };

/** Weight of each step under a reduction. Episodes without steps count as episodes and weigh nothing. */
export function stepWeights(lengths_E: ArrayLike<number>, reduction: Reduction): Float64Array {
  const episodes = lengths_E.length;
  let steps = 0;
  for (let e = 0; e < episodes; e++) steps += lengths_E[e];
  const weight = weightOfStep(reduction, episodes, steps);
  const weight_T = new Float64Array(steps);
  for (let e = 0, t = 0; e < episodes; e++) {
    const end = t + lengths_E[e];
    weight_T.fill(weight(lengths_E[e]), t, end);
    t = end;
  }
  return weight_T;
}

function weightOfStep(reduction: Reduction, episodes: number, steps: number): (length: number) => number {
  switch (reduction.kind) {
    case 'seq-mean':
      return (length) => 1 / (episodes * length);
    case 'token-mean':
      return () => 1 / steps;
    case 'const':
      return () => 1 / (episodes * reduction.length);
    case 'token-sum':
      return () => 1;
  }
}
