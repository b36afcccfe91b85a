// What can be chosen: systems with their arms, worlds with their splits and switches; read from the registries.
// Invariant: nothing is listed here by name, so a new system or world appears in the page by itself.
import type { Settings, StoreName, Verb } from '../../core/types.ts';
import type { SplitInfo, SwitchInfo } from '../../worlds/world.ts';

export interface SystemEntry {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
  readonly writes: readonly StoreName[];
  readonly arms: readonly { readonly id: string; readonly title: string; readonly explanation: string }[];
  /** Settings of runs that are started for the eye: quick to begin, often evaluated. */
  readonly demo: Settings;
  /** Names of the parts that stand at each station. */
  readonly stations: Readonly<Record<Verb, readonly string[]>>;
}

export interface WorldEntry {
  readonly id: string;
  readonly title: string;
  readonly switches: readonly SwitchInfo[];
  readonly splits: readonly SplitInfo[];
}

export interface PolicyEntry {
  readonly kind: string;
  readonly title: string;
  readonly explanation: string;
}

export interface Catalogue {
  readonly systems: readonly SystemEntry[];
  readonly worlds: readonly WorldEntry[];
  readonly policies: readonly PolicyEntry[];
}

export const EMPTY_CATALOGUE: Catalogue = { systems: [], worlds: [], policies: [] };

/** The title of a split as its world names it, else its id in words. */
export function splitTitle(catalogue: Catalogue, world: string, split: string): string {
  const found = catalogue.worlds.find((each) => each.id === world)?.splits.find((each) => each.id === split);
  return found?.title ?? split.replaceAll(/[-_]/g, ' ');
}

/** Task types and other ids as words. */
export function inWords(id: string): string {
  return id
    .replaceAll('_', ' ')
    .replace(/ obj /, ' object ')
    .replace(/recep$/, 'place');
}
