// Objects as small tokens: a silhouette per family of things, and where they stand inside a receptacle.
// Invariant: silhouettes are path data in a 1 x 1 box, standing on its lower edge; wanted things are placed first.
import type { PictureObject } from '../../../worlds/household/picture.ts';
import { KNOWN_AS } from '../../../worlds/household/generate/novel.ts';
import type { Seat } from './layout.ts';

export type Hue = 'leafy' | 'red' | 'clay' | 'glass' | 'steel' | 'paper' | 'cloth';

interface Silhouette {
  readonly d: string;
  readonly hue: Hue;
}

const round: string = 'M0.5 0.12a0.42 0.44 0 1 0 0.01 0z';
const cup =
  'M0.14 0.25h0.58v0.55a0.2 0.2 0 0 1-0.2 0.2h-0.18a0.2 0.2 0 0 1-0.2-0.2zM0.72 0.36h0.1a0.14 0.17 0 0 1 0 0.34h-0.1';
const bowl = 'M0.04 0.4h0.92c0 0.36-0.2 0.6-0.46 0.6s-0.46-0.24-0.46-0.6z';
const flat = 'M0.02 0.72h0.96l-0.16 0.28h-0.64z';
const bottle = 'M0.4 0h0.2v0.26c0.14 0.06 0.2 0.16 0.2 0.28v0.46h-0.6v-0.46c0-0.12 0.06-0.22 0.2-0.28z';
const stick = 'M0.42 0.02a0.14 0.14 0 0 1 0.2 0l0.02 0.38-0.06 0.1v0.5h-0.14v-0.5l-0.06-0.1z';
const pan = 'M0 0.5h0.62v0.2a0.28 0.28 0 0 1-0.28 0.28h-0.06a0.28 0.28 0 0 1-0.28-0.28zM0.62 0.54h0.38v0.1h-0.38z';
const sheet = 'M0.12 0.2h0.76v0.8h-0.76zM0.26 0.4h0.48M0.26 0.56h0.48M0.26 0.72h0.3';
const chunk = 'M0.06 0.3h0.88v0.7h-0.88z';
const pad = 'M0.02 0.44c0.3-0.08 0.66-0.08 0.96 0v0.5c-0.3 0.08-0.66 0.08-0.96 0z';
const lamp = 'M0.28 0.06h0.44l0.2 0.4h-0.84zM0.46 0.46h0.08v0.44h0.2v0.1h-0.48v-0.1h0.2z';
const plant =
  'M0.3 0.66h0.4l-0.06 0.34h-0.28zM0.5 0.66c-0.3-0.1-0.42-0.3-0.36-0.56 0.24 0.06 0.34 0.26 0.36 0.5 0.02-0.24 0.12-0.44 0.36-0.5 0.06 0.26-0.06 0.46-0.36 0.56z';
const screen = 'M0 0.2h1v0.62h-1zM0.34 0.82h0.32l0.06 0.18h-0.44z';
const bear =
  'M0.5 0.16a0.2 0.2 0 1 0 0.01 0zM0.5 0.5a0.3 0.26 0 1 0 0.01 0zM0.3 0.08a0.09 0.09 0 1 0 0.01 0zM0.7 0.08a0.09 0.09 0 1 0 0.01 0z';
const ring = 'M0.5 0.2a0.24 0.24 0 1 0 0.01 0zM0.46 0.66h0.1v0.34h-0.1z';

const FAMILIES: readonly (readonly [string, Hue, readonly string[]])[] = [
  [round, 'red', ['apple', 'tomato']],
  [round, 'clay', ['potato', 'egg']],
  [round, 'leafy', ['lettuce']],
  [pad, 'clay', ['bread']],
  [cup, 'glass', ['mug', 'cup']],
  [bowl, 'glass', ['bowl']],
  [flat, 'glass', ['plate', 'cd']],
  [bottle, 'glass', ['glassbottle', 'winebottle', 'vase', 'statue']],
  [bottle, 'leafy', ['soapbottle', 'spraybottle', 'wateringcan']],
  [bottle, 'clay', ['peppershaker', 'saltshaker', 'candle', 'kettle']],
  [stick, 'steel', ['knife', 'butterknife', 'fork', 'spoon', 'ladle', 'spatula', 'pen', 'pencil']],
  [pan, 'steel', ['pan', 'pot']],
  [sheet, 'paper', ['book', 'newspaper', 'creditcard', 'tissuebox', 'papertowelroll', 'toiletpaper']],
  [chunk, 'clay', ['box', 'alarmclock', 'remotecontrol', 'cellphone']],
  [pad, 'cloth', ['pillow', 'cloth', 'towel', 'handtowel', 'dishsponge', 'soapbar']],
  [lamp, 'clay', ['desklamp', 'floorlamp']],
  [plant, 'leafy', ['houseplant']],
  [screen, 'steel', ['laptop', 'television']],
  [bear, 'clay', ['teddybear']],
  [ring, 'steel', ['keychain', 'watch']],
];

const SILHOUETTES: ReadonlyMap<string, Silhouette> = new Map(
  FAMILIES.flatMap(([d, hue, types]) => types.map((type) => [type, { d, hue }] as const)),
);
const PLAIN: Silhouette = { d: chunk, hue: 'paper' };

/** The type whose looks a type has: unknown words of the held-out objects look like what they stand for. */
export function looksLike(type: string): string {
  return Object.hasOwn(KNOWN_AS, type) ? (KNOWN_AS[type] ?? type) : type;
}

export function silhouetteOf(type: string): Silhouette {
  return SILHOUETTES.get(looksLike(type)) ?? PLAIN;
}

export interface TokenSeat {
  readonly key: string;
  readonly object: PictureObject;
  /** Upper left corner and size, px. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Size of a token in units of the room. */
export const TOKEN = 0.3;

/** Seats for what lies in a receptacle, and how many things find no room. */
export function seatTokens(
  seat: Seat,
  unit: number,
  contents: readonly PictureObject[],
): { readonly tokens: readonly Omit<TokenSeat, 'key'>[]; readonly hidden: number } {
  const { inside } = seat.form;
  const size = TOKEN * unit;
  const step = size * 1.12;
  const columns = Math.max(1, Math.floor((inside.w * unit) / step));
  const rows = Math.max(1, Math.floor((inside.h * unit + 0.1 * size) / step));
  const ordered = [...contents].sort((a, b) => Number(b.wanted || b.lamp) - Number(a.wanted || a.lamp));
  const shown = ordered.length <= columns * rows ? ordered : ordered.slice(0, Math.max(1, columns * rows - 1));
  const left = seat.x + inside.x * unit;
  const bottom = seat.y + (inside.y + inside.h) * unit;
  const tokens = shown.map((object, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, shown.length - row * columns);
    const indent = (inside.w * unit - inRow * step + (step - size)) / 2;
    return { object, size, x: left + indent + (i % columns) * step, y: bottom - size - row * step };
  });
  return { tokens, hidden: ordered.length - shown.length };
}
