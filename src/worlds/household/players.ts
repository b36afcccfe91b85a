// The scripted players of the household by name: random, random without idle verbs, the explorers, and the oracle.
// Invariant: one player plays one episode, its choices are a pure function of the seed; only the oracle looks at hidden state.
import { Rng } from '../../core/rng.ts';
import type { Player } from '../world.ts';
import { codeVerb, VERB } from './engine.ts';
import type { Game } from './engine.ts';
import { shortestPlan } from './oracle.ts';
import { Explorer } from './players-explorer.ts';
import type { Seat } from './players-explorer.ts';
import { doorsOrder, listOrder, priorOrder, randomOrder } from './players-order.ts';
import type { Prior } from './prior.ts';

/** An episode as the players take it. The explorers and the random players use only what a Seat offers. */
export interface PlayerSeat extends Seat {
  readonly game: Game;
}

type Start = (seat: PlayerSeat, rng: Rng, prior: () => Prior) => Player;

/** Verbs that never bring a goal nearer. */
const IDLE = new Set<number>([
  VERB.look,
  VERB.inventory,
  VERB.examineReceptacle,
  VERB.examineObject,
  VERB.close,
  VERB.help,
]);

const PLAYERS: Readonly<Record<string, Start>> = {
  random: (seat, rng) => ({ choose: () => rng.int(seat.game.count) }),
  'random-useful': (seat, rng) => ({ choose: () => randomUseful(seat, rng) }),
  blind: (seat, rng) => new Explorer(seat, randomOrder, rng),
  list: (seat, rng) => new Explorer(seat, listOrder, rng),
  prior: (seat, rng, prior) => new Explorer(seat, priorOrder(prior()), rng),
  'prior-doors': (seat, rng, prior) => new Explorer(seat, doorsOrder(prior()), rng),
  oracle: (seat) => new OraclePlayer(seat),
};

/** Names that startPlayer accepts. */
export const PLAYER_NAMES: readonly string[] = Object.keys(PLAYERS);

/**
 * Starts a player on a new episode, or returns null for a name that is not in PLAYER_NAMES.
 * @param prior what the players `prior` and `prior-doors` know, counted over train games; asked for when one starts.
 */
export function startPlayer(name: string, seat: PlayerSeat, seed: number, prior: () => Prior): Player | null {
  const start = Object.hasOwn(PLAYERS, name) ? PLAYERS[name] : undefined;
  return start === undefined ? null : start(seat, Rng.root(seed).sub('player'), prior);
}

function randomUseful({ game }: PlayerSeat, rng: Rng): number {
  let useful = 0;
  for (let i = 0; i < game.count; i++) if (!IDLE.has(codeVerb(game.codes[i]))) useful++;
  if (useful === 0) return rng.int(game.count);
  let left = rng.int(useful);
  for (let i = 0; i < game.count; i++) if (!IDLE.has(codeVerb(game.codes[i])) && left-- === 0) return i;
  return 0;
}

/** Follows a shortest plan, and plans anew when somebody else acted in between. */
class OraclePlayer implements Player {
  private plan: number[] = [];
  private plannedAt = -1;

  constructor(private readonly seat: PlayerSeat) {}

  choose(): number {
    const { game } = this.seat;
    if (game.steps !== this.plannedAt) this.plan = shortestPlan(game) ?? [];
    const code = this.plan.shift();
    this.plannedAt = game.steps + 1;
    return code === undefined ? 0 : Math.max(0, game.find(code));
  }
}
