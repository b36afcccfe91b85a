// Looks up a world by the id that a configuration names.
// Invariant: an unknown id is the user's news (a file from a newer version), not a defect.
import { Problem } from '../src/core/problem.ts';
import { worldKinds } from '../src/worlds/registry.ts';
import type { WorldKind } from '../src/worlds/world.ts';

/** @throws Problem 'unknown-world'. */
export function worldKind(id: string): WorldKind {
  const found = worldKinds.find((world) => world.id === id);
  if (found) return found;
  throw new Problem({
    code: 'unknown-world',
    message: `There is no world called "${id}".`,
    nextStep: `Choose one of: ${worldKinds.map((world) => world.id).join(', ')}.`,
  });
}
