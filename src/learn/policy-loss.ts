// The clipped-ratio policy loss that GRPO, GiGPO and PPO share (trainer.md 6.2, 6.3, 6.6, 6.12).
// Invariant: advantages and old log-probabilities are given and frozen; the three policies (behaviour, old, trained) stay apart.
import { exp } from '../core/numerics.ts';
import { stepWeights, type ObjectiveResult, type PolicyBatch, type Reduction } from './objective.ts';

/** Estimators of KL(pi || reference) as a differentiated loss, with d = ln reference - ln pi: -d, d^2/2, e^d - d - 1. */
export type KlKind = 'k1' | 'k2' | 'k3';

export interface PolicyLossSettings {
  /** The ratio is clipped to 1 - clipLow .. 1 + clipHigh; Infinity for either switches that side off (plain importance weighting). */
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Dual clip: a step with A < 0 costs at most -A times this (3 is usual; must be above 1 + clipHigh). Infinity switches it off. */
  readonly dualClip: number;
  readonly reduction: Reduction;
  /** Weight of the KL term; 0 needs no reference. */
  readonly klWeight: number;
  readonly klKind: KlKind;
  /** Truncated importance sampling: a step weighs min(old / behaviour, this), detached. Infinity needs no behaviour log-probability. */
  readonly truncation: number;
}

/** Published defaults: clip 0.2 on both sides, nothing else, mean per episode and then over episodes. */
export const PLAIN_POLICY_LOSS: PolicyLossSettings = {
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: Infinity,
  reduction: { kind: 'seq-mean' },
  klWeight: 0,
  klKind: 'k3',
  truncation: Infinity,
};

export interface PolicyLossResult extends ObjectiveResult {
  /** Fraction of steps whose slope is zero because the ratio was clipped. */
  readonly clipFraction: number;
}

/** Log-ratios are held within this, so that a ratio never overflows. */
const MAX_LOG_RATIO = 20;

/**
 * C = sum over steps of w [ -min(r A, clip(r) A) (dual-clipped, truncation-weighted) + klWeight KL ], r = pi / old.
 * @throws RangeError when a KL term or truncation is asked for without its log-probabilities.
 */
export function policyLoss(batch: PolicyBatch, settings: PolicyLossSettings): PolicyLossResult {
  const { logp_T, old_T, advantage_T, reference_T, behaviour_T } = batch;
  if (settings.klWeight !== 0 && !reference_T) throw new RangeError('a KL term needs reference_T');
  if (settings.truncation !== Infinity && !behaviour_T) throw new RangeError('truncation needs behaviour_T');
  const weight_T = stepWeights(batch.lengths_E, settings.reduction);
  const dLogp_T = new Float64Array(weight_T.length);
  let loss = 0;
  let clipped = 0;
  for (let t = 0; t < weight_T.length; t++) {
    let weight = weight_T[t];
    if (behaviour_T && settings.truncation !== Infinity) {
      weight *= Math.min(exp(clampLogRatio(old_T[t] - behaviour_T[t])), settings.truncation);
    }
    const ratio = exp(clampLogRatio(logp_T[t] - old_T[t]));
    const advantage = advantage_T[t];
    const bounded = Math.min(Math.max(ratio, 1 - settings.clipLow), 1 + settings.clipHigh);
    let surrogate = -ratio * advantage;
    let slope = surrogate;
    if (-bounded * advantage > surrogate) {
      surrogate = -bounded * advantage;
      slope = 0;
    }
    if (advantage < 0 && surrogate > -settings.dualClip * advantage) {
      surrogate = -settings.dualClip * advantage;
      slope = 0;
    }
    if (slope === 0 && advantage !== 0) clipped++;
    loss += weight * surrogate;
    dLogp_T[t] = weight * slope;
    if (reference_T && settings.klWeight !== 0) {
      const d = reference_T[t] - logp_T[t];
      loss += weight_T[t] * settings.klWeight * klValue(settings.klKind, d);
      dLogp_T[t] += weight_T[t] * settings.klWeight * klSlope(settings.klKind, d);
    }
  }
  return { loss, dLogp_T, clipFraction: weight_T.length === 0 ? 0 : clipped / weight_T.length };
}

function clampLogRatio(d: number): number {
  return Math.min(Math.max(d, -MAX_LOG_RATIO), MAX_LOG_RATIO);
}

/** Value of an estimator at d = ln reference - ln pi. */
export function klValue(kind: KlKind, d: number): number {
  switch (kind) {
    case 'k1':
      return -d;
    case 'k2':
      return 0.5 * d * d;
    case 'k3':
      return exp(d) - d - 1;
  }
}

/** Its slope with respect to ln pi. */
function klSlope(kind: KlKind, d: number): number {
  switch (kind) {
    case 'k1':
      return 1;
    case 'k2':
      return -d;
    case 'k3':
      return 1 - exp(d);
  }
}
