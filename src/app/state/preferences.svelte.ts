// How this reader likes the page: theme, density, projector size, shortcuts, announcements. Kept in localStorage.
// Invariant: a stored value outside the known ones is ignored; refused storage (private mode) costs only the memory.
import { fromStored, type Stored } from './preferences.ts';

const KEY = 'terrarium-preferences';

export class Preferences {
  stored: Stored = $state.raw(fromStored(null));
  #systemDark = matchMedia('(prefers-color-scheme: dark)');
  #darkNow = $state(false);

  constructor() {
    this.stored = fromStored(readText());
    this.#darkNow = this.#systemDark.matches;
    this.#systemDark.addEventListener('change', (event) => (this.#darkNow = event.matches));
  }

  get dark(): boolean {
    return this.stored.theme === 'auto' ? this.#darkNow : this.stored.theme === 'dark';
  }

  set(part: Partial<Stored>): void {
    this.stored = { ...this.stored, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // Storage is refused or full: the choice lives as long as the page.
    }
  }

  /** Back to the defaults, with nothing left in the browser. */
  forget(): void {
    this.stored = fromStored(null);
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Refused storage holds nothing to remove.
    }
  }

  /** Writes the choice onto the root element, where app.css reads it. */
  paint(root: HTMLElement): void {
    root.dataset['theme'] = this.dark ? 'dark' : 'light';
    root.dataset['density'] = this.stored.density;
    root.dataset['projector'] = String(this.stored.projector);
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
