// The player shows what was recorded, in order, and nothing else.
import { describe, expect, it } from 'vitest';
import { fixtureRun } from './fixture-run.testing.ts';
import type { LoopUpdate } from '../../../workers/protocol.ts';
import { TestClock } from './clock.testing.ts';
import { RecordedPlayer } from './recorded.ts';
import { advance, EMPTY_MODEL } from './run-model.ts';

function playing(generations: number) {
  const run = fixtureRun(generations);
  const clock = new TestClock();
  const player = new RecordedPlayer(run, clock);
  const updates: LoopUpdate[] = [];
  player.listen((batch) => updates.push(...batch));
  const model = () => advance(EMPTY_MODEL, updates);
  return { run, clock, player, updates, model };
}

describe('the recorded run', () => {
  it('plays to its end: every entry as recorded, then finished', async () => {
    const { run, clock, player, model } = playing(5);
    await player.send({ kind: 'play', pace: 1 });
    clock.pass(60_000);
    expect(model().entries).toEqual(run.entries);
    expect(model().status).toMatchObject({ state: 'finished', generation: 5, digest: run.entries[5].digest });
    expect(model().working).toEqual({});
  });

  it('stations begin and end with the recorded counts, only where there were any', async () => {
    const { run, clock, player, updates } = playing(2);
    await player.send({ kind: 'play', pace: 1 });
    clock.pass(60_000);
    const begun = updates.flatMap((update) =>
      update.kind === 'activity' && update.phase === 'begin' ? [[update.verb, update.count]] : [],
    );
    const recorded = run.entries.flatMap((entry) => Object.entries(entry.counts).filter(([, count]) => count > 0));
    expect(begun).toEqual(recorded);
  });

  it('stands still while paused and goes on from there', async () => {
    const { clock, player, model } = playing(20);
    await player.send({ kind: 'play', pace: 1 });
    clock.pass(3500);
    await player.send({ kind: 'pause' });
    const shown = model().entries.length;
    expect(shown).toBeGreaterThan(0);
    clock.pass(60_000);
    expect(model().entries.length).toBe(shown);
    await player.send({ kind: 'play', pace: 1 });
    clock.pass(60_000);
    expect(model().status.state).toBe('finished');
    expect(model().entries.length).toBe(21);
  });

  it('one generation is one generation, and playing after the end starts again', async () => {
    const { clock, player, model } = playing(1);
    await player.send({ kind: 'generation' });
    expect(model().entries.length).toBe(1);
    await player.send({ kind: 'generation' });
    expect(model().status.state).toBe('finished');
    await player.send({ kind: 'play', pace: 1 });
    clock.pass(500);
    expect(model().entries.length).toBe(0);
  });

  it('says nothing after it was closed', async () => {
    const { clock, player, updates } = playing(5);
    await player.send({ kind: 'play', pace: 1 });
    player.close();
    const heard = updates.length;
    clock.pass(60_000);
    expect(updates.length).toBe(heard);
  });
});
