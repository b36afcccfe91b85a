// A straight line through measured points by least squares, with the 95 % interval of its slope.

export interface Slope {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/** @param points at least three, as [x, y]. The errors are taken as independent: an interval of drifting ones is too narrow. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope {
  const n = points.length;
  if (n < 3) throw new Error(`a slope with an interval needs three points, not ${n}`);
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const across = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / across;
  const left = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const half = quantile(n - 2) * Math.sqrt(left / (n - 2) / across);
  return { slope, low: slope - half, high: slope + half };
}

/** 97.5 % quantile of Student's t by the expansion of Cornish and Fisher; within 2 % from four degrees of freedom on. */
function quantile(degrees: number): number {
  const z = 1.959964;
  const [z3, z5] = [z ** 3, z ** 5];
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2);
}
