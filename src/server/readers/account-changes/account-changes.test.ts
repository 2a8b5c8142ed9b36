import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import { createLibraryTestApp, createTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { readerDataChangeRoutes } from './routes.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('account changes, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let origin: string;
  let otherDatabase: Database;
  let ada: TestReader;
  let grace: TestReader;
  const controllers: AbortController[] = [];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    await test.app.listen({ port: 0 });
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
    otherDatabase =
      name === 'PostgreSQL' ? await openSecondConnection(test.database) : test.database;
    ada = await signInTestReader(test.database, 'ada');
    grace = await signInTestReader(test.database, 'grace');
  });
  afterAll(async () => {
    if (otherDatabase !== test.database) await otherDatabase.close();
    await test.close();
  });
  afterEach(() => {
    for (const each of controllers.splice(0)) each.abort();
  });

  /**
   * Opens the stream of account changes as a reader's page does. Returns an object that collects the received text and
   * records the end of the stream.
   */
  async function openStream({ cookies: { session } }: TestReader) {
    const controller = new AbortController();
    controllers.push(controller);
    const response = await fetch(`${origin}/api/v1/user/changes`, {
      headers: { cookie: `session=${session}`, 'accept-encoding': 'gzip, br' },
      signal: controller.signal,
    });
    const page = { response, received: '', hasEnded: false };
    const read = async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
        page.received += chunk;
      page.hasEnded = true;
    };
    read().catch(() => {});
    await expect.poll(() => page.received).toContain('retry: 3000');
    return page;
  }

  it('are sent to the reader’s pages from any process, and to nobody else', async () => {
    const [one, two, gracePage] = await Promise.all([
      openStream(ada),
      openStream(ada),
      openStream(grace),
    ]);
    expect(one.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(one.response.headers.get('content-encoding')).toBeNull();
    await otherDatabase.queries.transaction((transaction) =>
      announceReaderDataChange(transaction, ada.user.id),
    );
    for (const page of [one, two])
      await expect.poll(() => page.received).toContain('event: account\ndata:\n\n');
    expect(gracePage.received).not.toContain('account');
  });

  it('include follows and bookmarks from other devices', async () => {
    const page = await openStream(ada);
    const gracePage = await openStream(grace);
    const call = createApiCaller(test, ada);
    const countEvents = (kind: string) => page.received.split(`event: ${kind}\n`).length - 1;
    const { authorAlias: alias, id } = test.library[0]!;
    for (const [method, path, kind, times] of [
      ['PUT', `/authors/${alias}/follow`, 'follows', 1],
      ['DELETE', `/authors/${alias}/follow`, 'follows', 2],
      ['PUT', `/articles/${alias}/${id}/bookmark`, 'bookmarks', 1],
      ['DELETE', `/articles/${alias}/${id}/bookmark`, 'bookmarks', 2],
    ] as const) {
      expect((await call(method, path)).statusCode).toBe(204);
      await expect.poll(() => countEvents(kind)).toBe(times);
    }
    // The reader no longer follows the author, so this second DELETE call sends no event.
    await call('DELETE', `/authors/${alias}/follow`);
    await call('PUT', `/authors/${alias}/follow`);
    await expect.poll(() => countEvents('follows')).toBe(3);
    expect(gracePage.received).not.toContain('event: follows');
  });

  it('are not sent if nothing changed', async () => {
    const page = await openStream(ada);
    const rolledBack = otherDatabase.queries.transaction(async (transaction) => {
      await announceReaderDataChange(transaction, ada.user.id);
      throw new Error('It came to nothing.');
    });
    await expect(rolledBack).rejects.toThrow();
    await otherDatabase.queries.transaction((transaction) =>
      announceReaderDataChange(transaction, grace.user.id),
    );
    expect(page.received).not.toContain('account');
  });

  it('end with the session, even if another device ends it', async () => {
    const [phone, laptop] = [ada, await signInTestReader(test.database, 'ada')];
    const phonePage = await openStream(phone);
    const laptopPage = await openStream(laptop);
    const gracePage = await openStream(grace);
    const endSession = (cookies: TestReader['cookies'], path: string) =>
      test.app.inject({ method: 'DELETE', url: `/api/v1/user/sessions${path}`, cookies });
    const { data } = (
      await test.app.inject({ url: '/api/v1/user/sessions', cookies: laptop.cookies })
    ).json();
    const current = data.sessions.find((each: { isCurrent: boolean }) => each.isCurrent);
    expect((await endSession(phone.cookies, `/${current.id}`)).statusCode).toBe(204);
    await expect.poll(() => laptopPage.hasEnded).toBe(true);
    // The ended session's stream gets no event. Otherwise, its page would respond to the event with a profile request,
    // which requires a session.
    expect(laptopPage.received).not.toContain('event: account');
    expect(phonePage.hasEnded).toBe(false);
    expect((await endSession(phone.cookies, '')).statusCode).toBe(204);
    await expect.poll(() => phonePage.hasEnded).toBe(true);
    expect([gracePage.hasEnded, gracePage.received]).toEqual([
      false,
      expect.not.stringContaining('account'),
    ]);
    ada = await signInTestReader(test.database, 'ada');
  });

  it('are sent to six pages of a reader; another page replaces the oldest', async () => {
    const pages: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let index = 0; index < 7; index++) pages.push(await openStream(ada));
    await expect
      .poll(() => pages.map(({ hasEnded }) => hasEnded))
      .toEqual([true, ...Array.from({ length: 6 }, () => false)]);
  });

  it.runIf(isRunOfAllTests())('do not block other calls or the shutdown', async () => {
    const signInReader = (number: number) => signInTestReader(test.database, `reader-${number}`);
    for (let number = 0; number < 20; number++) await openStream(await signInReader(number));
    const { cookies } = ada;
    const profile = await test.app.inject({ url: '/api/v1/user/profile', cookies });
    expect(profile.statusCode).toBe(200);
    const closingApp = await createTestApp(otherDatabase);
    await closingApp.app.listen({ port: 0 });
    const { port } = closingApp.app.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/user/changes`, {
      headers: { cookie: `session=${cookies.session}` },
    });
    await closingApp.app.close();
    await response.text();
  });
});

it('sends no event to a stream that has ended because changes may have been missed', async () => {
  const listeners: { notify?: (payload: string) => void; reconnect?: () => void } = {};
  const database = {
    listen: async (_channel, notify, reconnect) => {
      Object.assign(listeners, { notify, reconnect });
      return async () => {};
    },
  } as Partial<Database> as Database;
  const app = fastify();
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { reader: { id: 'session', user: { id: 'ada' } } });
  });
  await app.register(async (scope) => readerDataChangeRoutes(scope, database));
  const response = await app.inject({ url: '/user/changes', payloadAsStream: true });
  listeners.reconnect!();
  listeners.notify!('ada bookmarks');
  expect(await text(response.stream())).toBe('retry: 3000\n\n');
  await app.close();
});
