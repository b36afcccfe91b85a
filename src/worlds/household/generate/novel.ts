// The held-out types of the split ood-object: each new word behaves in every way like a type of the real games.
// Invariant: no new word is a type of the real games, and none appears in any house of the other splits.

/** Real type -> the word that stands in its place. Appliances, lamps and knives keep their names: rules hang on them. */
export const NOVEL: Readonly<Record<string, string>> = {
  apple: 'pear',
  book: 'diary',
  bowl: 'tureen',
  candle: 'incense',
  cellphone: 'tablet',
  cloth: 'flannel',
  creditcard: 'passport',
  cup: 'goblet',
  keychain: 'wallet',
  mug: 'teacup',
  pan: 'wok',
  pencil: 'crayon',
  pillow: 'cushion',
  plate: 'saucer',
  potato: 'turnip',
  remotecontrol: 'gamepad',
  soapbar: 'shampoo',
  spatula: 'whisk',
  tomato: 'pepper',
  vase: 'jug',
  watch: 'bracelet',
  cabinet: 'cupboard',
  cart: 'trolley',
  coffeetable: 'lowtable',
  countertop: 'worktop',
  desk: 'bureau',
  dresser: 'wardrobe',
  shelf: 'bookcase',
  sidetable: 'nightstand',
  sofa: 'couch',
};

/** The word -> the real type whose affordances it has. */
export const KNOWN_AS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NOVEL).map(([known, word]) => [word, known]),
);
