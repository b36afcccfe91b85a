// Episode ids as the page uses them: always with the run part. Evidence in the ledger and recordings name `generation/index` only.

/** `${runId}/${generation}/${index}` for an id with or without its run part. */
export function withRun(runId: string, id: string): string {
  return id.split('/').length < 3 ? `${runId}/${id}` : id;
}

/** The run part of a full id, '' where it has none. */
export function runOf(id: string): string {
  const parts = id.split('/');
  return parts.length < 3 ? '' : parts.slice(0, -2).join('/');
}

/** `generation/index` of any id. */
export function withoutRun(id: string): string {
  return id.split('/').slice(-2).join('/');
}
