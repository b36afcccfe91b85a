// What screen readers are told: the newest text only, at most once per interval, never while muted.
// Invariant: urgent text (an error, a finished run) is never dropped, only delayed to the end of the interval.

export interface Clock {
  now(): number;
  after(ms: number, act: () => void): void;
}

export class Announcer {
  muted = false;
  #last = -Infinity;
  #waiting: { text: string; urgent: boolean } | null = null;
  #armed = false;

  constructor(
    private readonly say: (text: string) => void,
    private readonly clock: Clock,
    private readonly intervalMs = 5000,
  ) {}

  /** Queues a text; a newer one replaces an older one unless the older one is urgent. */
  tell(text: string, urgent = false): void {
    if (this.muted && !urgent) return;
    if (this.#waiting?.urgent) text = urgent ? `${this.#waiting.text} ${text}` : this.#waiting.text;
    this.#waiting = { text, urgent: urgent || (this.#waiting?.urgent ?? false) };
    this.#arm();
  }

  #arm(): void {
    if (this.#armed) return;
    const wait = this.#last + this.intervalMs - this.clock.now();
    if (wait <= 0) return this.#flush();
    this.#armed = true;
    this.clock.after(wait, () => {
      this.#armed = false;
      this.#flush();
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null || (this.muted && !waiting.urgent)) return;
    this.#last = this.clock.now();
    this.say(waiting.text);
  }
}
