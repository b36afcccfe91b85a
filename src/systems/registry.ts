// The systems of Terrarium. A new system is one file beside this one and one line here; nothing else knows its name.
import type { System } from '../loop/system.ts';
import { Problem } from '../core/problem.ts';
import { grpo } from './grpo.ts';

export const systems: readonly System[] = [grpo];

/** @throws Problem unknown-system. */
export function systemOf(id: string): System {
  const found = systems.find((system) => system.id === id);
  if (found) return found;
  throw new Problem({
    code: 'unknown-system',
    message: `field "system": there is no system "${id}"`,
    nextStep: `Use one of: ${systems.map((system) => system.id).join(', ')}.`,
  });
}
