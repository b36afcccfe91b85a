// The facts of an interpreted game as its text sees them: a FactSource over the relations.
// Invariant: entities are numbered in the order of their ids by the program, so ascending numbers are the original's order; a
// negative fact `not_p` is seen only if an effect wrote it and no later effect added p again.
import type { FactSchema, FactSource } from '../grammar.ts';
import { nameEntities } from '../names.ts';
import type { Interpreter } from './interpreter.ts';
import type { Program } from './program.ts';

/** Never equal to a type number of a query: what an undeclared thing is. */
const UNTYPED = -3;

/** What stays the same over all states of a program. */
export class PddlNames implements FactSchema {
  readonly typeOf: Int32Array;
  readonly names: readonly string[];
  readonly ids: readonly string[];
  private readonly program: Program;
  private readonly types: ReadonlyMap<string, number>;

  constructor(program: Program) {
    this.program = program;
    this.ids = program.entities;
    this.types = new Map([...new Set(program.typeOf.values())].map((type, number) => [type, number]));
    this.typeOf = Int32Array.from(program.entities, (id) => this.types.get(program.typeOf.get(id) ?? '') ?? UNTYPED);
    const named = nameEntities(program.named);
    this.names = program.entities.map((id) => named.get(id) ?? `${id} `);
  }

  /** Even numbers are facts, odd numbers facts that an effect took away. */
  predicate(name: string): number {
    const { tableOf, dynamic } = this.program;
    const table = tableOf.get(name.toLowerCase());
    if (table !== undefined) return table * 2;
    const denied = name.startsWith('not_') ? tableOf.get(name.slice('not_'.length).toLowerCase()) : undefined;
    return denied !== undefined && dynamic[denied] ? denied * 2 + 1 : -1;
  }

  type(name: string): number {
    return this.types.get(name.toLowerCase()) ?? -1;
  }
}

export class PddlFacts implements FactSource {
  private readonly known: PddlNames;
  private readonly game: Interpreter;

  constructor(known: PddlNames, game: Interpreter) {
    this.known = known;
    this.game = game;
  }

  holds(predicate: number, args: Int32Array): boolean {
    const relation = this.game.relation(predicate >> 1);
    if (args.length !== relation.arity) return false;
    const key = relation.key(args);
    return predicate & 1 ? relation.denied.has(key) : relation.has(key);
  }

  next(predicate: number, args: Int32Array, position: number, from: number): number {
    const relation = this.game.relation(predicate >> 1);
    if (args.length !== relation.arity) return -1;
    const bound = args.findIndex((entity, i) => entity >= 0 && i !== position);
    const facts = predicate & 1 ? relation.denied : bound < 0 ? relation.facts : relation.with(bound, args[bound]);
    let best = -1;
    for (const key of facts) {
      const entity = relation.argument(key, position);
      if (entity < from || (best >= 0 && entity >= best)) continue;
      let agrees = true;
      for (let i = 0; i < args.length && agrees; i++)
        agrees = i === position || args[i] < 0 || relation.argument(key, i) === args[i];
      if (agrees) best = entity;
    }
    return best;
  }

  typeOf(entity: number): number {
    return this.known.typeOf[entity];
  }
  name(entity: number): string {
    return this.known.names[entity];
  }
  id(entity: number): string {
    return this.known.ids[entity];
  }
}
