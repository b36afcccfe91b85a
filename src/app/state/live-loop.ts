// The visitor's own run: the loop worker behind the supervisor, as a RunSource.
import { Problem } from '../../core/problem.ts';
import type { RunSource } from './run-source.ts';

/** Starts the loop worker. */
export function openLive(): Promise<RunSource> {
  return Promise.reject(
    new Problem({ code: 'no-loop', message: 'The loop worker is not built yet', nextStep: 'Watch the recorded run.' }),
  );
}
