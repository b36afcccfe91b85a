// What the loop worker tells the page: collected, merged and sent at most ten times a second, each time under 64 KiB.
// Invariant: bounded whatever the page does (it may be hidden or slow: one batch is on its way at a time); the status comes
// first in a batch, and nothing of an earlier run follows the status of a later one.
import type { LedgerEntry, PolicySnapshot, Verb } from '../src/core/types.ts';
import type { LoopUpdate, NamedProblem, RunStatus } from './protocol.ts';

type Send = (updates: readonly LoopUpdate[], transfer: readonly ArrayBuffer[]) => Promise<unknown>;
type GenerationUpdate = Extract<LoopUpdate, { kind: 'generation' }>;
type Activity = Extract<LoopUpdate, { kind: 'activity' }>;

const BATCH_EVERY_MS = 100;
const POLICY_EVERY_MS = 1000;
/** Bytes of generations per batch; the rest of a batch is small. */
const GENERATION_BYTES = 48 * 1024;
/** Entries that wait at most; the page reads what it missed from the ledger. */
const MOST_GENERATIONS = 2000;
const MOST_PROBLEMS = 20;
/** A larger entry goes without its evidence lists; the ledger has them. */
const ENTRY_BYTES = 16 * 1024;
/** A page that did not take a batch for this long is asked again. */
const PATIENCE_MS = 5000;

export class Updates {
  readonly #send: Send;
  #status: RunStatus | null = null;
  #activities = new Map<string, Activity>();
  #generations: GenerationUpdate[] = [];
  #problems: NamedProblem[] = [];
  #policy: { readonly runId: string; readonly snapshot: PolicySnapshot } | null = null;
  #sentPolicy = '';
  #policyAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;
  #sentAt = -Infinity;
  #sending = false;
  #runId: string | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  status(status: RunStatus): void {
    if (status.runId !== this.#runId) {
      this.#runId = status.runId;
      this.#activities.clear();
      this.#generations = [];
      this.#policy = null;
    }
    this.#status = status;
    this.#schedule();
  }

  activity(verb: Verb, phase: 'begin' | 'end', count: number): void {
    const earlier = phase === 'end' ? this.#activities.get(`${verb} end`) : undefined;
    this.#activities.delete(`${verb} ${phase}`);
    this.#activities.set(`${verb} ${phase}`, { kind: 'activity', verb, phase, count: count + (earlier?.count ?? 0) });
    this.#schedule();
  }

  generation(runId: string, entry: LedgerEntry, stepsPerSecond: number): void {
    this.#generations.push({ kind: 'generation', runId, entry: slim(entry), stepsPerSecond });
    if (this.#generations.length > MOST_GENERATIONS) this.#dropOne();
    this.#schedule();
  }

  /** The newest parameters; sent at most once a second, and not again while unchanged. */
  policy(runId: string, snapshot: PolicySnapshot): void {
    if (`${runId} ${snapshot.version}` === this.#sentPolicy) return;
    this.#policy = { runId, snapshot };
    this.#schedule();
  }

  problem(problem: NamedProblem): void {
    this.#problems = [...this.#problems, problem].slice(-MOST_PROBLEMS);
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#sending = true;
  }

  /** Entries without an evaluation go first: curves are drawn from the others. */
  #dropOne(): void {
    const plain = this.#generations.findIndex((update) => !update.entry.evaluation);
    this.#generations.splice(Math.max(0, plain), 1);
  }

  #schedule(): void {
    if (this.#sending) return;
    const policyOnly = this.#policy && !this.#status && this.#waiting() === 0;
    const due = policyOnly ? this.#policyAt + POLICY_EVERY_MS : this.#sentAt + BATCH_EVERY_MS;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#flush(), Math.max(0, due - performance.now()));
  }

  #waiting(): number {
    return this.#activities.size + this.#generations.length + this.#problems.length;
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    this.#sentAt = performance.now();
    const { updates, transfer } = this.#take();
    if (updates.length > 0) {
      this.#sending = true;
      // A page that died or hangs must not stop the run: after a while its answer is no longer waited for.
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
      await Promise.race([this.#send(updates, transfer).catch(() => {}), patience]);
      this.#sending = false;
    }
    if (this.#status || this.#policy || this.#waiting() > 0) this.#schedule();
  }

  #take(): { updates: LoopUpdate[]; transfer: ArrayBuffer[] } {
    const updates: LoopUpdate[] = [];
    if (this.#status) updates.push({ kind: 'status', status: this.#status });
    updates.push(...this.#problems.map((problem): LoopUpdate => ({ kind: 'problem', problem })));
    updates.push(...this.#activities.values(), ...this.#takeGenerations());
    this.#status = null;
    this.#problems = [];
    this.#activities.clear();
    return { updates, transfer: this.#takePolicy(updates) };
  }

  #takeGenerations(): GenerationUpdate[] {
    let bytes = 0;
    let count = 0;
    for (; count < this.#generations.length; count++) {
      bytes += JSON.stringify(this.#generations[count]).length;
      if (bytes > GENERATION_BYTES && count > 0) break;
    }
    return this.#generations.splice(0, count);
  }

  /** Appends the policy when it is due; its weights are a copy whose buffer is handed over. */
  #takePolicy(updates: LoopUpdate[]): ArrayBuffer[] {
    if (!this.#policy || performance.now() - this.#policyAt < POLICY_EVERY_MS) return [];
    const { runId, snapshot } = this.#policy;
    const weights = snapshot.weights.slice();
    updates.push({ kind: 'policy', runId, snapshot: { ...snapshot, weights } });
    this.#policy = null;
    this.#sentPolicy = `${runId} ${snapshot.version}`;
    this.#policyAt = performance.now();
    return [weights.buffer];
  }
}

function slim(entry: LedgerEntry): LedgerEntry {
  if (JSON.stringify(entry).length <= ENTRY_BYTES) return entry;
  return withoutEvidence(entry);
}

/** The entry as a curve needs it. */
export function withoutEvidence(entry: LedgerEntry): LedgerEntry {
  return { ...entry, flows: entry.flows.map((flow) => ({ ...flow, evidence: [] })) };
}
