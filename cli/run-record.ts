// `lab record`: runs a short real run on generated houses and writes the session that the page plays before Run is pressed.
// Invariant: nothing is made up: entries, episodes and policies are those of the run, and its digest is in the file.
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { EpisodeRecord, Generation, LedgerEntry, RunConfig } from '../src/core/types.ts';
import { writeRecording, type RecordedPolicy, type Recording } from '../src/store/recording.ts';
import { Problem } from '../src/core/problem.ts';
import { Progress } from './progress.ts';
import { readArguments, RUN_OPTIONS, textOf, wholeNumber } from './run-arguments.ts';
import { openBench, runArm } from './run-session.ts';

export const RECORD_HELP = `lab record: write the recorded session of the page
  --out FILE         (public/demo/recorded.json.gz)
  --generations G    (36)        --seed N   (7)
  --policies N       generations whose policy is kept, besides the first and the last (0)
  --limit BYTES      most bytes of the file (200000)
  --system, --world, --policy, --splits, --switch, --set, --workers as for lab run; settings start from the demo of the system
  --json             print one JSON line {digest, bytes, generations, episodes, policies}`;

const OPTIONS = {
  ...RUN_OPTIONS,
  seed: { type: 'string', default: '7' },
  generations: { type: 'string', default: '36' },
  out: { type: 'string', default: 'public/demo/recorded.json.gz' },
  policies: { type: 'string', default: '0' },
  limit: { type: 'string', default: '200000' },
} as const;

export async function recordCommand(args: readonly string[]): Promise<void> {
  const values = readArguments(args, OPTIONS);
  const out = textOf(values, 'out') ?? OPTIONS.out.default;
  const bench = await openBench(values);
  try {
    const config: RunConfig = {
      ...bench.base,
      arm: bench.system.arms[0].id,
      seed: wholeNumber(values, 'seed', 0, 2 ** 32 - 1),
      settings: { ...bench.system.demo, ...bench.base.settings },
    };
    const keepPolicy = spread(config.generations, wholeNumber(values, 'policies', 0, 1000));
    const collector = new Collector(config, keepPolicy);
    const progress = new Progress('record', config.generations);
    const report = await runArm(bench, config, {
      onGeneration: (generation) => {
        progress.show(generation.entry.generation);
        collector.add(generation);
      },
    });
    progress.end();
    const recording = collector.recording();
    const bytes = gzipSync(writeRecording(recording), { level: 9 });
    const limit = wholeNumber(values, 'limit', 1, 1e9);
    if (bytes.length > limit) throw tooLarge(bytes.length, limit);
    await writeFile(out, bytes);
    const summary = {
      digest: report.digest,
      bytes: bytes.length,
      generations: recording.entries.length,
      episodes: recording.episodes.length,
      policies: recording.policies.length,
    };
    process.stdout.write(values['json'] ? `${JSON.stringify(summary)}\n` : `${out}: ${JSON.stringify(summary)}\n`);
  } finally {
    bench.pool.close();
  }
}

/** The first, the last, and `between` generations evenly spread. */
function spread(last: number, between: number): Set<number> {
  return new Set(Array.from({ length: between + 2 }, (_, i) => Math.round((i * last) / (between + 1))));
}

/** Keeps every entry, the telling episodes, and the policies of some generations. */
class Collector {
  private readonly entries: Generation['entry'][] = [];
  private readonly episodes: EpisodeRecord[] = [];
  private readonly policies: RecordedPolicy[] = [];

  constructor(
    private readonly config: RunConfig,
    private readonly keepPolicy: ReadonlySet<number>,
  ) {}

  add({ entry, episodes, state }: Generation): void {
    this.entries.push(entry);
    this.episodes.push(...telling(entry, episodes));
    if (this.keepPolicy.has(entry.generation))
      this.policies.push({ generation: entry.generation, policy: state.policy });
  }

  recording(): Recording {
    return { config: this.config, entries: this.entries, episodes: this.episodes, policies: this.policies };
  }
}

/** The evidence of the flows, so that every arrow opens, and the best and the worst of the first group with a difference. */
function telling(entry: LedgerEntry, episodes: readonly EpisodeRecord[]): EpisodeRecord[] {
  const advantage = ({ columns }: EpisodeRecord): number => columns.advantages_T[0] ?? 0;
  const first = episodes.find((episode) => advantage(episode) > 0);
  const group = episodes.filter(({ header }) => header.group === first?.header.group);
  const ranked = [...group].sort((a, b) => advantage(a) - advantage(b));
  const ids = new Set(entry.flows.flatMap(({ evidence }) => evidence));
  for (const { header } of [...ranked.slice(0, 1), ...ranked.slice(-1)]) ids.add(header.id);
  return episodes.filter(({ header }) => ids.has(header.id));
}

function tooLarge(bytes: number, limit: number): Problem {
  return new Problem({
    code: 'recording-too-large',
    message: `the recording has ${bytes} bytes, more than --limit ${limit}`,
    nextStep:
      'Record fewer generations, keep fewer policies, or give the policy a smaller table (--set policy.buckets=4096).',
  });
}
