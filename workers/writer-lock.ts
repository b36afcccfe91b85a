// One writer per database among all tabs, by a Web Lock of the database's name.
// Invariant: `held` is true in at most one tab; a tab that lost the lock is told before another one can write for long
// (what it may still write is refused by the store, because generations have to follow one another).
export interface WriterLock {
  readonly held: boolean;
  /** Asks once and then waits in line; answers whether it is held now. Later changes are reported. */
  request(onChange: (held: boolean) => void): Promise<boolean>;
  /** Takes the lock from whichever tab holds it. */
  takeOver(): Promise<void>;
  release(): void;
}

export class BrowserLock implements WriterLock {
  held = false;
  readonly #name: string;
  readonly #locks: LockManager;
  #onChange: (held: boolean) => void = () => {};
  #release: (() => void) | null = null;
  #line: AbortController | null = null;

  constructor(name: string, locks: LockManager = navigator.locks) {
    this.#name = name;
    this.#locks = locks;
  }

  async request(onChange: (held: boolean) => void): Promise<boolean> {
    this.#onChange = onChange;
    await this.#ask({ ifAvailable: true });
    if (!this.held) this.#wait();
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

  #wait(): void {
    this.#line = new AbortController();
    void this.#ask({ signal: this.#line.signal });
  }

  /** Resolves when the answer is known; the lock is then held until it is released or taken. */
  #ask(options: LockOptions): Promise<void> {
    return new Promise((known) => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        if (!lock) return known() as undefined;
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
          this.#wait();
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
