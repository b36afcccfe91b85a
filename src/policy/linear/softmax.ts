// Scores and probabilities of the commands of one step, from packed feature rows and a weight table.
// Invariant: sums run in index order in f64 with core's own exp and log, so actor and learner agree to the last bit.
import { exp, log } from '../../core/numerics.ts';

/** Scratch space for one step: scores, then probabilities. Grows to the most commands ever seen. */
export class Softmax {
  scores_A = new Float64Array(64);
  probabilities_A = new Float64Array(64);
  /** ln of the sum of exp(score), of the last step. */
  logSum = 0;
  /** Number of ids that the last step's rows hold. */
  idCount = 0;

  /** Fills scores_A[0..count-1]: the sum of the weights of each row's ids, divided by the temperature. */
  score(
    weights: Float32Array,
    ids_F: Uint16Array,
    lengths_R: Uint16Array,
    firstId: number,
    firstRow: number,
    count: number,
    temperature: number,
  ): void {
    if (count > this.scores_A.length) {
      this.scores_A = new Float64Array(count * 2);
      this.probabilities_A = new Float64Array(count * 2);
    }
    const scores = this.scores_A;
    let id = firstId;
    for (let a = 0; a < count; a++) {
      let score = 0;
      for (const end = id + lengths_R[firstRow + a]; id < end; id++) score += weights[ids_F[id]];
      scores[a] = score / temperature;
    }
    this.idCount = id - firstId;
  }

  /** Fills probabilities_A[0..count-1] and logSum from the scores. */
  normalise(count: number): void {
    const scores = this.scores_A;
    const p = this.probabilities_A;
    let top = scores[0];
    for (let a = 1; a < count; a++) if (scores[a] > top) top = scores[a];
    let sum = 0;
    for (let a = 0; a < count; a++) {
      p[a] = exp(scores[a] - top);
      sum += p[a];
    }
    for (let a = 0; a < count; a++) p[a] /= sum;
    this.logSum = top + log(sum);
  }

  /** Index of the highest score, the lowest index among equals. */
  best(count: number): number {
    let best = 0;
    for (let a = 1; a < count; a++) if (this.scores_A[a] > this.scores_A[best]) best = a;
    return best;
  }

  /** The command that a uniform number in [0, 1) falls on. */
  draw(uniform: number, count: number): number {
    const p = this.probabilities_A;
    let rest = uniform;
    let last = 0;
    for (let a = 0; a < count; a++) {
      if (p[a] === 0) continue;
      last = a;
      rest -= p[a];
      if (rest < 0) break;
    }
    return last;
  }
}
