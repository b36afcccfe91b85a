// Which tasks a house can be asked for, with their weights: the measured pairs of real tasks, and the compositions of ood-compose.
// Invariant: every row can be won in every episode that is drawn for it (things, receptacle, appliance and knife are there).
import type { Goal, TaskType } from '../house.ts';
import { NEED, PROP } from '../house.ts';
import type { Layout } from './layout.ts';
import type { RoomTables, TaskRow } from './rooms.ts';
import { fits, propsOf } from './rooms.ts';
import { KNOWN_AS } from './novel.ts';
import type { SplitPlan } from './splits.ts';
import { SHIFTED } from './splits.ts';

interface TaskRule {
  readonly needs: number;
  readonly count: 1 | 2;
  readonly light: boolean;
  /** True when no thing of the wanted type is at the goal at the start (real games: simple and two; else 45 % have one there). */
  readonly clearGoal: boolean;
  /** Real task type whose number of copies it follows. */
  readonly copiesOf: string;
}

const rule = (copiesOf: string, needs: number, change: Partial<TaskRule> = {}): TaskRule => ({
  copiesOf,
  needs,
  count: 1,
  light: false,
  clearGoal: false,
  ...change,
});

export const TASK_RULES: Readonly<Record<TaskType, TaskRule>> = {
  look_at_obj_in_light: rule('look_at_obj_in_light', 0, { light: true }),
  pick_and_place_simple: rule('pick_and_place_simple', 0, { clearGoal: true }),
  pick_clean_then_place_in_recep: rule('pick_clean_then_place_in_recep', NEED.clean),
  pick_heat_then_place_in_recep: rule('pick_heat_then_place_in_recep', NEED.hot),
  pick_cool_then_place_in_recep: rule('pick_cool_then_place_in_recep', NEED.cool),
  pick_two_obj_and_place: rule('pick_two_obj_and_place', 0, { count: 2, clearGoal: true }),
  pick_clean_then_cool_then_place: rule('pick_cool_then_place_in_recep', NEED.clean | NEED.cool),
  pick_two_hot_and_place: rule('pick_two_obj_and_place', NEED.hot, { count: 2 }),
  slice_then_heat_and_place: rule('pick_heat_then_place_in_recep', NEED.sliced | NEED.hot),
};

/** A task that a house can be asked for. */
export interface HouseTask {
  readonly task: TaskType;
  readonly objectType: string;
  /** Receptacle type, or the lamp type of a light task. */
  readonly receptacleType: string;
  readonly weight: number;
  /** Position of the object type in layout.objects. */
  readonly object: number;
}

const KNIVES = ['knife', 'butterknife'];

/** [composition, real task whose pairs it takes, PROP bits that its object needs besides]; each weighs the same in all. */
const COMPOSITIONS: readonly (readonly [TaskType, string, number])[] = [
  ['pick_clean_then_cool_then_place', 'pick_cool_then_place_in_recep', PROP.cleanable],
  ['pick_two_hot_and_place', 'pick_heat_then_place_in_recep', 0],
  ['slice_then_heat_and_place', 'pick_heat_then_place_in_recep', PROP.sliceable],
];

function compositionRows(tables: RoomTables): TaskRow[] {
  return COMPOSITIONS.flatMap(([task, like, props]) => {
    const rows = tables.tasks.filter((row) => row.task === like && (propsOf(row.objectType) & props) === props);
    const total = rows.reduce((sum, row) => sum + row.weight, 0);
    return rows.map((row) => ({ ...row, task, weight: row.weight / total }));
  });
}

const APPLIANCE_NEEDS = [
  [NEED.clean, 'clean', PROP.cleanable],
  [NEED.hot, 'heat', PROP.heatable],
  [NEED.cool, 'cool', PROP.coolable],
] as const;

function canServe(layout: Layout, props: number, needs: number): boolean {
  const served = APPLIANCE_NEEDS.every(
    ([bit, kind, prop]) =>
      (needs & bit) === 0 || ((props & prop) !== 0 && layout.appliances[kind].some((type) => layout.ofType.has(type))),
  );
  const knife = (needs & NEED.sliced) === 0 || layout.objects.some((row) => KNIVES.includes(row.type));
  return served && knife;
}

/** The tasks of a house under a split. @param weights placement weights by position in layout.objects. */
export function houseTasks(layout: Layout, plan: SplitPlan, weights: readonly (readonly number[])[]): HouseTask[] {
  const rows = plan.compose ? compositionRows(layout.tables) : layout.tables.tasks;
  return rows.flatMap((row): HouseTask[] => {
    const task = row.task as TaskType;
    const { needs, light, clearGoal } = TASK_RULES[task];
    const object = layout.objects.findIndex((o) => o.type === row.objectType);
    if (object < 0) return [];
    if (plan.shift && !SHIFTED.has(row.objectType)) return [];
    if (plan.novel && !(row.objectType in KNOWN_AS) && !(row.receptacleType in KNOWN_AS)) return [];
    const goal = light
      ? layout.objects.some((o) => o.type === row.receptacleType)
      : layout.ofType.has(row.receptacleType) && fits(row.receptacleType, row.objectType);
    const elsewhere = weights[object].some((w, r) => w > 0 && layout.receptacles[r].type !== row.receptacleType);
    if (!goal || (clearGoal && !elsewhere) || !canServe(layout, propsOf(row.objectType), needs)) return [];
    return [{ ...row, task, object }];
  });
}

/** The goal of a task; `object` is the one thing that counts when the owner named it, else -1. */
export function goalOf(task: HouseTask, object: number): Goal {
  const { needs, count, light } = TASK_RULES[task.task];
  const { objectType, receptacleType } = task;
  if (light) return { kind: 'light', objectType, lampType: receptacleType };
  const goal = { kind: 'place', objectType, receptacleType, count, needs } as const;
  return object < 0 ? goal : { ...goal, objects: [object] };
}
