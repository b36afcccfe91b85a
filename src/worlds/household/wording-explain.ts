// Why a command did nothing, in our own words: for houses whose answers explain failures (worlds.md 1.10).
// Invariant: says only what somebody who stands there can see; never what a shut or distant receptacle holds.
import type { Game } from './engine.ts';
import type { HouseSpec } from './house.ts';
import { PROP } from './house.ts';
import { TEMPLATES } from './wording.ts';

type Action = keyof typeof TEMPLATES;

/** A typed command as far as it can be read: things and furniture by index, -1 for a name that nothing here has. */
interface Attempt {
  readonly action: Action;
  readonly names: readonly string[];
  /** Receptacle that is meant. */
  readonly r: number;
  /** Object that is meant, and the tool to cut with. */
  readonly o: number;
  readonly tool: number;
}

const PATTERNS = Object.entries(TEMPLATES).map(([action, template]) => ({
  action: action as Action,
  slots: [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '(.+)')}$`),
}));

function read(game: Game, text: string): Attempt | null {
  const { receptacles, objects } = game.house.names;
  let best: Attempt | null = null;
  for (const { action, slots, pattern } of PATTERNS) {
    const names = pattern.exec(text)?.slice(1);
    if (names === undefined) continue;
    const index = (slot: string, list: readonly string[]): number => {
      const at = slots.indexOf(slot);
      return at < 0 ? -1 : list.indexOf(names[at]);
    };
    const o = Math.max(index('o', objects), index('co', objects));
    const attempt = { action, names, r: index('r', receptacles), o, tool: index('ko', objects) };
    // "inspect X" can mean furniture or a thing; what is no furniture is read as a thing, there or not.
    if (best === null || best.r < 0) best = attempt;
  }
  return best;
}

const APPLIANCES = {
  cleanobject: { kind: 'clean', prop: PROP.cleanable, verb: 'washed', does: 'wash' },
  heatobject: { kind: 'heat', prop: PROP.heatable, verb: 'warmed', does: 'warm' },
  coolobject: { kind: 'cool', prop: PROP.coolable, verb: 'chilled', does: 'chill' },
} as const;

/** What is wrong with an attempt, as a function of what stands for it; null = not this. */
type Check = (game: Game, attempt: Attempt) => string | null;

const nameR = (game: Game, r: number): string => game.house.names.receptacles[r];
const nameO = (game: Game, o: number): string => game.house.names.objects[o];
const spec = (game: Game): HouseSpec => game.house.spec;

/** The object is at hand: held, or in a receptacle here that can be seen into. */
const inSight = (game: Game, o: number): boolean =>
  game.held === o || (game.house.receptaclesAt[game.at] ?? []).some((r) => game.isAccessible(r) && game.contains(o, r));

const noSuchFurniture: Check = (_, { r, names }) =>
  r < 0 ? `There is no ${names[names.length - 1]} in this room.` : null;
const tooFar: Check = (game, { r }) =>
  game.house.locationOf[r] === game.at ? null : `The ${nameR(game, r)} is too far away; walk to it first.`;
const alreadyHere: Check = (game, { r }) =>
  game.house.locationOf[r] === game.at ? `You already stand by the ${nameR(game, r)}.` : null;
const noDoor: Check = (game, { r }) => (game.house.openable[r] ? null : `The ${nameR(game, r)} has no door.`);
const isOpen: Check = (game, { r }) => (game.isOpen(r) ? `The ${nameR(game, r)} is open already.` : null);
const isShut: Check = (game, { r }) => (game.isAccessible(r) ? null : `The ${nameR(game, r)} is shut.`);
const handsFull: Check = (game) =>
  game.held < 0 ? null : `Your hands are full with the ${nameO(game, game.held)}; leave it somewhere first.`;
const notThere: Check = (game, { o, r, names }) =>
  o >= 0 && game.contains(o, r) ? null : `There is no ${names[0]} at the ${nameR(game, r)}.`;
const notMovable: Check = (game, { o }) =>
  spec(game).objects[o].props & PROP.pickupable ? null : `The ${nameO(game, o)} cannot be carried.`;
const notHeld: Check = (game, { o, names }) => (o >= 0 && game.held === o ? null : `You do not hold the ${names[0]}.`);
const notSeen: Check = (game, { o, names }) => (o >= 0 && inSight(game, o) ? null : `You see no ${names[0]} here.`);
const noSwitch: Check = (game, { o }) =>
  spec(game).objects[o].props & PROP.toggleable ? null : `The ${nameO(game, o)} has no switch.`;
const noKnife: Check = (game, { tool, names }) => {
  if (tool < 0 || game.held !== tool) return `You do not hold the ${names[1]}.`;
  return game.house.isKnife[tool] ? null : `The ${nameO(game, tool)} cannot cut.`;
};
const notSliceable: Check = (game, { o }) =>
  spec(game).objects[o].props & PROP.sliceable ? null : `The ${nameO(game, o)} cannot be cut.`;
const doesNotFit: Check = (game, { o, r }) => {
  const { objects, receptacles, canContain } = spec(game);
  const fits = canContain.some(([type, thing]) => type === receptacles[r].type && thing === objects[o].type);
  return fits ? null : `The ${nameR(game, r)} does not take the ${nameO(game, o)}.`;
};
const wrongAppliance: Check = (game, { action, o, r }) => {
  const { kind, prop, verb, does } = APPLIANCES[action as keyof typeof APPLIANCES];
  if (!spec(game).appliances[kind].includes(spec(game).receptacles[r].type))
    return `The ${nameR(game, r)} does not ${does} things.`;
  if ((spec(game).objects[o].props & prop) === 0) return `The ${nameO(game, o)} cannot be ${verb}.`;
  return game.isBroken(r) ? `The ${nameR(game, r)} is dead.` : null;
};

const APPLIANCE_CHECKS = [noSuchFurniture, notHeld, tooFar, wrongAppliance];

/** What to check in turn; the first that is wrong is the reason. */
const CHECKS: Readonly<Record<Action, readonly Check[]>> = {
  gotolocation: [noSuchFurniture, alreadyHere],
  openobject: [noSuchFurniture, tooFar, noDoor, isOpen],
  closeobject: [noSuchFurniture, tooFar, noDoor, isShut],
  pickupobject: [noSuchFurniture, tooFar, isShut, handsFull, notThere, notMovable],
  putobject: [noSuchFurniture, notHeld, tooFar, isShut, doesNotFit],
  inventory: [],
  examinereceptacle: [noSuchFurniture, tooFar],
  examineobject: [notHeld],
  toggleobject: [notSeen, noSwitch],
  heatobject: APPLIANCE_CHECKS,
  cleanobject: APPLIANCE_CHECKS,
  coolobject: APPLIANCE_CHECKS,
  sliceobject: [noKnife, notSeen, notSliceable],
  look: [],
};

/**
 * Why a command is not admissible now.
 * @param text what was typed, in the wording of wording.ts.
 * @returns one sentence; where no reason can be named, what to do instead.
 */
export function explainFailure(game: Game, text: string): string {
  const attempt = read(game, text.trim());
  if (attempt === null) return 'That is none of the things one can do here; choose from the list of commands.';
  for (const check of CHECKS[attempt.action]) {
    const reason = check(game, attempt);
    if (reason !== null) return reason;
  }
  return 'That is not possible now; choose from the list of commands.';
}
