// `lab run`: one run of one arm with one seed; a learning curve for people, one JSON line for scripts.
// Invariant: standard output holds the result only; everything else goes to standard error.
import type { RunConfig } from '../src/core/types.ts';
import { Progress } from './progress.ts';
import { readArguments, RUN_OPTIONS, textOf, wholeNumber } from './run-arguments.ts';
import { loadCheckpoint, saveCheckpoint } from './run-checkpoint.ts';
import { openBench, runArm, type RunReport, type Scores } from './run-session.ts';

export const RUN_HELP = `lab run: train one policy and measure it
  --system ID        system (grpo)                --arm ID          arm (the first of the system)
  --world ID         world (household)            --policy KIND     policy (linear)
  --seed N           0..4294967295 (0)            --generations G   generations after the preparation (200)
  --budget N         stop at the generation that reaches N environment steps (0 = no limit)
  --data PATH        train and evaluate on real games: a directory with alfworld/ in it, a household.pack, a release zip;
                     without it on generated houses
  --splits A,B       held-out splits to evaluate (all)
  --switch NAME=true switch of the world; repeatable
  --set NAME=VALUE   setting of the system, or policy.NAME of the policy; repeatable
  --workers W        rollout threads (one per core); the result is the same with any number
  --save FILE        write a checkpoint at every evaluation and at the end
  --resume FILE      go on from a checkpoint
  --json             print one JSON line {digest, curve, final, greedy, sampled, envSteps, seconds, metrics}`;

const OPTIONS = {
  ...RUN_OPTIONS,
  arm: { type: 'string' },
  seed: { type: 'string', default: '0' },
  save: { type: 'string' },
  resume: { type: 'string' },
} as const;

export async function runCommand(args: readonly string[]): Promise<void> {
  const values = readArguments(args, OPTIONS);
  const bench = await openBench(values);
  try {
    const config: RunConfig = {
      ...bench.base,
      arm: textOf(values, 'arm') ?? bench.system.arms[0].id,
      seed: wholeNumber(values, 'seed', 0, 2 ** 32 - 1),
    };
    const resume = textOf(values, 'resume');
    const save = textOf(values, 'save');
    const from = resume === null ? undefined : await loadCheckpoint(resume, config);
    const progress = new Progress(config.arm, config.generations);
    const saves: Promise<void>[] = [];
    const report = await runArm(
      bench,
      config,
      {
        onGeneration: ({ entry, state }, last) => {
          progress.show(entry.generation, `${state.envSteps} steps, ${latest(entry.evaluation)}`);
          if (save !== null && (last || entry.evaluation))
            saves.push(queue(saves.at(-1), () => saveCheckpoint(save, config, state)));
        },
      },
      from,
    );
    await Promise.all(saves);
    progress.end();
    process.stdout.write(values['json'] ? `${JSON.stringify(report)}\n` : describe(report));
  } finally {
    bench.pool.close();
  }
}

async function queue(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await before;
  await work();
}

function latest(evaluation: readonly { split: string; at15: number }[] | undefined): string {
  return (evaluation ?? []).map(({ split, at15 }) => `${split} ${percent(at15)}`).join(' ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function describe(report: RunReport): string {
  const curve = report.curve.flatMap(({ generation, envSteps, splits }) =>
    Object.entries(splits).map(([split, score]) => `${[generation, envSteps, split, ...cells(score)].join('\t')}\n`),
  );
  return [
    `generation\tsteps\tsplit\tat 10\tat 15\tat 50\tmean steps\n`,
    ...curve,
    table('greedy', report.greedy),
    table('sampled', report.sampled),
    `digest ${report.digest}\n${report.envSteps} environment steps in ${report.seconds} s\n`,
  ].join('');
}

function table(title: string, scores: Scores): string {
  return Object.entries(scores)
    .map(([split, score]) => `${[title, '', split, ...cells(score)].join('\t')}\n`)
    .join('');
}

function cells(score: Scores[string]): string[] {
  return [percent(score.at10), percent(score.at15), percent(score.at50), score.meanSteps.toFixed(2)];
}
