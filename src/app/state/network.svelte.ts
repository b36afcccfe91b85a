// Counts the page's own requests to any other origin, as the browser reports them. It should stay at none.
// Invariant: data: and blob: addresses are no requests; workers' requests are counted by their own entries where exposed.

/** A live count. */
export function foreignRequests(): { readonly count: number } {
  let count = $state(0);
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter((entry) => isForeign(entry.name, location.origin)).length;
  });
  observer.observe({ type: 'resource', buffered: true });
  return {
    get count() {
      return count;
    },
  };
}

/** True for an address that leaves `origin`. */
function isForeign(address: string, origin: string): boolean {
  const url = new URL(address, origin);
  return url.protocol.startsWith('http') && url.origin !== origin;
}
