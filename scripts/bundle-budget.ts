// Checks the first load of the built page against its budget (product.md 2.5): gzip sums of what index.html pulls in at once.
// Invariant: counts static imports of the entry only; lazy chunks and workers are listed beside, not added.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const BUDGET_KB = { js: 150, css: 15 };
const dist = 'dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestChunk>;

function gzipKb(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024;
}

function firstLoad(): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry && key.endsWith('.html')) visit(key);
  return { js, css };
}

const { js, css } = firstLoad();
const sums = {
  js: [...js].reduce((sum, file) => sum + gzipKb(file), 0),
  css: [...css].reduce((sum, file) => sum + gzipKb(file), 0),
};
for (const kind of ['js', 'css'] as const) {
  const over = sums[kind] > BUDGET_KB[kind];
  console.log(
    `First load ${kind}: ${sums[kind].toFixed(1)} KB gzip of ${BUDGET_KB[kind]} KB${over ? '  OVER BUDGET' : ''}`,
  );
  if (over || sums[kind] === 0) process.exitCode = 1;
}
