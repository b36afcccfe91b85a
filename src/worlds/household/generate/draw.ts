// Draws one episode in a house: the task, how many copies of each thing there are, and where each of them is.
// Invariant: a pure function of (house, stream of the task, change number); sub-streams keep each part the same when a switch
// changes another; nothing that is drawn is won at the start.
import type { Rng } from '../../../core/rng.ts';
import type { HouseSpec, ObjectSpec } from '../house.ts';
import { NEED, PROP } from '../house.ts';
import { TARGET_COPIES } from './figures.ts';
import { byId, objectId } from './ids.ts';
import type { OwnerWord } from './keeping.ts';
import type { Layout } from './layout.ts';
import { coolShare, propsOf } from './rooms.ts';
import { sentenceOf } from './sentences.ts';
import type { Switches } from './splits.ts';
import type { HouseTask } from './tasks.ts';
import { goalOf, TASK_RULES } from './tasks.ts';

/** How sure a habit is. */
const HABIT_STRENGTH = 0.95;

/** A house with all that its episodes share. */
export interface Household {
  readonly layout: Layout;
  readonly weights: readonly (readonly number[])[];
  readonly owner: readonly (OwnerWord | null)[];
  readonly tasks: readonly HouseTask[];
  readonly taskWeights: readonly number[];
  readonly switches: Switches;
}

interface Wish {
  readonly task: HouseTask;
  readonly copies: number;
  readonly owner: OwnerWord | null;
  /** Number of the copy that lies untreated at the goal, 0 for none. */
  readonly twin: number;
}

/** Draws the task among those whose object does not have its home at the goal (all of them, where that leaves none). */
function drawTask(rng: Rng, house: Household, homes: readonly number[]): HouseTask {
  const { receptacles } = house.layout;
  const weights = house.tasks.map((task, i) => {
    const home = homes[task.object];
    const atGoal = home >= 0 && receptacles[home].type === task.receptacleType;
    return atGoal && TASK_RULES[task.task].clearGoal ? 0 : house.taskWeights[i];
  });
  return house.tasks[rng.weighted(weights.some((w) => w > 0) ? weights : house.taskWeights)];
}

function drawWish(rng: Rng, house: Household, homes: readonly number[]): Wish {
  const task = drawTask(rng.sub('task'), house, homes);
  const { count, light, clearGoal, copiesOf } = TASK_RULES[task.task];
  const named = house.switches.ownerWords && count === 1 && !light ? house.owner[task.object] : null;
  const drawn = 1 + rng.sub('copies').weighted(TARGET_COPIES[copiesOf]);
  const copies = named === null ? drawn : Math.max(2, drawn, named.k);
  const twins = house.switches.twins && !light && !clearGoal && count === 1;
  if (!twins) return { task, copies, owner: named, twin: 0 };
  const enough = Math.max(2, copies);
  return { task, copies: enough, owner: named, twin: named?.k === enough ? enough - 1 : enough };
}

/** Draws where one copy is: at home, at the goal (a twin), or by the weights. */
function drawReceptacle(rng: Rng, weights: readonly number[], home: number): number {
  const habit = rng.float() < HABIT_STRENGTH;
  const byWeight = rng.weighted(weights);
  return home >= 0 && habit ? home : byWeight;
}

/** Receptacles that an object is in: the drawn one, and by the measured rate of quirks a second one at the same time. */
function withSecond(rng: Rng, layout: Layout, objectType: string, first: number, banned: string): readonly number[] {
  for (const row of layout.tables.twins) {
    if (row.objectType !== objectType || row.from !== layout.receptacles[first].type || row.also === banned) continue;
    const others = (layout.ofType.get(row.also) ?? []).filter((r) => r !== first);
    if (others.length > 0 && rng.float() < row.share) return [first, rng.pick(others)].sort((a, b) => a - b);
  }
  return [first];
}

/** Weights without the receptacles of a type; all of them where nothing else is left. */
function without(layout: Layout, weights: readonly number[], type: string): readonly number[] {
  const left = weights.map((w, r) => (layout.receptacles[r].type === type ? 0 : w));
  return left.some((w) => w > 0) ? left : weights;
}

function drawObjects(rng: Rng, house: Household, homes: readonly number[], wish: Wish): ObjectSpec[] {
  const { layout } = house;
  const { clearGoal, needs, light } = TASK_RULES[wish.task.task];
  const objects: ObjectSpec[] = [];
  layout.objects.forEach((row, i) => {
    const own = rng.sub(row.type);
    const wanted = i === wish.task.object;
    const banned = wanted && clearGoal ? wish.task.receptacleType : '';
    const drawn = 1 + own.weighted(row.copies);
    const copies = wanted ? wish.copies : drawn;
    const weights = banned === '' ? house.weights[i] : without(layout, house.weights[i], banned);
    const atHome = wanted && wish.owner !== null ? wish.owner.k : 1;
    const home = homes[i] >= 0 && weights[homes[i]] > 0 ? homes[i] : -1;
    const props = propsOf(row.type);
    for (let k = 1; k <= copies; k++) {
      const found = drawReceptacle(own, weights, k === atHome ? home : -1);
      const twin = wanted && k === wish.twin;
      const first = twin ? own.pick(layout.ofType.get(wish.task.receptacleType) ?? []) : found;
      const receptacles = withSecond(own, layout, row.type, first, banned);
      const done = wanted && !light && receptacles.some((r) => layout.receptacles[r].type === wish.task.receptacleType);
      const cool = own.float() < coolShare(row.type) && !(done && (needs & NEED.cool) !== 0);
      objects.push({
        id: objectId(row.type, k),
        type: row.type,
        location: layout.receptacles[first].location,
        props: cool ? props | PROP.isCool : props,
        receptacles,
      });
    }
  });
  return objects.sort(byId);
}

/**
 * Draws one episode.
 * @param rng the stream of this task.
 * @param homes home receptacle of each object type of the house, -1 for none.
 */
export function drawHouse(rng: Rng, house: Household, homes: readonly number[], id: string): HouseSpec {
  const { layout, switches } = house;
  const wish = drawWish(rng.sub('wish'), house, homes);
  const { task, owner } = wish;
  const objects = drawObjects(rng.sub('things'), house, homes, wish);
  const meant = owner === null ? -1 : objects.findIndex((o) => o.id === objectId(task.objectType, owner.k));
  const wording = rng.sub('wording').int(2);
  const spec: HouseSpec = {
    id,
    taskType: task.task,
    sentence: sentenceOf(task.task, wording, task.objectType, task.receptacleType, owner?.phrase ?? null),
    goal: goalOf(task, meant),
    scene: layout.number,
    start: layout.start,
    locations: layout.locations,
    receptacles: layout.receptacles,
    objects,
    inner: [],
    canContain: layout.canContain,
    appliances: layout.appliances,
  };
  return switches.explain ? { ...spec, explainFailures: true } : spec;
}
