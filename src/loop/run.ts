// A run: generation 0 prepares the policy, then the cycle turns, one committed generation after another.
// Invariant: from any committed state the rest of the run is the same to the last bit; the consumer commits a Generation
// before it asks for the next, and a stopped run ends without a half one.
import { Rng } from '../core/rng.ts';
import type { Generation, RunConfig, RunState } from '../core/types.ts';
import type { PolicyKind } from '../policy/policy.ts';
import { firstDigest } from './digest.ts';
import { settingsOf, type System } from './system.ts';
import { Turn, type RunDependencies } from './turn.ts';

/** The state before generation 0. */
function initialState(config: RunConfig, policyKind: PolicyKind): RunState {
  const seed = Rng.root(config.seed).sub('policy').u32();
  return {
    generation: -1,
    envSteps: 0,
    digest: firstDigest(config),
    policy: policyKind.initial(config.policy.settings, seed),
  };
}

/**
 * Generations 0..config.generations, or those after `from`. Ends early, without an error, when the signal aborts.
 * @throws Problem bad-setting, held-out-training, undeclared-write, diverged; and whatever the pool rejects with.
 */
export async function* run(
  system: System,
  deps: RunDependencies,
  from?: RunState,
): AsyncGenerator<Generation, void, void> {
  const settings = settingsOf(system, deps.config.arm, deps.config.settings);
  let state = from ?? initialState(deps.config, deps.policyKind);
  while (state.generation < deps.config.generations && !deps.signal?.aborted) {
    const turn = new Turn(system, deps, settings, state, state.generation + 1);
    const generation = await unlessStopped(turn.play(), deps.signal);
    if (!generation) return;
    yield generation;
    state = generation.state;
  }
}

/** The result, or null when the run was stopped meanwhile, whatever the interrupted work rejected with. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}
