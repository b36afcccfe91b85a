// The stage with its real worker: watched beside a run, taken over by hand, gone back, and given back.
import { afterEach, describe, expect, it } from 'vitest';
import { AppState } from './app.svelte.ts';
import { fixtureRun } from './fixture-run.testing.ts';
import { RecordedPlayer } from './recorded.ts';
import { Stage } from './stage.svelte.ts';

const CLOCK = { now: () => performance.now(), after: (ms: number, act: () => void) => void setTimeout(act, ms) };
const stages: Stage[] = [];

/** A page with a recorded run on it, and its stage. */
async function opened(): Promise<{ app: AppState; stage: Stage }> {
  history.replaceState(null, '', location.pathname);
  const app = new AppState(() => Promise.reject(new Error('no loop worker in this test')));
  app.session.showRecorded(new RecordedPlayer(fixtureRun(200), CLOCK));
  const stage = new Stage(app);
  stages.push(stage);
  await expect.poll(() => stage.view, { timeout: 20_000 }).not.toBeNull();
  return { app, stage };
}
const played = (stage: Stage): number => stage.view?.steps.filter((step) => step.chosen !== null).length ?? 0;

afterEach(() => {
  for (const stage of stages.splice(0)) stage.close();
});

describe('the stage', () => {
  it('plays a held-out task step by step while the run plays, and rests while it is paused', async () => {
    const { app, stage } = await opened();
    expect(stage.splits.find((split) => split.id === stage.view?.split)?.heldOut).toBe(true);
    await expect.poll(() => played(stage), { timeout: 10_000 }).toBeGreaterThan(1);
    await app.session.toggleRecorded();
    const before = played(stage);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(played(stage) - before).toBeLessThanOrEqual(1);
  });

  it('does nothing by itself once a reader has taken over, until it is given back', async () => {
    const { stage } = await opened();
    await stage.command(0);
    const before = played(stage);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(played(stage)).toBe(before);
    stage.release();
    await expect.poll(() => played(stage), { timeout: 5000 }).not.toBe(before);
  });

  it('goes back to before a step and keeps the branch that was left', async () => {
    const { stage } = await opened();
    await stage.start('train', 2);
    for (let i = 0; i < 4; i++) await stage.auto();
    const left = stage.view?.steps.slice(1, 4).map((step) => step.chosenText);
    await stage.rewind(1);
    expect(played(stage)).toBe(1);
    expect(stage.branch?.steps.slice(0, 3).map((step) => step.chosenText)).toEqual(left);
    await stage.command('stand on one leg');
    expect(stage.view?.steps[1]).toMatchObject({ chosen: -1, chosenText: 'stand on one leg', by: 'hand' });
  });

  it('shows a problem and stays usable when a task does not exist', async () => {
    const { app, stage } = await opened();
    await stage.start('id-test', 1_000_000_000);
    expect(app.problems.list[0]?.problem).toMatchObject({ code: 'no-such-task' });
    await stage.start('id-test', 1);
    expect(stage.view).toMatchObject({ split: 'id-test', taskIndex: 1 });
  });

  it('the policy plays on to the end when it is let, and stops there', async () => {
    const { app, stage } = await opened();
    app.session.paceId = 'max';
    await stage.start('train', 2);
    for (let i = 0; i < 48; i++) await stage.command('dance');
    expect(stage.view?.ended).toBe(false);
    stage.playOn(true);
    await expect.poll(() => stage.view?.ended, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => stage.playingOn, { timeout: 5000 }).toBe(false);
  });
});
