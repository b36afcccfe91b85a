// What a rollout worker does: opens one world, plays shards of episodes with the policy it is sent.
// Invariant: it answers heartbeats while it plays (it pauses between episodes at least every 50 ms or so), and a cancelled
// shard stops there; the results depend on the requests and the snapshot alone.
import { Problem } from '../src/core/problem.ts';
import type { PolicySnapshot, WorldSetup } from '../src/core/types.ts';
import { playEpisodes } from '../src/loop/rollout.ts';
import type { EpisodeRequest, EpisodeResult } from '../src/loop/rollout-contract.ts';
import type { PolicyKind } from '../src/policy/policy.ts';
import type { World, WorldKind } from '../src/worlds/world.ts';

/** Loop worker -> rollout worker (Comlink). */
export interface RolloutService {
  ping(): Promise<void>;
  /** Opens the world; `pack` holds the bytes of the pack that the setup names, or null. */
  open(setup: WorldSetup, pack: Uint8Array | null): Promise<void>;
  play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]>;
  /** Ends the shards being played; their `play` rejects with 'stopped'. */
  cancel(): Promise<void>;
}

const SHORT_MS = 20;
const LONG_MS = 50;

export class RolloutHost implements RolloutService {
  private readonly worlds: (id: string) => WorldKind;
  private readonly policies: (kind: string) => PolicyKind;
  private world: World | null = null;
  private cancels = 0;
  private chunk = 4;

  /** @param worlds, policies look up a plug-in by name and throw a Problem for an unknown one. */
  constructor(worlds: (id: string) => WorldKind, policies: (kind: string) => PolicyKind) {
    this.worlds = worlds;
    this.policies = policies;
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  open(setup: WorldSetup, pack: Uint8Array | null): Promise<void> {
    this.world = this.worlds(setup.id).open(setup, pack ?? undefined);
    return Promise.resolve();
  }

  async play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    if (!this.world) throw new Error('play before open');
    const kind = this.policies(policy.kind);
    const { cancels } = this;
    const results: EpisodeResult[] = [];
    while (results.length < requests.length) {
      const started = performance.now();
      const part = requests.slice(results.length, results.length + this.chunk);
      results.push(...playEpisodes(this.world, kind, policy, part));
      this.pace(performance.now() - started);
      await nextTask();
      if (cancels !== this.cancels) throw stopped();
    }
    return results;
  }

  cancel(): Promise<void> {
    this.cancels++;
    return Promise.resolve();
  }

  private pace(milliseconds: number): void {
    if (milliseconds < SHORT_MS) this.chunk = Math.min(256, 2 * this.chunk);
    if (milliseconds > LONG_MS) this.chunk = Math.max(1, this.chunk >> 1);
  }
}

export function stopped(): Problem {
  return new Problem({
    code: 'stopped',
    message: 'The work was stopped before it was done.',
    nextStep: 'Nothing is lost: go on from the last stored generation.',
  });
}

/** Lets messages in; a message to oneself is quicker than a timer, which browsers hold back. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
