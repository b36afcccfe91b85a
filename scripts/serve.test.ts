// The page's server: the security headers on every answer, and nothing outside its folder.
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { request, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from './headers.ts';
import { pageServer } from './serve.ts';

let server: Server;

/** Raw request, so that the client does not tidy the path. */
function get(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      resolve(response);
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  server = pageServer(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(() => {
  server.close();
});

describe('server', () => {
  it('sends every security header', async () => {
    const response = await get('/');
    expect(response.statusCode).toBe(200);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(response.headers[name.toLowerCase()]).toBe(value);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2f..%2fetc/passwd', '/nothing.js', '/%E0%A4%A'])(
    'refuses %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );
});
