// The picture of a run as plain data, and how a batch of updates changes it: one pure reducer for recorded and live runs.
// Invariant: entries are sorted by generation without gaps in order or repeats; a batch of another run starts a new picture.
import type { Flow, LedgerEntry, PolicySnapshot, Verb } from '../../core/types.ts';
import type { LoopUpdate, RunStatus } from '../../../workers/protocol.ts';

/** Flows of one committed generation, to be moved along the ring once. */
export interface Batch {
  readonly number: number;
  readonly generation: number;
  readonly flows: readonly Flow[];
}

export interface RunModel {
  readonly status: RunStatus;
  readonly entries: readonly LedgerEntry[];
  /** Records a station is working on now; absent where it rests. */
  readonly working: Readonly<Partial<Record<Verb, number>>>;
  readonly batch: Batch | null;
  /** Environment steps a second of the last generation; 0 before. */
  readonly stepsPerSecond: number;
  readonly policy: PolicySnapshot | null;
}

const NO_STATUS: RunStatus = {
  state: 'empty',
  runId: null,
  config: null,
  generation: 0,
  envSteps: 0,
  digest: '',
  workers: 0,
  durable: true,
};

export const EMPTY_MODEL: RunModel = {
  status: NO_STATUS,
  entries: [],
  working: {},
  batch: null,
  stepsPerSecond: 0,
  policy: null,
};

/** The picture after a batch of updates. */
export function advance(model: RunModel, updates: readonly LoopUpdate[]): RunModel {
  return updates.reduce(apply, model);
}

function apply(model: RunModel, update: LoopUpdate): RunModel {
  switch (update.kind) {
    case 'status':
      return withStatus(model, update.status);
    case 'activity':
      return { ...model, working: working(model.working, update) };
    case 'generation':
      if (update.runId !== model.status.runId) return model;
      return {
        ...model,
        entries: insert(model.entries, update.entry),
        batch: {
          number: (model.batch?.number ?? 0) + 1,
          generation: update.entry.generation,
          flows: update.entry.flows,
        },
        stepsPerSecond: update.stepsPerSecond,
      };
    case 'policy':
      return update.runId === model.status.runId ? { ...model, policy: update.snapshot } : model;
    default:
      return model;
  }
}

function withStatus(model: RunModel, status: RunStatus): RunModel {
  const resting = status.state !== 'running' && status.state !== 'preparing';
  if (status.runId !== model.status.runId) return { ...EMPTY_MODEL, status };
  return { ...model, status, working: resting ? {} : model.working };
}

function working(before: RunModel['working'], update: Extract<LoopUpdate, { kind: 'activity' }>): RunModel['working'] {
  const { [update.verb]: _ended, ...others } = before;
  return update.phase === 'begin' ? { ...others, [update.verb]: update.count } : others;
}

function insert(entries: readonly LedgerEntry[], entry: LedgerEntry): readonly LedgerEntry[] {
  const last = entries.at(-1);
  if (last === undefined || last.generation < entry.generation) return [...entries, entry];
  const others = entries.filter((each) => each.generation !== entry.generation);
  return [...others, entry].sort((a, b) => a.generation - b.generation);
}
