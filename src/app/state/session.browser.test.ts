// The session: recorded first, then the visitor's own run; which commands a press on Run means.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoopCommand, LoopUpdate, RunStatus } from '../../../workers/protocol.ts';
import type { RunConfig } from '../../core/types.ts';
import { TestClock } from './clock.testing.ts';
import { fixtureRun } from './fixture-run.testing.ts';
import { RecordedPlayer } from './recorded.ts';
import { EMPTY_MODEL } from './run-model.ts';
import type { LiveSource } from './run-source.ts';
import { RECORDED_ID, Session } from './session.svelte.ts';

const run = { ...fixtureRun(5), runId: RECORDED_ID };
const config: RunConfig = run.config;

class FakeLive implements LiveSource {
  readonly sent: LoopCommand[] = [];
  refuse: string | null = null;
  hear: (updates: readonly LoopUpdate[]) => void = () => {};
  readonly records = {
    entry: () => Promise.resolve(run.entries[1]),
    headers: (_: string, generation: number) =>
      Promise.resolve(run.headers.filter((header) => header.generation === generation)),
    episode: vi.fn(() => Promise.resolve(null)),
    policy: () => Promise.resolve(null),
  };
  send(command: LoopCommand) {
    this.sent.push(command);
    return this.refuse === command.kind ? Promise.reject(new Error('refused')) : Promise.resolve({});
  }
  listen(hear: (updates: readonly LoopUpdate[]) => void) {
    this.hear = hear;
  }
  status(part: Partial<RunStatus>) {
    this.hear([{ kind: 'status', status: { ...EMPTY_MODEL.status, runId: 'own', config, state: 'running', ...part } }]);
  }
  call = () => Promise.reject(new Error('not in this test'));
  addPack = () => Promise.reject(new Error('not in this test'));
  storedPack = () => Promise.reject(new Error('not in this test'));
  close() {}
}

describe('the session', () => {
  let live: FakeLive;
  let session: Session;
  let problems: unknown[];
  beforeEach(() => {
    live = new FakeLive();
    problems = [];
    session = new Session({
      openLive: () => Promise.resolve(live),
      onUpdate: () => {},
      onProblem: (thrown) => problems.push(thrown),
    });
  });
  const kinds = () => live.sent.map((command) => command.kind);

  it('shows the first recorded generation at once, and the recorded run gives way to Run', async () => {
    session.showRecorded(new RecordedPlayer(run, new TestClock()));
    expect([session.origin, session.model.entries.length, session.running]).toEqual(['recorded', 1, true]);
    await session.run(config, false);
    expect([session.origin, session.model.entries.length]).toEqual(['live', 0]);
    expect(kinds()).toEqual(['open', 'play']);
  });

  it('goes on with the open run, and starts it again when it is at its end', async () => {
    await session.run(config, false);
    live.status({ state: 'paused' });
    await session.run(config, true);
    live.status({ state: 'finished' });
    await session.run(config, true);
    expect(kinds()).toEqual(['open', 'play', 'play', 'reset', 'play']);
  });

  it('a refused command is a problem, and the next one is sent again', async () => {
    live.refuse = 'open';
    await session.run(config, false);
    expect(problems.length).toBe(1);
    expect(session.busy).toBe(false);
    live.refuse = null;
    await session.run(config, false);
    expect(kinds()).toEqual(['open', 'open', 'play']);
  });

  it('reads the episodes of the newest generation, with their run in the id', async () => {
    await session.run(config, false);
    live.status({});
    live.hear([{ kind: 'generation', runId: 'own', entry: run.entries[2], stepsPerSecond: 1 }]);
    await expect.poll(() => session.recent.length).toBe(64);
    expect(session.recent.every((header) => header.generation === 2)).toBe(true);
    live.status({ runId: 'another' });
    expect(session.recent).toEqual([]);
  });

  it('finds recorded episodes in the recording and all others in the store', async () => {
    session.showRecorded(new RecordedPlayer(run, new TestClock()));
    expect(await session.episode(`${RECORDED_ID}/0/0`)).toBeNull();
    expect(live.records.episode).not.toHaveBeenCalled();
    await session.episode('own/0/0');
    expect(live.records.episode).toHaveBeenCalledExactlyOnceWith('own/0/0');
  });
});
