// A run and its state in words. Pure.
import type { RunConfig } from '../../core/types.ts';
import type { Catalogue } from './catalogue.ts';
import type { RunStatus } from '../../../workers/protocol.ts';

/** The set-up in one line, by the titles of the catalogue where it has come. */
export function runText(config: RunConfig, catalogue: Catalogue): string {
  const system = catalogue.systems.find((each) => each.id === config.system);
  const arm = system?.arms.find((each) => each.id === config.arm);
  const world = catalogue.worlds.find((each) => each.id === config.world.id);
  const { source } = config.world;
  const names = new Set([system?.title ?? config.system, arm?.title ?? config.arm]);
  const tasks = source.kind === 'generated' ? 'generated tasks' : source.name;
  return `${[...names].join(', ')} · ${world?.title ?? config.world.id}, ${tasks} · seed ${config.seed}`;
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
