// Packed feature rows of one episode: what an actor writes while it plays and a learner reads afterwards.
// Invariant: one growing block for all steps of the episode, so that a step allocates nothing; ids are already folded into the
// table. Step t has rows_T[t] rows; row r has lengths_R[r] ids; both run on without gaps.
import type { FeatureSink } from '../../worlds/world.ts';
import type { PolicyTrace } from '../policy.ts';

export const LINEAR = 'linear';

const FIRST_STEPS = 64;
const FIRST_ROWS = 2048;
const FIRST_IDS = 16384;

/** Sink for feature rows, and writer of traces. */
export class FeatureRows implements FeatureSink {
  steps = 0;
  rows = 0;
  ids = 0;
  ids_F = new Uint16Array(FIRST_IDS);
  lengths_R = new Uint16Array(FIRST_ROWS);
  rows_T = new Uint16Array(FIRST_STEPS);
  chosen_T = new Uint16Array(FIRST_STEPS);
  private readonly shift: number;

  /** @param buckets size of the weight table, a power of two up to 65536. */
  constructor(buckets: number) {
    this.shift = Math.clz32(buckets - 1);
  }

  /** Forgets all steps. */
  clear(): void {
    this.steps = 0;
    this.rows = 0;
    this.ids = 0;
  }

  row(): void {
    if (this.rows === this.lengths_R.length) this.lengths_R = grown(this.lengths_R);
    this.lengths_R[this.rows++] = 0;
  }

  /** Folds the id into the table by its high bits after a multiplication (Knuth 6.4). */
  add(id: number): void {
    if (this.ids === this.ids_F.length) this.ids_F = grown(this.ids_F);
    this.ids_F[this.ids++] = Math.imul(id, 0x9e3779b1) >>> this.shift;
    this.lengths_R[this.rows - 1]++;
  }

  /** Ends a step that began when there were `firstRow` rows. */
  endStep(firstRow: number, chosen: number): void {
    if (this.steps === this.rows_T.length) {
      this.rows_T = grown(this.rows_T);
      this.chosen_T = grown(this.chosen_T);
    }
    this.rows_T[this.steps] = this.rows - firstRow;
    this.chosen_T[this.steps++] = chosen;
  }

  /** A copy of all steps; the buffers belong to the caller. */
  trace(): PolicyTrace {
    return {
      kind: LINEAR,
      steps: this.steps,
      buffers: [
        this.ids_F.slice(0, this.ids).buffer,
        this.lengths_R.slice(0, this.rows).buffer,
        this.rows_T.slice(0, this.steps).buffer,
        this.chosen_T.slice(0, this.steps).buffer,
      ],
    };
  }
}

function grown(array: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const twice = new Uint16Array(array.length * 2);
  twice.set(array);
  return twice;
}

/** A trace as typed arrays again. */
export interface TraceView {
  readonly steps: number;
  readonly ids_F: Uint16Array;
  readonly lengths_R: Uint16Array;
  readonly rows_T: Uint16Array;
  readonly chosen_T: Uint16Array;
}

/** @throws TypeError when the trace was written by another policy. */
export function viewTrace(trace: PolicyTrace): TraceView {
  if (trace.kind !== LINEAR || trace.buffers.length !== 4)
    throw new TypeError(`a ${trace.kind} trace is not a linear one`);
  const [ids, lengths, rows, chosen] = trace.buffers;
  return {
    steps: trace.steps,
    ids_F: new Uint16Array(ids),
    lengths_R: new Uint16Array(lengths),
    rows_T: new Uint16Array(rows),
    chosen_T: new Uint16Array(chosen),
  };
}
