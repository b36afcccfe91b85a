// What tells a run apart from another: the settings that differ, in words. Pure.
// Invariant: runs that differ in anything that decides their result never read the same.
import type { RunConfig } from '../../core/types.ts';

/** Every leaf of plain data by its path. */
function leaves(value: unknown, path: string, out: Map<string, string>): Map<string, string> {
  if (Array.isArray(value)) out.set(path, value.length === 0 ? 'none' : value.map(String).join(', '));
  else if (value instanceof Object) {
    for (const [name, inner] of Object.entries(value)) leaves(inner, path === '' ? name : `${path}.${name}`, out);
  } else out.set(path, String(value));
  return out;
}

/** The part of the set-up's path that a reader knows it by. */
function nameOf(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return path.startsWith('world.source') ? `games ${words}` : words;
}

/** "seed 8", "learning rate 0.1 (before 0.05)" ...; empty for the same set-up. */
export function differences(config: RunConfig, before: RunConfig): string[] {
  const [now, then] = [leaves(config, '', new Map<string, string>()), leaves(before, '', new Map<string, string>())];
  return [...new Set([...now.keys(), ...then.keys()])]
    .filter((path) => now.get(path) !== then.get(path))
    .map((path) => `${nameOf(path)} ${now.get(path) ?? 'default'} (before ${then.get(path) ?? 'default'})`);
}

/** Bytes for people, powers of 1024. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
