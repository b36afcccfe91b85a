// `npm start` serves the built page on localhost with its security headers and prints the address.
// Invariant: read-only, files of dist/ (or TERRARIUM_DIST) only, bound to the loopback interface; no listing, no path outside the folder.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SECURITY_HEADERS } from './headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.gz': 'application/octet-stream',
};

function fileFor(folder: string, url: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  const inside = file.startsWith(folder + sep);
  return inside && existsSync(file) && statSync(file).isFile() ? file : null;
}

/** A server of `folder`; the caller listens and closes. */
export function pageServer(folder: string): Server {
  const base = resolve(folder);
  return createServer((request, response) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? fileFor(base, request.url ?? '/') : null;
    if (file === null) {
      response.writeHead(404, { ...SECURITY_HEADERS, 'Content-Type': 'text/plain' }).end('Not found');
      return;
    }
    const hashed = file.includes(`${sep}assets${sep}`);
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
}

function listen(port: number, attemptsLeft: number): void {
  const server = pageServer(process.env['TERRARIUM_DIST'] ?? fileURLToPath(new URL('../dist', import.meta.url)));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && attemptsLeft > 0) listen(port + 1, attemptsLeft - 1);
    else throw error;
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`\n  Terrarium is at http://localhost:${port}/   (Ctrl+C stops it)\n`);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  listen(Number(process.env['PORT'] ?? 4173), 20);
}
