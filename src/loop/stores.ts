// The four stores that a run may change, and the one door through which a system changes them.
// Invariant: values are immutable and constant within a generation; an update replaces a whole value, counts, and names its
// evidence; a store that the system did not declare is never written (methods.md 10.6).
// Values other than the policy are type aliases, not interfaces, because only aliases count as Plain data.
import { Problem } from '../core/problem.ts';
import type { Plain, PolicySnapshot, RunState, StoreName } from '../core/types.ts';

/** A task in the pool, beside the world's own split that `grpo` samples uniformly. */
type PoolTask = Readonly<{
  id: string;
  split: string;
  taskIndex: number;
  /** Who put it there: `given`, or the system that made it. */
  origin: string;
  /** Sampling weight, kept between the floor and the cap of its system. */
  weight: number;
  bornAt: number;
  parent: string;
}>;

/** A typed context unit with its usage statistics: uses and successes with it, and in paired episodes without it. */
type Unit = Readonly<{
  id: string;
  kind: 'episode' | 'memory' | 'strategy' | 'workflow' | 'skill' | 'ability';
  scope: 'general' | 'topic' | 'task';
  trigger: string;
  body: Plain;
  provenance: readonly string[];
  stats: { readonly uses: number; readonly successes: number; readonly uses0: number; readonly successes0: number };
  status: 'probation' | 'active' | 'retired';
}>;

/** A version of the training harness: reward terms, filters, diagnostics, recipe, skills by name. */
type Harness = Readonly<{
  id: string;
  parent: string;
  parts: { readonly [name: string]: Plain };
}>;

export interface Stores {
  readonly policy: PolicySnapshot;
  readonly tasks: readonly PoolTask[];
  readonly library: readonly Unit[];
  readonly harness: Harness;
}

/** What an updater asks for. `value` is the whole new value of the store. */
export type Update = {
  readonly [S in StoreName]: {
    readonly store: S;
    readonly value: Stores[S];
    /** How many records went into it; 0 = looked, and found nothing to change. */
    readonly count: number;
    /** Ids of the episodes or candidates behind it. */
    readonly evidence: readonly string[];
    /** Named numbers for the ledger; finite. */
    readonly metrics: Readonly<Record<string, number>>;
  };
}[StoreName];

const FIRST_HARNESS: Harness = { id: 'harness/0', parent: '', parts: {} };

/** The stores as a committed state left them. */
export function openStores(state: Pick<RunState, 'policy' | 'carried'>): Stores {
  const carried = state.carried ?? {};
  return {
    policy: state.policy,
    tasks: (carried['tasks'] as readonly PoolTask[] | undefined) ?? [],
    library: (carried['library'] as readonly Unit[] | undefined) ?? [],
    harness: (carried['harness'] as Harness | undefined) ?? FIRST_HARNESS,
  };
}

/** What a state must carry besides the policy; stores that the system may not write are left out. */
export function carriedStores(stores: Stores, writes: readonly StoreName[]): Record<string, Plain> {
  const carried: Record<string, Plain> = {};
  if (writes.includes('tasks')) carried['tasks'] = stores.tasks;
  if (writes.includes('library')) carried['library'] = stores.library;
  if (writes.includes('harness')) carried['harness'] = stores.harness;
  return carried;
}

/**
 * The stores after an update.
 * @throws Problem undeclared-write where the system did not declare the store.
 */
export function applyUpdate(stores: Stores, update: Update, system: string, writes: readonly StoreName[]): Stores {
  if (!writes.includes(update.store)) {
    throw new Problem({
      code: 'undeclared-write',
      message: `system ${system} tried to write the store "${update.store}", which its field "writes" does not name`,
      nextStep: `Add "${update.store}" to "writes" of the system, or remove the updater that writes it.`,
    });
  }
  return { ...stores, [update.store]: update.value };
}
