// The digest of a run: a SHA-256 chain, one link per committed generation.
// Invariant: equal digests mean equal packed commands of every episode (training and evaluation), equal ledger numbers, equal
// trail and equal weight bits, in every generation so far. It knows neither worker counts nor the clock.
import { canonicalJson, sha256Hex } from '../core/hash.ts';
import type { EpisodeRecord, LedgerEntry, RunConfig, RunState, Trail } from '../core/types.ts';

const text = new TextEncoder();

/** What a link covers; `entry` still lacks its digest. */
export interface Link {
  readonly previous: string;
  readonly entry: Omit<LedgerEntry, 'digest'>;
  readonly trail: Trail | undefined;
  readonly carried: RunState['carried'];
  /** All episodes of the generation in index order. */
  readonly episodes: readonly EpisodeRecord[];
  readonly weights: Float32Array;
}

function bytesOf(array: Uint16Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/**
 * The start of the chain. The number of generations is left out: a run is a prefix of any longer run; so is the name of a
 * pack, which its content names already.
 */
export function firstDigest(config: RunConfig): string {
  const { generations: _, ...decisive } = config;
  const { source } = config.world;
  const content = source.kind === 'pack' ? { kind: source.kind, sha256: source.sha256 } : source;
  return sha256Hex(text.encode(canonicalJson({ ...decisive, world: { ...config.world, source: content } })));
}

/** The next link: previous digest, JSON of the numbers, lengths and commands of the episodes, weight bits (little endian). */
export function nextDigest(link: Link): string {
  const numbers = { entry: link.entry, trail: link.trail, carried: link.carried };
  const lengths = Uint16Array.from(link.episodes, ({ columns }) => columns.commands_T.length);
  const parts = [
    text.encode(`${link.previous}\n${canonicalJson(numbers)}\n`),
    bytesOf(lengths),
    ...link.episodes.map(({ columns }) => bytesOf(columns.commands_T)),
    bytesOf(link.weights),
  ];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return sha256Hex(whole);
}
