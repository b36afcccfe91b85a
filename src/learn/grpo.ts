// GRPO's group-relative advantages (DeepSeekMath 2402.03300) and their published variants (trainer.md 6.1).
// Invariant: a group whose returns are all equal teaches nothing: its advantages are exactly 0, and it is counted.

/**
 * Scale of R - mean: none (Dr. GRPO, 2503.20783), unbiased (divide by the n-1 standard deviation + epsilon; verl and TRL),
 * biased (the n standard deviation + epsilon), leave-one-out (RLOO: times n / (n - 1)).
 */
export type GroupScale = 'none' | 'unbiased' | 'biased' | 'leave-one-out';

export interface GroupAdvantages {
  readonly advantage_E: Float64Array;
  readonly groups: number;
  /** Groups without any difference in their returns; groups of one are among them. */
  readonly skippedGroups: number;
}

/** Indexes of the elements of each group, groups in order of first appearance. */
export function membersOf<K>(keys: ArrayLike<K>): Map<K, number[]> {
  const members = new Map<K, number[]>();
  for (let i = 0; i < keys.length; i++) {
    const list = members.get(keys[i]);
    if (list) list.push(i);
    else members.set(keys[i], [i]);
  }
  return members;
}

/** Advantage of each episode inside its group. @param epsilon added to the standard deviation (1e-6 verl, 1e-4 TRL). */
export function groupAdvantages(
  returns_E: ArrayLike<number>,
  groups_E: ArrayLike<number>,
  scale: GroupScale,
  epsilon = 1e-6,
): GroupAdvantages {
  const advantage_E = new Float64Array(returns_E.length);
  const groups = membersOf(groups_E);
  let skippedGroups = 0;
  for (const members of groups.values()) {
    if (!normalise(returns_E, members, scale, epsilon, advantage_E)) skippedGroups++;
  }
  return { advantage_E, groups: groups.size, skippedGroups };
}

/** Writes (value - mean) * scale of the members into out; false (and zeros) when they are all equal. */
export function normalise(
  values: ArrayLike<number>,
  members: readonly number[],
  scale: GroupScale,
  epsilon: number,
  out: Float64Array,
): boolean {
  const n = members.length;
  const first = values[members[0]];
  if (members.every((i) => values[i] === first)) {
    for (const i of members) out[i] = 0;
    return false;
  }
  let mean = 0;
  for (const i of members) mean += values[i];
  mean /= n;
  let squares = 0;
  for (const i of members) squares += (values[i] - mean) * (values[i] - mean);
  const factor = {
    none: 1,
    unbiased: 1 / (Math.sqrt(squares / (n - 1)) + epsilon),
    biased: 1 / (Math.sqrt(squares / n) + epsilon),
    'leave-one-out': n / (n - 1),
  }[scale];
  for (const i of members) out[i] = (values[i] - mean) * factor;
  return true;
}

/** Repeats a number per episode over its steps. */
export function spread(value_E: ArrayLike<number>, lengths_E: ArrayLike<number>): Float64Array {
  let steps = 0;
  for (let e = 0; e < lengths_E.length; e++) steps += lengths_E[e];
  const out_T = new Float64Array(steps);
  for (let e = 0, t = 0; e < lengths_E.length; e++) {
    out_T.fill(value_E[e], t, t + lengths_E[e]);
    t += lengths_E[e];
  }
  return out_T;
}
