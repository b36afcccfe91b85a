// The policy as a tree: one branch per held-out split, filled leaves are success, rings of the trunk are updates. Pure.
// Invariant: the shape depends on the recorded numbers alone; leaf `i` of a branch always sits in the same place.
import type { SplitScore } from '../../../core/types.ts';

export interface Branch {
  readonly split: string;
  readonly path: string;
  /** Number of filled leaves, 0..LEAVES. */
  readonly filled: number;
  /** Outlines of the filled leaves, and of those that success has not reached. */
  readonly leaves: string;
  readonly buds: string;
}

export const LEAVES = 20;
const GROUND = 120;
const CENTRE = 80;
const CROTCH = 74;

/** Branches in a 160 x 120 box, ground at y = 120. Success counts at 15 steps, one leaf for each 5 points. */
export function branchesOf(scores: readonly SplitScore[]): readonly Branch[] {
  const n = scores.length;
  return scores.map((score, i) => {
    const angle = n === 1 ? -Math.PI / 2 : -Math.PI + 0.32 + ((Math.PI - 0.64) * i) / (n - 1);
    const reach = 50 + 12 * Math.sin(-angle);
    const tip = { x: CENTRE + Math.cos(angle) * reach, y: CROTCH + Math.sin(angle) * reach * 0.95 };
    const bend = { x: CENTRE + Math.cos(angle) * reach * 0.35, y: CROTCH + Math.sin(angle) * reach * 0.6 };
    const filled = Math.round(score.at15 * LEAVES);
    const outlines = Array.from({ length: LEAVES }, (_, k) => leafAt(tip, angle, k, n === 1 ? 1.8 : 1));
    const path = `M${CENTRE} ${CROTCH + 8}Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`;
    const [leaves, buds] = [outlines.slice(0, filled).join(''), outlines.slice(filled).join('')];
    return { split: score.split, path, filled, leaves, buds };
  });
}

/** Leaves sit on a sunflower spiral round the tip, so that a fuller branch is a rounder crown; each points outwards. */
function leafAt(tip: { x: number; y: number }, angle: number, k: number, size: number): string {
  const turn = angle + k * 2.399963;
  const distance = 3.6 * size * Math.sqrt(k + 0.4);
  const [x, y] = [tip.x + Math.cos(turn) * distance, tip.y + Math.sin(turn) * distance * 0.9];
  const at = (along: number, across: number) =>
    `${(x + Math.cos(turn) * along - Math.sin(turn) * across).toFixed(1)} ${(y + Math.sin(turn) * along + Math.cos(turn) * across).toFixed(1)}`;
  const [long, wide] = [3.2 * size, 2.8 * size];
  return `M${at(-long, 0)}Q${at(0, -wide)} ${at(long, 0)} ${at(0, wide)} ${at(-long, 0)}z`;
}

/** Outline of the trunk, wider with the number of updates (logarithm, so that it never outgrows its place). */
export function trunkOf(updates: number): string {
  const half = 2.5 + Math.min(7, Math.log2(updates + 1));
  const foot = half * 1.7;
  return `M${CENTRE - foot} ${GROUND}Q${CENTRE - half} ${GROUND - 14} ${CENTRE - half * 0.6} ${CROTCH}H${CENTRE + half * 0.6}Q${CENTRE + half} ${GROUND - 14} ${CENTRE + foot} ${GROUND}Z`;
}

export interface Rings {
  readonly radii: readonly number[];
  /** Updates that one ring stands for. */
  readonly each: number;
}

/** Growth rings: at most ten, one for 1, 2, 5, 10, 20 ... updates. */
export function ringsOf(updates: number): Rings {
  const each = [1, 2, 5]
    .flatMap((base) => [1, 10, 100, 1000, 10000].map((decade) => base * decade))
    .sort((a, b) => a - b);
  const size = each.find((step) => updates / step <= 10) ?? 100000;
  return { radii: Array.from({ length: Math.floor(updates / size) }, (_, i) => 2 + i * 1.25), each: size };
}
