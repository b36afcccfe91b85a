// What an agent knows of a house before its first step: the opening observation, the task sentence, common knowledge.
// Invariant: nothing here depends on where an object is, on which receptacles can be opened, or on who stands beside whom;
// object entries exist for every object, so a reader may look only at those that it has seen.
import { NEED } from './house.ts';
import type { HouseSpec } from './house.ts';

/**
 * What the opening observation and the task sentence say: receptacles by name and type, wanted types, and the common
 * knowledge of which receptacle types clean, heat and cool. One per house, shared by all memories of it.
 */
export class Outline {
  readonly receptacles: number;
  readonly objects: number;
  /** 32-bit words of one set of objects. */
  readonly words: number;
  readonly kind: 'place' | 'light';
  /** Objects to place; 1 for a light goal. */
  readonly count: number;
  /** NEED bits of a place goal, 0 for a light goal. */
  readonly needs: number;
  readonly objectType: string;
  /** Lamp type of a light goal, else ''. */
  readonly lampType: string;
  /** Goal receptacle type, '' for a light goal. */
  readonly receptacleType: string;
  readonly type_R: readonly string[];
  /** Type of each object: for a reader only once the object was seen. */
  readonly type_O: readonly string[];
  /** 1 = of the goal's receptacle type. */
  readonly target_R: Uint8Array;
  /** NEED bits that the receptacle's type serves (clean, hot, cool). */
  readonly serves_R: Uint8Array;
  /** 1 = of the goal's object type. */
  readonly wanted_O: Uint8Array;
  /** 1 = of the lamp type that the goal names. */
  readonly lamp_O: Uint8Array;
  /** 1 = a knife of either kind. */
  readonly knife_O: Uint8Array;
  /** Indexes of the receptacles of the goal type, and of the objects of the goal type. */
  readonly targets: Int32Array;
  readonly wanted: Int32Array;

  constructor(spec: HouseSpec) {
    const { goal, appliances } = spec;
    this.receptacles = spec.receptacles.length;
    this.objects = spec.objects.length;
    this.words = Math.max(1, (this.objects + 31) >> 5);
    this.kind = goal.kind;
    this.count = goal.kind === 'place' ? goal.count : 1;
    this.needs = goal.kind === 'place' ? goal.needs : 0;
    this.objectType = goal.objectType;
    this.receptacleType = goal.kind === 'place' ? goal.receptacleType : '';
    this.lampType = goal.kind === 'light' ? goal.lampType : '';
    this.type_R = spec.receptacles.map((r) => r.type);
    this.type_O = spec.objects.map((o) => o.type);
    this.target_R = Uint8Array.from(this.type_R, (type) => Number(type === this.receptacleType));
    this.serves_R = Uint8Array.from(
      this.type_R,
      (type) =>
        (appliances.clean.includes(type) ? NEED.clean : 0) |
        (appliances.heat.includes(type) ? NEED.hot : 0) |
        (appliances.cool.includes(type) ? NEED.cool : 0),
    );
    this.wanted_O = Uint8Array.from(this.type_O, (type) => Number(type === this.objectType));
    this.lamp_O = Uint8Array.from(this.type_O, (type) => Number(type === this.lampType));
    this.knife_O = Uint8Array.from(this.type_O, (type) => Number(type === 'knife' || type === 'butterknife'));
    this.targets = Int32Array.from(spec.receptacles.keys()).filter((r) => this.target_R[r] === 1);
    this.wanted = Int32Array.from(spec.objects.keys()).filter((o) => this.wanted_O[o] === 1);
  }
}
