// One writer per database among all tabs, by a Web Lock of the database's name.
// Invariant: `held` is true in at most one tab; a tab that lost the lock is told before another one can write for long
// (what it may still write is refused by the store, because generations have to follow one another).
export interface WriterLock {
  readonly held: boolean;
  /** Waits in line; answers after a moment whether it is held. Later changes are reported. */
  request(onChange: (held: boolean) => void): Promise<boolean>;
  /** Takes the lock from whichever tab holds it. */
  takeOver(): Promise<void>;
  release(): void;
}

/**
 * A page that is reloaded, or whose worker hung and was ended, finds the lock still held for a moment: browsers free it about
 * 200 ms after a holder closed, and end a hung worker after 2 s.
 */
const PATIENCE_MS = 3000;

export class BrowserLock implements WriterLock {
  held = false;
  readonly #name: string;
  readonly #locks: LockManager;
  readonly #patience: number;
  #onChange: (held: boolean) => void = () => {};
  #release: (() => void) | null = null;
  #line: AbortController | null = null;

  constructor(name: string, locks: LockManager = navigator.locks, patience = PATIENCE_MS) {
    this.#name = name;
    this.#locks = locks;
    this.#patience = patience;
  }

  async request(onChange: (held: boolean) => void): Promise<boolean> {
    this.#onChange = onChange;
    await Promise.race([this.#wait(), new Promise((resolve) => setTimeout(resolve, this.#patience))]);
    return this.held;
  }

  async takeOver(): Promise<void> {
    if (this.held) return;
    this.#line?.abort();
    await this.#ask({ steal: true });
  }

  release(): void {
    this.#line?.abort();
    this.#onChange = () => {};
    this.held = false;
    this.#release?.();
  }

  #wait(): Promise<void> {
    this.#line = new AbortController();
    return this.#ask({ signal: this.#line.signal });
  }

  /** Resolves when the answer is known; the lock is then held until it is released or taken. */
  #ask(options: LockOptions): Promise<void> {
    return new Promise((known) => {
      const hold = (): Promise<void> => {
        this.#set(true);
        known();
        return new Promise((release) => (this.#release = release));
      };
      this.#locks.request(this.#name, options, hold).then(
        () => known(),
        () => {
          // Taken by another tab, or no longer waited for.
          known();
          if (options.signal?.aborted) return;
          this.#set(false);
          void this.#wait();
        },
      );
    });
  }

  #set(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    this.#onChange(held);
  }
}

/** Where there is nothing to share (records in memory only, no Web Locks): always the writer. */
export class NoLock implements WriterLock {
  readonly held = true;
  request(): Promise<boolean> {
    return Promise.resolve(true);
  }
  takeOver(): Promise<void> {
    return Promise.resolve();
  }
  release(): void {}
}
