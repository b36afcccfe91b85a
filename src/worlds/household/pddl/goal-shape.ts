// Recognises the goals of the benchmark by their shape, so that the compiled engine can take them (worlds.md 1.6).
// Invariant: a goal is taken only if its literals are exactly those of the shape; anything more or less goes to the generic engine.
import { NEED } from '../house.ts';
import type { Goal, TaskType } from '../house.ts';
import { branches } from './normalise.ts';
import type { Conjunction } from './normalise.ts';
import type { Condition } from './syntax.ts';

const STATES = [
  ['cleanable', 'isclean', NEED.clean],
  ['heatable', 'ishot', NEED.hot],
  ['coolable', 'iscool', NEED.cool],
  ['sliceable', 'issliced', NEED.sliced],
] as const;

const TASK_TYPE: Readonly<Record<string, TaskType>> = {
  '1:0': 'pick_and_place_simple',
  [`1:${NEED.clean}`]: 'pick_clean_then_place_in_recep',
  [`1:${NEED.hot}`]: 'pick_heat_then_place_in_recep',
  [`1:${NEED.cool}`]: 'pick_cool_then_place_in_recep',
  '2:0': 'pick_two_obj_and_place',
  [`1:${NEED.clean | NEED.cool}`]: 'pick_clean_then_cool_then_place',
  [`2:${NEED.hot}`]: 'pick_two_hot_and_place',
  [`1:${NEED.sliced | NEED.hot}`]: 'slice_then_heat_and_place',
};

/** The goal of a compiled house, or null when the shape is another one. */
export function goalOf(condition: Condition): Goal | null {
  const found = branches(condition);
  if (found.length !== 1) return null;
  return lightGoal(found[0]) ?? placeGoal(found[0]);
}

/** The task type of a goal, or null for a combination that has no name. */
export function taskTypeOf(goal: Goal): TaskType | null {
  return goal.kind === 'light' ? 'look_at_obj_in_light' : (TASK_TYPE[`${goal.count}:${goal.needs}`] ?? null);
}

/** A type constant without its ending: `booktype` names the type `book`. */
export function typeName(constant: string): string {
  return constant.endsWith('type') ? constant.slice(0, -4) : constant;
}

function lightGoal(goal: Conjunction): Goal | null {
  const lamp = argument(goal, 'istoggled', 0);
  const held = argument(goal, 'holds', 1);
  const receptacle = argument(goal, 'inreceptacle', 1);
  const place = argument(goal, 'receptacleatlocation', 1);
  const lampType = typeConstant(goal, 'objecttype', lamp);
  const objectType = typeConstant(goal, 'objecttype', held);
  const here = argument(goal, 'atlocation', 0);
  const holder = argument(goal, 'holds', 0);
  const expected = [
    `objecttype ${lamp} ${lampType}`,
    `toggleable ${lamp}`,
    `istoggled ${lamp}`,
    `receptacleatlocation ${receptacle} ${place}`,
    `atlocation ${here} ${place}`,
    `inreceptacle ${lamp} ${receptacle}`,
    `objecttype ${held} ${objectType}`,
    `holds ${holder} ${held}`,
  ];
  if (!sameLiterals(goal, expected) || goal.equalities.length > 0) return null;
  const types = {
    [lamp]: 'object',
    [held]: 'object',
    [receptacle]: 'receptacle',
    [place]: 'location',
    [here]: 'agent',
    [holder]: 'agent',
  };
  if (!sameVariables(goal, types)) return null;
  return { kind: 'light', objectType: typeName(objectType), lampType: typeName(lampType) };
}

function placeGoal(goal: Conjunction): Goal | null {
  const receptacle = argument(goal, 'inreceptacle', 1);
  const receptacleType = typeConstant(goal, 'receptacletype', receptacle);
  const objects = [
    ...new Set(goal.literals.filter((l) => l.atom.predicate === 'inreceptacle').map((l) => l.atom.terms[0] ?? '')),
  ];
  const count = objects.length;
  if (count !== 1 && count !== 2) return null;
  const objectType = typeConstant(goal, 'objecttype', objects[0]);
  const needed = STATES.filter(([, state]) => goal.literals.some((l) => l.atom.predicate === state));
  const expected = objects.flatMap((object) => [
    `inreceptacle ${object} ${receptacle}`,
    `objecttype ${object} ${objectType}`,
    `receptacletype ${receptacle} ${receptacleType}`,
    ...needed.flatMap(([can, state]) => [`${can} ${object}`, `${state} ${object}`]),
  ]);
  if (!sameLiterals(goal, expected) || !sameVariables(goal, typesOf(objects, receptacle)) || !distinct(goal, objects))
    return null;
  const needs = needed.reduce((bits, [, , bit]) => bits | bit, 0);
  return { kind: 'place', objectType: typeName(objectType), receptacleType: typeName(receptacleType), count, needs };
}

function typesOf(objects: readonly string[], receptacle: string): Record<string, string> {
  return Object.fromEntries([...objects.map((object) => [object, 'object']), [receptacle, 'receptacle']]) as Record<
    string,
    string
  >;
}

/** Two objects must be said to differ; one object has nothing to differ from. */
function distinct(goal: Conjunction, objects: readonly string[]): boolean {
  if (goal.equalities.length !== objects.length - 1) return false;
  return goal.equalities.every(
    (e) => e.negated && e.left !== e.right && objects.includes(e.left) && objects.includes(e.right),
  );
}

function argument(goal: Conjunction, predicate: string, index: number): string {
  return goal.literals.find((l) => l.atom.predicate === predicate)?.atom.terms[index] ?? '';
}

function typeConstant(goal: Conjunction, predicate: string, subject: string): string {
  return goal.literals.find((l) => l.atom.predicate === predicate && l.atom.terms[0] === subject)?.atom.terms[1] ?? '';
}

function sameLiterals(goal: Conjunction, expected: readonly string[]): boolean {
  const found = new Set(
    goal.literals.map((l) => `${l.negated ? 'not ' : ''}${l.atom.predicate} ${l.atom.terms.join(' ')}`),
  );
  const wanted = new Set(expected);
  return found.size === wanted.size && [...wanted].every((literal) => found.has(literal));
}

function sameVariables(goal: Conjunction, types: Readonly<Record<string, string>>): boolean {
  const wanted = Object.keys(types);
  const found = new Map(goal.variables.map(({ name, type }): [string, string] => [name, type]));
  return found.size === wanted.length && wanted.every((name) => found.get(name) === types[name]);
}
