// The worlds that are plugged in. Adding one is adding its line here.
// Invariant: ids are unique; a stored run finds its world by id.
import { household } from './household/world.ts';
import type { WorldKind } from './world.ts';

export const worldKinds: readonly WorldKind[] = [household];
