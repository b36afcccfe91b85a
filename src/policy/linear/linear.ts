// The linear policy as a plug-in: hashed features, softmax over the admissible commands, closed-form gradient.
// Invariant: it knows no world; all it is given is the rows of ids that an episode describes its commands with.
import { Problem } from '../../core/problem.ts';
import type { PolicySnapshot, Settings } from '../../core/types.ts';
import type { PolicyKind } from '../policy.ts';
import { LinearActor } from './actor.ts';
import { LinearLearner } from './learner.ts';
import { LINEAR } from './rows.ts';

/** Default size of the weight table. */
const BUCKETS = 32768;

/** Setting `buckets`: size of the weight table, a power of two 16..65536 (default 32768). */
export const linear: PolicyKind = {
  kind: LINEAR,
  title: 'Linear',
  explanation:
    'One weight per feature of an admissible command, nothing else: it is given the list of admissible commands and its own ' +
    'memory of what it has seen in this episode. It is no language model and reads no text.',

  initial(settings: Settings): PolicySnapshot {
    const buckets = settings['buckets'] ?? BUCKETS;
    if (typeof buckets !== 'number' || buckets < 16 || buckets > 65536 || (buckets & (buckets - 1)) !== 0) {
      throw new Problem({
        code: 'bad-setting',
        message: `The setting buckets of the linear policy is ${String(buckets)}.`,
        nextStep: 'Choose a power of two from 16 to 65536; 32768 is the default.',
      });
    }
    return { kind: LINEAR, version: 0, settings, weights: new Float32Array(buckets) };
  },

  actor: (snapshot) => new LinearActor(snapshot),
  learner: (snapshot) => new LinearLearner(snapshot),
};
