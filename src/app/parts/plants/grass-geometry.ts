// The tasks of one generation as grass: one tuft per task type, one blade per episode, green where it was won. Pure.
// Invariant: tufts are sorted by type, so they never change places while the run goes on.
import type { EpisodeHeader } from '../../../core/types.ts';

export interface Tuft {
  readonly type: string;
  readonly episodes: number;
  readonly won: number;
}

/** Training episodes counted by task type. */
export function tuftsOf(headers: readonly EpisodeHeader[]): readonly Tuft[] {
  const tufts = new Map<string, { episodes: number; won: number }>();
  for (const header of headers) {
    if (header.purpose === 'evaluate') continue;
    const tuft = tufts.get(header.taskType) ?? { episodes: 0, won: 0 };
    tuft.episodes++;
    if (header.won) tuft.won++;
    tufts.set(header.taskType, tuft);
  }
  return [...tufts].map(([type, tuft]) => ({ type, ...tuft })).sort((a, b) => (a.type < b.type ? -1 : 1));
}

interface Blade {
  readonly path: string;
  readonly won: boolean;
}

/** Most blades of one tuft; larger tufts are drawn to this scale. */
const MOST_BLADES = 14;

/** All blades as two paths: those of won episodes, and the others. */
export function grassOf(tufts: readonly Tuft[]): { readonly won: string; readonly lost: string } {
  const most = Math.max(1, ...tufts.map((tuft) => tuft.episodes));
  const blades = tufts.flatMap((tuft, index) => bladesOf(tuft, index, tufts.length, most));
  const join = (won: boolean) =>
    blades
      .filter((blade) => blade.won === won)
      .map((blade) => blade.path)
      .join('');
  return { won: join(true), lost: join(false) };
}

/** The blades of tuft `index` of `count` in a 160 x 120 box, ground at y = 120; the taller, the more episodes of its type. */
export function bladesOf(tuft: Tuft, index: number, count: number, mostEpisodes: number): readonly Blade[] {
  const centre = (160 * (index + 0.5)) / count;
  const spread = Math.min(11, 64 / count);
  const blades = Math.max(1, Math.round((Math.min(MOST_BLADES, mostEpisodes) * tuft.episodes) / mostEpisodes));
  const won = Math.round((blades * tuft.won) / tuft.episodes);
  const height = 26 + 40 * (tuft.episodes / mostEpisodes);
  return Array.from({ length: blades }, (_, i) => {
    const lean = blades === 1 ? 0 : (2 * i) / (blades - 1) - 1;
    const foot = centre + lean * spread * 0.55;
    const tall = height * (1 - 0.35 * Math.abs(lean)) * (0.85 + 0.15 * ((i * 7) % 3) * 0.5);
    const isWon = i < won;
    const tipX = foot + lean * spread * (isWon ? 0.9 : 1.3);
    const tipY = 120 - tall * (isWon ? 1 : 0.6);
    return {
      won: isWon,
      path: `M${(foot - 1.2).toFixed(1)} 120Q${foot.toFixed(1)} ${(120 - tall * 0.6).toFixed(1)} ${tipX.toFixed(1)} ${tipY.toFixed(1)} ${(foot + 0.8).toFixed(1)} ${(120 - tall * 0.5).toFixed(1)} ${(foot + 1.2).toFixed(1)} 120Z`,
    };
  });
}
