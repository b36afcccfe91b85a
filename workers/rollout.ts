// Entry of a rollout worker: exposes one RolloutHost over Comlink; results leave without being copied.
import { expose, transfer } from 'comlink';
import type { PolicySnapshot } from '../src/core/types.ts';
import { transferables } from '../src/loop/rollout.ts';
import type { EpisodeRequest, EpisodeResult } from '../src/loop/rollout-contract.ts';
import { policyKind } from '../src/policy/registry.ts';
import { worldKind } from './plug-ins.ts';
import { atTheEdge } from './edge.ts';
import { RolloutHost } from './rollout-host.ts';

class Transferring extends RolloutHost {
  override async play(policy: PolicySnapshot, requests: readonly EpisodeRequest[]): Promise<EpisodeResult[]> {
    const results = await super.play(policy, requests);
    return transfer(results, [...new Set(transferables(results))]);
  }
}

expose(atTheEdge(new Transferring(worldKind, policyKind)));
