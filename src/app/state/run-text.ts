// A run and its state in words. Pure.
import type { RunConfig } from '../../core/types.ts';
import type { RunStatus } from '../../../workers/protocol.ts';

/** The set-up in one line. */
export function runText(config: RunConfig): string {
  const { world, seed } = config;
  const tasks = world.source.kind === 'generated' ? 'generated' : world.source.name;
  return `${config.system} (${config.arm}) · ${world.id}, ${tasks} · seed ${seed}`;
}

const STATES: Readonly<Record<RunStatus['state'], string>> = {
  empty: 'No run yet',
  idle: 'Ready',
  preparing: 'Preparing: cloning a scripted explorer',
  running: 'Running',
  paused: 'Paused',
  finished: 'Finished',
  degraded: 'Running with fewer workers',
  failed: 'Stopped by a problem',
  'read-only': 'Read only: another tab writes',
};

export function stateText(status: RunStatus): string {
  return STATES[status.state];
}
