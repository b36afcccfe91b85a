// Headers of episodes by page, from the recording or from the visitor's own records, by one query.
// Invariant: newest first; ids carry their run; at most PAGE headers are read at a time.
import type { EpisodeHeader, Purpose, RunConfig } from '../../core/types.ts';
import { matches, type EpisodeQuery, type RunSummary } from '../../store/store.ts';
import { withRun } from './episode-id.ts';
import type { RecordedRun } from './recorded.ts';
import type { LiveSource } from './run-source.ts';

export const PAGE = 200;

/** What the reader looks for; '' and 'any' do not filter. */
export interface EpisodeFilter {
  readonly purpose: Purpose | '';
  readonly split: string;
  readonly taskType: string;
  readonly outcome: 'any' | 'won' | 'lost';
  /** Digits, or '' for all generations. */
  readonly generation: string;
  readonly text: string;
}

export const NO_FILTER: EpisodeFilter = {
  purpose: '',
  split: '',
  taskType: '',
  outcome: 'any',
  generation: '',
  text: '',
};

/** A run whose episodes can be listed. */
export interface ListedRun {
  readonly id: string;
  readonly title: string;
  readonly config: RunConfig;
}

/** The query that a filter means. A generation that is no number filters everything away. */
export function queryOf(runId: string, filter: EpisodeFilter, before: string | null): EpisodeQuery {
  const { purpose, split, taskType, outcome, text } = filter;
  const generation = filter.generation.trim();
  return {
    runId,
    limit: PAGE,
    ...(purpose === '' ? {} : { purpose }),
    ...(split === '' ? {} : { split }),
    ...(taskType === '' ? {} : { taskType }),
    ...(outcome === 'any' ? {} : { won: outcome === 'won' }),
    ...(generation === '' ? {} : { generation: /^\d{1,9}$/.test(generation) ? Number(generation) : -1 }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(before === null ? {} : { before }),
  };
}

/** A page of the recording. */
export function pageOfRecording(recording: RecordedRun, query: EpisodeQuery): EpisodeHeader[] {
  const found = recording.headers
    .filter((header) => matches(header, query))
    .map((header) => ({ ...header, id: withRun(recording.runId, header.id) }))
    .sort((a, b) => b.generation - a.generation || b.index - a.index);
  const start = query.before === undefined ? 0 : found.findIndex((header) => header.id === query.before) + 1;
  return found.slice(start, start + query.limit);
}

export async function readPage(
  query: EpisodeQuery,
  recording: RecordedRun | null,
  live: () => Promise<LiveSource>,
): Promise<EpisodeHeader[]> {
  if (recording !== null && query.runId === recording.runId) return pageOfRecording(recording, query);
  return (await live()).call((service) => service.episodes(query));
}

/** The runs to choose from: the recording, then the stored ones, newest first. */
export function listedRuns(
  recording: RecordedRun | null,
  stored: readonly RunSummary[],
  nameOf: (config: RunConfig) => string,
): ListedRun[] {
  const own = stored.map(({ id, config }) => ({ id, config, title: `${nameOf(config)} · ${id.slice(0, 6)}` }));
  const recorded = recording === null ? [] : [{ id: recording.runId, config: recording.config, title: 'Recorded run' }];
  return [...own, ...recorded];
}
