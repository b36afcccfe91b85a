// A clock for tests: time passes only when told to, waiting acts run in the order of their moments.
import type { Clock } from './announcer.ts';

export class TestClock implements Clock {
  #now = 0;
  #waiting: { at: number; act: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): void {
    this.#waiting.push({ at: this.#now + ms, act });
  }

  /** Lets `ms` milliseconds pass. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      this.#waiting.sort((a, b) => a.at - b.at);
      const next = this.#waiting[0];
      if (next === undefined || next.at > end) break;
      this.#waiting.shift();
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}
