// grpo: a fixed task distribution, groups of episodes of the same task, and a policy update by group-relative advantages
// (GRPO, arXiv 2402.03300), optionally with step groups of equal observations (GiGPO, arXiv 2505.10978).
// Invariant: it writes the policy only and extracts no signals; every later system is compared with it at equal steps.
// Details that matter, with measured results: docs/systems/grpo.md.
import type { Settings } from '../core/types.ts';
import { EVALUATION_SETTINGS, evaluationOptions, heldOutEvaluator } from '../loop/evaluator.ts';
import { groupUpdater, UPDATE_SETTINGS } from '../loop/group-update.ts';
import { cloning, drawTask, PREPARATION_SETTINGS } from '../loop/preparation.ts';
import { choiceOf, numberOf, type Setting } from '../loop/settings.ts';
import type { Parts, Reward, Sampler, System } from '../loop/system.ts';

const OWN_SETTINGS: readonly Setting[] = [
  {
    name: 'tasks',
    kind: 'integer',
    min: 1,
    max: 1024,
    default: 16,
    explanation: 'Tasks drawn in each generation.',
  },
  {
    name: 'groupSize',
    kind: 'integer',
    min: 2,
    max: 128,
    default: 8,
    explanation: 'Episodes of the same task that are compared with each other.',
  },
  {
    name: 'stepLimit',
    kind: 'integer',
    min: 1,
    max: 200,
    default: 50,
    explanation: 'Steps after which a training episode ends as lost.',
  },
  {
    name: 'returnSteps',
    kind: 'integer',
    min: 1,
    max: 1000,
    default: 50,
    explanation: 'A won episode of n steps returns 1 - n / this, a lost one 0; so a quick win is worth more.',
  },
  {
    name: 'temperature',
    kind: 'number',
    min: 0.05,
    max: 5,
    default: 1,
    explanation: 'Temperature at which training episodes are sampled.',
  },
];

export const grpo: System = {
  id: 'grpo',
  title: 'GRPO',
  explanation:
    'The agent plays each task several times, and commands of the quicker attempts become more probable. The tasks never change: this is the yardstick for every system that changes more.',
  writes: ['policy'],
  settings: [...OWN_SETTINGS, ...UPDATE_SETTINGS, ...PREPARATION_SETTINGS, ...EVALUATION_SETTINGS],
  arms: [
    {
      id: 'grpo',
      title: 'GRPO',
      explanation:
        'GRPO, group relative policy optimisation: an attempt counts by how much better it was than the other attempts at the same task.',
      role: 'method',
      settings: { objective: 'grpo', advantages: 'measured' },
    },
    {
      id: 'gigpo',
      title: 'GiGPO',
      explanation:
        'GiGPO, group-in-group policy optimisation: as GRPO, and steps that started from the same observation are compared with each other too.',
      role: 'method',
      settings: { objective: 'gigpo', advantages: 'measured' },
    },
    {
      id: 'clone-only',
      title: 'Clone only',
      explanation: 'The baseline: the clone of a scripted explorer plays everything and learns nothing more.',
      role: 'baseline',
      settings: { learningRate: 0 },
    },
    {
      id: 'random-advantage',
      title: 'Random advantages',
      explanation:
        'The control: results are shuffled among the attempts at a task, so they say nothing about what was good.',
      role: 'control',
      settings: { advantages: 'random' },
    },
  ],
  expectations: [
    {
      a: 'grpo',
      b: 'clone-only',
      measure: 'at10',
      sign: 'above',
      text: 'Learning from its own episodes beats the clone by far at small budgets.',
    },
    {
      a: 'gigpo',
      b: 'grpo',
      measure: 'at10',
      sign: 'above',
      text: 'Step advantages give credit inside an episode and so learn at least as fast.',
    },
    {
      a: 'random-advantage',
      b: 'clone-only',
      measure: 'at10',
      sign: 'not above',
      text: 'Permuted returns carry no information: no gain, or a loss by drift.',
    },
  ],
  demo: { cloneEpisodes: 8, evaluateEvery: 4, evaluationTasks: 100 },
  smoke: { tasks: 4, groupSize: 4, cloneEpisodes: 8, clonePasses: 2, evaluationTasks: 6, evaluateEvery: 1 },
  cadence: (settings) => ({ evolve: 1, evaluate: numberOf(settings, 'evaluateEvery') }),
  preparation: (settings) => cloning(partsOf(settings), settings),
  parts: partsOf,
};

function partsOf(settings: Settings): Parts {
  const objective = choiceOf(settings, 'objective');
  return {
    sampler: { name: 'uniform over the train split', run: sampler(settings) },
    reward: { name: 'quick wins', run: quickWins(settings) },
    signals: [],
    diagnosers: [],
    generators: [],
    validators: [],
    updaters: [{ name: objective === 'gigpo' ? 'GiGPO' : 'GRPO', run: groupUpdater(settings) }],
    evaluator: {
      name: 'held-out tasks',
      run: heldOutEvaluator(evaluationOptions(settings)),
    },
  };
}

function sampler(settings: Settings): Sampler {
  return (cycle) => {
    const draws = cycle.rng.sub('tasks');
    const size = cycle.world.source(cycle.trainSplit).size;
    return Array.from({ length: numberOf(settings, 'tasks') }, () => ({
      split: cycle.trainSplit,
      taskIndex: drawTask(draws, size),
      episodes: numberOf(settings, 'groupSize'),
      player: 'policy',
      stepLimit: numberOf(settings, 'stepLimit'),
      temperature: numberOf(settings, 'temperature'),
      anchors: choiceOf(settings, 'objective') === 'gigpo',
      probabilities: true,
    }));
  };
}

/** A lost episode returns 0, a won one at least 0. */
function quickWins(settings: Settings): Reward {
  const steps = numberOf(settings, 'returnSteps');
  return ({ header }) => (header.won ? Math.max(0, 1 - header.steps / steps) : 0);
}
