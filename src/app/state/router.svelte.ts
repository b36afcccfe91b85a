// Where the reader is in the page. Moving between views makes a history entry (Back works); everything smaller replaces
// the present one, at most every 350 ms, because Safari limits history calls.
import { HOME, readPlace, writePlace, type Place, type View } from './router.ts';

const THROTTLE_MS = 350;

export class Router {
  place: Place = $state.raw(HOME);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.place = readPlace(location.search);
    addEventListener('popstate', () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.place = readPlace(location.search);
    });
  }

  /** Opens a view, optionally at one episode, or at two to compare. */
  go(view: View, episode: string | null = null, beside: string | null = null): void {
    const next: Place = { ...this.place, view, episode, beside };
    if (writePlace(next) === writePlace(this.place)) return;
    this.#flush();
    this.place = next;
    history.pushState(null, '', this.#address());
  }

  /** Changes the smaller parts of the place. */
  refine(part: Partial<Place>): void {
    this.place = { ...this.place, ...part };
    this.#timer ??= setTimeout(() => this.#flush(), THROTTLE_MS);
  }

  #flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    history.replaceState(null, '', this.#address());
  }

  #address(): string {
    return location.pathname + writePlace(this.place, location.search) + location.hash;
  }
}
