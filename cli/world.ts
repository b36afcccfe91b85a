// `lab world household`: check against the recorded games, measure speed, replay the baselines, pack an official release.
// Invariant: it parses arguments and prints; the work is in the household-*.ts files, loaded only when asked for.
import { Problem } from '../src/core/problem.ts';
import { readArguments, textOf, wholeNumber, type Values } from './run-arguments.ts';

export const WORLD_HELP = `lab world household ACTION
  --check            replay every recorded transcript and count the games   [--golden DIR2]
  --bench            steps per second on one thread, without and with text  [--seconds N]
  --baselines        scripted players on a split, real or generated         [--split valid_unseen]
  --pack ZIP         one droppable pack with its grammar from an official release  [--out household.pack]
  --data DIR         directory with alfworld/ in it; else the environment variable TERRARIUM_DATA
  --json             print one JSON line`;

const OPTIONS = {
  check: { type: 'boolean', default: false },
  bench: { type: 'boolean', default: false },
  baselines: { type: 'boolean', default: false },
  pack: { type: 'string' },
  data: { type: 'string' },
  golden: { type: 'string' },
  split: { type: 'string', default: 'valid_unseen' },
  seconds: { type: 'string', default: '3' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Action = 'check' | 'bench' | 'baselines' | 'pack';

const ACTIONS: Readonly<Record<Action, (values: Values) => Promise<object>>> = {
  check: async (values) => {
    const { checkHousehold } = await import('./household-check.ts');
    return checkHousehold(dataDirectory(values), textOf(values, 'golden') ?? undefined);
  },
  bench: async (values) => {
    const { benchHousehold } = await import('./household-bench.ts');
    return benchHousehold(wholeNumber(values, 'seconds', 1, 600));
  },
  baselines: async (values) => {
    const { baselinesHousehold } = await import('./household-baselines.ts');
    return baselinesHousehold(() => dataDirectory(values), textOf(values, 'split') ?? '');
  },
  pack: async (values) => {
    const { packHousehold } = await import('./household-pack.ts');
    return packHousehold(textOf(values, 'pack') ?? '', textOf(values, 'out') ?? 'household.pack');
  },
};

export async function worldCommand(args: readonly string[]): Promise<void> {
  const [world, ...rest] = args;
  if (world !== 'household')
    throw badArguments(`there is no world "${world ?? ''}" with checks`, 'Use: world household.');
  const values = readArguments(rest, OPTIONS);
  const actions = (Object.keys(ACTIONS) as Action[]).filter((name) => Boolean(values[name]));
  if (actions.length !== 1) {
    throw badArguments('one action is needed', 'Use one of --check, --bench, --baselines and --pack ZIP.');
  }
  const result = await ACTIONS[actions[0]](values);
  process.stdout.write(`${JSON.stringify(result, null, values['json'] ? 0 : 2)}\n`);
}

/** `--data`, else TERRARIUM_DATA. */
function dataDirectory(values: Values): string {
  const directory = textOf(values, 'data') ?? process.env['TERRARIUM_DATA'];
  if (directory) return directory;
  throw badArguments(
    '--data is missing',
    'Give --data DIR, or set TERRARIUM_DATA; docs/worlds/household-files.md says where to get the files.',
  );
}

function badArguments(message: string, nextStep: string): Problem {
  return new Problem({ code: 'bad-arguments', message, nextStep });
}
