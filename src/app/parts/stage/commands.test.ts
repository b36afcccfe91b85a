// The commands as a person reads them: every one once, under its own number.
import { describe, expect, it } from 'vitest';
import { chance, groupCommands, likeliest } from './commands.ts';

const commands = [
  { text: 'go to shelf 10', probability: 0.25 },
  { text: 'go to shelf 2', probability: 0.5 },
  { text: 'look', probability: 0.25 },
];

describe('commands', () => {
  it('are grouped by verb, in an order that people expect, under their own numbers', () => {
    const groups = groupCommands(commands);
    expect(groups.map((group) => group.verb)).toEqual(['go', 'look']);
    expect(groups[0].choices.map((choice) => [choice.text, choice.index])).toEqual([
      ['go to shelf 2', 1],
      ['go to shelf 10', 0],
    ]);
    expect(groups[0].probability).toBeCloseTo(0.75);
    expect(groupCommands([{ text: 'look', probability: null }])[0].probability).toBeNull();
  });
  it('are listed by probability, ties in the order of the world', () => {
    expect(likeliest(commands, 2).map((choice) => choice.index)).toEqual([1, 0]);
  });
  it('have chances that do not call a small one none', () => {
    expect([chance(0.004), chance(0), chance(0.996), chance(null)]).toEqual(['<1%', '0%', '100%', '']);
  });
});
