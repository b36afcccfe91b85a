// The one error type for everything a user can act on: a wrong file, a bad setting, a full disk, a dead worker.
// Invariant: the message says what happened and names the file or field; nextStep says what to do about it.

export interface ProblemParts {
  /** Stable short name that code and tests compare, e.g. 'bad-setting'. */
  readonly code: string;
  readonly message: string;
  readonly nextStep: string;
  /** Technical detail for a report, shown folded. */
  readonly detail?: string;
}

/** Throw this where a person can act; anything else that is thrown is a defect of ours. */
export class Problem extends Error {
  readonly code: string;
  readonly nextStep: string;
  readonly detail?: string;

  constructor(parts: ProblemParts) {
    super(parts.message);
    this.name = 'Problem';
    this.code = parts.code;
    this.nextStep = parts.nextStep;
    if (parts.detail !== undefined) this.detail = parts.detail;
  }
}
