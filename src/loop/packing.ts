// Between episodes and the packed arrays of src/learn: episode e owns lengths_E[e] consecutive elements of every *_T array.
// Invariant: index order is kept both ways, so gradients are summed in the same order whoever played the episodes.
import type { LearnerRow, PolicyTrace } from '../policy/policy.ts';

/** Concatenates per-step numbers of episodes. */
export function pack(columns_E: readonly ArrayLike<number>[]): Float64Array {
  const packed_T = new Float64Array(columns_E.reduce((sum, column_T) => sum + column_T.length, 0));
  let at = 0;
  for (const column_T of columns_E) {
    packed_T.set(column_T, at);
    at += column_T.length;
  }
  return packed_T;
}

/** Coefficients per episode; the rows look into the packed array. */
export function unpack(traces: readonly PolicyTrace[], dLogp_T: Float64Array): LearnerRow[] {
  let at = 0;
  return traces.map((trace) => {
    const own_T = dLogp_T.subarray(at, at + trace.steps);
    at += trace.steps;
    return { trace, dLogp_T: own_T };
  });
}
