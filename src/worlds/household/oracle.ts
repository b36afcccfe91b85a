// The shortest plan of a game, with full knowledge of it: the upper bound of every player, and a source of demonstrations.
// Invariant: going anywhere costs one command, so a plan is a choice of objects, appliances and one goal receptacle; all
// choices are tried (branch and bound), which makes the plan exact for the six task types and for two hot objects and
// clean-then-cool. With slicing it is the best of the plans that slice first, where the object lies, or last, in its goal receptacle.
import { NEED, PROP } from './house.ts';
import type { HouseSpec } from './house.ts';
import { encode, VERB } from './engine.ts';
import type { Game } from './engine.ts';

const STATES = [
  { need: NEED.clean, prop: PROP.cleanable, appliance: 'clean', verb: VERB.clean },
  { need: NEED.hot, prop: PROP.heatable, appliance: 'heat', verb: VERB.heat },
  { need: NEED.cool, prop: PROP.coolable, appliance: 'cool', verb: VERB.cool },
  { need: NEED.sliced, prop: PROP.sliceable, appliance: null, verb: VERB.slice },
] as const;

/**
 * Commands (codes of the engine) of a shortest plan from the present state of the game to its goal; [] if it is won.
 * Null if there is no plan of the kinds that are searched: the game cannot be solved.
 */
export function shortestPlan(game: Game): number[] | null {
  if (game.won) return [];
  return new Search(game).run();
}

/** Depth-first search over whole plans. The path so far is `codes`; everything else is undone on the way back. */
class Search {
  private readonly spec: HouseSpec;
  private readonly codes: number[] = [];
  private best: number[] | null = null;
  private at: number;
  private held: number;
  /** 1 = open now, or cannot be closed. */
  private readonly opened_R: Uint8Array;
  /** What the plan so far did to the object: the receptacle that it was taken from and put into, -1 for none. */
  private readonly from_O: Int16Array;
  private readonly into_O: Int16Array;
  private readonly wanted: readonly number[];
  private readonly used_O: Uint8Array;
  /** Objects of the plan so far that are to be sliced at its end. */
  private readonly late: number[] = [];

  constructor(private readonly game: Game) {
    this.spec = game.house.spec;
    this.at = game.at;
    this.opened_R = Uint8Array.from(this.spec.receptacles, (r, i) => Number(!r.openable || game.isOpen(i)));
    this.used_O = new Uint8Array(this.spec.objects.length);
    this.from_O = new Int16Array(this.spec.objects.length).fill(-1);
    this.into_O = new Int16Array(this.spec.objects.length).fill(-1);
    this.held = game.held;
    const { goal } = this.spec;
    const named = goal.kind === 'place' ? goal.objects : undefined;
    this.wanted = [...this.spec.objects.keys()].filter(
      (o) => this.spec.objects[o].type === goal.objectType && (named === undefined || named.includes(o)),
    );
  }

  run(): number[] | null {
    this.emptyHands(() => {
      if (this.spec.goal.kind === 'light') this.light(this.spec.goal.lampType);
      else this.place(this.spec.goal);
    });
    return this.best;
  }

  /** A thing in the hand that the goal does not want as it is comes down first, anywhere. */
  private emptyHands(then: () => void): void {
    const { held } = this;
    const { goal } = this.spec;
    const needs = goal.kind === 'place' ? goal.needs : 0;
    if (held < 0 || (this.wanted.includes(held) && (this.missing(held, needs) & NEED.sliced) === 0)) then();
    else this.putAnywhere(held, then);
  }

  private light(lampType: string): void {
    const lamps = [...this.spec.objects.keys()].filter(
      (o) => this.spec.objects[o].type === lampType && (this.spec.objects[o].props & PROP.toggleable) !== 0,
    );
    for (const lamp of lamps) {
      for (const r of this.holders(lamp)) {
        for (const o of this.wanted) {
          this.fetch(o, () => {
            this.reach(r, false, () => {
              if (this.game.isToggled(lamp)) this.keep();
              else this.act(VERB.use, lamp, 0, () => this.keep());
            });
          });
        }
      }
    }
  }

  private place(goal: Extract<HouseSpec['goal'], { kind: 'place' }>): void {
    const can = this.wanted.filter((o) => this.isAble(o, goal.needs));
    this.spec.receptacles.forEach((receptacle, target) => {
      if (receptacle.type !== goal.receptacleType) return;
      const done = can.filter((o) => this.contains(o, target) && this.missing(o, goal.needs) === 0);
      const open = can.filter((o) => !done.includes(o));
      this.deliver(open, goal.count - done.length, goal.needs, target);
    });
  }

  /** Brings `count` more of the objects, in the needed states, to the target. */
  private deliver(objects: readonly number[], count: number, needs: number, target: number): void {
    if (count <= 0) return this.sliceLast(target);
    if (this.isHopeless(count)) return;
    for (const o of objects) {
      // What is in the hand has to go first.
      if (this.used_O[o] === 1 || (this.held >= 0 && this.held !== o)) continue;
      this.used_O[o] = 1;
      const missing = this.missing(o, needs);
      const bring = (): void =>
        this.fetch(o, () => {
          this.process(o, missing & ~NEED.sliced, () => {
            // Some objects are in two receptacles at once: then one can be in the target while it is in the hand.
            if (count === 1 && this.contains(o, target)) this.sliceLast(target);
            this.put(o, target, () => this.deliver(objects, count - 1, needs, target));
          });
        });
      if ((missing & NEED.sliced) === 0) bring();
      else {
        this.sliceFirst(o, bring);
        this.late.push(o);
        bring();
        this.late.pop();
      }
      this.used_O[o] = 0;
    }
  }

  /** Knife to the object, slice it where it lies, put the knife down. */
  private sliceFirst(object: number, then: () => void): void {
    const stand = this.standOf(object);
    if (stand < 0) return;
    this.withKnife((knife) => {
      this.reach(stand, false, () => this.act(VERB.slice, object, knife, () => this.putAnywhere(knife, then)));
    });
  }

  /** Slices in the target what was brought there whole; the end of the plan. */
  private sliceLast(target: number): void {
    if (this.late.length === 0) return this.keep();
    if (this.late.some((o) => this.into_O[o] !== target)) return;
    this.withKnife((knife) => {
      this.reach(target, false, () => {
        const length = this.codes.length;
        for (const o of this.late) this.codes.push(encode(VERB.slice, o, knife));
        this.keep();
        this.codes.length = length;
      });
    });
  }

  private withKnife(then: (knife: number) => void): void {
    this.spec.objects.forEach(({ type }, knife) => {
      if (type === 'knife' || type === 'butterknife') this.fetch(knife, () => then(knife));
    });
  }

  /** A receptacle at the place where the object is said to be, -1 for none. */
  private standOf(object: number): number {
    if (this.into_O[object] >= 0) return this.into_O[object];
    return this.spec.receptacles.findIndex((r) => this.game.isPlaced(object, r.location));
  }

  /** Takes the object into the hand, from any receptacle that holds it. */
  private fetch(object: number, then: () => void): void {
    if (this.held === object) return then();
    if (this.held >= 0 || (this.spec.objects[object].props & PROP.pickupable) === 0) return;
    const { from_O, into_O } = this;
    const from = from_O[object];
    const into = into_O[object];
    for (const r of this.holders(object)) {
      this.reach(r, true, () => {
        this.held = object;
        from_O[object] = r;
        into_O[object] = -1;
        this.act(VERB.take, object, r, then);
        from_O[object] = from;
        into_O[object] = into;
        this.held = -1;
      });
    }
  }

  private put(object: number, receptacle: number, then: () => void): void {
    if (!this.game.house.canContain(receptacle, object)) return;
    this.reach(receptacle, true, () => {
      this.held = -1;
      this.into_O[object] = receptacle;
      this.act(VERB.put, object, receptacle, then);
      this.into_O[object] = -1;
      this.held = object;
    });
  }

  private putAnywhere(object: number, then: () => void): void {
    this.spec.receptacles.forEach((_, r) => this.put(object, r, then));
  }

  /** Gives the object in the hand its missing states, in every order and at every appliance. */
  private process(object: number, missing: number, then: () => void): void {
    if (missing === 0) return then();
    for (const { need, appliance, verb } of STATES) {
      if ((missing & need) === 0 || appliance === null) continue;
      const types = this.spec.appliances[appliance];
      this.spec.receptacles.forEach((receptacle, r) => {
        if (receptacle.broken === true || !types.includes(receptacle.type)) return;
        this.reach(r, false, () => this.act(verb, object, r, () => this.process(object, missing & ~need, then)));
      });
    }
  }

  /** Goes to the receptacle if need be, and opens it if need be. */
  private reach(receptacle: number, open: boolean, then: () => void): void {
    const from = this.at;
    const to = this.spec.receptacles[receptacle].location;
    const opens = open && this.opened_R[receptacle] === 0;
    const length = this.codes.length;
    if (to !== from) this.codes.push(encode(VERB.go, receptacle, 0));
    if (opens) this.codes.push(encode(VERB.open, receptacle, 0));
    this.at = to;
    if (opens) this.opened_R[receptacle] = 1;
    if (!this.isHopeless(0)) then();
    this.at = from;
    if (opens) this.opened_R[receptacle] = 0;
    this.codes.length = length;
  }

  private act(verb: number, a: number, b: number, then: () => void): void {
    this.codes.push(encode(verb, a, b));
    then();
    this.codes.pop();
  }

  private keep(): void {
    if (this.best === null || this.codes.length < this.best.length) this.best = [...this.codes];
  }

  /** True if no plan from here can be shorter than the best one; every object still to deliver costs a take and a put. */
  private isHopeless(objects: number): boolean {
    return this.best !== null && this.codes.length + objects >= this.best.length;
  }

  private contains(object: number, receptacle: number): boolean {
    if (this.into_O[object] === receptacle) return true;
    return this.from_O[object] !== receptacle && this.game.contains(object, receptacle);
  }

  private holders(object: number): number[] {
    return [...this.spec.receptacles.keys()].filter((r) => this.contains(object, r));
  }

  /** NEED bits that the object has not got in the game. */
  private missing(object: number, needs: number): number {
    const { game } = this;
    const has =
      (game.isClean(object) ? NEED.clean : 0) |
      (game.isHot(object) ? NEED.hot : 0) |
      (game.isCool(object) ? NEED.cool : 0) |
      (game.isSliced(object) ? NEED.sliced : 0);
    return needs & ~has;
  }

  /** True if the object can get every needed state; the benchmark's goals ask for the property even where the state is there. */
  private isAble(object: number, needs: number): boolean {
    return STATES.every(({ need, prop }) => (needs & need) === 0 || (this.spec.objects[object].props & prop) !== 0);
  }
}
