// The parts of PDDL that the household files use, as plain data (worlds.md 1.2).
// Invariant: all names are lower case; variables start with `?`; an undeclared type is kept as it stands and has no objects.

export interface Typed {
  readonly name: string;
  readonly type: string;
}

/** A predicate applied to variables and constants. */
export interface Atom {
  readonly predicate: string;
  readonly terms: readonly string[];
}

export type Condition =
  | { readonly kind: 'atom'; readonly atom: Atom; readonly negated: boolean }
  | { readonly kind: 'equal'; readonly left: string; readonly right: string; readonly negated: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'exists'; readonly variables: readonly Typed[]; readonly body: Condition };

/** One add or delete, with the condition of its `when` (an empty `and` where there is none). */
export interface Effect {
  readonly when: Condition;
  readonly atom: Atom;
  readonly negated: boolean;
}

export interface Action {
  readonly name: string;
  readonly parameters: readonly Typed[];
  readonly precondition: Condition;
  readonly effects: readonly Effect[];
}

export interface PddlDomain {
  readonly name: string;
  /** Super-type of each declared type; PDDL's root is `object`, also when the domain declares a type of that name. */
  readonly types: ReadonlyMap<string, string>;
  readonly constants: readonly Typed[];
  /** Declared parameters of each predicate. */
  readonly predicates: ReadonlyMap<string, readonly Typed[]>;
  readonly actions: readonly Action[];
}

export interface PddlProblem {
  readonly name: string;
  readonly objects: readonly Typed[];
  readonly facts: readonly Atom[];
  readonly goal: Condition;
}

export const ALWAYS: Condition = { kind: 'and', parts: [] };
export const ROOT_TYPE = 'object';
