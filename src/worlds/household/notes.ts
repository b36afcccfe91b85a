// What a player that remembers houses keeps from earlier episodes: where types of things were, house by house.
// Invariant: filled only from memories of what was seen. The order of episodes matters (habits drift, so older finds fade),
// hence notes belong to one sequential run of episodes and are never shared between workers.
import type { House } from './engine.ts';
import type { Memory } from './memory.ts';
import type { SearchOrder } from './players-order.ts';
import { bestFirst } from './players-order.ts';
import type { Prior } from './prior.ts';

/** What is kept of one receptacle of one house. Counts fade by FADE with each later episode in that house. */
interface Page {
  looks: number;
  readonly finds: Map<string, number>;
}

/** Share of a count that is left after one more episode in the house. */
const FADE = 0.8;
/** How many looks the prior is worth. */
const PRIOR_LOOKS = 0.5;

export class HouseNotes {
  /** By house number, then by receptacle name. */
  private readonly houses = new Map<number, Map<string, Page>>();

  /** Notes where an episode's agent found things (before it moved them). Call it once, at the end of the episode. */
  note(house: House, memory: Memory): void {
    const pages = this.open(house);
    const { outline } = memory;
    for (let r = 0; r < outline.receptacles; r++) {
      if (memory.seenAt_R[r] < 0) continue;
      const page = pages.get(house.names.receptacles[r]) ?? { looks: 0, finds: new Map<string, number>() };
      pages.set(house.names.receptacles[r], page);
      page.looks = page.looks * FADE + 1;
      for (const [type, finds] of page.finds) page.finds.set(type, finds * FADE);
      for (const type of typesFoundIn(memory, r)) page.finds.set(type, (page.finds.get(type) ?? 0) + 1);
    }
  }

  /** Chance that the receptacle holds one of the type, `prior` where nothing is known of this house. */
  chance(house: House, receptacle: number, objectType: string, prior: number): number {
    const page = this.houses.get(house.spec.scene)?.get(house.names.receptacles[receptacle]);
    if (page === undefined) return prior;
    return ((page.finds.get(objectType) ?? 0) + PRIOR_LOOKS * prior) / (page.looks + PRIOR_LOOKS);
  }

  private open(house: House): Map<string, Page> {
    let pages = this.houses.get(house.spec.scene);
    if (pages === undefined) this.houses.set(house.spec.scene, (pages = new Map()));
    return pages;
  }
}

/** Types of the objects that the agent found in the receptacle: those it took from there, and those it left there. */
function typesFoundIn(memory: Memory, receptacle: number): Set<string> {
  const types = new Set<string>();
  for (let o = 0; o < memory.outline.objects; o++) {
    const from = memory.takenFrom_O[o];
    if (from === receptacle || (from < 0 && memory.inside(o, receptacle))) types.add(memory.outline.type_O[o]);
  }
  return types;
}

/** Highest chance per command first, by the notes about this house and by the prior where they are silent. */
export function houseMemoryOrder(notes: HouseNotes, house: House, prior: Prior): SearchOrder {
  return ({ type_R }, objectType) =>
    bestFirst(
      type_R.map(
        (type, r) =>
          notes.chance(house, r, objectType, prior.chance[objectType]?.[type] ?? 0) / (1 + (prior.doors[type] ?? 0)),
      ),
    );
}
