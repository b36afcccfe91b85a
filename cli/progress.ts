// A progress bar on stderr, drawn only where a person is looking (a terminal); JSON and pipes stay clean.
// Invariant: at most ten drawings a second, and the line is cleared when the work ends.
export class Progress {
  private readonly live = process.stderr.isTTY === true;
  private readonly started = performance.now();
  private drawn = -Infinity;

  constructor(
    private readonly title: string,
    private readonly total: number,
  ) {}

  /** Draws `done` of the total; `note` stands behind the bar. */
  show(done: number, note = ''): void {
    const now = performance.now();
    if (!this.live || (now - this.drawn < 100 && done < this.total)) return;
    this.drawn = now;
    const share = this.total > 0 ? done / this.total : 1;
    const filled = Math.round(share * 24);
    const bar = '█'.repeat(filled) + '░'.repeat(24 - filled);
    const left = done > 0 ? `, ${clock(((now - this.started) * (this.total - done)) / done)} left` : '';
    process.stderr.write(`\r\x1b[K${this.title} ${bar} ${done}/${this.total}${left} ${note}`);
  }

  end(): void {
    if (this.live) process.stderr.write('\r\x1b[K');
  }
}

/** Milliseconds as m:ss. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
