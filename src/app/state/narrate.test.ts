// Sentences say what the ledger says, with its numbers, and nothing else.
import { describe, expect, it } from 'vitest';
import { fixtureRun } from './fixture-run.testing.ts';
import { narrate, round } from './narrate.ts';

const [zero, one, , , four] = fixtureRun(4).entries;

describe('the story of a generation', () => {
  it('counts episodes and their success', () => {
    const entry = { ...one, metrics: { trainSuccess: 0.5, skippedGroups: 1 } };
    expect(narrate(entry, zero).slice(0, 2)).toEqual([
      '64 episodes were played, 50% of them won.',
      '1 group taught nothing, because all its episodes ended alike.',
    ]);
  });

  it('tells the change since the last evaluation', () => {
    const rise = { ...four, evaluation: four.evaluation?.map((score) => ({ ...score, at15: 0.8 })) ?? [] };
    const before = { ...zero, evaluation: zero.evaluation?.map((score) => ({ ...score, at15: 0.55 })) ?? [] };
    expect(narrate(rise, before).at(-1)).toContain('80% within 15 steps (+25 points since generation 0)');
    expect(narrate(before, rise).at(-1)).toContain('−25 points');
    expect(narrate(rise, rise).at(-1)).toContain('no change');
  });

  it('is silent where nothing was recorded', () => {
    const counts = { rollout: 0, signals: 0, diagnose: 0, generate: 0, validate: 0, update: 0, evaluate: 0 };
    const { evaluation: _none, ...rest } = one;
    expect(narrate({ ...rest, counts, metrics: {} }, null)).toEqual([]);
  });

  it.each([
    [0, '0'],
    [0.6612345, '0.661'],
    [0.00001234, '1.2e-5'],
    [1234.5, '1230'],
  ])('rounds %d to %s', (value, text) => {
    expect(round(value)).toBe(text);
  });
});
