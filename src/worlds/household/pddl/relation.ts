// The true facts of one predicate, as integers, found by any of their arguments.
// Invariant: a fact is the number sum(argument[i] * base^i), exact below 2^53; `denied` holds the facts that an effect deleted and
// none added again: the only negative facts that text can see (worlds.md 1.5).

const NONE: ReadonlySet<number> = new Set();

export class Relation {
  readonly arity: number;
  /** Number of entities. */
  readonly base: number;
  readonly facts: Set<number>;
  readonly denied: Set<number>;
  /** Facts by argument, one map a position; only where a fact has more than one argument. */
  private readonly index: Map<number, Set<number>>[];

  constructor(arity: number, base: number, from?: Relation) {
    this.arity = arity;
    this.base = base;
    this.facts = new Set(from?.facts);
    this.denied = new Set(from?.denied);
    this.index = [];
    for (let i = 0; arity > 1 && i < arity; i++) {
      const map = new Map<number, Set<number>>();
      if (from !== undefined) for (const [entity, facts] of from.index[i]) map.set(entity, new Set(facts));
      this.index.push(map);
    }
  }

  clone(): Relation {
    return new Relation(this.arity, this.base, this);
  }

  key(entities: ArrayLike<number>): number {
    let key = 0;
    for (let i = entities.length - 1; i >= 0; i--) key = key * this.base + entities[i];
    return key;
  }

  /** Argument `i` of a fact. */
  argument(key: number, i: number): number {
    let rest = key;
    for (let k = 0; k < i; k++) rest = Math.floor(rest / this.base);
    return rest % this.base;
  }

  has(key: number): boolean {
    return this.facts.has(key);
  }

  add(key: number): void {
    this.denied.delete(key);
    if (this.facts.has(key)) return;
    this.facts.add(key);
    for (let i = 0; i < this.index.length; i++) {
      const map = this.index[i];
      const entity = this.argument(key, i);
      const found = map.get(entity);
      if (found === undefined) map.set(entity, new Set([key]));
      else found.add(key);
    }
  }

  delete(key: number): void {
    this.denied.add(key);
    if (!this.facts.delete(key)) return;
    for (let i = 0; i < this.index.length; i++) this.index[i].get(this.argument(key, i))?.delete(key);
  }

  /** The facts whose argument `i` is `entity`; only where there is more than one argument. */
  with(i: number, entity: number): ReadonlySet<number> {
    return this.index[i].get(entity) ?? NONE;
  }
}
