// Checkpoints of the command line: one JSON file with the configuration and the committed state, weights in base64.
// Invariant: a file is replaced whole or not at all (written beside, then renamed); what is read is checked field by field.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { canonicalJson } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import type { Plain, RunConfig, RunState } from '../src/core/types.ts';

const FORMAT = 'terrarium-checkpoint/1';

const settings = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));

const checkpoint = z.object({
  format: z.literal(FORMAT),
  config: z.object({ format: z.literal('terrarium-run/1') }).loose(),
  state: z.object({
    generation: z.int().min(0),
    envSteps: z.int().min(0),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    policy: z.object({ kind: z.string(), version: z.int().min(0), settings, weights: z.base64() }),
    carried: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Writes a checkpoint. */
export async function saveCheckpoint(path: string, config: RunConfig, state: RunState): Promise<void> {
  const { weights } = state.policy;
  const text = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength).toString('base64');
  const data = { format: FORMAT, config, state: { ...state, policy: { ...state.policy, weights: text } } };
  await writeFile(`${path}.part`, JSON.stringify(data));
  await rename(`${path}.part`, path);
}

/**
 * Reads a checkpoint of the run that `config` describes.
 * @throws Problem bad-checkpoint naming the field, or other-run.
 */
export async function loadCheckpoint(path: string, config: RunConfig): Promise<RunState> {
  const read = checkpoint.safeParse(await parseFile(path));
  if (!read.success) throw badCheckpoint(path, read.error.issues[0]);
  const { state } = read.data;
  const bytes = Buffer.from(state.policy.weights, 'base64');
  if (bytes.length % 4 !== 0)
    throw badCheckpoint(path, { path: ['state', 'policy', 'weights'], message: 'is cut off' });
  if (decisive(read.data.config as unknown as RunConfig) !== decisive(config)) {
    throw new Problem({
      code: 'other-run',
      message: `${path}: the field "config" is another run than the arguments describe`,
      nextStep: 'Use the arguments it was saved with; only --generations and --workers may differ.',
    });
  }
  const { carried, ...rest } = state;
  return {
    ...rest,
    policy: { ...state.policy, weights: new Float32Array(new Uint8Array(bytes).buffer) },
    ...(carried ? { carried: carried as Record<string, Plain> } : {}),
  };
}

/** Everything but the number of generations: a longer run goes on from a shorter one. */
function decisive(config: RunConfig): string {
  return canonicalJson({ ...config, generations: 0 });
}

async function parseFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw badCheckpoint(path, { path: [], message: error instanceof Error ? error.message : String(error) });
  }
}

function badCheckpoint(path: string, issue: { path: readonly PropertyKey[]; message: string } | undefined): Problem {
  const field = issue?.path.map(String).join('.');
  return new Problem({
    code: 'bad-checkpoint',
    message: `${path} is no checkpoint: ${field ? `field "${field}": ` : ''}${issue?.message ?? ''}`,
    nextStep: 'Give a file that --save wrote, or start without --resume.',
  });
}
