import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

/** Response headers that depend on the connection or the time. The comparison ignores them. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date'];
/** The response header with rendering times, which is sent only to the client whose request caused the rendering. */
const OF_THE_MAKING = ['server-timing'];

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

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve) => {
      const request = http.request({ port, path, headers, method }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode!, headers: response.headers, body });
      });
      request.end();
    });
  const withoutConnection = (headers: http.IncomingHttpHeaders | NodeJS.Dict<unknown>) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => ![...OF_THE_CONNECTION, ...OF_THE_MAKING].includes(name),
      ),
    );

  it.each(['br', 'gzip', ''])(
    'equals the application’s response, encoded as "%s"',
    async (coding) => {
      const headers = { 'accept-encoding': coding };
      for (const path of [article, `${article}?utm_source=x`, `/page-payload${article}`]) {
        const expected = await test.app.inject({ url: path, headers });
        const answer = await ask(path, headers);
        expect(answer.status).toBe(200);
        expect(answer.body.equals(expected.rawPayload)).toBe(true);
        expect(withoutConnection(answer.headers)).toEqual({
          ...withoutConnection(expected.headers),
          'content-length': String(expected.headers['content-length']),
        });
      }
    },
  );

  it('is served without the application', async () => {
    await ask(article);
    const handled: unknown[] = [];
    const note = (message: unknown) => handled.push(message);
    subscribe('tracing:fastify.request.handler:start', note);
    await ask(article);
    expect(handled).toHaveLength(0);
    await ask('/health');
    expect(handled).toHaveLength(1);
    unsubscribe('tracing:fastify.request.handler:start', note);
  });

  it('supports conditional and HEAD requests', async () => {
    const { headers } = await ask(article);
    const again = await ask(article, { 'if-none-match': headers.etag! });
    expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } });
    expect(again.body).toHaveLength(0);
    expect(await ask(article, {}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('is rendered again after its content changes', async () => {
    const { queries } = test.database;
    expect((await ask(article)).body.toString()).not.toContain('Another title');
    await queries.transaction(async (transaction) => {
      const [row] = await transaction
        .update(articles)
        .set({ title: 'Another title' })
        .where(eq(articles.id, id))
        .returning();
      await announceContentChange(transaction, [`article:${row!.id}`]);
    });
    expect((await ask(article)).body.toString()).toContain('Another title');
  });

  describe('without the application', () => {
    const handledDuring = async (act: () => Promise<unknown>) => {
      let handled = 0;
      const count = () => (handled += 1);
      subscribe('tracing:fastify.request.handler:start', count);
      await act();
      unsubscribe('tracing:fastify.request.handler:start', count);
      return handled;
    };
    const expectSame = async (path: string, status: number) => {
      await ask(path);
      const expected = await test.app.inject(path);
      const answer = { status: 0, headers: {}, body: Buffer.alloc(0) };
      expect(await handledDuring(async () => Object.assign(answer, await ask(path)))).toBe(0);
      expect(answer.status).toBe(status);
      expect(expected.statusCode).toBe(status);
      expect(answer.body.equals(expected.rawPayload)).toBe(true);
      expect(withoutConnection(answer.headers)).toEqual({
        ...withoutConnection(expected.headers),
        'content-length': String(expected.headers['content-length']),
      });
    };

    it.each(['/articles/', '/ARTICLES?category=nsm&utm_source=x', '//plans', '/profile/'])(
      'sends the redirect from %s',
      (path) => expectSame(path, 301),
    );

    it('sends the redirect to a page in the cache', async () => {
      await ask(article);
      await expectSame(`${article}/`, 301);
    });

    it.each(['/no/such/page', '/wp-login.php', '/a/b/c?d=e'])(
      'sends the not-found page of %s',
      (path) => expectSame(path, 404),
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
      const handled = await handledDuring(async () => {
        for (let time = 0; time < 2; time++) expect((await ask(path)).status).toBe(status);
      });
      expect(path.includes('%') || handled === 2).toBe(true);
    });
  });
});
