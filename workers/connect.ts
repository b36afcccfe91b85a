// A browser worker behind Comlink, as the supervisor wants it.
// Invariant: whatever ends a worker (an uncaught error, a script that does not load, a message that cannot be read) is reported.
import { wrap, type Remote } from 'comlink';
import type { Incarnation } from './supervisor.ts';

/** Wraps a worker whose service answers `ping`. */
export function connect<T extends { ping(): Promise<void> }>(worker: Worker): Incarnation<Remote<T>> {
  const remote = wrap<T>(worker);
  return {
    remote,
    ping: () => (remote as unknown as { ping(): Promise<void> }).ping(),
    onDeath: (listener) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message || 'the worker script could not be loaded');
      });
      worker.addEventListener('messageerror', () => listener('a message could not be read'));
    },
    terminate: () => worker.terminate(),
  };
}
