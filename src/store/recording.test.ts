import { expect, test } from 'vitest';
import { fakePolicy, fakeSetup, fakeWorld } from '../../test/contracts/fake.ts';
import type { Generation, RunConfig } from '../core/types.ts';
import { InlinePool } from '../loop/rollout.ts';
import { run } from '../loop/run.ts';
import { grpo } from '../systems/grpo.ts';
import { readRecording, writeRecording, type Recording } from './recording.ts';

const config: RunConfig = {
  format: 'terrarium-run/1',
  system: 'grpo',
  arm: 'grpo',
  world: fakeSetup,
  policy: { kind: 'table', settings: {} },
  seed: 1,
  generations: 2,
  settings: { ...grpo.smoke, clonePlayer: 'random' },
};

async function recorded(): Promise<Recording> {
  const generations: Generation[] = [];
  const deps = { config, world: fakeWorld, policyKind: fakePolicy, pool: new InlinePool(fakeWorld, fakePolicy) };
  for await (const generation of run(grpo, deps)) generations.push(generation);
  return {
    config,
    entries: generations.map(({ entry }) => entry),
    episodes: generations.flatMap(({ episodes }) => episodes.slice(0, 3)),
    policies: generations.map(({ state }) => ({ generation: state.generation, policy: state.policy })),
  };
}

test('what is written is read back to the last bit', async () => {
  const recording = await recorded();
  expect(readRecording(writeRecording(recording))).toEqual(recording);
});

test('damage is named, not played', async () => {
  const text = writeRecording(await recorded());
  expect(() => readRecording(text.slice(0, -9))).toThrow('cannot be read');
  expect(() => readRecording(text.replace('recording/1', 'recording/9'))).toThrow('"format"');
  expect(() => readRecording(text.replace('"entries":[', '"others":['))).toThrow('"entries"');
  expect(() => readRecording(text.replace('"columns":"', '"columns":"%'))).toThrow(
    'the bytes of episode 0/0 are damaged',
  );
  expect(() => readRecording('[]')).toThrow('"format"');
});
