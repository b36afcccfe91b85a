// Reads the registries of systems, worlds and policies into the page's catalogue; a chunk of its own, loaded after the first picture.
import type { Catalogue } from './catalogue.ts';

/** The catalogue of everything that is plugged in. */
export function readRegistries(): Catalogue {
  return { systems: [], worlds: [], policies: [] };
}
