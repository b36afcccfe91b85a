// The stage on generated houses of the real world: playing, going back, and recorded episodes replayed to the letter.
import { beforeEach, describe, expect, it } from 'vitest';
import type { EpisodeRecord, PolicySnapshot, WorldSetup } from '../src/core/types.ts';
import { InlinePool } from '../src/loop/rollout.ts';
import { linear } from '../src/policy/linear/linear.ts';
import { policyKind } from '../src/policy/registry.ts';
import { household } from '../src/worlds/household/world.ts';
import { atTheEdge } from './edge.ts';
import { worldKind } from './plug-ins.ts';
import type { StageView } from './protocol.ts';
import { StageHost } from './stage-host.ts';

const SETUP: WorldSetup = {
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: ['id-test'],
};
const policy: PolicySnapshot = linear.initial({}, 3);

/** Texts, observations and choices of a view, without what only the policy adds. */
const told = (view: StageView) =>
  view.steps.map(({ observation, chosenText, commands }) => [observation, chosenText, commands.map((c) => c.text)]);

let stage: StageHost;
beforeEach(async () => {
  stage = new StageHost(worldKind, policyKind);
  await stage.open(SETUP, null);
});

/** One episode as the loop records it. */
async function recorded(player: string, probabilities = true): Promise<EpisodeRecord> {
  const pool = new InlinePool(household.open(SETUP), linear);
  const request = {
    index: 0,
    purpose: 'train',
    split: 'train',
    taskIndex: 5,
    group: -1,
    stepLimit: 40,
    temperature: 1,
    seed: 11,
    player,
    keep: { trace: false, probabilities, anchors: false },
  } as const;
  const [result] = await pool.play(policy, [request]);
  return result.record;
}

describe('playing', () => {
  it('opens every split of the world with its size', async () => {
    const { splits } = await stage.open(SETUP, null);
    expect(splits.map((split) => split.id)).toEqual(household.splits.map((split) => split.id));
    expect(splits.every((split) => split.size > 0)).toBe(true);
  });

  it('starts a task with its goal, its commands and a picture, and no probabilities without a policy', async () => {
    const view = await stage.start('id-test', 2);
    expect(view).toMatchObject({ split: 'id-test', taskIndex: 2, from: 0, won: false, ended: false });
    expect(view.goal).not.toBe('');
    expect(view.steps).toHaveLength(1);
    expect(view.steps[0].commands.length).toBeGreaterThan(2);
    expect(view.steps[0].commands.every((command) => command.probability === null)).toBe(true);
    expect(view.steps[0].picture).toMatchObject({ world: 'household', step: 0 });
  });

  it('lets the scripted explorer play to a win where there is no policy', async () => {
    let view = await stage.start('train', 1);
    for (let i = 0; i < 50 && !view.ended; i++) view = await stage.auto();
    expect(view.won).toBe(true);
    const after = await stage.auto();
    expect(after.steps.length).toBe(1);
  });

  it('shows probabilities of the policy that sum to one, and plays by it', async () => {
    await stage.policy(policy);
    const view = await stage.start('train', 0);
    const sum = view.steps[0].commands.reduce((total, command) => total + (command.probability ?? NaN), 0);
    expect(sum).toBeCloseTo(1, 9);
    expect((await stage.auto()).steps[0]).toMatchObject({ by: 'policy' });
  });

  it('takes a command by number or by its exact text', async () => {
    const first = await stage.start('train', 0);
    const { text } = first.steps[0].commands[1];
    const byNumber = await stage.command(1);
    await stage.start('train', 0);
    const byText = await stage.command(` ${text} `);
    expect(byNumber.steps[0]).toMatchObject({ chosen: 1, chosenText: text, by: 'hand' });
    expect(told(byText)).toEqual(told(byNumber));
  });

  it('counts a step for a text or a number that is not admissible, and changes nothing else', async () => {
    const first = await stage.start('train', 0);
    const refused = await stage.command('fly to the moon');
    expect(refused.steps[0]).toMatchObject({ chosen: -1, chosenText: 'fly to the moon' });
    expect(refused.steps[1].step).toBe(1);
    expect(refused.steps[1].commands).toEqual(first.steps[0].commands);
    expect((await stage.command(9999)).steps[0].chosen).toBe(-1);
  });

  it('ends at the step limit', async () => {
    let view = await stage.start('train', 0);
    for (let i = 0; i < 60; i++) view = await stage.command('dance');
    expect(view).toMatchObject({ ended: true, won: false });
    expect(view.steps.at(-1)?.step).toBe(view.stepLimit);
  });
});

describe('going back', () => {
  it('gives the same steps again when the same commands are given', async () => {
    await stage.policy(policy);
    await stage.start('train', 4);
    for (let i = 0; i < 6; i++) await stage.auto();
    await stage.command('sing');
    const whole = await stage.rewind(99);
    const kept = (await stage.rewind(0)).steps[0];
    expect(kept.step).toBe(0);
    for (let i = 0; i < 6; i++) await stage.auto();
    const again = await stage.command('sing');
    expect(again.steps.at(-1)?.observation).toBe(whole.steps.at(-1)?.observation);
    expect(again.steps.at(-1)?.commands).toEqual(whole.steps.at(-1)?.commands);
  });

  it('goes on differently from before the given step', async () => {
    await stage.start('train', 4);
    for (let i = 0; i < 5; i++) await stage.auto();
    const back = await stage.rewind(3);
    expect(back).toMatchObject({ from: 3 });
    expect(back.steps).toHaveLength(1);
    expect(back.steps[0]).toMatchObject({ step: 3, chosen: null });
    expect((await stage.command(0)).steps.map((step) => step.step)).toEqual([3, 4]);
  });
});

describe('recorded episodes', () => {
  it.each(['policy', 'blind', 'oracle'])(
    'replays what the %s played to the same texts and the same end',
    async (player) => {
      const record = await recorded(player);
      const view = await stage.replay(record);
      expect(view).toMatchObject({ won: record.header.won, taskId: record.header.taskId, stepLimit: 40 });
      expect(view.steps.slice(0, -1).map((step) => step.chosen)).toEqual([...record.columns.commands_T]);
      const chosen = view.steps.slice(0, -1).map((step) => step.chosenText!);
      await stage.start('train', 5);
      const by = [];
      for (const text of chosen) by.push((await stage.command(text)).steps[0].observation);
      expect(by).toEqual(view.steps.slice(0, -1).map((step) => step.observation));
    },
  );

  it('shows the recorded probabilities, rewards and advantages', async () => {
    const record = await recorded('policy');
    const { steps } = await stage.replay(record);
    const sum = steps[0].commands.reduce((total, command) => total + (command.probability ?? NaN), 0);
    expect(Math.abs(sum - 1)).toBeLessThan(0.15);
    expect(steps.slice(0, -1).map((step) => step.reward)).toEqual([...record.columns.rewards_T]);
    const bare = await stage.replay(await recorded('policy', false));
    expect(bare.steps[0].commands[0].probability).toBeNull();
  });

  it('can be played on by hand from any step', async () => {
    const record = await recorded('oracle');
    await stage.replay(record);
    const view = await stage.rewind(1);
    expect(view.steps[0]).toMatchObject({ step: 1, chosen: null });
    expect((await stage.command(0)).steps[0].by).toBe('hand');
  });

  const broken: [string, (record: EpisodeRecord) => EpisodeRecord][] = [
    ['another task', (r) => ({ ...r, header: { ...r.header, taskId: 'train/none' } })],
    ['another end', (r) => ({ ...r, header: { ...r.header, won: !r.header.won } })],
    [
      'another number of commands',
      (r) => ({ ...r, columns: { ...r.columns, admissible_T: r.columns.admissible_T.map((n) => n + 1) } }),
    ],
    [
      'a command that does not exist',
      (r) => ({ ...r, columns: { ...r.columns, commands_T: r.columns.commands_T.map(() => 60000) } }),
    ],
  ];
  it.each(broken)('refuses a record with %s', async (_what, spoil) => {
    const record = await recorded('oracle');
    const edge = atTheEdge(stage);
    await expect(edge.replay(spoil(record))).rejects.toMatchObject({ code: 'replay-mismatch' });
  });
});

describe('problems', () => {
  it.each([
    ['unknown-world', (edge: StageHost) => edge.open({ ...SETUP, id: 'moon' }, null)],
    ['unknown-policy', (edge: StageHost) => edge.policy({ ...policy, kind: 'oracle bone' })],
    ['unknown-split', (edge: StageHost) => edge.start('nowhere', 0)],
    ['no-such-task', (edge: StageHost) => edge.start('train', -1)],
    ['no-episode', (edge: StageHost) => edge.auto()],
  ])('%s names the next step', async (code, act) => {
    const problem: unknown = await act(atTheEdge(stage)).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code });
    expect(problem).toHaveProperty('nextStep', expect.stringMatching(/./));
  });

  it('nothing can be started before a world is open', async () => {
    const bare = atTheEdge(new StageHost(worldKind, policyKind));
    await expect(bare.start('train', 0)).rejects.toMatchObject({ code: 'no-world' });
  });
});
