// The learning half of the linear policy: d logp / d weights in closed form, one descent step per update.
// Invariant: rows are summed in index order in f64 and every stored weight is f32, so an update is the same bits everywhere.
import type { PolicySnapshot } from '../../core/types.ts';
import { descend } from '../../learn/optimisers.ts';
import type { Learner, LearnerRow, PolicyTrace } from '../policy.ts';
import { viewTrace } from './rows.ts';
import { Softmax } from './softmax.ts';

export class LinearLearner implements Learner {
  private readonly weights: Float32Array;
  private readonly gradient: Float64Array;
  private readonly softmax = new Softmax();
  private version: number;

  constructor(private readonly origin: PolicySnapshot) {
    this.weights = origin.weights.slice();
    this.gradient = new Float64Array(this.weights.length);
    this.version = origin.version;
  }

  logProbs(trace: PolicyTrace): Float64Array {
    const { steps, ids_F, lengths_R, rows_T, chosen_T } = viewTrace(trace);
    const softmax = this.softmax;
    const logp_T = new Float64Array(steps);
    let id = 0;
    let row = 0;
    for (let t = 0; t < steps; t++) {
      softmax.score(this.weights, ids_F, lengths_R, id, row, rows_T[t], 1);
      softmax.normalise(rows_T[t]);
      logp_T[t] = softmax.scores_A[chosen_T[t]] - softmax.logSum;
      id += softmax.idCount;
      row += rows_T[t];
    }
    return logp_T;
  }

  step(rows: readonly LearnerRow[], learningRate: number): { gradientNorm: number; entropy: number } {
    const gradient = this.gradient.fill(0);
    let entropy = 0;
    let steps = 0;
    for (const { trace, dLogp_T } of rows) {
      entropy += this.accumulate(trace, dLogp_T);
      steps += trace.steps;
    }
    let squares = 0;
    for (let i = 0; i < gradient.length; i++) squares += gradient[i] * gradient[i];
    descend(this.weights, gradient, learningRate);
    this.version++;
    return { gradientNorm: Math.sqrt(squares), entropy: steps === 0 ? 0 : entropy / steps };
  }

  snapshot(): PolicySnapshot {
    return { ...this.origin, version: this.version, weights: this.weights.slice() };
  }

  /** Adds sum over steps of dLogp_T[t] * (phi(chosen) - sum over commands of p phi). Returns the summed entropy in nats. */
  private accumulate(trace: PolicyTrace, dLogp_T: Float64Array): number {
    const { steps, ids_F, lengths_R, rows_T, chosen_T } = viewTrace(trace);
    const { softmax, gradient } = this;
    let entropy = 0;
    let id = 0;
    let row = 0;
    for (let t = 0; t < steps; t++) {
      const count = rows_T[t];
      softmax.score(this.weights, ids_F, lengths_R, id, row, count, 1);
      softmax.normalise(count);
      const { scores_A, probabilities_A, logSum } = softmax;
      const slope = dLogp_T[t];
      const chosen = chosen_T[t];
      for (let a = 0; a < count; a++) {
        const p = probabilities_A[a];
        entropy -= p * (scores_A[a] - logSum);
        const coefficient = slope * ((a === chosen ? 1 : 0) - p);
        for (const end = id + lengths_R[row + a]; id < end; id++) gradient[ids_F[id]] += coefficient;
      }
      row += count;
    }
    return entropy;
  }
}
