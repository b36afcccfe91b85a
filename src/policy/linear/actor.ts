// The acting half of the linear policy: describes the admissible commands, scores them, draws one.
// Invariant: a step allocates nothing; the rows it scored are the trace that the learner reads.
import type { PolicySnapshot } from '../../core/types.ts';
import type { Episode } from '../../worlds/world.ts';
import type { Actor, PolicyTrace } from '../policy.ts';
import { FeatureRows } from './rows.ts';
import { Softmax } from './softmax.ts';

export class LinearActor implements Actor {
  logProb = 0;
  private readonly weights: Float32Array;
  private readonly rows: FeatureRows;
  private readonly softmax = new Softmax();
  private count = 0;

  constructor(snapshot: PolicySnapshot) {
    this.weights = snapshot.weights;
    this.rows = new FeatureRows(snapshot.weights.length);
  }

  /** At temperature 0 these are the probabilities at temperature 1, for showing; the choice itself was certain. */
  get probabilities_A(): Float64Array {
    return this.softmax.probabilities_A.subarray(0, this.count);
  }

  begin(): void {
    this.rows.clear();
    this.count = 0;
    this.logProb = 0;
  }

  choose(episode: Episode, draw: number, temperature: number): number {
    const { rows, softmax } = this;
    const firstRow = this.describe(episode, temperature > 0 ? temperature : 1);
    const greedy = temperature <= 0;
    const chosen = greedy ? softmax.best(this.count) : softmax.draw(draw, this.count);
    this.logProb = greedy ? 0 : softmax.scores_A[chosen] - softmax.logSum;
    rows.endStep(firstRow, chosen);
    return chosen;
  }

  observe(episode: Episode, command: number): void {
    const firstRow = this.describe(episode, 1);
    this.logProb = this.softmax.scores_A[command] - this.softmax.logSum;
    this.rows.endStep(firstRow, command);
  }

  trace(): PolicyTrace {
    return this.rows.trace();
  }

  /** Adds the rows of the present step, leaves scores and probabilities in the softmax, returns the number of the first row. */
  private describe(episode: Episode, temperature: number): number {
    const { rows, softmax } = this;
    const firstRow = rows.rows;
    const firstId = rows.ids;
    episode.describe(rows);
    this.count = rows.rows - firstRow;
    softmax.score(this.weights, rows.ids_F, rows.lengths_R, firstId, firstRow, this.count, temperature);
    softmax.normalise(this.count);
    return firstRow;
  }
}
