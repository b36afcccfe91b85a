// What a .terrarium file may hold, field by field: strict objects, capped texts, ranged and finite numbers.
// Invariant: a value that passes is plain data of core's types; an unknown field is an error, not a leftover.
import type { Plain } from '../../core/types.ts';
import { z } from '../zod.ts';
import { FORMAT } from './format.ts';

const COUNT = 1e9;
const count = z.number().int().min(0).max(COUNT);
const finite = z.number().min(-1e15).max(1e15);
const fraction = z.number().min(0).max(1);
const name = z.string().min(1).max(200);
const line = z.string().max(4000);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const settings = z.record(name, z.union([finite, line, z.boolean()]));
const evidence = z.array(line).max(1e6);
const verb = z.enum(['rollout', 'signals', 'diagnose', 'generate', 'validate', 'update', 'evaluate']);

const PLAIN_DEPTH = 32;

/** Plain data of limited depth with finite numbers. */
const plain = z.custom<Plain>((value) => isPlain(value, PLAIN_DEPTH), 'is not plain data of limited depth');

function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth === 0 || typeof value !== 'object') return false;
  return Object.values(value).every((member) => isPlain(member, depth - 1));
}

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('generated') }),
  z.strictObject({ kind: z.literal('pack'), sha256: digest, name }),
]);

const config = z.strictObject({
  format: z.literal('terrarium-run/1'),
  system: name,
  arm: name,
  world: z.strictObject({
    id: name,
    source,
    switches: z.record(name, z.boolean()),
    trainSplit: name,
    evaluationSplits: z.array(name).max(50),
  }),
  policy: z.strictObject({ kind: name, settings }),
  seed: z.number().int().min(0).max(0xffffffff),
  generations: count,
  settings,
});

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  config,
  created: z.number().int().min(0).max(8.64e15),
  generation: count,
  envSteps: z.number().int().min(0).max(1e15),
  digest,
  prunedBefore: count,
  policy: z.strictObject({ kind: name, version: count, settings }),
  carried: z.record(name, plain).optional(),
});

const score = z.strictObject({
  split: name,
  episodes: count,
  at10: fraction,
  at15: fraction,
  at50: fraction,
  at15Low: fraction,
  at15High: fraction,
  meanSteps: z.number().min(0).max(COUNT),
});

const entry = z.strictObject({
  generation: count,
  digest,
  envSteps: z.number().int().min(0).max(1e15),
  counts: z.record(verb, count),
  flows: z.array(z.strictObject({ from: verb, to: verb, count, evidence })).max(1000),
  metrics: z.record(name, finite),
  evaluation: z.array(score).max(50).optional(),
});

const trail = z.strictObject({
  signals: z.array(z.strictObject({ id: line, kind: line, subject: line, value: finite, evidence })).max(1e5),
  findings: z
    .array(
      z.strictObject({
        id: line,
        cause: line,
        locus: z.enum(['task', 'step', 'unit', 'reward', 'diagnostic']),
        confidence: fraction,
        evidence,
      }),
    )
    .max(1e5),
  candidates: z
    .array(
      z.strictObject({
        id: line,
        kind: z.enum(['task', 'unit', 'step-labels', 'intervention', 'metric']),
        findings: z.array(line).max(1e5),
        body: plain,
      }),
    )
    .max(1e5),
  verdicts: z
    .array(
      z.strictObject({
        candidate: line,
        outcome: z.enum(['accept', 'retain', 'reject']),
        reason: line,
        evidence,
      }),
    )
    .max(1e5),
});

export const generationSchema = z.strictObject({ entry, trail: trail.optional() });

export const episodeSchema = z.strictObject({
  generation: count,
  index: count,
  purpose: z.enum(['train', 'evaluate', 'clone', 'explore']),
  split: name,
  taskIndex: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  taskId: line,
  taskType: line,
  goal: line,
  group: z.number().int().min(-1).max(COUNT),
  steps: z.number().int().min(0).max(65534),
  stepLimit: z.number().int().min(0).max(65534),
  won: z.boolean(),
  stop: z.enum(['won', 'step-limit']),
  episodeReturn: finite,
  columns: z.string().max(64 * 1024 * 1024),
});
