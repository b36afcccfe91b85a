// The generated household world: task i of a split as a HouseSpec, by the set-up's switches.
// Invariant: house(i) is a pure function of (seed, switches, split, i); a house number fixes layout, habits, faults and the
// owner's words, the task number draws task and placements in it. Nothing depends on the order of calls.
import { Problem } from '../../../core/problem.ts';
import { Rng } from '../../../core/rng.ts';
import type { WorldSetup } from '../../../core/types.ts';
import type { HouseSpec } from '../house.ts';
import type { Household } from './draw.ts';
import { drawHouse } from './draw.ts';
import { DRIFT_EPISODES, drawHomes, drawOwnerWords, drawWeights } from './keeping.ts';
import type { Layout } from './layout.ts';
import { drawLayout } from './layout.ts';
import { NOVEL_ROOMS, REAL_ROOMS, ROOM_NAMES, ROOM_SHARES } from './rooms.ts';
import type { RoomName } from './rooms.ts';
import type { SplitPlan, Switches } from './splits.ts';
import { generatedSplits, readSwitches, SPLIT_PLANS } from './splits.ts';
import { houseTasks } from './tasks.ts';

/** Seed of the world that everybody shares; tests draw others. */
const WORLD_SEED = 1;

/** Spreads the room types over the house numbers so that any stretch of them has the real shares. */
const GOLDEN = 0.6180339887498949;

/** Homes kept in memory; they are drawn again when asked for after that. */
const MOST_HOMES = 1000;

/** Tasks of one split of the generated world. */
export interface GeneratedSource {
  readonly size: number;
  /** @throws RangeError when index is not an integer 0..size-1. */
  house(index: number): HouseSpec;
}

/** Room type of a house number. */
export function roomOf(number: number): RoomName {
  let rest = (number * GOLDEN) % 1;
  let room = 0;
  while (room < ROOM_NAMES.length - 1 && rest >= ROOM_SHARES[room]) rest -= ROOM_SHARES[room++];
  return ROOM_NAMES[room];
}

/** Layout of a house number. */
function layoutOf(root: Rng, number: number, novel: boolean, faults: boolean): Layout {
  const rooms = novel ? NOVEL_ROOMS : REAL_ROOMS;
  return drawLayout(root.sub('house', number), number, rooms[roomOf(number)], faults);
}

class Source implements GeneratedSource {
  private readonly root: Rng;
  private readonly households = new Map<number, Household>();
  private readonly homes = new Map<string, readonly number[]>();
  /** House numbers that tasks go round. */
  private readonly numbers: readonly number[];

  constructor(
    seed: number,
    private readonly split: string,
    private readonly plan: SplitPlan,
    private readonly switches: Switches,
  ) {
    this.root = Rng.root(seed);
    const all = Array.from({ length: plan.houses }, (_, i) => plan.first + i);
    this.numbers = plan.compose ? all.filter((number) => roomOf(number) === 'kitchen') : all;
  }

  get size(): number {
    return this.plan.size;
  }

  house(index: number): HouseSpec {
    if (!Number.isInteger(index) || index < 0 || index >= this.size)
      throw new RangeError(`task ${index} is not an integer 0..${this.size - 1} of split ${this.split}`);
    const household = this.householdAt(index % this.numbers.length);
    const visit = Math.floor(index / this.numbers.length);
    const homes = this.homesOf(household, this.switches.drift ? Math.floor(visit / DRIFT_EPISODES) : 0);
    return drawHouse(this.root.sub('task').sub(this.split, index), household, homes, `${this.split}/${index}`);
  }

  /** The house at a position of `numbers`, or the next one after it that can be asked for something. */
  private householdAt(position: number): Household {
    for (let i = 0; i < this.numbers.length; i++) {
      const household = this.household(this.numbers[(position + i) % this.numbers.length]);
      if (household.tasks.length > 0) return household;
    }
    throw new Error(`no house of split ${this.split} can be asked for anything`);
  }

  private household(number: number): Household {
    const known = this.households.get(number);
    if (known) return known;
    const layout = layoutOf(this.root, number, this.plan.novel, this.switches.faults);
    const taste = this.root.sub('taste', number);
    const weights = drawWeights(taste, layout, this.switches.typePrior, this.plan.shift);
    const tasks = houseTasks(layout, this.plan, weights);
    const household: Household = {
      layout,
      weights,
      owner: drawOwnerWords(this.root.sub('owner', number), layout),
      tasks,
      taskWeights: tasks.map((task) => task.weight),
      switches: this.switches,
    };
    this.households.set(number, household);
    return household;
  }

  /** Homes after a number of changes, -1 for none. */
  private homesOf(household: Household, change: number): readonly number[] {
    const { layout, weights } = household;
    if (!this.switches.habits) return layout.objects.map(() => -1);
    const key = `${layout.number}/${change}`;
    let homes = this.homes.get(key);
    if (!homes) {
      if (this.homes.size >= MOST_HOMES) this.homes.clear();
      homes = drawHomes(this.root.sub('habits', layout.number), layout, weights, change);
      this.homes.set(key, homes);
    }
    return homes;
  }
}

/**
 * The tasks of one split of the generated world.
 * @param seed seed of the whole world; every published figure uses WORLD_SEED.
 * @throws Problem when the split is none of generatedSplits.
 */
export function generatedSource(setup: WorldSetup, split: string, seed: number = WORLD_SEED): GeneratedSource {
  const plan = Object.hasOwn(SPLIT_PLANS, split) ? SPLIT_PLANS[split] : undefined;
  if (!plan) {
    const names = generatedSplits.map((info) => info.id).join(', ');
    throw new Problem({
      code: 'unknown-split',
      message: `The generated household world has no split "${split}".`,
      nextStep: `Choose one of: ${names}.`,
    });
  }
  return new Source(seed, split, plan, readSwitches(setup.switches));
}

export { generatedSplits, householdSwitches } from './splits.ts';
