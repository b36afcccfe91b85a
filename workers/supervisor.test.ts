// The supervisor against workers that answer, throw, hang, die and answer too late.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../src/core/problem.ts';
import { Supervisor, type Incarnation, type SupervisorState } from './supervisor.ts';

interface Remote {
  answer(value: number): Promise<number>;
}

/** A worker whose every reaction the test decides. */
class FakeWorker implements Incarnation<Remote> {
  calls: { resolve: (value: number) => void; reject: (error: unknown) => void }[] = [];
  terminated = false;
  mute = false;
  die: (reason: string) => void = () => {};
  readonly remote: Remote = {
    answer: () => new Promise((resolve, reject) => this.calls.push({ resolve, reject })),
  };
  ping(): Promise<void> {
    return this.mute ? new Promise(() => {}) : Promise.resolve();
  }
  onDeath(listener: (reason: string) => void): void {
    this.die = listener;
  }
  terminate(): void {
    this.terminated = true;
  }
}

const times = { call: 1000, ready: 1000, beat: 100, silence: 500, backOff: [10, 20, 40], quiet: 5000 };

function supervised(ready?: (remote: Remote, incarnation: number) => Promise<void>) {
  const workers: FakeWorker[] = [];
  const states: SupervisorState[] = [];
  const supervisor = new Supervisor<Remote>({
    name: 'test worker',
    start: () => workers[workers.push(new FakeWorker()) - 1]!,
    onState: (state) => states.push(state),
    times,
    ...(ready ? { ready } : {}),
  });
  const ask = () => supervisor.call((remote) => remote.answer(1));
  return { supervisor, workers, states, ask };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof Problem ? error.code : 'no problem'),
  );
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a supervisor', () => {
  it('starts its worker with the first call and hands answers on', async () => {
    const { supervisor, workers, states, ask } = supervised();
    expect(supervisor.state).toBe('idle');
    expect(workers).toHaveLength(0);
    const answer = ask();
    await tick();
    workers[0]!.calls[0]!.resolve(42);
    expect(await answer).toBe(42);
    expect(states).toEqual(['running']);
    await tick(10_000);
    expect(supervisor.state).toBe('running');
    supervisor.close();
  });

  it('hands on what the call itself rejected with, and keeps the worker', async () => {
    const { supervisor, workers, ask } = supervised();
    const answer = codeOf(ask());
    await tick();
    workers[0]!.calls[0]!.reject({ code: 'bad-setting', message: 'm', nextStep: 'n' });
    expect(await answer).toBe('bad-setting');
    expect(workers[0]!.terminated).toBe(false);
    supervisor.close();
  });

  it('rejects every waiting call when the worker dies, and a fresh one takes the next', async () => {
    const { supervisor, workers, states, ask } = supervised();
    const answers = [codeOf(ask()), codeOf(ask())];
    await tick();
    workers[0]!.die('uncaught error');
    expect(await Promise.all(answers)).toEqual(['worker-died', 'worker-died']);
    expect(workers[0]!.terminated).toBe(true);
    const next = ask();
    await tick(10);
    workers[1]!.calls[0]!.resolve(7);
    expect(await next).toBe(7);
    expect(states).toEqual(['running', 'degraded', 'degraded'].slice(0, states.length));
    expect(supervisor.incarnation).toBe(2);
    await tick(6000);
    expect(supervisor.state).toBe('running');
    supervisor.close();
  });

  it('ends a call at its deadline', async () => {
    const { supervisor, workers, ask } = supervised();
    const answer = codeOf(ask());
    await tick(1000);
    expect(await answer).toBe('worker-died');
    expect(workers[0]!.terminated).toBe(true);
    supervisor.close();
  });

  it('notices a worker that hangs by its silence, long before the deadline', async () => {
    const { supervisor, workers } = supervised();
    const answer = codeOf(supervisor.call((remote) => remote.answer(1), 1e6));
    await tick();
    workers[0]!.mute = true;
    await tick(700);
    expect(await answer).toBe('worker-died');
    supervisor.close();
  });

  it('ignores what an old incarnation answers or dies of', async () => {
    const { supervisor, workers, ask } = supervised();
    const lost = codeOf(ask());
    await tick();
    workers[0]!.die('first');
    expect(await lost).toBe('worker-died');
    const next = ask();
    await tick(10);
    workers[0]!.calls[0]!.resolve(666);
    workers[0]!.die('again');
    await tick();
    expect(workers[1]!.terminated).toBe(false);
    workers[1]!.calls[0]!.resolve(1);
    expect(await next).toBe(1);
    supervisor.close();
  });

  it('gives up after three restarts in a row, and can be told to try again', async () => {
    const { supervisor, workers, ask } = supervised();
    for (let death = 0; death < 4; death++) {
      const answer = codeOf(ask());
      await tick(50);
      workers[death]!.die('crash');
      expect(await answer).toBe('worker-died');
    }
    expect(supervisor.state).toBe('failed');
    expect(await codeOf(ask())).toBe('worker-failed');
    expect(workers).toHaveLength(4);
    supervisor.restart();
    const answer = ask();
    await tick();
    workers[4]!.calls[0]!.resolve(5);
    expect(await answer).toBe(5);
    supervisor.close();
  });

  it('prepares each incarnation before calls reach it; one that cannot get ready counts as dead', async () => {
    const prepared: number[] = [];
    const { supervisor, workers, ask } = supervised((_remote, incarnation) => {
      prepared.push(incarnation);
      return incarnation === 1 ? new Promise(() => {}) : Promise.resolve();
    });
    const lost = codeOf(ask());
    await tick(1000);
    expect(await lost).toBe('worker-died');
    const next = ask();
    await tick(10);
    workers[1]!.calls[0]!.resolve(3);
    expect(await next).toBe(3);
    expect(prepared).toEqual([1, 2]);
    supervisor.close();
  });

  it('hands on the Problem with which preparing was refused, and tries afresh with the next call', async () => {
    const refusal = { code: 'no-pack', message: 'm', nextStep: 'n' };
    const { supervisor, ask } = supervised((_remote, incarnation) =>
      incarnation === 1 ? Promise.reject(refusal) : Promise.resolve(),
    );
    expect(await codeOf(ask())).toBe('no-pack');
    const next = codeOf(ask());
    await tick(1010);
    expect(await next).toBe('worker-died');
    supervisor.close();
  });

  it('rejects everything on closing', async () => {
    const { supervisor, workers, ask } = supervised();
    const answer = codeOf(ask());
    await tick();
    supervisor.close();
    expect(await answer).toBe('closed');
    expect(workers[0]!.terminated).toBe(true);
    expect(await codeOf(ask())).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });
});
