import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import type { Database } from './platform/db/database.ts';
import { openDatabase } from './platform/db/open.ts';
import { encodeProof, SAMPLE_MESSAGE } from './readers/contact/testing/contact-form.ts';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from './testing/databases.ts';
import { openTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';

// These tests require PostgreSQL, since PGlite runs inside the process and cannot be frozen separately.
const postgres = await findPostgresTestEngine();

/** Milliseconds after which a request times out. Database queries have a longer timeout. */
const HANDLER_TIMEOUT = 1500;

describe.skipIf(!postgres)('while PostgreSQL does not respond', () => {
  let directDatabase: Database;
  let relay: TcpProxy;
  let test: TestApp;
  let articlePath: string;

  beforeAll(async () => {
    directDatabase = await postgres!.openFilled();
    relay = await openTcpProxy(await getTestDatabaseUrl(directDatabase));
    const database = await openDatabase({ url: relay.url });
    test = await createTestApp(database, {}, undefined, undefined, {
      handlerTimeout: HANDLER_TIMEOUT,
    });
    // On a busy machine, the first response may exceed the timeout, so each URL is requested until its response
    // succeeds.
    const waitUntilServed = (url: string) =>
      vi.waitUntil(async () => (await get(url)).statusCode === 200);
    await waitUntilServed('/about');
    await waitUntilServed('/api/v1/articles?limit=2');
    articlePath = (await get('/api/v1/articles?limit=2')).json().data.metas[1].path;
    relay.freeze();
  });
  afterAll(async () => {
    relay.thaw();
    await test.close();
    await relay.close();
    await directDatabase.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers });

  it('still serves cached pages', async () => {
    expect((await get('/about')).statusCode).toBe(200);
  });

  it.runIf(isRunOfAllTests())(
    'responds to pages, API calls and probes with 503, even to many at once',
    async () => {
      const cookie = `__Host-session=${'a'.repeat(43)}; session=${'a'.repeat(43)}`;
      const responses = await Promise.all([
        get(articlePath),
        get(`/page-payload${articlePath}`),
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
    },
  );

  it('responds with 503 to a request with a body before its queries time out', async () => {
    // Sends a real HTTP request instead of a simulated one. A real request emits `close` as soon as its body has been
    // read, and this event stops Fastify's own handler timeout. The test checks that the request times out
    // nevertheless.
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    // The connection pool has ten connections, so the last of these eleven queries must wait for a connection. This
    // wait has the shortest timeout of all database operations.
    const queries = Array.from({ length: 11 }, () =>
      test.database.queries.execute('SELECT').catch(() => 'a query has timed out'),
    );
    const proof = { challenge: 'a'.repeat(64), salt: '', signature: 'a'.repeat(64), number: 1 };
    const { method, payload, headers } = createPostRequest('', {
      ...SAMPLE_MESSAGE,
      recaptchaToken: encodeProof(proof),
    });
    const response = fetch(`http://127.0.0.1:${port}/api/v1/contact`, {
      method: method!,
      body: payload as string,
      headers: headers as Record<string, string>,
    });
    const status = response.then((each) => each.status);
    expect(await Promise.race([status, ...queries])).toBe(503);
    expect((await response).headers.get('retry-after')).not.toBeNull();
  });

  it('responds normally again once PostgreSQL does', async () => {
    relay.thaw();
    await expect.poll(async () => (await get(articlePath)).statusCode).toBe(200);
    await expect.poll(async () => (await get('/api/v1/search?q=calendar')).statusCode).toBe(200);
  });
});
