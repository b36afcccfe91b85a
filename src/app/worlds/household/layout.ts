// Where everything stands in the drawn room: rows by band (wall, counter, drawers, floor), as large as the space allows.
// Invariant: a pure function of the receptacle list and the size, so that the same room always looks the same; no two
// receptacles overlap, and every one lies inside the picture.
import { BANDS, formOf, type Band, type Form } from './forms.ts';

/** What the layout needs to know of a receptacle. */
export interface Placed {
  readonly index: number;
  readonly name: string;
  readonly type: string;
  /** Type whose looks it has. */
  readonly known: string;
}

export interface Seat {
  readonly index: number;
  readonly form: Form;
  /** Upper left corner and size, px. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly label: string;
  /** The label begins at the left edge and may reach under the next one of its run; else it is centred. */
  readonly labelStarts: boolean;
}

export interface RoomPlan {
  readonly width: number;
  readonly height: number;
  /** Pixels of one unit of the forms. */
  readonly unit: number;
  readonly font: number;
  /** By receptacle index. */
  readonly seats: readonly Seat[];
  /** Where the floor meets the wall, px: the lower edge of the lowest row that stands on the floor. */
  readonly ground: number;
  /** Lower edges of the rows. */
  readonly shelves: readonly { readonly y: number; readonly x1: number; readonly x2: number; readonly band: Band }[];
}

interface Item {
  readonly placed: Placed;
  readonly form: Form;
  readonly number: string;
}

const GAP = 0.2;
const MARGIN = 14;
const LARGEST_UNIT = 92;
const SMALLEST_UNIT = 8;
/** Height of the strip of floor in front, in units. */
const FRONT = 0.8;
/** Mean width of a character, in font sizes. */
const CHARACTER = 0.56;
const ROW_GAP = 0.22;

const numberOf = (name: string): string => /\d+\s*$/.exec(name)?.[0].trim() ?? '';

function itemsOf(receptacles: readonly Placed[]): Map<Band, Item[]> {
  const bands = new Map<Band, Item[]>(BANDS.map((band) => [band, []]));
  for (const placed of receptacles) {
    const form = formOf(placed.type, placed.known);
    bands.get(form.band)?.push({ placed, form, number: numberOf(placed.name) });
  }
  for (const items of bands.values()) items.sort(byPlace);
  return bands;
}

function byPlace(a: Item, b: Item): number {
  const byType =
    a.form.order - b.form.order || (a.placed.type < b.placed.type ? -1 : a.placed.type > b.placed.type ? 1 : 0);
  return byType || Number(a.number) - Number(b.number) || a.placed.index - b.placed.index;
}

const widthOf = (row: readonly Item[]): number =>
  row.reduce((sum, { form }) => sum + form.w, 0) + GAP * Math.max(0, row.length - 1);

/** Fills rows up to `limit` units. */
function fill(items: readonly Item[], limit: number): Item[][] {
  const rows: Item[][] = [];
  let width = Infinity;
  for (const item of items) {
    if (width + GAP + item.form.w > limit) {
      rows.push([]);
      width = -GAP;
    }
    rows.at(-1)?.push(item);
    width += GAP + item.form.w;
  }
  return rows;
}

/** The same number of rows as `fill` needs, as evenly filled as can be. */
function even(items: readonly Item[], limit: number): Item[][] {
  const rows = fill(items, limit);
  let [low, high] = [0, limit];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    const fits = fill(items, middle).length <= rows.length && items.every(({ form }) => form.w <= middle);
    if (fits) high = middle;
    else low = middle;
  }
  return fill(items, high);
}

/** Label size for a unit; `scale` is the reader's text size, 1 for 16 px. */
const fontOf = (unit: number, scale: number): number => scale * Math.min(15, Math.max(9.5, (unit / scale) * 0.21));

function rowsAt(bands: ReadonlyMap<Band, readonly Item[]>, width: number, unit: number) {
  const limit = (width - 2 * MARGIN) / unit;
  return BANDS.flatMap((band) => even(bands.get(band) ?? [], limit).map((row) => ({ band, row })));
}

function heightAt(rows: readonly { readonly row: readonly Item[] }[], unit: number, scale: number): number {
  const label = fontOf(unit, scale) * 1.35;
  const tallest = rows.reduce((sum, { row }) => sum + Math.max(...row.map(({ form }) => form.h)), 0);
  return tallest * unit + rows.length * (label + ROW_GAP * unit) + FRONT * unit + MARGIN;
}

/** Lays the room out in `width` x `height` px, with labels for the reader's text size (1 = 16 px). */
export function layOut(receptacles: readonly Placed[], width: number, height: number, scale = 1): RoomPlan {
  const bands = itemsOf(receptacles);
  const fits = (unit: number): boolean =>
    Math.max(0, ...receptacles.map(({ type, known }) => formOf(type, known).w)) * unit <= width - 2 * MARGIN &&
    heightAt(rowsAt(bands, width, unit), unit, scale) <= height;
  let [low, high] = [SMALLEST_UNIT, LARGEST_UNIT];
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return place(rowsAt(bands, width, low), receptacles.length, width, height, low, scale);
}

function place(
  rows: readonly { readonly band: Band; readonly row: readonly Item[] }[],
  count: number,
  width: number,
  height: number,
  unit: number,
  scale: number,
): RoomPlan {
  const font = fontOf(unit, scale);
  const spare = Math.max(0, height - heightAt(rows, unit, scale)) / (rows.length + 1);
  const seats: Seat[] = Array.from({ length: count });
  const shelves: RoomPlan['shelves'][number][] = [];
  let y = MARGIN / 2;
  for (const { band, row } of rows) {
    const rowHeight = Math.max(...row.map(({ form }) => form.h)) * unit;
    y += spare + ROW_GAP * unit;
    const free = width - 2 * MARGIN - widthOf(row) * unit;
    const extra = Math.min(free / Math.max(1, row.length), unit * 0.5);
    const total = widthOf(row) * unit + extra * (row.length - 1);
    let x = (width - total) / 2;
    const [x1, x2] = [x, x + total];
    const labels = labelsOf(row, unit, extra, font);
    for (const [i, { form, placed }] of row.entries()) {
      const [w, h] = [form.w * unit, form.h * unit];
      const top = band === 'wall' ? y : y + rowHeight - h;
      seats[placed.index] = { index: placed.index, form, x, y: top, w, h, ...labels[i] };
      x += w + GAP * unit + extra;
    }
    y += rowHeight;
    shelves.push({ y, x1, x2, band });
    y += font * 1.35;
  }
  const floor = shelves.findLast((shelf) => shelf.band === 'floor');
  return { width, height, unit, font, seats, shelves, ground: floor?.y ?? height - FRONT * unit };
}

interface Label {
  readonly label: string;
  readonly labelStarts: boolean;
}

/** Full names where a whole run of one type has room for them; else the word once at its start, then numbers. */
function labelsOf(row: readonly Item[], unit: number, extra: number, font: number): Label[] {
  const roomFor = ({ form }: Item): number => (form.w + GAP) * unit + extra;
  const fits = (text: string, room: number): boolean => text.length * font * CHARACTER <= room;
  const centred = (label: string): Label => ({ label, labelStarts: false });
  return row.map((item, i) => {
    const { word } = item.form;
    const [short] = word.split(' ');
    const run = row.flatMap((other, j) => (other.form.word === word ? [j] : []));
    const names = run.map((j) => `${word} ${row[j].number}`.trim());
    if (names.every((name, k) => fits(name, roomFor(row[run[k]])))) return centred(names[run.indexOf(i)]);
    if (run.length === 1) return centred(fits(word, roomFor(item)) ? word : short);
    if (i !== run[0]) return centred(item.number);
    const reach = roomFor(item) + 0.3 * roomFor(row[run[1]]);
    const name = [`${word} ${item.number}`, `${short} ${item.number}`].find((text) => fits(text, reach));
    return { label: name ?? item.number, labelStarts: name !== undefined };
  });
}
