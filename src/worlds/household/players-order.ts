// In which order a scripted explorer looks into the receptacles of a house when it searches for a type of object.
// Invariant: an order depends on what the agent knows at the start (receptacle types, the house's number) and on earlier
// games, never on where things are in this one.
import type { Rng } from '../../core/rng.ts';
import type { Outline } from './outline.ts';
import type { Prior } from './prior.ts';

/** Gives all receptacles of a house, best first, for a search for one of `objectType`. */
export type SearchOrder = (outline: Outline, objectType: string, rng: Rng) => number[];

/** As the opening observation lists them. */
export const listOrder: SearchOrder = (outline) => [...outline.type_R.keys()];

/** Drawn anew in each search, all orders equally likely. */
export const randomOrder: SearchOrder = (outline, _objectType, rng) => rng.shuffle([...outline.type_R.keys()]);

/** Receptacle types that hold most of the object type first, equal ones as listed. */
export function priorOrder(prior: Prior): SearchOrder {
  return ({ type_R }, objectType) => bestFirst(type_R.map((type) => prior.mean[objectType]?.[type] ?? 0));
}

/** Highest chance per command first: looking behind a door takes one more. Equal ones as listed. */
export function doorsOrder(prior: Prior): SearchOrder {
  return ({ type_R }, objectType) =>
    bestFirst(type_R.map((type) => (prior.chance[objectType]?.[type] ?? 0) / (1 + (prior.doors[type] ?? 0))));
}

/** Indexes by falling score; equal scores keep their order. */
export function bestFirst(score_R: readonly number[]): number[] {
  return [...score_R.keys()].sort((a, b) => score_R[b] - score_R[a]);
}
