// What can go wrong with storage, by cause, each with its next step.
// Invariant: a browser's own error never reaches the page unnamed.
import { Problem } from '../core/problem.ts';

/** What kind of failure a storage error is: no room, storage gone or refused, or none of storage's business. */
export type StorageFailure = 'full' | 'lost' | null;

const LOST = new Set([
  'InvalidStateError',
  'DatabaseClosedError',
  'UnknownError',
  'OpenFailedError',
  'MissingAPIError',
  'SecurityError',
  'AbortError',
  'TimeoutError',
]);

/** Classifies an error by its name and by the errors inside it (Dexie wraps the browser's). */
export function storageFailure(error: unknown): StorageFailure {
  const chain = errorChain(error);
  if (chain.some((e) => e.name === 'QuotaExceededError' || /quota/i.test(e.message))) return 'full';
  if (error instanceof Problem) return null;
  return chain.some((e) => LOST.has(e.name)) ? 'lost' : null;
}

function errorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  let next: unknown = error;
  while (next instanceof Object && 'name' in next && 'message' in next && chain.length < 5) {
    chain.push(next as Error);
    const { inner, failures } = next as { inner?: unknown; failures?: unknown[] };
    next = inner ?? failures?.[0];
  }
  return chain;
}

function detailOf(error: unknown): string {
  return errorChain(error)
    .map((e) => `${e.name}: ${e.message}`)
    .join('; ');
}

export function storageFull(error: unknown): Problem {
  return new Problem({
    code: 'storage-full',
    message: 'The browser has no room left for records. The run goes on, but what follows is kept in memory only.',
    nextStep: 'Export this run now, then delete old runs in Data or free disk space, and reload the page.',
    detail: detailOf(error),
  });
}

export function storageLost(error: unknown): Problem {
  return new Problem({
    code: 'storage-lost',
    message:
      'The browser closed or deleted the stored records. The run goes on, but what follows is kept in memory only.',
    nextStep: 'Export this run now, then reload the page.',
    detail: detailOf(error),
  });
}

export function storageRefused(error: unknown): Problem {
  return new Problem({
    code: 'storage-refused',
    message: 'The browser refuses storage to this page (private mode or a setting). Runs are kept in memory only.',
    nextStep: 'Export what you want to keep before you close the page, or open it in a normal window.',
    detail: detailOf(error),
  });
}

export function newerDatabase(found: number, known: number): Problem {
  return new Problem({
    code: 'newer-database',
    message: `The stored records were written by a newer version of Terrarium (schema ${found}, this page knows ${known}).`,
    nextStep:
      'Reload the page to get the newer version, or save the records as a file with "Export all records" in Data.',
    detail: `schema ${found} > ${known}`,
  });
}

export function outOfOrder(runId: string, wanted: number, got: number): Problem {
  return new Problem({
    code: 'out-of-order',
    message: `Generation ${got} of run ${runId} does not follow the last stored one; generation ${wanted} was expected.`,
    nextStep: 'Another tab wrote to this run. Resume the run from what is stored.',
  });
}
