// Settings: each declares its name, kind, range, default and one sentence, and every value passes one door.
// Invariant: a resolved settings object holds every declared name and no other, each inside its range, so that nothing
// downstream checks again; what is unknown or out of range is refused by a Problem that names the field.
import { Problem } from '../core/problem.ts';
import type { Settings } from '../core/types.ts';

interface Described {
  readonly name: string;
  /** One plain sentence, shown beside the control. */
  readonly explanation: string;
}

/** `min` and `max` are inclusive. */
interface NumberSetting extends Described {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

interface ChoiceSetting extends Described {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default: string;
}

interface SwitchSetting extends Described {
  readonly kind: 'switch';
  readonly default: boolean;
}

export type Setting = NumberSetting | ChoiceSetting | SwitchSetting;

type Value = number | string | boolean;

/** What a setting allows, in words. */
function rangeText(setting: Setting): string {
  if (setting.kind === 'choice') return setting.choices.join(', ');
  if (setting.kind === 'switch') return 'true or false';
  return `${setting.kind === 'integer' ? 'a whole number' : 'a number'} from ${setting.min} to ${setting.max}`;
}

function allows(setting: Setting, value: Value): boolean {
  if (setting.kind === 'choice') return typeof value === 'string' && setting.choices.includes(value);
  if (setting.kind === 'switch') return typeof value === 'boolean';
  if (typeof value !== 'number' || !(value >= setting.min && value <= setting.max)) return false;
  return setting.kind === 'number' || Number.isInteger(value);
}

function refuse(owner: string, field: string, message: string, nextStep: string): never {
  throw new Problem({ code: 'bad-setting', message: `${owner}: setting "${field}" ${message}`, nextStep });
}

function find(owner: string, declared: readonly Setting[], name: string): Setting {
  const setting = declared.find((each) => each.name === name);
  return (
    setting ?? refuse(owner, name, 'does not exist', `Use one of: ${declared.map((each) => each.name).join(', ')}.`)
  );
}

/**
 * Defaults overlaid by the given layers, later ones winning.
 * @param owner named in the message of a refusal, e.g. `system grpo`.
 * @throws Problem bad-setting.
 */
export function resolveSettings(owner: string, declared: readonly Setting[], ...layers: readonly Settings[]): Settings {
  const values: Record<string, Value> = {};
  for (const setting of declared) values[setting.name] = setting.default;
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) {
      const setting = find(owner, declared, name);
      if (!allows(setting, value)) {
        refuse(owner, name, `is ${JSON.stringify(value)}`, `Give it ${rangeText(setting)}.`);
      }
      values[name] = value;
    }
  }
  return values;
}

/** Reads a value that came as text (command line, link). @throws Problem bad-setting. */
export function parseSetting(owner: string, declared: readonly Setting[], name: string, text: string): Value {
  const setting = find(owner, declared, name);
  if (setting.kind === 'choice') return text;
  if (setting.kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(value) ? refuse(owner, name, `is "${text}"`, `Give it ${rangeText(setting)}.`) : value;
}

/** A resolved number. */
export function numberOf(settings: Settings, name: string): number {
  return settings[name] as number;
}

/** A resolved choice. */
export function choiceOf(settings: Settings, name: string): string {
  return settings[name] as string;
}
