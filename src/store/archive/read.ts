// The one door for .terrarium files: capped, checked against its sums, parsed strictly, consistent in itself, then one bundle.
// Invariant: whatever the bytes are, the answer is a whole valid RunBundle or a Problem; the store is not touched here.
import { unzipSync } from 'fflate';
import { sha256Hex } from '../../core/hash.ts';
import { Problem } from '../../core/problem.ts';
import type { EpisodeRecord, RunState, StepColumns, Trail } from '../../core/types.ts';
import { unpackColumns } from '../columns.ts';
import { readSafetensors } from '../safetensors.ts';
import { episodeId, type RunBundle } from '../store.ts';
import type { z } from '../zod.ts';
import { decodeBase64 } from './base64.ts';
import { badFile, breathe, CAPS, ENTRY, ENTRY_NAMES, tooLarge, WEIGHTS, type Caps, type EntryName } from './format.ts';
import { episodeSchema, generationSchema, manifestSchema } from './schemas.ts';

const LINES_AT_A_TIME = 1000;
const NOT_ADMISSIBLE = 65535;

type Entries = Readonly<Record<EntryName, Uint8Array>>;
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Reads a file into a bundle.
 * @throws Problem 'bad-terrarium-file', 'file-too-large', 'bad-steps' or 'bad-safetensors', naming what is wrong and where.
 */
export async function readArchive(bytes: Uint8Array, caps: Caps = CAPS): Promise<RunBundle> {
  if (bytes.length > caps.file) throw tooLarge('The file', bytes.length, caps.file);
  const entries = inflate(bytes, caps.inflated);
  requireSums(entries);
  const manifest = parse(manifestSchema, textOf(entries[ENTRY.manifest], ENTRY.manifest), ENTRY.manifest);
  const lines: z.infer<typeof generationSchema>[] = [];
  for await (const line of parsedLines(generationSchema, entries[ENTRY.generations], ENTRY.generations))
    lines.push(line);
  requireLedger(lines, manifest);
  return {
    created: manifest.created,
    config: manifest.config,
    state: stateOf(manifest, entries[ENTRY.policy]),
    entries: lines.map(({ entry: { evaluation, ...entry } }) => (evaluation ? { ...entry, evaluation } : entry)),
    trails: lines.flatMap(({ entry, trail }) =>
      trail ? [{ generation: entry.generation, trail: trail as Trail }] : [],
    ),
    episodes: await episodesOf(entries[ENTRY.episodes], manifest),
    prunedBefore: manifest.prunedBefore,
  };
}

/** Inflates the five entries; sizes are checked before, and the inflater cannot write past what was declared. */
function inflate(bytes: Uint8Array, limit: number): Entries {
  const seen = new Set<string>();
  let total = 0;
  const admit = (file: { name: string; originalSize: number }): boolean => {
    if (!(ENTRY_NAMES as readonly string[]).includes(file.name))
      throw badFile('it holds an entry that does not belong there');
    if (seen.has(file.name)) throw badFile(`it holds ${file.name} twice`);
    seen.add(file.name);
    total += file.originalSize;
    if (total > limit) throw tooLarge('Its content', total, limit);
    return true;
  };
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, { filter: admit });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badFile('it is damaged or no zip file', String(error));
  }
  for (const name of ENTRY_NAMES) if (!entries[name]) throw badFile(`${name} is missing`);
  return entries as Entries;
}

function requireSums(entries: Entries): void {
  const expected = ENTRY_NAMES.filter((name) => name !== ENTRY.sums)
    .map((name) => `${sha256Hex(entries[name])}  ${name}\n`)
    .join('');
  if (textOf(entries[ENTRY.sums], ENTRY.sums) !== expected) throw badFile(`its content does not match ${ENTRY.sums}`);
}

function textOf(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badFile(`${where} is not UTF-8 text`);
  }
}

function parse<S extends z.ZodType>(schema: S, text: string, where: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text, (key: string, member: unknown) => {
      if (key === '__proto__') throw badFile(`${where} holds the forbidden name __proto__`);
      return member;
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badFile(`${where} is not JSON`, String(error));
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw badFile(`${where}, field "${issue.path.join('.')}": ${issue.message}`);
}

async function* parsedLines<S extends z.ZodType>(
  schema: S,
  bytes: Uint8Array,
  name: string,
): AsyncGenerator<z.infer<S>> {
  let number = 0;
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    if (end < 0) throw badFile(`${name} ends in the middle of a line`);
    const where = `${name} line ${++number}`;
    yield parse(schema, textOf(bytes.subarray(start, end), where), where);
    start = end + 1;
    if (number % LINES_AT_A_TIME === 0) await breathe();
  }
}

/** Generations run from 0 without a gap and end in the manifest's state. */
function requireLedger(lines: readonly z.infer<typeof generationSchema>[], manifest: Manifest): void {
  if (lines.length !== manifest.generation + 1)
    throw badFile(`${ENTRY.generations} does not end with the manifest's generation`);
  let envSteps = 0;
  lines.forEach(({ entry }, generation) => {
    if (entry.generation !== generation) throw badFile(`generation ${generation} is missing or out of order`);
    if (entry.envSteps < envSteps)
      throw badFile(`generation ${generation} counts fewer environment steps than the one before`);
    envSteps = entry.envSteps;
  });
  const last = lines.at(-1)!.entry;
  if (last.digest !== manifest.digest || last.envSteps !== manifest.envSteps) {
    throw badFile('the last generation does not match the manifest');
  }
  if (manifest.prunedBefore > manifest.generation + 1)
    throw badFile('field "prunedBefore" lies after the last generation');
}

function stateOf(manifest: Manifest, policyFile: Uint8Array): RunState {
  const { tensors, metadata } = readSafetensors(policyFile);
  const weights = tensors[WEIGHTS];
  const { kind, version } = manifest.policy;
  if (!weights || Object.keys(tensors).length !== 1 || weights.shape.length !== 1) {
    throw badFile(`${ENTRY.policy} has to hold one tensor "${WEIGHTS}" of one dimension`);
  }
  if (metadata['kind'] !== kind || metadata['version'] !== String(version)) {
    throw badFile(`${ENTRY.policy} belongs to another policy than the manifest`);
  }
  return {
    generation: manifest.generation,
    envSteps: manifest.envSteps,
    digest: manifest.digest,
    policy: { ...manifest.policy, weights: weights.data },
    ...(manifest.carried ? { carried: manifest.carried } : {}),
  };
}

async function episodesOf(bytes: Uint8Array, manifest: Manifest): Promise<EpisodeRecord[]> {
  const records: EpisodeRecord[] = [];
  let last = { generation: -1, index: -1 };
  for await (const { columns: text, ...fields } of parsedLines(episodeSchema, bytes, ENTRY.episodes)) {
    const where = `episode ${fields.generation}/${fields.index}`;
    const follows =
      fields.generation > last.generation || (fields.generation === last.generation && fields.index > last.index);
    if (!follows || fields.generation > manifest.generation) throw badFile(`${where} is out of order`);
    const packed = decodeBase64(text);
    if (!packed) throw badFile(`${where}, field "columns" is not base64`);
    const columns = unpackColumns(packed);
    requireSteps(columns, fields, where);
    records.push({ header: { ...fields, id: episodeId('', fields), runId: '' }, columns });
    last = fields;
  }
  return records;
}

function requireSteps(
  columns: StepColumns,
  fields: Omit<z.infer<typeof episodeSchema>, 'columns'>,
  where: string,
): void {
  if (columns.commands_T.length !== fields.steps || fields.steps > fields.stepLimit) {
    throw badFile(`${where}, field "steps" does not match its steps`);
  }
  if (fields.won !== (fields.stop === 'won')) throw badFile(`${where}, field "stop" does not match field "won"`);
  const floats = [columns.logProbs_T, columns.rewards_T, columns.advantages_T];
  if (!floats.every((column) => column.every(Number.isFinite)))
    throw badFile(`${where} holds numbers that are not finite`);
  const admissible = columns.commands_T.every(
    (command, t) => command === NOT_ADMISSIBLE || command < columns.admissible_T[t]!,
  );
  if (!admissible) throw badFile(`${where} holds a command beyond the admissible ones`);
}
