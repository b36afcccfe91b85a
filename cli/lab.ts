// `npm run lab -- COMMAND`: the same loop as in the page, headless in Node, for tables, sweeps and checkpoints.
// Invariant: the result of a command is on standard output; what a person can act on ends as a Problem with exit code 2,
// anything else that is thrown is a defect of ours and ends with its stack and exit code 1.
import { Problem } from '../src/core/problem.ts';

const HELP = `lab: the loop of Terrarium without a page
  npm run --silent lab -- COMMAND [options]

commands
  run      train one policy and measure it on held-out tasks
  table    run the arms of a system over many seeds and compare them pair by pair
  world    check, measure or pack a world: world household --check|--bench|--baselines|--pack ZIP
  record   record the short run that the page shows before Run is pressed

  lab COMMAND --help says more. --json prints exactly one JSON line on standard output.`;

/** Commands load their code when they are called. */
const COMMANDS: Readonly<
  Record<string, () => Promise<{ help: string; execute(args: readonly string[]): Promise<void> }>>
> = {
  run: async () => {
    const { RUN_HELP, runCommand } = await import('./run.ts');
    return { help: RUN_HELP, execute: runCommand };
  },
  table: async () => {
    const { TABLE_HELP, tableCommand } = await import('./table.ts');
    return { help: TABLE_HELP, execute: tableCommand };
  },
  world: async () => {
    const { WORLD_HELP, worldCommand } = await import('./world.ts');
    return { help: WORLD_HELP, execute: worldCommand };
  },
  record: async () => {
    const { RECORD_HELP, recordCommand } = await import('./run-record.ts');
    return { help: RECORD_HELP, execute: recordCommand };
  },
};

async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') return print(HELP);
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    throw new Problem({
      code: 'bad-arguments',
      message: `there is no command "${name}"`,
      nextStep: `Use one of: ${Object.keys(COMMANDS).join(', ')}.`,
    });
  }
  const command = await load();
  if (rest.includes('--help') || rest.includes('-h')) return print(command.help);
  await command.execute(rest);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report(error: unknown): number {
  if (error instanceof Problem) {
    process.stderr.write(`${error.message}\n${error.nextStep}\n${error.detail ? `(${error.detail})\n` : ''}`);
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}
