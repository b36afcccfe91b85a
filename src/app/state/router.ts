// The address of the page as state: `?view=`, the chosen generation and episode. Pure text in, text out.
// Invariant: unknown or malformed parts fall back to the home view; foreign keys of the query and the hash are kept.

export const VIEWS = ['loop', 'world', 'episode', 'data'] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  readonly view: View;
  /** Record id of the opened episode (view `episode`), or null. */
  readonly episode: string | null;
  /** A second episode to compare it with, or null. */
  readonly beside: string | null;
  /** Generation whose evidence is open (view `loop`), or null. */
  readonly generation: number | null;
}

export const HOME: Place = { view: 'loop', episode: null, beside: null, generation: null };

/** Longest episode id that the address takes; longer ones are ignored. */
const MAX_ID = 200;

/** Reads a query string (with or without its question mark). */
export function readPlace(query: string): Place {
  const parameters = new URLSearchParams(query);
  const view = VIEWS.find((name) => name === parameters.get('view')) ?? HOME.view;
  const generation = parameters.get('generation');
  return {
    view,
    episode: idOf(parameters.get('episode')),
    beside: idOf(parameters.get('beside')),
    generation: generation !== null && /^\d{1,9}$/.test(generation) ? Number(generation) : null,
  };
}

const idOf = (text: string | null): string | null => (text !== null && text.length <= MAX_ID ? text : null);

/** The query string of a place, keeping the other parameters of `query`; '' for the bare home view. */
export function writePlace(place: Place, query = ''): string {
  const parameters = new URLSearchParams(query);
  const entries: [string, string | null][] = [
    ['view', place.view === HOME.view ? null : place.view],
    ['episode', place.episode],
    ['beside', place.beside],
    ['generation', place.generation === null ? null : String(place.generation)],
  ];
  for (const [name, value] of entries) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
