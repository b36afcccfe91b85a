// Finding episodes: newest first, through the index that fits the filter, in blocks of generations.
// Invariant: the cost of a page grows with the rows looked at, not with the size of the run; blocks are read whole (one
// call each) because a cursor costs one event per row.
import { Dexie, type Collection, type Table } from 'dexie';
import type { EpisodeHeader } from '../core/types.ts';
import { headerOf, type Tables, type EpisodeRow, type Place } from './schema.ts';
import { matches, placeOf, START, type EpisodePlace, type EpisodeQuery } from './store.ts';

/** A block aims at this many rows. */
const BLOCK_ROWS = 2000;

/** Headers that pass the query, newest first, at most `query.limit`. */
export async function findEpisodes(db: Tables, query: EpisodeQuery): Promise<EpisodeHeader[]> {
  const { index, prefix } = indexFor(query);
  const before = query.before === undefined ? null : placeOf(query.before);
  const newest = before ?? { generation: (await db.runs.get(query.runId))?.generation ?? -1, index: Infinity };
  const top = query.generation ?? newest.generation;
  const bottom = query.generation ?? 0;
  const headers: EpisodeHeader[] = [];
  let end = top < newest.generation ? { generation: top, index: Infinity } : newest;
  let width = 1;
  while (headers.length < query.limit && end.generation >= bottom) {
    const low = Math.max(bottom, end.generation - width + 1);
    const rows: EpisodeRow[] = await db.episodes
      .where(index)
      .between([...prefix, low, -1], [...prefix, end.generation, end.index], true, false)
      .toArray();
    collect(rows, query, headers);
    width = rows.length < BLOCK_ROWS ? width * 2 : Math.max(1, width >> 1);
    end = { generation: low - 1, index: Infinity };
  }
  return headers;
}

function collect(rows: readonly EpisodeRow[], query: EpisodeQuery, headers: EpisodeHeader[]): void {
  for (let i = rows.length - 1; i >= 0 && headers.length < query.limit; i--) {
    const header = headerOf(rows[i]!);
    if (matches(header, query)) headers.push(header);
  }
}

/** The index whose first part the query fixes; the rarest kind of value first. */
function indexFor(query: EpisodeQuery): { index: string; prefix: (string | number)[] } {
  const { runId, taskType, won, split, purpose } = query;
  if (taskType !== undefined) return { index: '[runId+taskType+generation+index]', prefix: [runId, taskType] };
  if (won !== undefined) return { index: '[runId+won+generation+index]', prefix: [runId, won ? 1 : 0] };
  if (split !== undefined) return { index: '[runId+split+generation+index]', prefix: [runId, split] };
  if (purpose !== undefined) return { index: '[runId+purpose+generation+index]', prefix: [runId, purpose] };
  return { index: '[runId+generation+index]', prefix: [runId] };
}

/** Rows of a run after a place, ascending. */
export function placesFrom<T>(
  table: Table<T, Place>,
  runId: string,
  after: EpisodePlace = START,
): Collection<T, Place> {
  const from = [runId, after.generation, after.index];
  return table.where('[runId+generation+index]').between(from, [runId, Dexie.maxKey], false, true);
}
