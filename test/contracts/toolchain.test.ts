// The founding set stays installable on Node 20: exact versions, no major that needs Node 22, a lock file that names no registry.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface PackageFile {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as PackageFile;
const versions = { ...manifest.dependencies, ...manifest.devDependencies };

/** Highest major that runs on Node 20.19 together with the rest. */
const HIGHEST_MAJOR: Readonly<Record<string, number>> = {
  typescript: 6,
  vite: 8,
  vitest: 4,
  '@vitest/browser-playwright': 4,
  '@vitest/coverage-v8': 4,
  '@types/node': 20,
  eslint: 10,
};

describe('toolchain', () => {
  it('pins every dependency exactly', () => {
    for (const [name, version] of Object.entries(versions)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('stays below majors that need a newer Node', () => {
    for (const [name, major] of Object.entries(HIGHEST_MAJOR)) {
      expect(Number(versions[name]?.split('.')[0]), name).toBeLessThanOrEqual(major);
    }
  });

  it('keeps the lock file free of registry addresses', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved":/);
  });
});
