import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { announceAccountChange } from '#server/readers/accounts/account-changes.ts';
import { createLibraryTestApp, createTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('account changes, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let origin: string;
  let other: Database;
  let ada: TestReader;
  let grace: TestReader;
  const opened: AbortController[] = [];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    await test.app.listen({ port: 0 });
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
    other = name === 'PostgreSQL' ? await openSecondConnection(test.database) : test.database;
    ada = await signInTestReader(test.database, 'ada');
    grace = await signInTestReader(test.database, 'grace');
  });
  afterAll(async () => {
    if (other !== test.database) await other.close();
    await test.close();
  });
  afterEach(() => {
    for (const each of opened.splice(0)) each.abort();
  });

  /**
   * Opens the stream of account changes as a reader's page does. Returns the received text and the state of the stream.
   */
  async function listen({ cookies: { session } }: TestReader) {
    const aborted = new AbortController();
    opened.push(aborted);
    const response = await fetch(`${origin}/api/v1/user/changes`, {
      headers: { cookie: `session=${session}`, 'accept-encoding': 'gzip, br' },
      signal: aborted.signal,
    });
    const page = { response, heard: '', hasEnded: false };
    const read = async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
        page.heard += chunk;
      page.hasEnded = true;
    };
    read().catch(() => {});
    await expect.poll(() => page.heard).toContain('retry: 3000');
    return page;
  }

  it('are sent to the reader’s pages from any process, and to nobody else', async () => {
    const [one, two, others] = await Promise.all([listen(ada), listen(ada), listen(grace)]);
    expect(one.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(one.response.headers.get('content-encoding')).toBeNull();
    await other.queries.transaction((transaction) =>
      announceAccountChange(transaction, ada.user.id),
    );
    for (const page of [one, two])
      await expect.poll(() => page.heard).toContain('event: account\ndata:\n\n');
    expect(others.heard).not.toContain('account');
  });

  it('include follows and bookmarks from other devices', async () => {
    const page = await listen(ada);
    const others = await listen(grace);
    const call = createApiCaller(test, ada);
    const heard = (what: string) => page.heard.split(`event: ${what}\n`).length - 1;
    const { authorAlias: alias, id } = test.library[0]!;
    for (const [method, path, what, times] of [
      ['PUT', `/authors/${alias}/follow`, 'follows', 1],
      ['DELETE', `/authors/${alias}/follow`, 'follows', 2],
      ['PUT', `/articles/${alias}/${id}/bookmark`, 'bookmarks', 1],
      ['DELETE', `/articles/${alias}/${id}/bookmark`, 'bookmarks', 2],
    ] as const) {
      expect((await call(method, path)).statusCode).toBe(204);
      await expect.poll(() => heard(what)).toBe(times);
    }
    // The reader no longer follows the author, so this second DELETE call sends no event.
    await call('DELETE', `/authors/${alias}/follow`);
    await call('PUT', `/authors/${alias}/follow`);
    await expect.poll(() => heard('follows')).toBe(3);
    expect(others.heard).not.toContain('event: follows');
  });

  it('are not sent if nothing changed', async () => {
    const page = await listen(ada);
    const undone = other.queries.transaction(async (transaction) => {
      await announceAccountChange(transaction, ada.user.id);
      throw new Error('It came to nothing.');
    });
    await expect(undone).rejects.toThrow();
    await other.queries.transaction((transaction) =>
      announceAccountChange(transaction, grace.user.id),
    );
    expect(page.heard).not.toContain('account');
  });

  it('end with the session, even if another device ends it', async () => {
    const [phone, laptop] = [ada, await signInTestReader(test.database, 'ada')];
    const onPhone = await listen(phone);
    const onLaptop = await listen(laptop);
    const others = await listen(grace);
    const end = (cookies: TestReader['cookies'], path: string) =>
      test.app.inject({ method: 'DELETE', url: `/api/v1/user/sessions${path}`, cookies });
    const { data } = (
      await test.app.inject({ url: '/api/v1/user/sessions', cookies: laptop.cookies })
    ).json();
    const current = data.sessions.find((each: { isCurrent: boolean }) => each.isCurrent);
    expect((await end(phone.cookies, `/${current.id}`)).statusCode).toBe(204);
    await expect.poll(() => onLaptop.hasEnded).toBe(true);
    // The stream of the ended session gets no event. Its page would respond to the event with a profile request, which
    // requires a session.
    expect(onLaptop.heard).not.toContain('event: account');
    expect(onPhone.hasEnded).toBe(false);
    expect((await end(phone.cookies, '')).statusCode).toBe(204);
    await expect.poll(() => onPhone.hasEnded).toBe(true);
    expect([others.hasEnded, others.heard]).toEqual([
      false,
      expect.not.stringContaining('account'),
    ]);
    ada = await signInTestReader(test.database, 'ada');
  });

  it('are sent to six pages of a reader; another page replaces the oldest', async () => {
    const pages: Awaited<ReturnType<typeof listen>>[] = [];
    for (let at = 0; at < 7; at++) pages.push(await listen(ada));
    await expect
      .poll(() => pages.map(({ hasEnded }) => hasEnded))
      .toEqual([true, ...Array.from({ length: 6 }, () => false)]);
  });

  it.runIf(isRunOfAllTests())('do not block other calls or the shutdown', async () => {
    const session = (at: number) => signInTestReader(test.database, `reader-${at}`);
    for (let at = 0; at < 20; at++) await listen(await session(at));
    const { cookies } = ada;
    const answer = await test.app.inject({ url: '/api/v1/user/profile', cookies });
    expect(answer.statusCode).toBe(200);
    const closing = await createTestApp(other);
    await closing.app.listen({ port: 0 });
    const { port } = closing.app.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/user/changes`, {
      headers: { cookie: `session=${cookies.session}` },
    });
    await closing.app.close();
    await response.text();
  });
});
