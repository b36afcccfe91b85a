// The linear policy against its definition: finite differences, one softmax for actor and learner, determinism, no aliasing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../core/rng.ts';
import type { PolicySnapshot } from '../../core/types.ts';
import type { Episode, FeatureSink } from '../../worlds/world.ts';
import type { PolicyTrace } from '../policy.ts';
import { policyKind, policyKinds } from '../registry.ts';
import { linear } from './linear.ts';

/** An episode whose commands are described by the given rows, whatever is played. */
function fake(rows_TA: readonly (readonly (readonly number[])[])[]): Episode & { at: number } {
  const episode = {
    at: 0,
    describe(out: FeatureSink): void {
      for (const ids of rows_TA[episode.at]) {
        out.row();
        for (const id of ids) out.add(id);
      }
    },
  };
  return episode as unknown as Episode & { at: number };
}

const id = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const rowsOfStep = fc.array(fc.array(id, { maxLength: 5 }), { minLength: 1, maxLength: 90 });
const rowsOfEpisode = fc.array(rowsOfStep, { minLength: 1, maxLength: 6 });

function randomSnapshot(seed: number, buckets = 1024): PolicySnapshot {
  const rng = Rng.root(seed);
  const snapshot = linear.initial({ buckets }, seed);
  for (let i = 0; i < snapshot.weights.length; i++) snapshot.weights[i] = 3 * rng.float() - 1.5;
  return snapshot;
}

function play(
  snapshot: PolicySnapshot,
  rows: readonly (readonly (readonly number[])[])[],
  seed: number,
  temperature = 1,
) {
  const actor = linear.actor(snapshot);
  const rng = Rng.root(seed);
  const episode = fake(rows);
  actor.begin();
  const logProbs: number[] = [];
  const chosen: number[] = [];
  for (episode.at = 0; episode.at < rows.length; episode.at++) {
    chosen.push(actor.choose(episode, rng.float(), temperature));
    logProbs.push(actor.logProb);
    const sum = actor.probabilities_A.reduce((a, b) => a + b, 0);
    expect(actor.probabilities_A.length).toBe(rows[episode.at].length);
    expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
  }
  return { trace: actor.trace(), logProbs, chosen };
}

describe('linear policy', () => {
  it('probabilities sum to one, and the learner re-derives the log-probabilities', () => {
    fc.assert(
      fc.property(rowsOfEpisode, fc.nat(1000), (rows, seed) => {
        const snapshot = randomSnapshot(seed);
        const { trace, logProbs } = play(snapshot, rows, seed);
        const again = linear.learner(snapshot).logProbs(trace);
        expect(trace.steps).toBe(rows.length);
        logProbs.forEach((value, t) => expect(Math.abs(value - again[t])).toBeLessThanOrEqual(1e-12));
      }),
    );
  });

  it('descends by the gradient that finite differences give', () => {
    fc.assert(
      fc.property(rowsOfEpisode, fc.nat(1000), (rows, seed) => {
        const snapshot = randomSnapshot(seed, 64);
        const rng = Rng.root(seed).sub('slopes');
        const { trace } = play(snapshot, rows, seed);
        const dLogp_T = Float64Array.from({ length: trace.steps }, () => 2 * rng.float() - 1);
        const cost = (weights: Float32Array): number => {
          const logp_T = linear.learner({ ...snapshot, weights }).logProbs(trace);
          return logp_T.reduce((sum, value, t) => sum + dLogp_T[t] * value, 0);
        };
        const learner = linear.learner(snapshot);
        learner.step([{ trace, dLogp_T }], 1);
        const after = learner.snapshot().weights;
        for (let i = 0; i < 64; i++) {
          const h = 2 ** -10;
          const up = snapshot.weights.slice();
          const down = snapshot.weights.slice();
          up[i] += h;
          down[i] -= h;
          const slope = (cost(up) - cost(down)) / (up[i] - down[i]);
          expect(Math.abs(snapshot.weights[i] - after[i] - slope)).toBeLessThan(1e-4);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('gives the norm of the gradient and the mean entropy', () => {
    const snapshot = linear.initial({ buckets: 1024 }, 0);
    const { trace } = play(snapshot, [[[1], [2], [3], [4]]], 1);
    const result = linear.learner(snapshot).step([{ trace, dLogp_T: Float64Array.from([2]) }], 0);
    expect(result.gradientNorm).toBeCloseTo(2 * Math.sqrt(0.75 ** 2 + 3 * 0.25 ** 2), 12);
    expect(result.entropy).toBeCloseTo(Math.log(4), 12);
  });

  it('is greedy at temperature 0 with ties to the lowest index, and sharper when cold', () => {
    const snapshot = randomSnapshot(5);
    const rows = [[[1], [2], [2], [3]]];
    const weightsOf = play(snapshot, rows, 1, 0);
    const cold = linear.actor(snapshot);
    const probabilities = (temperature: number): number[] => {
      cold.begin();
      cold.choose(fake(rows), 0.5, temperature);
      return [...cold.probabilities_A];
    };
    const best = probabilities(1).indexOf(Math.max(...probabilities(1)));
    expect(weightsOf.chosen).toEqual([best]);
    expect(weightsOf.logProbs).toEqual([0]);
    expect(probabilities(0.5)[best]).toBeGreaterThan(probabilities(1)[best]);
    expect(play(linear.initial({}, 1), [[[], [], []]], 1, 0).chosen).toEqual([0]);
  });

  it('draws commands with their probabilities', () => {
    const snapshot = randomSnapshot(8);
    const rows = Array.from({ length: 4000 }, () => [[1], [2], [3]]);
    const { chosen } = play(snapshot, rows, 3);
    const actor = linear.actor(snapshot);
    actor.begin();
    actor.choose(fake(rows), 0, 1);
    [0, 1, 2].forEach((a) => {
      expect(chosen.filter((c) => c === a).length / rows.length).toBeCloseTo(actor.probabilities_A[a], 1);
    });
  });

  it('learns from what somebody else did, and keeps buffers apart', () => {
    const snapshot = linear.initial({ buckets: 256 }, 0);
    const actor = linear.actor(snapshot);
    const first: PolicyTrace[] = [];
    for (const command of [2, 2]) {
      actor.begin();
      actor.observe(fake([[[10], [11], [12]]]), command);
      expect(actor.logProb).toBeCloseTo(-Math.log(3), 12);
      first.push(actor.trace());
    }
    const learner = linear.learner(snapshot);
    for (let pass = 0; pass < 200; pass++) {
      learner.step(
        first.map((trace) => ({ trace, dLogp_T: Float64Array.from([-1]) })),
        0.5,
      );
    }
    expect(learner.logProbs(first[0])[0]).toBeGreaterThan(-0.02);
    expect(learner.snapshot().version).toBe(200);
    expect(snapshot.weights.every((w) => w === 0)).toBe(true);
  });

  it('does the same bits twice', () => {
    const train = (): number[] => {
      const learner = linear.learner(randomSnapshot(4));
      for (let k = 0; k < 5; k++) {
        const rows = [
          [[k], [k + 1, 7], [k * 31]],
          [[9], [8]],
        ];
        const { trace } = play(learner.snapshot(), rows, k);
        learner.step([{ trace, dLogp_T: Float64Array.from([0.3, -0.7]) }], 0.1);
      }
      return [...learner.snapshot().weights];
    };
    expect(train()).toEqual(train());
  });

  it('refuses settings and kinds that do not exist', () => {
    expect(() => linear.initial({ buckets: 1000 }, 0)).toThrow('buckets');
    expect(() => linear.learner(linear.initial({}, 0)).logProbs({ kind: 'x', steps: 0, buffers: [] })).toThrow(
      'x trace',
    );
    expect(() => policyKind('sproot')).toThrow('sproot');
    expect(policyKind('linear')).toBe(policyKinds[0]);
  });
});
