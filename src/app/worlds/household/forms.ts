// What each kind of receptacle looks like: simple shapes as data, in units, drawn by one component.
// Invariant: y grows downwards, (0, 0) is the upper left corner, everything lies inside w x h; `inside` is where contents are
// shown; a type that is not listed is a plain chest on the floor, so a new world of words still draws.

/** Rows of the room, top to bottom. */
export const BANDS = ['wall', 'counter', 'drawers', 'floor'] as const;
export type Band = (typeof BANDS)[number];

export type Fill = 'wood' | 'deep' | 'metal' | 'white' | 'cloth' | 'soft' | 'dark' | 'warm' | 'none';

export interface Part {
  readonly d: string;
  readonly fill: Fill;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Door extends Part {
  /** The edge that stays; `drop` slides towards the viewer. */
  readonly hinge: 'left' | 'right' | 'drop';
}

export interface Form {
  readonly band: Band;
  /** Place in its row, ascending. */
  readonly order: number;
  readonly w: number;
  readonly h: number;
  /** Short word for labels. */
  readonly word: string;
  readonly inside: Box;
  readonly parts: readonly Part[];
  readonly doors: readonly Door[];
}

const n = (value: number): number => Math.round(value * 1000) / 1000;

/** A rectangle with rounded corners as path data. */
function box(x: number, y: number, w: number, h: number, r = 0.05): string {
  const [iw, ih] = [n(w - 2 * r), n(h - 2 * r)];
  return `M${n(x + r)} ${n(y)}h${iw}a${r} ${r} 0 0 1 ${r} ${r}v${ih}a${r} ${r} 0 0 1-${r} ${r}h-${iw}a${r} ${r} 0 0 1-${r}-${r}v-${ih}a${r} ${r} 0 0 1 ${r}-${r}z`;
}
const dot = (x: number, y: number, r = 0.035): string =>
  `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${n(2 * r)} 0a${r} ${r} 0 1 0-${n(2 * r)} 0z`;

const part = (fill: Fill, d: string): Part => ({ fill, d });
const area = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });
const door = (hinge: Door['hinge'], fill: Fill, d: string): Door => ({ hinge, fill, d });

/** A table: a top at height `top`, two legs, contents above. */
function table(order: number, w: number, h: number, top: number, word: string, fill: Fill = 'wood'): Form {
  return {
    band: 'floor',
    order,
    w,
    h,
    word,
    inside: area(0.08, 0, w - 0.16, top),
    parts: [
      part('deep', box(0.14, top + 0.05, 0.12, h - top - 0.05, 0.02)),
      part('deep', box(w - 0.26, top + 0.05, 0.12, h - top - 0.05, 0.02)),
      part(fill, box(0, top, w, 0.14)),
    ],
    doors: [],
  };
}

const CABINET: Form = {
  band: 'wall',
  order: 1,
  w: 1.15,
  h: 1.05,
  word: 'cabinet',
  inside: area(0.12, 0.1, 0.91, 0.85),
  parts: [part('wood', box(0, 0, 1.15, 1.05)), part('dark', box(0.08, 0.08, 0.99, 0.89, 0.03))],
  doors: [
    door('left', 'wood', box(0.06, 0.06, 0.5, 0.93, 0.03) + dot(0.49, 0.52)),
    door('right', 'wood', box(0.59, 0.06, 0.5, 0.93, 0.03) + dot(0.66, 0.52)),
  ],
};

const DRAWER: Form = {
  band: 'drawers',
  order: 1,
  w: 1.1,
  h: 0.72,
  word: 'drawer',
  inside: area(0.1, 0.06, 0.9, 0.42),
  parts: [part('wood', box(0, 0, 1.1, 0.72)), part('dark', box(0.06, 0.06, 0.98, 0.6, 0.03))],
  doors: [door('drop', 'wood', `${box(0.05, 0.08, 1, 0.56, 0.04)}M0.43 0.36h0.24`)],
};

const COUNTER: Omit<Form, 'order' | 'w' | 'word' | 'inside' | 'parts'> = { band: 'counter', h: 1.05, doors: [] };
/** The block below the counter's surface. */
const block = (w: number): readonly Part[] => [
  part('wood', box(0.03, 0.7, w - 0.06, 0.35, 0.02)),
  part('deep', box(0, 0.62, w, 0.12, 0.03)),
];

export const FORMS: Readonly<Record<string, Form>> = {
  cabinet: CABINET,
  shelf: {
    band: 'wall',
    order: 2,
    w: 1.45,
    h: 0.82,
    word: 'shelf',
    inside: area(0.06, 0, 1.33, 0.62),
    parts: [
      part('deep', 'M0.2 0.72v0.1M1.25 0.72v0.1'),
      part('wood', box(0, 0.62, 1.45, 0.11, 0.03)),
      part('none', 'M0.05 0.05v0.57M1.4 0.05v0.57'),
    ],
    doors: [],
  },
  towelholder: {
    band: 'wall',
    order: 3,
    w: 1.1,
    h: 0.85,
    word: 'towels',
    inside: area(0.15, 0.24, 0.8, 0.55),
    parts: [part('metal', box(0.02, 0.08, 1.06, 0.1, 0.05)), part('none', 'M0.1 0.18v0.1M1 0.18v0.1')],
    doors: [],
  },
  handtowelholder: {
    band: 'wall',
    order: 4,
    w: 1,
    h: 0.85,
    word: 'hand towel',
    inside: area(0.2, 0.28, 0.6, 0.5),
    parts: [part('none', 'M0.5 0.06v0.1M0.5 0.16a0.22 0.2 0 1 1-0.01 0z'), part('metal', dot(0.5, 0.08, 0.07))],
    doors: [],
  },
  toiletpaperhanger: {
    band: 'wall',
    order: 5,
    w: 1,
    h: 0.85,
    word: 'paper holder',
    inside: area(0.25, 0.3, 0.5, 0.45),
    parts: [part('metal', `${box(0.12, 0.1, 0.76, 0.14, 0.05)}M0.2 0.24v0.2h0.6v-0.2`)],
    doors: [],
  },
  countertop: {
    ...COUNTER,
    order: 1,
    w: 2.5,
    word: 'counter',
    inside: area(0.08, 0, 2.34, 0.62),
    parts: [...block(2.5), part('none', 'M1.25 0.78v0.2')],
  },
  sinkbasin: {
    ...COUNTER,
    order: 2,
    w: 1.5,
    word: 'sink',
    inside: area(0.2, 0.22, 1.1, 0.4),
    parts: [
      ...block(1.5),
      part('metal', 'M0.2 0.64h1.1l-0.12 0.3h-0.86z'),
      part('none', 'M0.28 0.62v-0.38a0.13 0.13 0 0 1 0.26 0v0.08'),
    ],
  },
  stoveburner: {
    ...COUNTER,
    order: 3,
    w: 0.95,
    word: 'burner',
    inside: area(0.12, 0, 0.71, 0.52),
    parts: [
      part('metal', box(0, 0.62, 0.95, 0.43, 0.03)),
      part('dark', box(0.12, 0.53, 0.71, 0.09, 0.03)),
      part('none', 'M0.475 0.86m-0.09 0a0.09 0.09 0 1 0 0.18 0a0.09 0.09 0 1 0-0.18 0M0.475 0.78v0.08'),
    ],
  },
  microwave: {
    ...COUNTER,
    order: 4,
    w: 1.45,
    h: 0.95,
    word: 'microwave',
    inside: area(0.14, 0.14, 0.86, 0.66),
    parts: [
      part('metal', box(0, 0, 1.45, 0.95)),
      part('dark', box(0.1, 0.1, 0.94, 0.75, 0.03)),
      part('none', 'M1.2 0.25h0.12M1.2 0.42h0.12M1.2 0.59h0.12'),
    ],
    doors: [door('left', 'white', `${box(0.07, 0.07, 1, 0.81, 0.03)}M0.2 0.2h0.66v0.55h-0.66zM0.97 0.3v0.35`)],
  },
  coffeemachine: {
    ...COUNTER,
    order: 5,
    w: 1.15,
    word: 'coffee maker',
    inside: area(0.28, 0.42, 0.6, 0.45),
    parts: [
      part('metal', 'M0.05 0.05h0.9v0.32h-0.62v0.53h0.62v0.12h-0.9z'),
      part('none', 'M0.55 0.37v0.08h0.14v-0.08'),
      part('dark', dot(0.8, 0.2, 0.05)),
    ],
  },
  toaster: {
    ...COUNTER,
    order: 6,
    w: 1,
    h: 0.75,
    word: 'toaster',
    inside: area(0.2, 0, 0.6, 0.34),
    parts: [
      part('metal', 'M0.05 0.7v-0.28a0.14 0.14 0 0 1 0.14-0.14h0.62a0.14 0.14 0 0 1 0.14 0.14v0.28z'),
      part('dark', box(0.2, 0.26, 0.6, 0.07, 0.02)),
      part('none', 'M0.95 0.42h0.05v0.12h-0.05'),
    ],
  },
  drawer: DRAWER,
  fridge: {
    band: 'floor',
    order: 1,
    w: 1.4,
    h: 1.95,
    word: 'fridge',
    inside: area(0.16, 0.72, 1.08, 1.08),
    parts: [
      part('white', box(0, 0, 1.4, 1.9, 0.1)),
      part('none', 'M0.05 0.58h1.3M1.2 0.2v0.22M0.15 1.9v0.05M1.25 1.9v0.05'),
      part('dark', box(0.1, 0.66, 1.2, 1.16, 0.04)),
    ],
    doors: [door('left', 'white', `${box(0.06, 0.62, 1.28, 1.24, 0.06)}M1.2 0.8v0.4`)],
  },
  diningtable: table(2, 2.6, 1.35, 0.62, 'dining table'),
  desk: {
    ...table(3, 2.2, 1.35, 0.62, 'desk'),
    parts: [
      part('deep', box(0.12, 0.74, 0.12, 0.61, 0.02)),
      part('wood', `${box(1.35, 0.74, 0.75, 0.61, 0.03)}M1.35 1.04h0.75`),
      part('wood', box(0, 0.62, 2.2, 0.14)),
    ],
  },
  dresser: {
    ...table(4, 1.7, 1.5, 0.55, 'dresser'),
    parts: [
      part('wood', box(0.04, 0.62, 1.62, 0.82, 0.04)),
      part('none', 'M0.04 1.03h1.62M0.85 0.68v0.76M0.6 0.84h0.08M1.02 0.84h0.08M0.6 1.24h0.08M1.02 1.24h0.08'),
      part('deep', box(0, 0.55, 1.7, 0.12, 0.03)),
    ],
  },
  tvstand: {
    ...table(5, 2, 1.2, 0.62, 'TV stand'),
    parts: [part('wood', `${box(0.08, 0.7, 1.84, 0.45, 0.03)}M1 0.74v0.4`), part('deep', box(0, 0.62, 2, 0.12, 0.03))],
  },
  coffeetable: table(6, 1.8, 1.05, 0.6, 'coffee table'),
  sidetable: {
    ...table(7, 1.25, 1.25, 0.58, 'side table'),
    parts: [
      part('deep', box(0.14, 0.66, 0.1, 0.59, 0.02)),
      part('deep', box(1.01, 0.66, 0.1, 0.59, 0.02)),
      part('wood', box(0.1, 0.68, 1.05, 0.24, 0.02)),
      part('wood', box(0, 0.58, 1.25, 0.13)),
    ],
  },
  cart: {
    ...table(8, 1.3, 1.3, 0.56, 'cart', 'metal'),
    parts: [
      part('none', 'M0.12 0.6v0.5M1.18 0.6v0.5'),
      part('metal', box(0, 0.56, 1.3, 0.1, 0.03)),
      part('metal', box(0.06, 0.98, 1.18, 0.1, 0.03)),
      part('dark', dot(0.18, 1.2, 0.09) + dot(1.12, 1.2, 0.09)),
    ],
  },
  sofa: {
    band: 'floor',
    order: 9,
    w: 2.7,
    h: 1.3,
    word: 'sofa',
    inside: area(0.4, 0.14, 1.9, 0.58),
    parts: [
      part('cloth', box(0.2, 0.2, 2.3, 0.75, 0.18)),
      part('deep', 'M0.3 1.15v0.12M2.4 1.15v0.12'),
      part('soft', `${box(0.32, 0.72, 1.02, 0.3, 0.1)}${box(1.36, 0.72, 1.02, 0.3, 0.1)}`),
      part('cloth', box(0, 0.55, 0.38, 0.62, 0.14)),
      part('cloth', box(2.32, 0.55, 0.38, 0.62, 0.14)),
      part('cloth', box(0.2, 0.98, 2.3, 0.2, 0.06)),
    ],
    doors: [],
  },
  armchair: {
    band: 'floor',
    order: 10,
    w: 1.5,
    h: 1.3,
    word: 'armchair',
    inside: area(0.34, 0.16, 0.82, 0.55),
    parts: [
      part('cloth', box(0.2, 0.08, 1.1, 0.85, 0.2)),
      part('deep', 'M0.3 1.15v0.12M1.2 1.15v0.12'),
      part('soft', box(0.3, 0.72, 0.9, 0.28, 0.1)),
      part('cloth', box(0, 0.55, 0.34, 0.62, 0.14)),
      part('cloth', box(1.16, 0.55, 0.34, 0.62, 0.14)),
      part('cloth', box(0.2, 0.97, 1.1, 0.2, 0.06)),
    ],
    doors: [],
  },
  ottoman: {
    band: 'floor',
    order: 11,
    w: 1.2,
    h: 1.05,
    word: 'ottoman',
    inside: area(0.1, 0, 1, 0.55),
    parts: [
      part('deep', 'M0.2 0.95v0.1M1 0.95v0.1'),
      part('cloth', box(0, 0.6, 1.2, 0.36, 0.12)),
      part('soft', box(0, 0.53, 1.2, 0.2, 0.1)),
    ],
    doors: [],
  },
  bed: {
    band: 'floor',
    order: 12,
    w: 3.1,
    h: 1.4,
    word: 'bed',
    inside: area(0.4, 0.1, 2.5, 0.55),
    parts: [
      part('wood', box(0, 0.1, 0.16, 1.3, 0.06)),
      part('wood', box(2.96, 0.62, 0.14, 0.78, 0.06)),
      part('deep', box(0.1, 1, 2.9, 0.24, 0.04)),
      part('soft', box(0.16, 0.72, 2.8, 0.32, 0.1)),
      part('cloth', box(1.1, 0.66, 1.88, 0.44, 0.1)),
      part('white', box(0.22, 0.56, 0.75, 0.24, 0.11)),
    ],
    doors: [],
  },
  toilet: {
    band: 'floor',
    order: 13,
    w: 1.2,
    h: 1.45,
    word: 'toilet',
    inside: area(0, 0, 0.6, 0.36),
    parts: [
      part('white', box(0.04, 0.38, 0.42, 0.6, 0.05)),
      part('white', 'M0.35 0.85h0.8c0 0.24-0.2 0.34-0.4 0.36l0.06 0.22h-0.42l0.02-0.3z'),
      part('white', box(0.34, 0.78, 0.84, 0.1, 0.05)),
    ],
    doors: [],
  },
  bathtubbasin: {
    band: 'floor',
    order: 14,
    w: 2.7,
    h: 1.3,
    word: 'bathtub',
    inside: area(0.25, 0.15, 2.1, 0.5),
    parts: [
      part('none', 'M2.5 0.66v-0.34a0.14 0.14 0 0 0-0.28 0v0.06'),
      part('metal', 'M0.35 1.15l-0.06 0.15M2.35 1.15l0.06 0.15'),
      part('white', 'M0.06 0.72h2.58c0 0.36-0.2 0.5-0.5 0.5h-1.58c-0.3 0-0.5-0.14-0.5-0.5z'),
      part('white', box(0, 0.64, 2.7, 0.13, 0.06)),
    ],
    doors: [],
  },
  laundryhamper: {
    band: 'floor',
    order: 15,
    w: 1,
    h: 1.2,
    word: 'hamper',
    inside: area(0.12, 0.02, 0.76, 0.5),
    parts: [
      part('soft', 'M0.08 0.5h0.84l-0.1 0.68h-0.64z'),
      part('none', 'M0.3 0.58l0.04 0.5M0.5 0.58v0.5M0.7 0.58l-0.04 0.5'),
    ],
    doors: [door('left', 'wood', box(0.03, 0.4, 0.94, 0.13, 0.05))],
  },
  garbagecan: {
    band: 'floor',
    order: 16,
    w: 0.95,
    h: 1.1,
    word: 'bin',
    inside: area(0.12, 0, 0.71, 0.44),
    parts: [
      part('metal', 'M0.1 0.5h0.75l-0.08 0.58h-0.59z'),
      part('none', 'M0.33 0.6l0.03 0.38M0.62 0.6l-0.03 0.38'),
      part('metal', box(0.05, 0.44, 0.85, 0.1, 0.04)),
    ],
    doors: [],
  },
  safe: {
    band: 'floor',
    order: 17,
    w: 1.15,
    h: 1.1,
    word: 'safe',
    inside: area(0.14, 0.12, 0.87, 0.78),
    parts: [
      part('metal', box(0, 0, 1.15, 1.04, 0.06)),
      part('deep', 'M0.15 1.04v0.06M1 1.04v0.06'),
      part('dark', box(0.09, 0.09, 0.97, 0.86, 0.03)),
    ],
    doors: [
      door(
        'left',
        'metal',
        `${box(0.07, 0.07, 1.01, 0.9, 0.04)}${dot(0.62, 0.52, 0.2)}M0.62 0.36v0.32M0.46 0.52h0.32M0.95 0.3v0.44`,
      ),
    ],
  },
};

/** A type without a drawing of its own: a plain chest. */
const CHEST: Omit<Form, 'word'> = {
  band: 'floor',
  order: 18,
  w: 1.4,
  h: 1.15,
  inside: area(0.1, 0, 1.2, 0.5),
  parts: [part('wood', box(0.04, 0.55, 1.32, 0.58, 0.05)), part('deep', box(0, 0.48, 1.4, 0.14, 0.05))],
  doors: [],
};

/** The front that a receptacle with a door gets where its form has none. */
export function plainDoor({ inside: { x, y, w, h } }: Form): Door {
  return door('left', 'wood', box(x, y, w, h, 0.03) + dot(x + w - 0.1, y + h / 2));
}

/** The form of a receptacle type; `known` is the type whose looks it shares (the type itself, where it is a real one). */
export function formOf(type: string, known = type): Form {
  const form = Object.hasOwn(FORMS, known) ? FORMS[known] : undefined;
  if (form === undefined) return { ...CHEST, word: type };
  return known === type ? form : { ...form, word: type };
}
