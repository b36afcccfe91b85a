// Which drawing belongs to which world: `worlds/<id>/Diorama.svelte` and its list twin `RoomList.svelte`, loaded when first needed.
// Invariant: a world without a drawing is no error; its place stays empty.
import type { Component } from 'svelte';

export type Diorama = Component<{
  picture: unknown;
  /** Small: nothing to press. */
  compact?: boolean;
  /** Commands that can be given now, for a drawing that can be pressed. */
  commands?: readonly string[];
  onchoose?: (command: number) => void;
}>;

const FOUND = import.meta.glob<{ default: Diorama }>('./*/Diorama.svelte');

/** The drawing of a world, or null where it has none. */
export function dioramaOf(world: string): Promise<Diorama> | null {
  const load = FOUND[`./${world}/Diorama.svelte`];
  return load ? load().then((module) => module.default) : null;
}

const LISTS = import.meta.glob<{ default: Component<{ picture: unknown }> }>('./*/RoomList.svelte');

/** The list twin of a world's drawing, or null where it has none. */
export function listOf(world: string): Promise<Component<{ picture: unknown }>> | null {
  const load = LISTS[`./${world}/RoomList.svelte`];
  return load ? load().then((module) => module.default) : null;
}
