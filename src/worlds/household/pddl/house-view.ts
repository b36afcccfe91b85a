// An interpreted game seen as a house, where its domain has the household's actions and facts: so that what the agent has seen,
// and what a policy is told of it, are those of the compiled engine (Memory and Features), whatever rule was edited.
// Invariant: reads facts that the last observation told, and the list of commands; nothing else.
import { encode, House, NO_CODE, VERB } from '../engine.ts';
import type { HouseSpec } from '../house.ts';
import type { Observed } from '../memory.ts';
import type { Instance, Interpreter } from './interpreter.ts';
import type { Program } from './program.ts';

/** Verb of each action, and the parameters that its code holds. */
const ACTIONS: Readonly<Record<string, readonly [verb: number, ...parameters: string[]]>> = {
  look: [VERB.look],
  inventory: [VERB.inventory],
  help: [VERB.help],
  examinereceptacle: [VERB.examineReceptacle, '?r'],
  examineobject: [VERB.examineObject, '?o'],
  gotolocation: [VERB.go, '?r'],
  openobject: [VERB.open, '?r'],
  closeobject: [VERB.close, '?r'],
  pickupobject: [VERB.take, '?o', '?r'],
  putobject: [VERB.put, '?o', '?r'],
  cleanobject: [VERB.clean, '?o', '?r'],
  heatobject: [VERB.heat, '?o', '?r'],
  coolobject: [VERB.cool, '?o', '?r'],
  toggleobject: [VERB.use, '?o'],
  sliceobject: [VERB.slice, '?co', '?ko'],
};
const SHOWING: readonly number[] = [VERB.go, VERB.open, VERB.examineReceptacle];
const FACTS = ['inreceptacle', 'openable', 'opened'];

/** How the entities of a program are the receptacles and objects of a house. */
export class HouseMap {
  /** Names and tables for the picture; it is never played. */
  readonly house: House;
  readonly program: Program;
  private readonly indexOf: Int32Array;
  private readonly entityOfReceptacle: Int32Array;
  private readonly entityOfObject: Int32Array;

  private constructor(program: Program, house: HouseSpec) {
    this.program = program;
    this.house = new House(house);
    this.indexOf = new Int32Array(program.entities.length).fill(-1);
    const entities = (ids: readonly { readonly id: string }[]): Int32Array =>
      Int32Array.from(ids, ({ id }, index) => {
        const entity = program.entityIndex.get(id) ?? 0;
        this.indexOf[entity] = index;
        return entity;
      });
    this.entityOfReceptacle = entities(house.receptacles);
    this.entityOfObject = entities(house.objects);
  }

  /** The map, or null where the domain has actions or lacks facts that the household does not know. */
  static of(program: Program, house: HouseSpec): HouseMap | null {
    const known = program.actions.every(({ name, parameters }) => {
      if (!Object.hasOwn(ACTIONS, name)) return false;
      const [, ...wanted] = ACTIONS[name];
      return wanted.every((parameter) => parameters.some((p) => p.name === parameter));
    });
    return known && FACTS.every((fact) => program.tableOf.has(fact)) ? new HouseMap(program, house) : null;
  }

  /** The command code of the compiled engine. */
  code({ action, entities }: Instance): number {
    const { name, parameters } = this.program.actions[action];
    const [verb, ...wanted] = ACTIONS[name];
    const [a = 0, b = 0] = wanted.map((parameter) => {
      const entity = entities[parameters.findIndex((p) => p.name === parameter)];
      return Math.max(0, this.indexOf[entity]);
    });
    return encode(verb, a, b);
  }

  /** What Memory may look at after a command (null: a text that was not admissible). */
  observed(game: Interpreter, commands: readonly Instance[], last: Instance | null): Observed {
    const { program } = this;
    const holds = (predicate: string, ...entities: number[]): boolean => {
      const relation = game.relation(program.tableOf.get(predicate)!);
      return relation.has(relation.key(entities));
    };
    const lastCode = last === null ? NO_CODE : this.code(last);
    const shown = last !== null && SHOWING.includes(lastCode >> 20) ? (lastCode >> 10) & 1023 : -1;
    const entity = this.entityOfReceptacle[Math.max(0, shown)];
    return {
      count: commands.length,
      codes: Int32Array.from(commands, (command) => this.code(command)),
      lastCode,
      happened: last !== null,
      shown,
      shownClosed: shown >= 0 && holds('openable', entity) && !holds('opened', entity),
      contains: (object, receptacle) =>
        holds('inreceptacle', this.entityOfObject[object], this.entityOfReceptacle[receptacle]),
    };
  }
}
