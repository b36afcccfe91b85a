// Episodes by page: the recording answers like the store does, page by page, newest first, nothing twice.
import { describe, expect, it } from 'vitest';
import { listedRuns, NO_FILTER, PAGE, pageOfRecording, queryOf } from './episode-pages.ts';
import { fixtureRun } from './fixture-run.testing.ts';

const recording = fixtureRun(8);
const all = (filter = NO_FILTER) => {
  const found = [];
  for (let before: string | null = null; ; before = found.at(-1)?.id ?? null) {
    const page = pageOfRecording(recording, queryOf(recording.runId, filter, before));
    found.push(...page);
    if (page.length < PAGE) return found;
  }
};

describe('pages of the recording', () => {
  it('hold every episode once, newest first', () => {
    const found = all();
    expect(found).toHaveLength(recording.headers.length);
    expect(new Set(found.map((header) => header.id)).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(PAGE);
    expect(found.map((header) => header.generation)).toEqual(
      found.map((header) => header.generation).sort((a, b) => b - a),
    );
  });
  it.each([
    ['purpose', { purpose: 'evaluate' }, (h: { purpose: string }) => h.purpose === 'evaluate'],
    ['outcome', { outcome: 'lost' }, (h: { won: boolean }) => !h.won],
    ['generation', { generation: '4' }, (h: { generation: number }) => h.generation === 4],
    ['words of the task', { text: ' CLEAN mug' }, () => true],
  ] as const)('are filtered by %s', (_name, part, passes) => {
    const found = all({ ...NO_FILTER, ...part });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBe(recording.headers.filter(passes).length);
  });
  it('a generation that is no number filters everything away', () => {
    expect(all({ ...NO_FILTER, generation: '4x' })).toEqual([]);
  });
});

describe('the runs to choose from', () => {
  it('are the stored ones and the recording', () => {
    const stored = {
      id: 'abcdefgh',
      config: recording.config,
      created: 0,
      generation: 1,
      envSteps: 1,
      digest: '',
      finished: false,
      bytes: 1,
      prunedBefore: 0,
    };
    expect(listedRuns(recording, [stored], () => 'GRPO').map((run) => run.title)).toEqual([
      'GRPO · abcdef',
      'Recorded run',
    ]);
    expect(listedRuns(null, [], () => '')).toEqual([]);
  });
});
