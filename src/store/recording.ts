// The recorded session that the page plays before Run is pressed: a real run, thinned to what the eye needs.
// Format terrarium-recording/1, JSON: {format, config, entries (every ledger entry), episodes [{header, columns: base64 of
// packColumns}], policies [{generation, policy with weights in base64, f32 little endian}]}; episodes and policies of some
// generations only, the last policy always. Invariant: read(write(x)) equals x; each episode replays from its own columns.
import { Problem } from '../core/problem.ts';
import type { EpisodeHeader, EpisodeRecord, LedgerEntry, PolicySnapshot, RunConfig } from '../core/types.ts';
import { decodeBase64, encodeBase64 } from './archive/base64.ts';
import { packColumns, unpackColumns } from './columns.ts';

const FORMAT = 'terrarium-recording/1';

export interface RecordedPolicy {
  readonly generation: number;
  readonly policy: PolicySnapshot;
}

export interface Recording {
  readonly config: RunConfig;
  /** Of generations 0, 1, 2 ... without gaps. */
  readonly entries: readonly LedgerEntry[];
  /** Ascending by generation and index; ids without a run part, as the evidence of flows names them. */
  readonly episodes: readonly EpisodeRecord[];
  /** Ascending by generation; the last one ends the run. */
  readonly policies: readonly RecordedPolicy[];
}

/** The file as it lies: everything but packed bytes is plain JSON. */
interface RecordingFile {
  readonly format: string;
  readonly config: RunConfig;
  readonly entries: readonly LedgerEntry[];
  readonly episodes: readonly { readonly header: EpisodeHeader; readonly columns: string }[];
  readonly policies: readonly {
    readonly generation: number;
    readonly policy: Omit<PolicySnapshot, 'weights'> & { readonly weights: string };
  }[];
}

export function writeRecording(recording: Recording): string {
  const file: RecordingFile = {
    format: FORMAT,
    config: recording.config,
    entries: recording.entries,
    episodes: recording.episodes.map(({ header, columns }) => ({
      header,
      columns: encodeBase64(packColumns(columns)),
    })),
    policies: recording.policies.map(({ generation, policy }) => ({
      generation,
      policy: { ...policy, weights: encodeBase64(bytesOf(policy.weights)) },
    })),
  };
  return JSON.stringify(file);
}

/** @throws Problem bad-recording where the text is no recording of this format, or a block of bytes in it is damaged. */
export function readRecording(text: string): Recording {
  const file = parse(text);
  return {
    config: file.config,
    entries: file.entries,
    episodes: file.episodes.map(({ header, columns }) => ({
      header,
      columns: unpackColumns(bytesIn(columns, `episode ${header.id}`)),
    })),
    policies: file.policies.map(({ generation, policy }) => ({
      generation,
      policy: { ...policy, weights: weightsIn(policy.weights, `policy ${generation}`) },
    })),
  };
}

function parse(text: string): RecordingFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw badRecording(error instanceof Error ? error.message : String(error));
  }
  if (typeof file !== 'object' || file === null) throw badRecording('it is no object');
  const fields = file as Partial<Record<keyof RecordingFile, unknown>>;
  if (fields.format !== FORMAT) throw badRecording(`field "format" is not ${FORMAT}`);
  for (const field of ['entries', 'episodes', 'policies'] as const) {
    if (!Array.isArray(fields[field])) throw badRecording(`field "${field}" is no list`);
  }
  return file as RecordingFile;
}

function bytesOf(weights: Float32Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
}

function bytesIn(base64: string, where: string): Uint8Array {
  const bytes = decodeBase64(base64);
  if (bytes === null) throw badRecording(`the bytes of ${where} are damaged`);
  return bytes;
}

function weightsIn(base64: string, where: string): Float32Array {
  const bytes = bytesIn(base64, where);
  if (bytes.length % 4 !== 0) throw badRecording(`the weights of ${where} are cut off`);
  return new Float32Array(bytes.slice().buffer);
}

function badRecording(what: string): Problem {
  return new Problem({
    code: 'bad-recording',
    message: `The recorded session cannot be read: ${what}.`,
    nextStep: 'Press Run to start your own; reload the page to try the recording again.',
  });
}
