// Reads the registries of systems, worlds and policies into the page's catalogue; a chunk of its own, loaded after the first picture.
// Invariant: what stands at a station is what the system's own parts say with their default settings.
import type { Verb } from '../../core/types.ts';
import { settingsOf, type System } from '../../loop/system.ts';
import { policyKinds } from '../../policy/registry.ts';
import { systems } from '../../systems/registry.ts';
import { worldKinds } from '../../worlds/registry.ts';
import type { Catalogue, SystemEntry } from './catalogue.ts';

/** The catalogue of everything that is plugged in. */
export function readRegistries(): Catalogue {
  return {
    systems: systems.map(systemEntry),
    worlds: worldKinds.map(({ id, title, switches, splits }) => ({ id, title, switches, splits })),
    policies: policyKinds.map(({ kind, title, explanation }) => ({ kind, title, explanation })),
  };
}

function systemEntry(system: System): SystemEntry {
  const { id, title, explanation, writes, arms, demo } = system;
  return { id, title, explanation, writes, arms, demo, stations: stationsOf(system) };
}

function stationsOf(system: System): Readonly<Record<Verb, readonly string[]>> {
  const parts = system.parts(settingsOf(system, system.arms[0].id, {}));
  const names = (list: readonly { readonly name: string }[]) => list.map((part) => part.name);
  return {
    rollout: names([parts.sampler, parts.reward]),
    signals: names(parts.signals),
    diagnose: names(parts.diagnosers),
    generate: names(parts.generators),
    validate: names(parts.validators),
    update: names(parts.updaters),
    evaluate: names([parts.evaluator]),
  };
}
