// Compiles a domain and a problem once: names to integers, conditions to join plans, effects to keys (no grounding).
// Invariant: the plan of a conjunction visits its positive literals from the rarest to the most frequent, static ones first where
// equal, and tests a negative literal or an equality as soon as its variables are bound. Every variable is bound by its type at last.
import { Problem } from '../../../core/problem.ts';
import { byCodeUnit } from '../names.ts';
import { branches } from './normalise.ts';
import type { Conjunction, Literal } from './normalise.ts';
import { Relation } from './relation.ts';
import { ROOT_TYPE } from './syntax.ts';
import type { Action, Atom, Condition, PddlDomain, PddlProblem, Typed } from './syntax.ts';

/** A term: entity e as e, variable slot s as -1 - s. */
export type Term = number;

/** A literal of a plan. `table` is the number of its relation. */
export interface Match {
  readonly table: number;
  readonly terms: readonly Term[];
  readonly negated: boolean;
}

type Step =
  | (Match & {
      readonly kind: 'each';
      /** First position whose term is bound before this step, -1 for none. */
      readonly bound: number;
      /** Positions that bind a variable for the first time. */
      readonly fresh: readonly boolean[];
    })
  | (Match & { readonly kind: 'test' })
  | { readonly kind: 'equal'; readonly left: Term; readonly right: Term; readonly negated: boolean };

export interface Plan {
  readonly slots: number;
  readonly steps: readonly Step[];
  readonly literals: readonly Match[];
}

export interface EffectCode {
  /** Plans of its `when`; the parameters of the action are bound in slots 0... */
  readonly when: readonly Plan[];
  readonly table: number;
  readonly terms: readonly Term[];
  readonly negated: boolean;
}

export interface ActionCode {
  readonly name: string;
  readonly parameters: readonly Typed[];
  readonly plans: readonly Plan[];
  readonly effects: readonly EffectCode[];
}

export interface Program {
  /** Ids in code-point order: the order in which text lists them. */
  readonly entities: readonly string[];
  /** Declared type of each entity; an entity that is not declared has none. */
  readonly typeOf: ReadonlyMap<string, string>;
  readonly entityIndex: ReadonlyMap<string, number>;
  /** Relation number of a predicate. */
  readonly tableOf: ReadonlyMap<string, number>;
  readonly predicates: readonly string[];
  /** Which relations an effect can change. */
  readonly dynamic: readonly boolean[];
  readonly initial: readonly Relation[];
  /** Entities of each type, as unary relations after the predicates' (by type name). */
  readonly typeTable: ReadonlyMap<string, number>;
  readonly actions: readonly ActionCode[];
  readonly goal: readonly Plan[];
  /** The arguments of the initial facts: the entities that have names. */
  readonly named: readonly string[];
}

/** With these two caps the number of a fact stays exact in a double: 20,000^3 < 2^53. */
const MAX_ENTITIES = 20_000;
const MAX_ARITY = 3;

/**
 * Compiles a problem of a domain.
 * @throws Problem naming the action or predicate whose arguments or variables do not fit, or what is too large.
 */
export function compile(domain: PddlDomain, problem: PddlProblem): Program {
  return new Compiler(domain, problem).program();
}

class Compiler {
  private readonly entityIndex = new Map<string, number>();
  private readonly tableOf = new Map<string, number>();
  private readonly typeTable = new Map<string, number>();
  private readonly arity: number[] = [];
  private readonly dynamic: boolean[] = [];
  private readonly relations: Relation[] = [];
  private readonly domain: PddlDomain;
  private readonly problem: PddlProblem;

  constructor(domain: PddlDomain, problem: PddlProblem) {
    this.domain = domain;
    this.problem = problem;
  }

  program(): Program {
    const { domain, problem } = this;
    const objects = [...domain.constants, ...problem.objects];
    const ids = [...objects.map(({ name }) => name), ...problem.facts.flatMap(({ terms }) => terms)];
    for (const id of [...new Set(ids)].sort(byCodeUnit)) this.entityIndex.set(id, this.entityIndex.size);
    if (this.entityIndex.size > MAX_ENTITIES) throw tooLarge(`more than ${MAX_ENTITIES} objects`);
    for (const [predicate, parameters] of domain.predicates) this.table(predicate, parameters.length, ':predicates');
    for (const { predicate, terms } of problem.facts) this.table(predicate, terms.length, ':init');
    for (const { name, precondition, effects } of domain.actions) {
      this.declare(precondition, name);
      for (const { when, atom } of effects) {
        this.declare(when, name);
        this.dynamic[this.table(atom.predicate, atom.terms.length, name)] = true;
      }
    }
    this.declare(problem.goal, ':goal');
    const predicates = [...this.tableOf.keys()];
    this.fill(objects);
    const actions = domain.actions.map((action) => this.action(action));
    const goal = this.plans(problem.goal, [], ':goal');
    return {
      entities: [...this.entityIndex.keys()],
      typeOf: new Map(objects.map(({ name, type }): [string, string] => [name, type])),
      entityIndex: this.entityIndex,
      tableOf: this.tableOf,
      predicates,
      dynamic: this.dynamic,
      initial: this.relations,
      typeTable: this.typeTable,
      actions,
      goal,
      named: [...new Set(problem.facts.flatMap(({ terms }) => terms))],
    };
  }

  private table(predicate: string, arity: number, where: string): number {
    const known = this.tableOf.get(predicate);
    if (known === undefined) {
      if (arity > MAX_ARITY) throw tooLarge(`the predicate ${predicate} has ${arity} arguments`);
      this.tableOf.set(predicate, this.arity.length);
      this.arity.push(arity);
      this.dynamic.push(false);
      return this.arity.length - 1;
    }
    if (this.arity[known] !== arity) {
      throw misfit(
        `${where} gives the predicate ${predicate} ${arity} arguments, elsewhere it has ${this.arity[known]}`,
      );
    }
    return known;
  }

  /** Makes tables for all that a condition speaks of, before any plan is made. */
  private declare(condition: Condition, where: string): void {
    if (condition.kind === 'atom') this.table(condition.atom.predicate, condition.atom.terms.length, where);
    else if (condition.kind === 'exists') this.declare(condition.body, where);
    else if (condition.kind !== 'equal') for (const part of condition.parts) this.declare(part, where);
  }

  /** Initial facts, then one unary relation for each type: an object belongs to its type, to the super-types and to the root. */
  private fill(objects: readonly Typed[]): void {
    const base = Math.max(1, this.entityIndex.size);
    for (const arity of this.arity) this.relations.push(new Relation(arity, base));
    for (const { predicate, terms } of this.problem.facts) {
      const relation = this.relations[this.tableOf.get(predicate)!];
      relation.add(relation.key(terms.map((term) => this.entityIndex.get(term)!)));
    }
    for (const { name, type } of objects) {
      const seen = new Set([ROOT_TYPE]);
      for (let t: string | undefined = type; t !== undefined && !seen.has(t); t = this.domain.types.get(t)) seen.add(t);
      for (const t of seen) this.relations[this.typeRelation(t)].add(this.entityIndex.get(name)!);
    }
  }

  /** The relation of a type; a type that nothing has, such as `location,`, gets an empty one. */
  private typeRelation(type: string): number {
    const known = this.typeTable.get(type);
    if (known !== undefined) return known;
    this.typeTable.set(type, this.relations.length);
    this.relations.push(new Relation(1, Math.max(1, this.entityIndex.size)));
    return this.relations.length - 1;
  }

  private action(action: Action): ActionCode {
    const slots = slotsOf(action.parameters);
    const effects = action.effects.map(({ when, atom, negated }): EffectCode => {
      const table = this.tableOf.get(atom.predicate)!;
      return {
        when: this.plans(when, action.parameters, action.name),
        table,
        terms: this.terms(atom, slots, action.name),
        negated,
      };
    });
    const plans = this.plans(action.precondition, action.parameters, action.name, false);
    return { name: action.name, parameters: action.parameters, plans, effects };
  }

  /** Plans of all branches. Parameters take the first slots; `given` says that they are bound before. */
  private plans(condition: Condition, parameters: readonly Typed[], where: string, given = true): Plan[] {
    return branches(condition).map((branch) => this.plan(branch, parameters, where, given));
  }

  private plan(branch: Conjunction, parameters: readonly Typed[], where: string, given: boolean): Plan {
    const variables = [...parameters, ...branch.variables];
    const slots = slotsOf(variables);
    const literals = branch.literals.map((literal) => this.match(literal, slots, where));
    const types = variables.map(({ type }, slot): Match => ({
      table: this.typeRelation(type),
      terms: [-1 - slot],
      negated: false,
    }));
    const equalities = branch.equalities.map(({ left, right, negated }) => {
      const [l, r] = this.terms({ predicate: '=', terms: [left, right] }, slots, where);
      return { kind: 'equal', left: l!, right: r!, negated } as const;
    });
    const bound = new Set<number>(given ? parameters.keys() : []);
    const isBound = (term: Term): boolean => term >= 0 || bound.has(-1 - term);
    const waiting = literals.filter((literal) => !literal.negated).concat(types.slice(given ? parameters.length : 0));
    const tests: Step[] = [
      ...literals.filter((literal) => literal.negated).map((m): Step => ({ kind: 'test', ...m })),
      ...equalities,
    ];
    const steps: Step[] = [];
    for (;;) {
      for (let i = tests.length - 1; i >= 0; i--)
        if (termsOf(tests[i]).every(isBound)) steps.push(...tests.splice(i, 1));
      if (waiting.length === 0) break;
      const next = this.rarest(waiting, isBound);
      const match = waiting.splice(next, 1)[0];
      const fresh = match.terms.map((term, i) => !isBound(term) && match.terms.indexOf(term) === i);
      steps.push(
        fresh.includes(true)
          ? { kind: 'each', ...match, bound: match.terms.findIndex(isBound), fresh }
          : { kind: 'test', ...match },
      );
      for (const term of match.terms) if (term < 0) bound.add(-1 - term);
    }
    return { slots: variables.length, steps, literals };
  }

  /** The literal expected to leave the fewest bindings. */
  private rarest(waiting: readonly Match[], isBound: (term: Term) => boolean): number {
    let best = 0;
    let bestCost = Infinity;
    for (const [i, { table, terms }] of waiting.entries()) {
      const free = terms.filter((term) => !isBound(term)).length;
      const share = terms.length === 0 ? 0 : free / terms.length;
      const size = this.relations[table].facts.size;
      const cost =
        free === 0
          ? 0
          : (share < 1 ? 1 + size / this.entityIndex.size : 1 + size) + (this.dynamic[table] === true ? 0.5 : 0);
      if (cost < bestCost) {
        best = i;
        bestCost = cost;
      }
    }
    return best;
  }

  private match({ atom, negated }: Literal, slots: ReadonlyMap<string, number>, where: string): Match {
    return {
      table: this.table(atom.predicate, atom.terms.length, where),
      terms: this.terms(atom, slots, where),
      negated,
    };
  }

  private terms(atom: Atom, slots: ReadonlyMap<string, number>, where: string): Term[] {
    return atom.terms.map((term) => {
      const slot = slots.get(term);
      if (slot !== undefined) return -1 - slot;
      if (term.startsWith('?')) throw misfit(`${where} uses the variable ${term}, which is not declared there`);
      const entity = this.entityIndex.get(term);
      if (entity === undefined) throw misfit(`${where} names ${term}, which the problem does not declare`);
      return entity;
    });
  }
}

function slotsOf(variables: readonly Typed[]): Map<string, number> {
  return new Map(variables.map(({ name }, slot): [string, number] => [name, slot]));
}

function termsOf(step: Step): readonly Term[] {
  return step.kind === 'equal' ? [step.left, step.right] : step.terms;
}

function misfit(what: string): Problem {
  return new Problem({
    code: 'bad-pddl',
    message: `The PDDL does not fit together: ${what}.`,
    nextStep: 'Correct the domain or the problem, or use the unchanged file of the release.',
  });
}

export function tooLarge(what: string): Problem {
  return new Problem({
    code: 'pddl-too-large',
    message: `The PDDL is too large to be played: ${what}.`,
    nextStep: 'Use a smaller problem.',
  });
}
