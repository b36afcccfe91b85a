// Entry of a Node rollout worker: opens the world once, then plays the shards it is sent.
// Invariant: it runs the same playEpisodes as every other worker and keeps no state between two messages but the open world.
import { parentPort, workerData } from 'node:worker_threads';
import type { PolicySnapshot, WorldSetup } from '../src/core/types.ts';
import { playEpisodes, transferables } from '../src/loop/rollout.ts';
import type { EpisodeRequest } from '../src/loop/rollout-contract.ts';
import { policyKind } from '../src/policy/registry.ts';
import { worldKinds } from '../src/worlds/registry.ts';

export interface WorkerSetup {
  readonly world: WorldSetup;
  readonly pack: Uint8Array | null;
  readonly policyKind: string;
}

export interface WorkerTask {
  readonly id: number;
  readonly policy: PolicySnapshot;
  readonly requests: readonly EpisodeRequest[];
}

const setup = workerData as WorkerSetup;
const worldKind = worldKinds.find((kind) => kind.id === setup.world.id);
const policy = policyKind(setup.policyKind);
if (!worldKind || !parentPort) throw new Error('the worker was started with an unknown world');
const world = worldKind.open(setup.world, setup.pack ?? undefined);
const port = parentPort;

port.on('message', ({ id, policy: snapshot, requests }: WorkerTask) => {
  const results = playEpisodes(world, policy, snapshot, requests);
  port.postMessage({ id, results }, transferables(results));
});
