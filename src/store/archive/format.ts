// The `.terrarium` file: a zip with a manifest, JSON lines and the policy as safetensors, and the sums that `sha256sum -c` checks.
// Invariant: it names no run id and no clock but the run's own creation time, so export -> import -> export is identical.
import { Problem } from '../../core/problem.ts';

export const FORMAT = 'terrarium-file/1';

export const ENTRY = {
  manifest: 'manifest.json',
  generations: 'generations.jsonl',
  episodes: 'episodes.jsonl',
  policy: 'policy.safetensors',
  sums: 'sha256sums.txt',
} as const;
export type EntryName = (typeof ENTRY)[keyof typeof ENTRY];
export const ENTRY_NAMES: readonly EntryName[] = Object.values(ENTRY);

export interface Caps {
  /** Most bytes of the file itself. */
  readonly file: number;
  /** Most bytes of all entries together once inflated. */
  readonly inflated: number;
}

/** What one export holds at most, and so what an import accepts; older episodes stay out of larger exports. */
export const CAPS: Caps = { file: 256 * 1024 * 1024, inflated: 512 * 1024 * 1024 };

/** Name of the tensor that holds a policy's weights. */
export const WEIGHTS = 'weights';

/** Lets other work of the thread go on between two pieces of a long one. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

export function badFile(what: string, detail?: string): Problem {
  return new Problem({
    code: 'bad-terrarium-file',
    message: `This is no usable .terrarium file: ${what}.`,
    nextStep: 'Nothing was changed. Export the run again where it comes from, and import that file.',
    ...(detail === undefined ? {} : { detail }),
  });
}

export function tooLarge(what: string, size: number, limit: number): Problem {
  const mebibytes = (n: number): string => `${Math.ceil(n / 1024 / 1024)} MiB`;
  return new Problem({
    code: 'file-too-large',
    message: `${what} is ${mebibytes(size)}; at most ${mebibytes(limit)} are read.`,
    nextStep: 'Nothing was changed. Export fewer generations where the file comes from.',
  });
}
