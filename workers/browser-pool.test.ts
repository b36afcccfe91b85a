// The pool of rollout workers against workers that die, hang and throw: the results are the same bits as on one thread.
import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '../src/core/problem.ts';
import type { PolicySnapshot } from '../src/core/types.ts';
import { InlinePool } from '../src/loop/rollout.ts';
import type { EpisodeRequest, EpisodeResult } from '../src/loop/rollout-contract.ts';
import type { WorldKind } from '../src/worlds/world.ts';
import { fakePolicy, fakeSetup, fakeWorld } from '../test/contracts/fake.ts';
import { BrowserPool, type RolloutRemote } from './browser-pool.ts';
import { RolloutHost } from './rollout-host.ts';
import type { Incarnation } from './supervisor.ts';

const policy: PolicySnapshot = fakePolicy.initial({}, 1);
const requests: EpisodeRequest[] = Array.from({ length: 40 }, (_, index) => ({
  index,
  purpose: 'train',
  split: 'train',
  taskIndex: index,
  group: -1,
  stepLimit: 10,
  temperature: 1,
  seed: index * 7,
  player: 'policy',
  keep: { trace: true, probabilities: true, anchors: false },
}));

const worldKind = { id: 'doors', open: () => fakeWorld } as unknown as WorldKind;
const times = { call: 2000, ready: 2000, beat: 20, silence: 100, backOff: [1, 1, 1], quiet: 60_000 };

type Misdeed = 'die' | 'hang' | 'throw' | 'refuse' | null;

/** A worker in this thread that misbehaves in its first play as told. */
function worker(misdeed: Misdeed): Incarnation<RolloutRemote> & { terminated: boolean } {
  const host = new RolloutHost(
    () => worldKind,
    () => fakePolicy,
  );
  let die: (reason: string) => void = () => {};
  let hung = false;
  const later = (act: () => void): Promise<never> => new Promise(() => setTimeout(act, 1));
  const remote: RolloutRemote = {
    open: (setup, pack) => (misdeed === 'refuse' ? later(() => die('no such script')) : host.open(setup, pack)),
    cancel: () => host.cancel(),
    play: (snapshot, part): Promise<EpisodeResult[]> => {
      if (misdeed === 'die') return later(() => die('killed'));
      if (misdeed === 'hang') return later(() => (hung = true));
      if (misdeed === 'throw') return Promise.reject(new Error('out of memory'));
      return host.play(snapshot, part);
    },
  };
  return {
    remote,
    terminated: false,
    ping: () => (hung ? new Promise(() => {}) : Promise.resolve()),
    onDeath: (listener) => void (die = listener),
    terminate() {
      this.terminated = true;
    },
  };
}

let pool: BrowserPool;
let problems: Problem[] = [];
let left: number[] = [];

/** A pool whose n-th started worker misbehaves as the n-th element says; the rest behave. */
function poolOf(workers: number, misdeeds: Misdeed[], forever = false): BrowserPool {
  problems = [];
  left = [];
  let started = 0;
  pool = new BrowserPool({
    workers,
    start: () => worker(forever ? misdeeds[0]! : (misdeeds[started++] ?? null)),
    open: (remote) => remote.open(fakeSetup, null),
    local: () => new InlinePool(fakeWorld, fakePolicy),
    onTrouble: (problem, workersLeft) => {
      problems.push(problem);
      left.push(workersLeft);
    },
    times,
  });
  return pool;
}

afterEach(() => pool.close());

describe('the pool', async () => {
  const expected = await new InlinePool(fakeWorld, fakePolicy).play(policy, requests);

  it.each([1, 2, 4, 64])('gives the same bits with %i workers', async (workers) => {
    expect(await poolOf(workers, []).play(policy, requests)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  it.each(['die', 'hang', 'throw'] as const)('gives the same bits when workers %s', async (misdeed) => {
    poolOf(3, [null, misdeed]);
    expect(await pool.play(policy, requests)).toEqual(expected);
    expect(problems.map((problem) => problem.code)).toEqual(['worker-died']);
    expect(await pool.play(policy, requests.slice(0, 7))).toEqual(expected.slice(0, 7));
  });

  it('gives the same bits when a replaced worker dies too, and when all do at once', async () => {
    expect(await poolOf(2, ['die', 'hang', 'die', null, null]).play(policy, requests)).toEqual(expected);
    expect(problems.length).toBeGreaterThanOrEqual(3);
  });

  it('has no work without requests', async () => {
    expect(await poolOf(2, []).play(policy, [])).toEqual([]);
  });

  it('plays here when no worker can be started', async () => {
    poolOf(2, ['refuse'], true);
    expect(await pool.play(policy, requests)).toEqual(expected);
    expect(left.at(-1)).toBe(0);
  });

  it('gives up, by name, when the same episodes bring down every worker, and can try again', async () => {
    poolOf(1, [null, 'die', 'die', 'die', 'die']);
    await pool.play(policy, requests.slice(0, 2));
    const [dying] = [poolOf(1, ['die', 'die', 'die', 'die', 'die', 'die', 'die', 'die'])];
    await expect(dying.play(policy, requests)).rejects.toMatchObject({ code: 'rollout-failed' });
    await expect(dying.play(policy, requests)).rejects.toMatchObject({ code: 'rollout-failed' });
    expect(await dying.play(policy, requests)).toEqual(expected);
  });

  it('hands on what an episode itself throws, after one try on a fresh worker', async () => {
    const unknown = requests.map((request) => ({ ...request, player: 'policy', split: 'nowhere' }));
    poolOf(1, ['throw', 'throw', 'throw']);
    await expect(pool.play(policy, unknown)).rejects.toMatchObject({ code: 'defect' });
  });

  it('stops at once, and plays on afterwards', async () => {
    poolOf(2, []);
    const playing = pool.play(policy, requests);
    pool.cancel();
    await expect(playing).rejects.toMatchObject({ code: 'stopped' });
    expect(await pool.play(policy, requests)).toEqual(expected);
  });

  it('settles what is in progress when it is closed', async () => {
    poolOf(2, ['hang', 'hang']);
    const playing = pool.play(policy, requests);
    setTimeout(() => pool.close(), 5);
    await expect(playing).rejects.toMatchObject({ code: 'stopped' });
  });
});
