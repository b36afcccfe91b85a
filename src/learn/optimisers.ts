// Optimisers over a flat parameter array: plain descent, and AdamW in PyTorch's order (trainer.md 6.13).
// Invariant: element by element in index order, so the result is the same bits everywhere; all hyper-parameters are explicit.

/** Parameters or moments: f64 for checks, f32 where a policy keeps its weights (every store rounds). */
export type Parameters = Float32Array | Float64Array;

/** p <- p - lr * g. */
export function descend(parameters: Parameters, gradient: Float64Array, learningRate: number): void {
  for (let i = 0; i < parameters.length; i++) parameters[i] -= learningRate * gradient[i];
}

export interface AdamSettings {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  /** Added outside the bias-corrected square root. */
  readonly epsilon: number;
  /** Decoupled, applied before the step. */
  readonly weightDecay: number;
}

/** Moments of AdamW. `steps` counts the updates done. */
export interface AdamState {
  steps: number;
  readonly first: Parameters;
  readonly second: Parameters;
}

/** One AdamW step; advances the state. */
export function adamw(parameters: Parameters, gradient: Float64Array, state: AdamState, settings: AdamSettings): void {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = settings;
  state.steps++;
  const correction1 = 1 - power(beta1, state.steps);
  const correction2 = Math.sqrt(1 - power(beta2, state.steps));
  const keep = 1 - learningRate * weightDecay;
  const rate = learningRate / correction1;
  const { first, second } = state;
  for (let i = 0; i < parameters.length; i++) {
    const g = gradient[i];
    first[i] = beta1 * first[i] + (1 - beta1) * g;
    second[i] = beta2 * second[i] + (1 - beta2) * g * g;
    parameters[i] = parameters[i] * keep - (rate * first[i]) / (Math.sqrt(second[i]) / correction2 + epsilon);
  }
}

/** base^n by squaring; n >= 0. */
function power(base: number, n: number): number {
  let result = 1;
  for (let square = base, rest = n; rest > 0; rest = Math.floor(rest / 2), square *= square) {
    if (rest % 2 === 1) result *= square;
  }
  return result;
}
