// How failures cross a thread: Comlink keeps only the text of an Error, so a Problem travels as plain data and is a Problem again
// on the other side. Invariant: what arrives on the page is always a Problem with a next step; a defect of ours says so.
import { Problem } from '../src/core/problem.ts';
import type { NamedProblem } from './protocol.ts';

export function asNamed(error: unknown): NamedProblem {
  if (isNamed(error)) {
    const { code, message, nextStep, detail } = error;
    return { code, message, nextStep, ...(detail === undefined ? {} : { detail }) };
  }
  return {
    code: 'defect',
    message: 'Something went wrong inside Terrarium.',
    nextStep: 'Reload the page and go on from the last stored generation; if it comes back, report the detail below.',
    detail: error instanceof Error ? (error.stack ?? String(error)) : String(error),
  };
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(asNamed(error));
}

function isNamed(error: unknown): error is NamedProblem {
  return error instanceof Object && 'code' in error && 'nextStep' in error && 'message' in error;
}

/** The service with every method made to reject with a NamedProblem: what an entry file exposes. */
export function atTheEdge<T extends object>(service: T): T {
  return new Proxy(service, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]): Promise<unknown> => {
        try {
          return await (member as (...p: unknown[]) => unknown).apply(target, parameters);
        } catch (error) {
          throw asNamed(error);
        }
      };
    },
  });
}
