// Exports: a run as a .terrarium file, its episodes as JSON lines for notebooks.
// Invariant: read-only, in small pieces so that the run can go on; equal runs give equal bytes. The user's own benchmark
// files are named by content and never put into an export.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { canonicalJson } from '../../core/hash.ts';
import { Problem } from '../../core/problem.ts';
import type { EpisodeRecord, RunState } from '../../core/types.ts';
import { packColumns } from '../columns.ts';
import { writeSafetensors } from '../safetensors.ts';
import { START, type EpisodePlace, type RunSummary, type StoreReader } from '../store.ts';
import { encodeBase64 } from './base64.ts';
import { breathe, CAPS, ENTRY, FORMAT, WEIGHTS } from './format.ts';
import { ZipWriter } from './zip.ts';

const EPISODES_AT_A_TIME = 500;
const ENTRIES_AT_A_TIME = 500;
const text = new TextEncoder();

/**
 * The whole run as a file. Of a run larger than `limit` bytes the oldest episodes stay out (the ledger is always whole).
 * @throws Problem 'unknown-run' or 'empty-run'.
 */
export async function exportRun(store: StoreReader, runId: string, limit = CAPS.inflated / 2): Promise<Uint8Array> {
  const { run, state } = await runOf(store, runId);
  const from = firstGeneration(run, limit);
  const zip = new ZipWriter();
  const sums: string[] = [];
  const put = async (name: string, parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<void> => {
    const hash = sha256.create();
    const entry = zip.entry(name);
    for await (const part of parts) {
      hash.update(part);
      entry.push(part);
    }
    entry.end();
    sums.push(`${bytesToHex(hash.digest())}  ${name}\n`);
  };
  await put(ENTRY.manifest, [text.encode(manifestOf(run, state, Math.max(from, run.prunedBefore)))]);
  await put(ENTRY.generations, generationLines(store, run));
  await put(ENTRY.episodes, episodeLines(store, runId, { generation: from, index: -1 }, run.generation, fileLine));
  await put(ENTRY.policy, [policyFile(state)]);
  zip
    .entry(ENTRY.sums)
    .push(text.encode(sums.join('')))
    .end();
  return zip.finish();
}

/** All kept episodes as JSON lines: the header's fields, then the steps as plain arrays. */
export async function exportEpisodes(store: StoreReader, runId: string): Promise<Uint8Array> {
  const { run } = await runOf(store, runId);
  const parts: BlobPart[] = [];
  for await (const part of episodeLines(store, runId, START, run.generation, notebookLine))
    parts.push(part as BlobPart);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function runOf(store: StoreReader, runId: string): Promise<{ run: RunSummary; state: RunState }> {
  const [run, state] = [await store.run(runId), await store.state(runId)];
  if (run && state) return { run, state };
  throw new Problem({
    code: 'unknown-run',
    message: 'There is nothing to export: this run has no stored generation.',
    nextStep: 'Run at least one generation, or choose another run.',
  });
}

/** First generation whose episodes go into the file, so that they take about `limit` bytes (generations are alike in size). */
function firstGeneration(run: RunSummary, limit: number): number {
  if (run.bytes <= limit) return 0;
  const kept = (run.generation + 1 - run.prunedBefore) * (limit / run.bytes);
  return run.generation + 1 - Math.floor(kept);
}

function manifestOf(run: RunSummary, state: RunState, prunedBefore: number): string {
  const { kind, version, settings } = state.policy;
  return canonicalJson({
    format: FORMAT,
    config: run.config,
    created: run.created,
    generation: state.generation,
    envSteps: state.envSteps,
    digest: state.digest,
    prunedBefore,
    policy: { kind, version, settings },
    carried: state.carried,
  });
}

/** Generations up to the one that the manifest names; the run may go on meanwhile. */
async function* generationLines(store: StoreReader, run: RunSummary): AsyncGenerator<Uint8Array> {
  for (let from = 0; from <= run.generation; from += ENTRIES_AT_A_TIME) {
    const entries = await store.ledger(run.id, from, Math.min(ENTRIES_AT_A_TIME, run.generation + 1 - from));
    const lines = [];
    for (const entry of entries) {
      const trail = (await store.trail(run.id, entry.generation)) ?? undefined;
      lines.push(`${canonicalJson({ entry, trail })}\n`);
    }
    yield text.encode(lines.join(''));
    await breathe();
  }
}

async function* episodeLines(
  store: StoreReader,
  runId: string,
  after: EpisodePlace,
  last: number,
  line: (record: EpisodeRecord) => string,
): AsyncGenerator<Uint8Array> {
  let place = after;
  for (;;) {
    const records = await store.episodesAfter(runId, place, EPISODES_AT_A_TIME);
    const wanted = records.filter((record) => record.header.generation <= last);
    if (wanted.length > 0) yield text.encode(wanted.map((record) => `${line(record)}\n`).join(''));
    if (wanted.length < EPISODES_AT_A_TIME) return;
    place = wanted.at(-1)!.header;
    await breathe();
  }
}

function fileLine({ header, columns }: EpisodeRecord): string {
  const { id: _id, runId: _runId, ...fields } = header;
  return canonicalJson({ ...fields, columns: encodeBase64(packColumns(columns)) });
}

function notebookLine({ header, columns }: EpisodeRecord): string {
  return JSON.stringify({
    ...header,
    commands: [...columns.commands_T],
    logProbs: [...columns.logProbs_T],
    rewards: [...columns.rewards_T],
    advantages: [...columns.advantages_T],
    admissible: [...columns.admissible_T],
    probabilities255: [...columns.probabilities_TA],
  });
}

function policyFile({ policy }: RunState): Uint8Array {
  return writeSafetensors({
    tensors: { [WEIGHTS]: { shape: [policy.weights.length], data: policy.weights } },
    metadata: { kind: policy.kind, version: String(policy.version), format: 'terrarium-policy/1' },
  });
}
