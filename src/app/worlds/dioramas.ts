// Which drawing belongs to which world: `worlds/<id>/Diorama.svelte`, loaded when first needed.
// Invariant: a world without a drawing is no error; its place stays empty.
import type { Component } from 'svelte';

export type Diorama = Component<{ picture: unknown }>;

const FOUND = import.meta.glob<{ default: Diorama }>('./*/Diorama.svelte');

/** The drawing of a world, or null where it has none. */
export function dioramaOf(world: string): Promise<Diorama> | null {
  const load = FOUND[`./${world}/Diorama.svelte`];
  return load ? load().then((module) => module.default) : null;
}
