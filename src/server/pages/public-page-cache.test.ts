import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

/** Response headers that are not compared, because they depend on the connection or the time. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'date'];
/** The response header with rendering times, which is sent only to the client whose request caused the rendering. */
const RENDERING_HEADERS = ['server-timing'];

describe('a cached page, requested over the network', () => {
  let test: TestApp;
  let port: number;
  let article: string;
  let id: string;

  beforeAll(async () => {
    const database = await pgliteTestEngine.openFilled();
    test = await createTestApp(database);
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    port = (test.app.server.address() as AddressInfo).port;
    const { data } = (await test.app.inject('/api/v1/articles?limit=1')).json();
    [{ path: article, id }] = data.metas;
  });
  afterAll(() => test.close());

  const sendRequest = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve) => {
      const request = http.request({ port, path, headers, method }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode!, headers: response.headers, body });
      });
      request.end();
    });
  const omitVolatileHeaders = (headers: http.IncomingHttpHeaders | NodeJS.Dict<unknown>) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => ![...CONNECTION_HEADERS, ...RENDERING_HEADERS].includes(name),
      ),
    );

  it.each(['br', 'gzip', ''])(
    'equals the application’s response, encoded as "%s"',
    async (coding) => {
      const headers = { 'accept-encoding': coding };
      for (const path of [article, `${article}?utm_source=x`, `/page-payload${article}`]) {
        const expected = await test.app.inject({ url: path, headers });
        const response = await sendRequest(path, headers);
        expect(response.status).toBe(200);
        expect(response.body.equals(expected.rawPayload)).toBe(true);
        expect(omitVolatileHeaders(response.headers)).toEqual({
          ...omitVolatileHeaders(expected.headers),
          'content-length': String(expected.headers['content-length']),
        });
      }
    },
  );

  it('is served without the application', async () => {
    await sendRequest(article);
    const handled: unknown[] = [];
    const recordHandled = (message: unknown) => handled.push(message);
    subscribe('tracing:fastify.request.handler:start', recordHandled);
    await sendRequest(article);
    expect(handled).toHaveLength(0);
    await sendRequest('/health');
    expect(handled).toHaveLength(1);
    unsubscribe('tracing:fastify.request.handler:start', recordHandled);
  });

  it('supports conditional and HEAD requests', async () => {
    const { headers } = await sendRequest(article);
    const again = await sendRequest(article, { 'if-none-match': headers.etag! });
    expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } });
    expect(again.body).toHaveLength(0);
    expect(await sendRequest(article, {}, 'HEAD')).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    });
  });

  it('is rendered again after its content changes', async () => {
    const { queries } = test.database;
    expect((await sendRequest(article)).body.toString()).not.toContain('Another title');
    await queries.transaction(async (transaction) => {
      const [row] = await transaction
        .update(articles)
        .set({ title: 'Another title' })
        .where(eq(articles.id, id))
        .returning();
      await announceContentChange(transaction, [`article:${row!.id}`]);
    });
    expect((await sendRequest(article)).body.toString()).toContain('Another title');
  });

  describe('without the application', () => {
    const countHandledDuring = async (action: () => Promise<unknown>) => {
      let handled = 0;
      const count = () => (handled += 1);
      subscribe('tracing:fastify.request.handler:start', count);
      await action();
      unsubscribe('tracing:fastify.request.handler:start', count);
      return handled;
    };
    const expectSameAsApp = async (path: string, status: number) => {
      await sendRequest(path);
      const expected = await test.app.inject(path);
      const response = { status: 0, headers: {}, body: Buffer.alloc(0) };
      expect(
        await countHandledDuring(async () => Object.assign(response, await sendRequest(path))),
      ).toBe(0);
      expect(response.status).toBe(status);
      expect(expected.statusCode).toBe(status);
      expect(response.body.equals(expected.rawPayload)).toBe(true);
      expect(omitVolatileHeaders(response.headers)).toEqual({
        ...omitVolatileHeaders(expected.headers),
        'content-length': String(expected.headers['content-length']),
      });
    };

    it.each(['/articles/', '/ARTICLES?category=nsm&utm_source=x', '//plans', '/profile/'])(
      'sends the redirect from %s',
      (path) => expectSameAsApp(path, 301),
    );

    it('sends the redirect to a page in the cache', async () => {
      await sendRequest(article);
      await expectSameAsApp(`${article}/`, 301);
    });

    it.each(['/no/such/page', '/wp-login.php', '/a/b/c?d=e'])(
      'sends the not-found page of %s',
      (path) => expectSameAsApp(path, 404),
    );

    it.each([
      ['/api/v1/nothing', 404],
      ['/images/covers/x/1.avif', 404],
      ['/nobody/nothing', 404],
      ['/nobody/nothing/', 404],
      ['/robots.txt', 200],
      ['/%zz', 404],
      ['/no%00thing', 404],
    ])('does not respond to other requests: %s', async (path, status) => {
      const handled = await countHandledDuring(async () => {
        for (let attempt = 0; attempt < 2; attempt++)
          expect((await sendRequest(path)).status).toBe(status);
      });
      expect(path.includes('%') || handled === 2).toBe(true);
    });
  });
});
