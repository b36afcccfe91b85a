// The steps of one episode as one block of bytes: what is stored per episode and what an export carries in base64.
// Layout, little endian: u32 steps T, u32 kept probabilities P, f32 logProbs[T], rewards[T], advantages[T], u16 commands[T],
// admissible[T], u8 probabilities[P]. Invariant: unpack(pack(x)) equals x bit for bit; unpack refuses any other length.
import { Problem } from '../core/problem.ts';
import type { StepColumns } from '../core/types.ts';

const HEAD = 8;
const BYTES_PER_STEP = 16;

/** Packs the columns; the result owns its buffer. */
export function packColumns(columns: StepColumns): Uint8Array {
  const steps = columns.commands_T.length;
  const kept = columns.probabilities_TA.length;
  const bytes = new Uint8Array(HEAD + BYTES_PER_STEP * steps + kept);
  new Uint32Array(bytes.buffer, 0, 2).set([steps, kept]);
  new Float32Array(bytes.buffer, HEAD, steps).set(columns.logProbs_T);
  new Float32Array(bytes.buffer, HEAD + 4 * steps, steps).set(columns.rewards_T);
  new Float32Array(bytes.buffer, HEAD + 8 * steps, steps).set(columns.advantages_T);
  new Uint16Array(bytes.buffer, HEAD + 12 * steps, steps).set(columns.commands_T);
  new Uint16Array(bytes.buffer, HEAD + 14 * steps, steps).set(columns.admissible_T);
  bytes.set(columns.probabilities_TA, HEAD + BYTES_PER_STEP * steps);
  return bytes;
}

/**
 * Reads packed columns; the arrays are views of one fresh copy.
 * @throws Problem 'bad-steps' when the block is cut off, too long, or its probability rows do not add up.
 */
export function unpackColumns(packed: Uint8Array): StepColumns {
  if (packed.length < HEAD) throw badSteps(`${packed.length} bytes`);
  const bytes = packed.slice();
  const [steps, kept] = new Uint32Array(bytes.buffer, 0, 2) as unknown as [number, number];
  if (bytes.length !== HEAD + BYTES_PER_STEP * steps + kept) {
    throw badSteps(`${bytes.length} bytes for ${steps} steps and ${kept} probabilities`);
  }
  const columns: StepColumns = {
    logProbs_T: new Float32Array(bytes.buffer, HEAD, steps),
    rewards_T: new Float32Array(bytes.buffer, HEAD + 4 * steps, steps),
    advantages_T: new Float32Array(bytes.buffer, HEAD + 8 * steps, steps),
    commands_T: new Uint16Array(bytes.buffer, HEAD + 12 * steps, steps),
    admissible_T: new Uint16Array(bytes.buffer, HEAD + 14 * steps, steps),
    probabilities_TA: new Uint8Array(bytes.buffer, HEAD + BYTES_PER_STEP * steps, kept),
  };
  const rows = columns.admissible_T.reduce((sum, count) => sum + count, 0);
  if (kept !== 0 && kept !== rows) throw badSteps(`${kept} probabilities for ${rows} admissible commands`);
  return columns;
}

function badSteps(detail: string): Problem {
  return new Problem({
    code: 'bad-steps',
    message: 'The steps of an episode are damaged.',
    nextStep: 'Leave this episode out, or import the file again from its source.',
    detail,
  });
}
