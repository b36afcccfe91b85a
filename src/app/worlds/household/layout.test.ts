// The drawn room: every receptacle inside the picture, none over another, the same room always in the same places.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { household } from '../../../worlds/household/world.ts';
import type { HouseholdPicture } from '../../../worlds/household/picture.ts';
import { FORMS, formOf } from './forms.ts';
import { layOut, type Placed, type RoomPlan } from './layout.ts';
import { looksLike, seatTokens, silhouetteOf } from './tokens.ts';

function room(counts: Readonly<Record<string, number>>): Placed[] {
  const names = Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, (_, i) => ({ type, name: `${type} ${count - i}` })),
  );
  return names.map(({ type, name }, index) => ({ index, type, name, known: looksLike(type) }));
}

/** The largest real kitchens have 54 receptacles. */
const LARGEST = room({
  cabinet: 21,
  drawer: 22,
  countertop: 3,
  stoveburner: 4,
  sinkbasin: 1,
  fridge: 1,
  toaster: 1,
  garbagecan: 1,
});

function overlaps(plan: RoomPlan): string[] {
  const found: string[] = [];
  for (const a of plan.seats)
    for (const b of plan.seats)
      if (a.index < b.index && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
        found.push(`${a.label} over ${b.label}`);
  return found;
}

function outside(plan: RoomPlan): number[] {
  return plan.seats
    .filter((seat) => seat.x < 0 || seat.y < 0 || seat.x + seat.w > plan.width || seat.y + seat.h > plan.height)
    .map((seat) => seat.index);
}

describe('layout', () => {
  it.each([
    ['projector', 1024, 560],
    ['wide', 1300, 620],
    ['in the ring', 560, 260],
    ['phone', 366, 352],
  ])('gives each of 54 receptacles a place of its own: %s', (_name, width, height) => {
    const plan = layOut(LARGEST, width, height);
    expect(plan.seats).toHaveLength(54);
    expect(overlaps(plan)).toEqual([]);
    expect(outside(plan)).toEqual([]);
  });

  it('keeps 54 receptacles large enough to read at projector size', () => {
    const plan = layOut(LARGEST, 1024, 560);
    expect(plan.font).toBeGreaterThanOrEqual(9.5);
    expect(Math.min(...plan.seats.map((seat) => Math.min(seat.w, seat.h)))).toBeGreaterThanOrEqual(24);
  });

  it('is the same for the same list, whatever its order', () => {
    const plan = layOut(LARGEST, 900, 500);
    expect(layOut(LARGEST, 900, 500)).toEqual(plan);
    const moved = [...LARGEST].reverse().map((placed, index) => ({ ...placed, index }));
    const places = (of: RoomPlan, list: readonly Placed[]) =>
      Object.fromEntries(list.map((placed) => [placed.name, [of.seats[placed.index].x, of.seats[placed.index].y]]));
    expect(places(layOut(moved, 900, 500), moved)).toEqual(places(plan, LARGEST));
  });

  it('hangs cabinets above counters, and puts drawers below them', () => {
    const plan = layOut(LARGEST, 900, 500);
    const ys = (type: string) => LARGEST.filter((p) => p.type === type).map((p) => plan.seats[p.index].y);
    expect(Math.max(...ys('cabinet'))).toBeLessThan(Math.min(...ys('countertop')));
    expect(Math.max(...ys('countertop'))).toBeLessThan(Math.min(...ys('drawer')));
  });

  it('never overlaps, for any list of types', () => {
    const types = fc.constantFrom(...Object.keys(FORMS), 'bookcase', 'unheardof');
    fc.assert(
      fc.property(
        fc.array(types, { minLength: 1, maxLength: 54 }),
        fc.integer({ min: 320, max: 1600 }),
        (list, width) => {
          const placed = list.map((type, index) => ({
            index,
            type,
            name: `${type} ${index + 1}`,
            known: looksLike(type),
          }));
          const plan = layOut(placed, width, 600);
          expect(overlaps(plan)).toEqual([]);
          expect(plan.seats.filter((seat) => seat === undefined)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has a shape for every receptacle type of the generated houses', () => {
    const world = household.open({
      id: 'household',
      source: { kind: 'generated' },
      switches: {},
      trainSplit: 'train',
      evaluationSplits: [],
    });
    const missing = new Set<string>();
    for (const split of ['train', 'ood-object']) {
      for (let task = 0; task < 40; task++) {
        const picture = world.source(split).start(task).picture() as HouseholdPicture;
        for (const { type } of picture.receptacles) if (!Object.hasOwn(FORMS, looksLike(type))) missing.add(type);
      }
    }
    expect([...missing]).toEqual([]);
  });
});

describe('tokens', () => {
  const thing = (index: number, wanted = false) => ({
    index,
    name: `mug ${index}`,
    type: 'mug',
    wanted,
    lamp: false,
    marks: [],
    ready: false,
  });
  const [seat] = layOut(room({ toaster: 1 }), 300, 300).seats;

  it('places what is wanted first, and says how many found no room', () => {
    const { tokens, hidden } = seatTokens(seat, 40, [
      ...Array.from({ length: 30 }, (_, i) => thing(i)),
      thing(99, true),
    ]);
    expect(tokens[0].object.index).toBe(99);
    expect(tokens.length + hidden).toBe(31);
    expect(hidden).toBeGreaterThan(0);
  });

  it('an unknown word looks like what it stands for, and an unheard-of one like a box', () => {
    expect(silhouetteOf('teacup')).toEqual(silhouetteOf('mug'));
    expect(silhouetteOf('gizmo').d).not.toBe('');
    expect(formOf('worktop', 'countertop')).toMatchObject({ word: 'worktop', band: 'counter' });
  });
});
