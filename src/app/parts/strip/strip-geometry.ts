// The episode strip: newest finished episodes as ticks in the order of their generation and index. Pure.
// Invariant: one tick is one recorded episode; its shape says won, lost or evaluation without its colour.
import type { EpisodeHeader } from '../../../core/types.ts';

export interface Tick {
  readonly header: EpisodeHeader;
  readonly x: number;
  /** 0..1: a win is taller the fewer steps it took; a loss is always lowest. */
  readonly height: number;
  /** First tick of its generation. */
  readonly opens: boolean;
}

const TICK = 9;
const GAP = 10;

/** The newest ticks that fit into `width` pixels, oldest left. */
export function ticksOf(headers: readonly EpisodeHeader[], width: number): readonly Tick[] {
  const fitting: EpisodeHeader[] = [];
  let used = TICK;
  for (let i = headers.length - 1; i >= 0; i--) {
    const header = headers[i];
    const newer = fitting[0];
    used += TICK + (newer && newer.generation !== header.generation ? GAP : 0);
    if (used > width) break;
    fitting.unshift(header);
  }
  let x = TICK / 2;
  return fitting.map((header, i) => {
    const opens = i === 0 || fitting[i - 1].generation !== header.generation;
    if (opens && i > 0) x += GAP;
    const tick = { header, x, height: header.won ? 1 - header.steps / (header.stepLimit + 1) : 0, opens };
    x += TICK;
    return tick;
  });
}

/** Index of the tick nearest to a pixel position, -1 where there is none. */
export function tickAt(ticks: readonly Tick[], x: number): number {
  let best = ticks.length > 0 ? 0 : -1;
  ticks.forEach((tick, i) => {
    if (Math.abs(tick.x - x) < Math.abs(ticks[best].x - x)) best = i;
  });
  return best;
}

/** Path data of all ticks by kind: one drawn element a kind, however many episodes there are. */
export interface StripPaths {
  readonly gaps: string;
  readonly won: string;
  readonly lost: string;
  readonly evaluatedWon: string;
  readonly evaluatedLost: string;
}

/** The drawn strip in a box `height` pixels high. */
export function pathsOf(ticks: readonly Tick[], height: number): StripPaths {
  const kinds = { gaps: '', won: '', lost: '', evaluatedWon: '', evaluatedLost: '' };
  ticks.forEach((tick, i) => {
    const { x, header } = tick;
    const top = height - 8 - tick.height * (height - 12);
    const foot = height - 4;
    if (tick.opens && i > 0) kinds.gaps += `M${x - 9.5} 4V${height - 2}`;
    if (header.purpose === 'evaluate') {
      kinds[header.won ? 'evaluatedWon' : 'evaluatedLost'] += `M${x} ${(top - 4).toFixed(1)}l3.5 4.5-3.5 4.5-3.5-4.5z`;
    } else if (header.won) kinds.won += `M${x} ${foot - 2.5}V${Math.min(foot - 2.6, top + 2.5).toFixed(1)}`;
    else kinds.lost += `M${x - 2.8} ${foot - 6}l5.6 5.6m0-5.6l-5.6 5.6`;
  });
  return kinds;
}
