// Build of the page: ES module workers, one HTML entry, hashed assets. Security headers live in scripts/serve.ts and public/_headers.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: { target: 'es2022', manifest: true, sourcemap: false },
});
