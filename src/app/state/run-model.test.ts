// The reducer of updates: order, repeats, other runs, resting stations.
import { describe, expect, it } from 'vitest';
import { fixtureRun } from './fixture-run.testing.ts';
import type { LoopUpdate, RunStatus } from '../../../workers/protocol.ts';
import { advance, EMPTY_MODEL } from './run-model.ts';

const run = fixtureRun(3);
const status = (part: Partial<RunStatus>): LoopUpdate => ({
  kind: 'status',
  status: { ...EMPTY_MODEL.status, runId: 'a', state: 'running', ...part },
});
const committed = (runId: string, generation: number): LoopUpdate => ({
  kind: 'generation',
  runId,
  entry: run.entries[generation],
  stepsPerSecond: 100,
});

describe('the picture of a run', () => {
  it('keeps entries in the order of generations, whatever order they come in, without repeats', () => {
    const model = advance(EMPTY_MODEL, [status({}), ...[2, 0, 1, 2].map((generation) => committed('a', generation))]);
    expect(model.entries.map((entry) => entry.generation)).toEqual([0, 1, 2]);
    expect(model.batch?.number).toBe(4);
  });

  it('ignores generations of another run, and starts anew with another run', () => {
    const model = advance(EMPTY_MODEL, [status({}), committed('b', 0), committed('a', 0)]);
    expect(model.entries.length).toBe(1);
    expect(advance(model, [status({ runId: 'b' })]).entries).toEqual([]);
  });

  it('a station works between its begin and its end, and rests when the run does', () => {
    const begin: LoopUpdate = { kind: 'activity', verb: 'rollout', phase: 'begin', count: 64 };
    const working = advance(EMPTY_MODEL, [status({}), begin]);
    expect(working.working).toEqual({ rollout: 64 });
    expect(advance(working, [{ ...begin, phase: 'end' }]).working).toEqual({});
    expect(advance(working, [status({ state: 'paused' })]).working).toEqual({});
  });

  it('a batch never changes the model that it was given', () => {
    const before = advance(EMPTY_MODEL, [status({}), committed('a', 0)]);
    const copy = structuredClone(before);
    advance(before, [committed('a', 1), status({ generation: 1 })]);
    expect(before).toEqual(copy);
  });
});
