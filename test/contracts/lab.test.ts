// The command line that scripts rely on: the names in its JSON lines, exit codes, and resuming to the same digest.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUN_OPTIONS } from '../../cli/run-arguments.ts';
import { RUN_HELP, runCommand } from '../../cli/run.ts';
import { readRecording } from '../../src/store/recording.ts';
import { dataDirectory } from '../data.ts';

const root = resolve(import.meta.dirname, '../..');
const data = dataDirectory();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function lab(...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, ['--import', 'tsx', 'cli/lab.ts', ...args], { cwd: root }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** The one JSON line of a command that must succeed. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await lab(...args, '--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const SMALL = ['tasks=4', 'groupSize=4', 'cloneEpisodes=8', 'clonePasses=5', 'evaluationTasks=6', 'evaluateEvery=1'];
const RUN = ['run', '--splits', 'id-test,ood-room', '--seed', '5', ...SMALL.flatMap((each) => ['--set', each])];
const SCORE = {
  at10: expect.any(Number),
  at15: expect.any(Number),
  at50: expect.any(Number),
  meanSteps: expect.any(Number),
};

test('run: the JSON contract, and the same digest after a checkpoint and with other workers', async () => {
  const whole = await json(...RUN, '--generations', '3', '--workers', '1');
  expect(whole).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    final: { 'id-test': SCORE, 'ood-room': SCORE },
    envSteps: expect.any(Number),
    seconds: expect.any(Number),
  });
  expect(whole['curve']).toHaveLength(4);
  const file = join(folder, 'run.json');
  await json(...RUN, '--generations', '1', '--workers', '1', '--save', file);
  const rest = await json(...RUN, '--generations', '3', '--workers', '2', '--resume', file);
  expect(rest).toMatchObject({ digest: whole['digest'], final: whole['final'], envSteps: whole['envSteps'] });
  const other = await lab(...RUN, '--seed', '6', '--resume', file);
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toContain('"config"');
});

test('table: the JSON contract, and a finished table runs nothing again', async () => {
  const args = ['table', '--smoke', '--seeds', '2', '--splits', 'id-test', '--out', join(folder, 'table.jsonl')];
  const table = await json(...args);
  const arm = { mean: expect.any(Number), lo: expect.any(Number), hi: expect.any(Number) };
  expect(table).toMatchObject({
    arms: { grpo: arm, gigpo: arm, 'clone-only': arm, 'random-advantage': arm },
    mechanism: { grpo: { trainSuccess: expect.any(Number) } },
    control: { 'random-advantage': { b: 'clone-only' } },
    envSteps: expect.any(Number),
    seconds: expect.any(Number),
  });
  expect(table['diffs']).toContainEqual(
    expect.objectContaining({
      a: 'grpo',
      b: 'clone-only',
      expected: 'above',
      signs: expect.any(Object),
      asExpected: expect.any(Boolean),
    }),
  );
  expect(await json(...args)).toEqual(table);
});

test('record: a file that the page can read, of a real run', async () => {
  const out = join(folder, 'recorded.json.gz');
  const settings = SMALL.flatMap((each) => ['--set', each]);
  const summary = await json(
    'record',
    '--out',
    out,
    '--generations',
    '3',
    '--policies',
    '1',
    '--set',
    'policy.buckets=256',
    ...settings,
  );
  const recording = readRecording(gunzipSync(await readFile(out)).toString('utf8'));
  expect(recording.entries.at(-1)?.digest).toBe(summary['digest']);
  expect(recording.entries).toHaveLength(4);
  expect(recording.policies).toHaveLength(3);
  expect(recording.episodes.length).toBe(summary['episodes']);
});

test('world household --bench: the JSON contract', async () => {
  const bench = await json('world', 'household', '--bench', '--seconds', '1');
  expect(bench).toMatchObject({ stepsPerSecond: expect.any(Number), stepsPerSecondText: expect.any(Number) });
});

test.skipIf(data === null)('run --data: trains on the train games, evaluates the other two splits', async () => {
  const result = await json(
    ...RUN.slice(0, 1),
    ...RUN.slice(3),
    '--data',
    data ?? '',
    '--generations',
    '1',
    '--workers',
    '1',
  );
  expect(result['final']).toEqual({ valid_seen: SCORE, valid_unseen: SCORE });
});

test('a mistake ends with exit code 2, the reason and the next step, and nothing on standard output', async () => {
  const { code, stdout, stderr } = await lab('runn');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('"runn"');
  expect(stderr).toContain('Use one of: run, table, world, record.');
});

test.each([
  [['--seed', '12abc'], '--seed is "12abc"'],
  [['--sed', '1'], '--sed'],
  [['--system', 'none'], '"system"'],
  [['--world', 'none'], '--world'],
  [['--policy', 'none'], '"none"'],
  [['--arm', 'none'], '"none"'],
  [['--splits', 'train'], '--splits'],
  [['--switch', 'none=true'], '--switch'],
  [['--set', 'tasks=0'], '"tasks" is 0'],
  [['--set', 'tasks'], '--set is "tasks"'],
  [['--workers', '0'], '--workers'],
  [['--data', '/no/such/place'], '/no/such/place'],
  [['--resume', '/no/such/file'], '/no/such/file'],
])('run %s is refused by name', async (args, reason) => {
  const refused = runCommand(['--generations', '0', ...args]);
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.toHaveProperty('nextStep');
});

test('--help says every option', async () => {
  const { code, stdout } = await lab('run', '--help');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${RUN_HELP}\n` });
  const options = Object.keys(RUN_OPTIONS).map((name) => `--${name}`);
  for (const option of options) expect(`${RUN_HELP}`).toContain(option);
});
