// Where two episodes part, and where a text occurs: exact steps, nothing lost of the text.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StageStep } from '../../../../workers/protocol.ts';
import { firstDivergence, parts, signed, stepsWith } from './compare.ts';

/** Steps from "observation > command" texts; the last has no command. */
function episode(...told: string[]): StageStep[] {
  return told.map((text, step) => {
    const [observation, chosenText = null] = text.split(' > ');
    return {
      step,
      observation,
      chosenText,
      chosen: chosenText === null ? null : 0,
      commands: [{ text: chosenText ?? 'wait', probability: null }],
      by: null,
      reward: null,
      advantage: null,
      picture: null,
    };
  });
}

describe('first divergence', () => {
  const one = episode('hall > go left', 'left > take', 'taken');

  it('is none for the same story', () => {
    expect(firstDivergence(one, episode('hall > go left', 'left > take', 'taken'))).toBeNull();
  });
  it('names the step at which another command was chosen', () => {
    expect(firstDivergence(one, episode('hall > go left', 'left > look', 'left'))).toEqual({
      step: 1,
      what: 'command',
    });
  });
  it('names the step at which they were told something else after the same command', () => {
    expect(firstDivergence(one, episode('hall > go left', 'a cupboard > take', 'taken'))).toEqual({
      step: 1,
      what: 'observation',
    });
  });
  it('names the end where one goes on', () => {
    expect(firstDivergence(one, episode('hall > go left', 'left'))).toEqual({ step: 1, what: 'end' });
    expect(firstDivergence(one, [...one.slice(0, 2)])).toEqual({ step: 2, what: 'end' });
  });
  it('does not depend on which one comes first', () => {
    const told = fc.array(fc.constantFrom('a > x', 'a > y', 'b > x', 'b'), { maxLength: 6 });
    fc.assert(
      fc.property(told, told, (left, right) => {
        expect(firstDivergence(episode(...left), episode(...right))).toEqual(
          firstDivergence(episode(...right), episode(...left)),
        );
      }),
    );
  });
});

describe('search in the steps', () => {
  const steps = episode('A Mug stands here > take mug 1', 'Nothing > wait', 'The end');

  it('finds what was told or done, and where asked what could be done, in any case', () => {
    expect(stepsWith(steps, 'mug', false)).toEqual([0]);
    expect(stepsWith(steps, ' WAIT ', false)).toEqual([1]);
    expect(stepsWith(steps, ' WAIT ', true)).toEqual([1, 2]);
    expect(stepsWith(steps, '', true)).toEqual([]);
  });
  it('cuts a text into parts that add up to it, marking exactly the matches', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ') }),
        fc.constantFrom('a', 'ab', 'x', ''),
        (text, wanted) => {
          const cut = parts(text, wanted);
          expect(cut.map((part) => part.text).join('')).toBe(text);
          expect(cut.filter((part) => part.hit).every((part) => part.text.toLowerCase() === wanted)).toBe(true);
          expect(
            cut.filter((part) => !part.hit).every((part) => wanted === '' || !part.text.toLowerCase().includes(wanted)),
          ).toBe(true);
        },
      ),
    );
  });
  it('writes signed numbers without a negative zero', () => {
    expect([signed(0.214), signed(-1), signed(-0.001)]).toEqual(['+0.21', '−1.00', '0.00']);
  });
});
