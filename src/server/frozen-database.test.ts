import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './platform/db/database.ts';
import { openDatabase } from './platform/db/open.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { findPostgres, getDatabaseUrl } from './testing/databases.ts';
import { openTcpRelay, type TcpRelay } from './testing/tcp-relay.ts';

// These tests require PostgreSQL, since PGlite runs inside the process and cannot be frozen separately.
const postgres = await findPostgres();

/** Milliseconds after which a request times out. The value is smaller than the timeout of a query. */
const LONGEST = 1500;

describe.skipIf(!postgres)('while PostgreSQL does not respond', () => {
  let behind: Database;
  let relay: TcpRelay;
  let test: TestApp;
  let address: string;

  beforeAll(async () => {
    behind = await postgres!.openFilled();
    relay = await openTcpRelay(await getDatabaseUrl(behind));
    const database = await openDatabase({ url: relay.url });
    test = await testApp(database, {}, undefined, undefined, { handlerTimeout: LONGEST });
    // The first response may take longer on a busy machine.
    const served = (url: string) =>
      vi.waitUntil(async () => (await get(url)).statusCode === 200, { timeout: 30_000 });
    await served('/about');
    await served('/api/v1/articles?limit=2');
    address = (await get('/api/v1/articles?limit=2')).json().data.metas[1].path;
    relay.freeze();
  });
  afterAll(async () => {
    relay.thaw();
    await test.close();
    await relay.close();
    await behind.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers });

  it('still serves cached pages', async () => {
    expect((await get('/about')).statusCode).toBe(200);
  });

  it('responds to pages, API calls and probes with 503, even to many at once', async () => {
    const cookie = `__Host-session=${'a'.repeat(43)}; session=${'a'.repeat(43)}`;
    const responses = await Promise.all([
      get(address),
      get(`/page-payload${address}`),
      get('/api/v1/articles?limit=7'),
      get('/api/v1/search?q=calendar'),
      get('/api/v1/bookmarks', { cookie }),
      get('/profile', { cookie }),
      ...Array.from({ length: 20 }, (_, at) => get(`/api/v1/articles?limit=${at + 10}`)),
    ]);
    for (const { statusCode, headers, body } of responses) {
      expect(statusCode, body.slice(0, 200)).toBe(503);
      expect(headers['retry-after']).toBeDefined();
    }
    const probe = await get('/health', { accept: 'application/json' });
    expect(probe.statusCode).toBe(503);
  });

  it('responds normally again once PostgreSQL does', async () => {
    relay.thaw();
    await expect.poll(async () => (await get(address)).statusCode).toBe(200);
    await expect.poll(async () => (await get('/api/v1/search?q=calendar')).statusCode).toBe(200);
  });
});
