// Plays a compiled PDDL program by joining its conditions against the facts: nothing is grounded beforehand.
// Invariant: conditional effects read the old state and an add wins over a delete of the same fact, as the translator has it; an
// instance whose effects all stand in its own precondition is no command (worlds.md 1.2: going to where the agent already stands),
// while one whose effect merely happens to hold already is (looking twice).
import { hash32 } from '../../../core/hash.ts';
import type { Relation } from './relation.ts';
import { tooLarge } from './program.ts';
import type { ActionCode, EffectCode, Match, Plan, Program, Term } from './program.ts';

/** One applicable action with the entities of its parameters. */
export interface Instance {
  readonly action: number;
  readonly entities: readonly number[];
}

/** Facts that one look at the state may visit; far above any house, a stop for a domain made to hang. */
const MAX_VISITS = 2_000_000;
/** A command number must fit 16 bits beside the mark for a text that is not admissible. */
const MAX_INSTANCES = 65_000;

export class Interpreter {
  readonly program: Program;
  private readonly relations: readonly Relation[];
  private visits = 0;

  constructor(program: Program, relations: readonly Relation[] = program.initial) {
    this.program = program;
    this.relations = relations.map((relation, i) => (program.dynamic[i] === true ? relation.clone() : relation));
  }

  clone(): Interpreter {
    return new Interpreter(this.program, this.relations);
  }

  relation(table: number): Relation {
    return this.relations[table];
  }

  /**
   * All commands of this state, ordered by action as written, then by the entities of the parameters.
   * @throws Problem `pddl-too-large` when the conditions need too much work.
   */
  instances(): Instance[] {
    this.visits = 0;
    return this.program.actions.flatMap((action, number) => {
      const found = new Map<string, Instance>();
      const count = action.parameters.length;
      for (const plan of action.plans) {
        this.join(plan, new Int32Array(plan.slots), 0, (slots) => {
          if (this.isNoOp(action, plan, slots)) return false;
          const entities = Array.from(slots.subarray(0, count));
          found.set(entities.join(' '), { action: number, entities });
          if (found.size > MAX_INSTANCES)
            throw tooLarge(`the action ${action.name} has more than ${MAX_INSTANCES} instances`);
          return false;
        });
      }
      return [...found.values()].sort(byEntities);
    });
  }

  /** Whether the goal holds. */
  won(): boolean {
    this.visits = 0;
    return this.holds(this.program.goal, []);
  }

  /** Applies an instance, which must be one of `instances()`. */
  apply(instance: Instance): void {
    this.visits = 0;
    const { effects } = this.program.actions[instance.action];
    const due = effects.filter(({ when }) => this.holds(when, instance.entities));
    const keys = due.map((effect) => this.keyOf(effect, instance.entities));
    for (const [i, { table, negated }] of due.entries()) if (negated) this.relations[table].delete(keys[i]);
    for (const [i, { table, negated }] of due.entries()) if (!negated) this.relations[table].add(keys[i]);
  }

  /** A number that depends on the dynamic facts alone, whatever way led to them. */
  stateNumber(): string {
    let high = 0;
    let low = 0;
    for (const [table, relation] of this.relations.entries()) {
      if (this.program.dynamic[table] !== true) continue;
      for (const key of relation.facts) {
        const a = hash32(hash32(table, key % 0x100000000), Math.floor(key / 0x100000000));
        low = (low + a) >>> 0;
        high = (high + hash32(a, 1)) >>> 0;
      }
    }
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
  }

  private holds(plans: readonly Plan[], parameters: readonly number[]): boolean {
    return plans.some((plan) => {
      const slots = new Int32Array(plan.slots);
      slots.set(parameters);
      return this.join(plan, slots, 0, () => true);
    });
  }

  /** Visits the bindings that satisfy the plan from step `at` on, until `visit` returns true; returns whether it did. */
  private join(plan: Plan, slots: Int32Array, at: number, visit: (slots: Int32Array) => boolean): boolean {
    if (++this.visits > MAX_VISITS) throw tooLarge('its conditions take too long to answer');
    const step = plan.steps[at];
    if (step === undefined) return visit(slots);
    if (step.kind === 'equal') {
      const equal = valueOf(step.left, slots) === valueOf(step.right, slots);
      return equal !== step.negated && this.join(plan, slots, at + 1, visit);
    }
    const relation = this.relations[step.table];
    if (step.kind === 'test') {
      return relation.has(keyIn(relation, step.terms, slots)) !== step.negated && this.join(plan, slots, at + 1, visit);
    }
    const { bound } = step;
    const candidates = bound < 0 ? relation.facts : relation.with(bound, valueOf(step.terms[bound], slots));
    for (const key of candidates) {
      if (bind(relation, step, key, slots) && this.join(plan, slots, at + 1, visit)) return true;
      if (++this.visits > MAX_VISITS) throw tooLarge('its conditions take too long to answer');
    }
    return false;
  }

  /** True when each effect is a literal of the precondition (or the delete of a fact that is added), or there is none. */
  private isNoOp(action: ActionCode, plan: Plan, slots: Int32Array): boolean {
    return action.effects.every((effect) => this.isGiven(action, plan, effect, slots));
  }

  private isGiven(action: ActionCode, plan: Plan, effect: EffectCode, slots: Int32Array): boolean {
    const relation = this.relations[effect.table];
    const key = keyIn(relation, effect.terms, slots);
    const same = (m: Match): boolean =>
      m.table === effect.table && m.negated === effect.negated && keyIn(relation, m.terms, slots) === key;
    const added = (other: EffectCode): boolean =>
      !other.negated && other.table === effect.table && keyIn(relation, other.terms, slots) === key;
    return plan.literals.some(same) || (effect.negated && action.effects.some(added));
  }

  private keyOf({ table, terms }: EffectCode, entities: readonly number[]): number {
    return this.relations[table].key(terms.map((term) => (term >= 0 ? term : entities[-1 - term])));
  }
}

function valueOf(term: Term, slots: Int32Array): number {
  return term >= 0 ? term : slots[-1 - term];
}

function keyIn(relation: Relation, terms: readonly Term[], slots: Int32Array): number {
  let key = 0;
  for (let i = terms.length - 1; i >= 0; i--) key = key * relation.base + valueOf(terms[i], slots);
  return key;
}

/** Fits a fact to the terms of a step: writes the variables that are new, compares the others. */
function bind(
  relation: Relation,
  step: { terms: readonly Term[]; fresh: readonly boolean[] },
  key: number,
  slots: Int32Array,
): boolean {
  let rest = key;
  for (let i = 0; i < step.terms.length; i++) {
    const entity = rest % relation.base;
    rest = Math.floor(rest / relation.base);
    const term = step.terms[i];
    if (step.fresh[i] === true) slots[-1 - term] = entity;
    else if (valueOf(term, slots) !== entity) return false;
  }
  return true;
}

function byEntities(a: Instance, b: Instance): number {
  for (let i = 0; i < a.entities.length; i++) if (a.entities[i] !== b.entities[i]) return a.entities[i] - b.entities[i];
  return 0;
}
