import { expect, test } from 'vitest';
import { parseSetting, resolveSettings, type Setting } from './settings.ts';

const declared: readonly Setting[] = [
  { name: 'size', kind: 'integer', min: 1, max: 9, default: 4, explanation: '' },
  { name: 'rate', kind: 'number', min: 0, max: 1, default: 0.5, explanation: '' },
  { name: 'mode', kind: 'choice', choices: ['a', 'b'], default: 'a', explanation: '' },
  { name: 'on', kind: 'switch', default: false, explanation: '' },
];

test('later layers win over earlier ones and over defaults', () => {
  expect(resolveSettings('it', declared, { size: 5, mode: 'b' }, { size: 6 })).toEqual({
    size: 6,
    rate: 0.5,
    mode: 'b',
    on: false,
  });
});

test.each([
  ['size', 0],
  ['size', 2.5],
  ['size', '3'],
  ['rate', NaN],
  ['rate', 1.01],
  ['mode', 'c'],
  ['on', 1],
  ['sizes', 3],
])('refuses %s = %s and names the field', (name, value) => {
  expect(() => resolveSettings('it', declared, { [name]: value })).toThrow(`it: setting "${name}"`);
});

test('text is read by the kind of the setting', () => {
  expect(parseSetting('it', declared, 'rate', '1e-2')).toBe(0.01);
  expect(parseSetting('it', declared, 'on', 'true')).toBe(true);
  expect(parseSetting('it', declared, 'mode', 'b')).toBe('b');
  expect(() => parseSetting('it', declared, 'size', '12abc')).toThrow('"size" is "12abc"');
  expect(() => parseSetting('it', declared, 'size', ' ')).toThrow('"size"');
});
