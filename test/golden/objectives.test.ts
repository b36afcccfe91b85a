// Objectives and optimisers against outside witnesses: losses and gradient norms computed by PyTorch (golden.json beside the
// data directory, inputs in closed form), and finite differences. Skips where the golden file is absent.
import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cos, exp, log, sin } from '../../src/core/numerics.ts';
import { gigpoAdvantages, PLAIN_GIGPO } from '../../src/learn/gigpo.ts';
import { groupAdvantages, spread, type GroupScale } from '../../src/learn/grpo.ts';
import type { ObjectiveResult, PolicyBatch, Reduction } from '../../src/learn/objective.ts';
import { adamw, descend } from '../../src/learn/optimisers.ts';
import { klValue, PLAIN_POLICY_LOSS, policyLoss, type PolicyLossSettings } from '../../src/learn/policy-loss.ts';
import { sft } from '../../src/learn/sft.ts';
import { goldenDirectory } from '../data.ts';

interface Golden {
  inputs: { adv: number[] };
  losses: Record<string, { loss: number; grad_l2: number; grad_b0t0: number[]; grad_b2t2: number[] }>;
  grpo_adv: Record<string, number[][]>;
  gigpo: {
    gamma: number;
    rows: { traj: string; anchor: string; step_return: number; A_E: number; A_S: number; A: number }[];
  };
  adamw: { p0: number[]; p_after_1_2_3: number[][] };
}

const directory = goldenDirectory();
const file = directory === null ? null : resolve(directory, 'golden.json');
const golden: Golden | null =
  file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Golden) : null;
if (golden === null)
  console.warn('golden.json is absent: objectives are not checked against PyTorch (set TERRARIUM_DATA)');

const LENGTHS = [4, 2, 3];
const VOCABULARY = 5;
/** (episode, step) of each packed step. */
const STEPS = LENGTHS.flatMap((length, b) => Array.from({ length }, (_, t) => [b, t] as const));
const action = (b: number, t: number): number => (2 * b + 3 * t + 1) % VOCABULARY;
const rows = (f: (b: number, t: number, v: number) => number): number[][] =>
  STEPS.map(([b, t]) => Array.from({ length: VOCABULARY }, (_, v) => f(b, t, v)));

const LOGITS = rows((b, t, v) => sin(1.7 * b + 0.9 * t + 0.37 * v));
const OLD = rows((b, t, v) => 1.6 * sin(1.3 * b + 1.9 * t + 1.1 * v));
const REFERENCE = rows((b, t, v) => cos(0.8 * b + 0.3 * t + 0.61 * v));

const softmax = (logits: number[]): number[] => {
  const top = Math.max(...logits);
  const weights = logits.map((z) => exp(z - top));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((w) => w / sum);
};
const logp = (logits: number[][]): Float64Array =>
  Float64Array.from(STEPS, ([b, t], i) => log(softmax(logits[i])[action(b, t)]));

const old_T = logp(OLD);
const behaviour_T = Float64Array.from(STEPS, ([b, t], i) => old_T[i] + 0.05 * cos(b + 2 * t));
const batch = (logits: number[][]): PolicyBatch => ({
  lengths_E: LENGTHS,
  logp_T: logp(logits),
  old_T,
  advantage_T: spread(golden ? golden.inputs.adv : [1.25, -0.75, -0.4], LENGTHS),
  reference_T: logp(REFERENCE),
  behaviour_T,
});

const SEQ: Reduction = { kind: 'seq-mean' };
const MEAN: Reduction = { kind: 'token-mean' };
const CONST: Reduction = { kind: 'const', length: 4 };
const SUM: Reduction = { kind: 'token-sum' };
const plain = (changes: Partial<PolicyLossSettings>): PolicyLossSettings => ({ ...PLAIN_POLICY_LOSS, ...changes });
const higher = { clipHigh: 0.28 };
const off = { clipLow: Infinity, clipHigh: Infinity };

/** Name in golden.json -> our settings. */
const POLICY_CASES: Record<string, PolicyLossSettings> = {
  'ppo_clip_0.2_0.2/seq_mean_token_mean(GRPO)': plain({ reduction: SEQ }),
  'ppo_clip_0.2_0.2/token_mean(DAPO/BNPO)': plain({ reduction: MEAN }),
  'ppo_clip_0.2_0.2/dr_grpo(const L)': plain({ reduction: CONST }),
  'ppo_clip_0.2_0.2/token_sum(Tinker)': plain({ reduction: SUM }),
  'clip_higher/seq_mean_token_mean(GRPO)': plain({ ...higher, reduction: SEQ }),
  'clip_higher/token_mean(DAPO/BNPO)': plain({ ...higher, reduction: MEAN }),
  'clip_higher/dr_grpo(const L)': plain({ ...higher, reduction: CONST }),
  'clip_higher/token_sum(Tinker)': plain({ ...higher, reduction: SUM }),
  'dual_clip/token_mean': plain({ ...higher, dualClip: 3, reduction: MEAN }),
  'importance_sampling(token_sum)': plain({ ...off, reduction: SUM }),
  'tis(cap1.02)*clip_higher/token_mean': plain({ ...higher, truncation: 1.02, reduction: MEAN }),
};
const KL_ONLY = (klKind: 'k1' | 'k2' | 'k3'): PolicyLossSettings => plain({ klKind, klWeight: 1, reduction: MEAN });

/** dC/dlogits from dC/dlogp: slope * (onehot - p). */
function logitGradient(result: ObjectiveResult): number[][] {
  return STEPS.map(([b, t], i) =>
    softmax(LOGITS[i]).map((p, v) => result.dLogp_T[i] * ((v === action(b, t) ? 1 : 0) - p)),
  );
}

function agrees(name: string, result: ObjectiveResult): void {
  const expected = golden!.losses[name];
  const gradient = logitGradient(result);
  expect(result.loss, name).toBeCloseTo(expected.loss, 12);
  const norm = Math.sqrt(gradient.flat().reduce((sum, g) => sum + g * g, 0));
  expect(norm, name).toBeCloseTo(expected.grad_l2, 12);
  const at = (b: number, t: number): number[] => gradient[STEPS.findIndex(([x, y]) => x === b && y === t)];
  at(0, 0).forEach((g, v) => expect(g).toBeCloseTo(expected.grad_b0t0[v], 12));
  at(2, 2).forEach((g, v) => expect(g).toBeCloseTo(expected.grad_b2t2[v], 12));
}

describe.skipIf(golden === null)('objectives against PyTorch', () => {
  it.each(Object.keys(POLICY_CASES))('%s', (name) => agrees(name, policyLoss(batch(LOGITS), POLICY_CASES[name])));

  it('the mistake of taking the behaviour for the old policy is told apart', () => {
    const mistaken = { ...batch(LOGITS), old_T: behaviour_T };
    agrees('wrong:ratio_vs_rollout_only/token_mean', policyLoss(mistaken, plain({ ...higher, reduction: MEAN })));
  });

  it.each(['k1', 'k2', 'k3'] as const)('KL estimator %s', (kind) => {
    const still = { ...batch(LOGITS), advantage_T: new Float64Array(STEPS.length) };
    agrees(`kl_${kind}/token_mean`, policyLoss(still, KL_ONLY(kind)));
  });

  it('cross entropy', () => agrees('cross_entropy_weighted(token_sum,w=mask)', sft(batch(LOGITS), SUM)));

  it('group advantages', () => {
    const table = golden!.grpo_adv;
    const cases: [string, GroupScale, number][] = [
      ['std_unbiased_eps1e-6', 'unbiased', 1e-6],
      ['std_unbiased_eps1e-4(TRL)', 'unbiased', 1e-4],
      ['std_biased_eps1e-6', 'biased', 1e-6],
      ['dr_grpo_mean_only', 'none', 0],
      ['rloo', 'leave-one-out', 0],
    ];
    const groups = table['rewards'].flatMap((row, g) => row.map(() => g));
    for (const [name, scale, epsilon] of cases) {
      const result = groupAdvantages(table['rewards'].flat(), groups, scale, epsilon);
      result.advantage_E.forEach((a, i) => expect(a, name).toBeCloseTo(table[name].flat()[i], 12));
      expect([result.groups, result.skippedGroups]).toEqual([3, 1]);
    }
  });

  it('GiGPO table', () => {
    const table = golden!.gigpo.rows;
    const result = gigpoAdvantages(
      {
        lengths_E: [3, 3, 2],
        groups_E: [0, 0, 0],
        rewards_T: [0, 0, 1, 0, 0, 0, 0, 1],
        anchors_T: table.map((row) => row.anchor),
      },
      { ...PLAIN_GIGPO, gamma: golden!.gigpo.gamma },
    );
    table.forEach((row, t) => {
      expect(result.stepReturn_T[t]).toBeCloseTo(row.step_return, 12);
      expect(result.episode_T[t]).toBeCloseTo(row.A_E, 12);
      expect(result.step_T[t]).toBeCloseTo(row.A_S, 12);
      expect(result.advantage_T[t]).toBeCloseTo(row.A, 12);
    });
  });

  it('AdamW', () => {
    const { p0, p_after_1_2_3 } = golden!.adamw;
    const p = Float64Array.from(p0);
    const state = { steps: 0, first: new Float64Array(2), second: new Float64Array(2) };
    const settings = { learningRate: 1e-2, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1 };
    for (const expected of p_after_1_2_3) {
      adamw(
        p,
        p.map((x) => 2 * x),
        state,
        settings,
      );
      p.forEach((x, i) => expect(x).toBeCloseTo(expected[i], 12));
    }
  });
});

describe('objectives by finite differences', () => {
  const number = fc.double({ min: -3, max: 0, noNaN: true });
  const settings = fc.record({
    clipLow: fc.constantFrom(0.1, 0.2, Infinity),
    clipHigh: fc.constantFrom(0.2, 0.28, Infinity),
    dualClip: fc.constantFrom(3, Infinity),
    reduction: fc.constantFrom(SEQ, MEAN, CONST, SUM),
    klWeight: fc.constantFrom(0, 0.01, 1),
    klKind: fc.constantFrom('k1' as const, 'k2' as const, 'k3' as const),
    truncation: fc.constantFrom(2, Infinity),
  });

  it('dC/dlogp is the slope of C', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 9, maxLength: 9 }), settings, fc.nat(8), (values, chosen, t) => {
        const at = (shift: number): number => {
          const moved = Float64Array.from(values, (x, i) => (i === t ? x + shift : x));
          return policyLoss({ ...batch(LOGITS), logp_T: moved }, chosen).loss;
        };
        const h = 1e-6;
        const left = (at(0) - at(-h)) / h;
        const right = (at(h) - at(0)) / h;
        fc.pre(Math.abs(left - right) < 1e-3 * Math.max(1, Math.abs(left))); // not at the kink of a clip
        const slope = policyLoss({ ...batch(LOGITS), logp_T: Float64Array.from(values) }, chosen).dLogp_T[t];
        expect(Math.abs(slope - (left + right) / 2)).toBeLessThan(1e-5 * Math.max(1, Math.abs(slope)));
      }),
    );
  });

  it('names what is missing', () => {
    const { lengths_E, logp_T, advantage_T } = batch(LOGITS);
    const bare = { lengths_E, logp_T, old_T, advantage_T };
    expect(() => policyLoss(bare, KL_ONLY('k3'))).toThrow('reference_T');
    expect(() => policyLoss(bare, plain({ truncation: 2 }))).toThrow('behaviour_T');
    expect(policyLoss(bare, plain({})).clipFraction).toBeCloseTo(4 / 9, 12);
  });
});

describe('advantages', () => {
  it('sum to zero in each group, and are exactly zero where nothing differs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.nat(3)), { minLength: 1 }),
        (pairs) => {
          const groups = pairs.map(([, g]) => g);
          const { advantage_E } = groupAdvantages(
            pairs.map(([r]) => r),
            groups,
            'unbiased',
          );
          for (const g of new Set(groups)) {
            const inside = [...advantage_E].filter((_, i) => groups[i] === g);
            expect(Math.abs(inside.reduce((a, b) => a + b))).toBeLessThan(1e-6);
          }
        },
      ),
    );
    const same = groupAdvantages([0.1, 0.1, 0.1], [7, 7, 7], 'unbiased');
    expect([...same.advantage_E, same.skippedGroups]).toEqual([0, 0, 0, 1]);
  });

  it('GiGPO by steps weighs long episodes more, and keeps groups apart', () => {
    const input = { lengths_E: [1, 3], groups_E: [0, 0], rewards_T: [1, 0, 0, 0], anchors_T: ['a', 'b', 'c', 'd'] };
    const bySteps = gigpoAdvantages(input, { ...PLAIN_GIGPO, episodeStatistics: 'steps' });
    expect([...bySteps.episode_T]).toEqual([0.75, -0.25, -0.25, -0.25]);
    const apart = gigpoAdvantages({ ...input, groups_E: [0, 1], anchors_T: ['a', 'a', 'a', 'a'] }, PLAIN_GIGPO);
    expect([...apart.step_T, apart.skippedGroups]).toEqual([0, 0, 0, 0, 2]);
  });
});

describe('optimisers', () => {
  it('descend moves against the gradient', () => {
    const p = Float32Array.from([1, 2]);
    descend(p, Float64Array.from([0.5, -1]), 0.5);
    expect([...p]).toEqual([0.75, 2.5]);
  });

  it('k1 and k2 as values', () => {
    expect([klValue('k1', 2), klValue('k2', 2), klValue('k3', 0)]).toEqual([-2, 2, 0]);
  });
});
