import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WeeklyLetterSetting } from '#domain/letter.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { TestMailServer } from '#server/platform/mail/testing/test-mail-server.ts';
import { deleteAccount } from '#server/readers/personal-data/delete-account.ts';
import { deleteDataPastRetention } from '#server/retention.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from '../../personal-data-tables.ts';
import { createLetterJobs } from './jobs.ts';
import { replaceConfirmationToken } from './repository.ts';
import { letterSubscriptions } from './schema.ts';
import { confirmLetter, requestLetter } from './service.ts';
import { addTestSubscriber, getTestSubscription } from './testing/subscribers.ts';

const ORIGIN = 'http://octavo.example';
const BERLIN = { timeZone: 'Europe/Berlin' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('the weekly letter of a reader, on $name', ({ open }) => {
  const server = new TestMailServer();
  let database: Database;
  let queue: JobQueueTestHarness;
  let env: Record<string, string>;
  let test: TestApp;
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    database = await open();
    queue = new JobQueueTestHarness(database);
    await server.start();
    const addresses = { CONTACT_TO: 'team@octavo.example', MAIL_FROM: 'letter@octavo.example' };
    env = { ORIGIN, SMTP_URL: server.url, ...addresses };
    test = await openApp(env, { letterRequestOfReader: 100 });
  });
  afterAll(async () => {
    await test.close();
    await server.stop();
    await database.close();
  });
  beforeEach(async () => {
    server.mails.length = 0;
    server.rejectedRecipients.clear();
    await emptyTables(database.queries, 'users');
    await queue.reset(...createLetterJobs(database.queries, readConfig(env)));
    ada = await signInTestReader(database, 'ada');
    call = createApiCaller(test, ada);
  });
  afterEach(() => queue.stop());

  const openApp = (env: Record<string, string>, limits = {}) =>
    createTestApp({ ...database, close: async () => {} }, env, undefined, undefined, { limits });
  const startJobs = () => queue.start(createLetterJobs(database.queries, readConfig(env)));
  const fetchSetting = async (): Promise<WeeklyLetterSetting> =>
    (await call('GET', '/user/letter')).json().data;
  const fetchStatus = async () => (await fetchSetting()).status;
  const putLetter = (body: unknown = BERLIN) => call('PUT', '/user/letter', body);
  /** Opens a link from an email (`GET`), or submits the form on the linked page (`POST`). Sends no cookies. */
  const openLink = (link: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', options = {}) =>
    test.app.inject({ method, url: link.slice(link.indexOf('/letter')), ...options });
  const getTitle = ({ body }: LightMyRequestResponse) => /<h1>(.*)<\/h1>/.exec(body)?.[1];
  /** Waits until `number` emails have arrived, and returns the confirmation link from the last one. */
  async function readMailedLink(number: number): Promise<string> {
    await expect.poll(() => server.mails.length).toBe(number);
    const source = server.mails[number - 1]!.source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /http:\/\/octavo\.example(\/letter\/confirm\?token=[\w-]{43})/.exec(source)![1]!;
  }
  async function subscribe(): Promise<string> {
    const user = await addTestSubscriber(database, 'ada');
    const { unsubscribeToken } = await getTestSubscription(database, user);
    return `/letter/unsubscribe?token=${unsubscribeToken}`;
  }

  it('is off until it is requested, and on once the reader has confirmed the mail', async () => {
    startJobs();
    expect(await fetchSetting()).toEqual({ status: 'off', timeZone: null });
    expect((await putLetter()).json().data).toEqual({ status: 'pending', ...BERLIN });
    expect(await fetchSetting()).toEqual({ status: 'pending', ...BERLIN });
    const link = await readMailedLink(1);
    expect(server.mails[0]!.to).toEqual(['ada@example.org']);
    const page = await openLink(link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form method="post"><button type="submit">Yes, send it to me');
    const response = await openLink(link, 'POST');
    expect([response.statusCode, getTitle(response)]).toEqual([200, 'You’re on the list']);
    expect(await fetchSetting()).toEqual({ status: 'on', ...BERLIN });
    // After the subscription has been confirmed, submitting the form or opening the link again shows the same message.
    expect(getTitle(await openLink(link, 'POST'))).toBe('You’re on the list');
    expect(getTitle(await openLink(link))).toBe('You’re on the list');
  });

  it('is not confirmed by programs that open the links of mails', async () => {
    startJobs();
    await putLetter();
    const link = await readMailedLink(1);
    for (const method of ['GET', 'HEAD', 'GET'] as const) await openLink(link, method);
    expect(await fetchStatus()).toBe('pending');
  });

  it('is not confirmed by a link that has expired', async () => {
    await requestLetter(database.queries, ada.user, 'UTC', new Date(Date.now() - 7 * 86_400_000));
    const { token } = (await replaceConfirmationToken(database.queries, ada.user.id))!;
    const link = `/letter/confirm?token=${token}`;
    for (const method of ['GET', 'POST'] as const) {
      const page = await openLink(link, method);
      expect([page.statusCode, getTitle(page)]).toEqual([404, 'This link no longer works']);
    }
    expect(await fetchStatus()).toBe('off');
  });

  it('is confirmed by the link of the newest mail only', async () => {
    startJobs();
    await putLetter();
    const first = await readMailedLink(1);
    await putLetter();
    const second = await readMailedLink(2);
    expect((await openLink(first, 'POST')).statusCode).toBe(404);
    expect(await fetchStatus()).toBe('pending');
    expect((await openLink(second, 'POST')).statusCode).toBe(200);
    expect(await fetchStatus()).toBe('on');
  });

  it('is not confirmed after the reader has switched it off', async () => {
    startJobs();
    await putLetter();
    const link = await readMailedLink(1);
    expect((await call('DELETE', '/user/letter')).statusCode).toBe(204);
    expect((await openLink(link, 'POST')).statusCode).toBe(404);
    expect(await fetchStatus()).toBe('off');
  });

  it('can be requested only a few times an hour', async () => {
    const limited = await openApp(env);
    const callLimited = createApiCaller(limited, ada);
    for (const _ of [1, 2, 3, 4])
      expect((await callLimited('PUT', '/user/letter', BERLIN)).statusCode).toBe(200);
    const fifth = await callLimited('PUT', '/user/letter', BERLIN);
    expect([fifth.statusCode, fifth.json()]).toEqual([
      429,
      {
        error:
          'We’ve already sent several emails. Check your inbox and spam folder, or try again in an hour.',
      },
    ]);
    expect((await callLimited('DELETE', '/user/letter')).statusCode).toBe(204);
    await limited.close();
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone: is not a time zone.'],
    [{ timeZone: 'x'.repeat(65) }, 'timeZone: must be at most 64 characters'],
    [{}, 'timeZone: must be text.'],
  ])('cannot be requested with %j', async (body, error) => {
    const response = await putLetter(body);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      expect.stringContaining(error),
    ]);
    expect(await fetchStatus()).toBe('off');
  });

  it('keeps the usual name of the time zone, which a confirmed reader can change', async () => {
    await putLetter({ timeZone: 'europe/BERLIN' });
    expect(await fetchSetting()).toEqual({ status: 'pending', ...BERLIN });
    await database.queries.update(letterSubscriptions).set({ state: 'confirmed' });
    expect((await putLetter({ timeZone: 'America/New_York' })).json().data).toEqual({
      status: 'on',
      timeZone: 'America/New_York',
    });
    expect(await fetchSetting()).toEqual({ status: 'on', timeZone: 'America/New_York' });
  });

  it('ends with the bounce of the confirmation mail', async () => {
    server.rejectedRecipients.set('ada@example.org', { code: 550, sentence: '5.1.1 Nobody' });
    startJobs();
    await putLetter();
    await expect.poll(fetchStatus).toBe('bounced');
    server.rejectedRecipients.clear();
    expect((await putLetter()).json().data.status).toBe('pending');
    await readMailedLink(1);
  });

  it('is requested once by two tabs at the same time', async () => {
    const responses = await Promise.all([putLetter(), putLetter(), putLetter()]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await database.queries.$count(letterSubscriptions)).toBe(1);
    expect(await queue.states('letter-confirmation')).toEqual(['created']);
  });

  it.each([
    ['a form', ONE_CLICK, 'application/x-www-form-urlencoded'],
    [
      'a multipart form',
      `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
    ],
    ['an empty body', '', undefined],
  ])('ends with one click, sent as %s without cookies, and again', async (_how, payload, type) => {
    const link = await subscribe();
    const headers = type ? { 'content-type': type } : {};
    for (const _ of [1, 2]) {
      const response = await openLink(link, 'POST', { payload, headers });
      expect([response.statusCode, getTitle(response)]).toEqual([200, 'You won’t get it any more']);
      expect(response.cookies).toEqual([]);
    }
    expect(await fetchStatus()).toBe('off');
    expect(await getTestSubscription(database, ada.user)).toMatchObject({
      state: 'ended',
      endReason: 'unsubscribed',
    });
    expect(getTitle(await openLink(link))).toBe('You won’t get it any more');
  });

  it('does not end because a program opens the link in a letter', async () => {
    const link = await subscribe();
    const page = await openLink(link);
    expect(page.body).toContain('<form method="post"><button type="submit">Stop the letter');
    await openLink(link, 'HEAD');
    expect(await fetchStatus()).toBe('on');
  });

  it('ends with the link in an old letter, also after it was requested again', async () => {
    const link = await subscribe();
    await openLink(link, 'POST');
    await putLetter();
    expect(await fetchStatus()).toBe('pending');
    await openLink(link, 'POST');
    expect(await fetchStatus()).toBe('off');
  });

  it.each(['', '?token=', '?token=short', `?token=${'a'.repeat(43)}`, '?token=a&token=b'])(
    'has no page for the link with the query "%s"',
    async (query) => {
      for (const path of ['/letter/confirm', '/letter/unsubscribe']) {
        const page = await openLink(path + query);
        expect([page.statusCode, page.headers['content-type']]).toEqual([
          404,
          'text/html; charset=utf-8',
        ]);
      }
    },
  );

  it('has pages that no cache stores, that send no referrer, and that load nothing', async () => {
    const { headers, body } = await openLink(await subscribe());
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(body).not.toMatch(/<script|\sstyle=/);
  });

  it('is deleted with the account', async () => {
    startJobs();
    await putLetter();
    const link = await readMailedLink(1);
    const noCleanup = async () => {};
    await deleteAccount(
      database.queries,
      ada.user,
      PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
      noCleanup,
    );
    expect(await database.queries.$count(letterSubscriptions)).toBe(0);
    expect((await openLink(link, 'POST')).statusCode).toBe(404);
    await expect(requestLetter(database.queries, ada.user, 'UTC')).rejects.toThrow('Sign in first');
  });

  it('is forgotten if it was never confirmed', async () => {
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    await requestLetter(database.queries, ada.user, 'UTC', longAgo);
    const { user: grace } = await signInTestReader(database, 'grace');
    await requestLetter(database.queries, grace, 'UTC', longAgo);
    await database.queries
      .update(letterSubscriptions)
      .set({ confirmedAt: longAgo })
      .where(eq(letterSubscriptions.userId, grace.id));
    await signInTestReader(database, 'mary');
    await createApiCaller(test, await signInTestReader(database, 'mary'))(
      'PUT',
      '/user/letter',
      BERLIN,
    );
    const { signal } = new AbortController();
    expect(await deleteDataPastRetention(database.queries, 30, signal)).toMatchObject({
      unconfirmedLetters: 1,
    });
    // Confirmed subscriptions and recent requests for the letter are not deleted.
    expect(await database.queries.$count(letterSubscriptions)).toBe(2);
  });

  it('comes at once to a reader who confirms it in the morning of its day', async () => {
    const confirmAt = async (time: string) => {
      const now = new Date(time);
      await requestLetter(database.queries, ada.user, 'Europe/Berlin', now);
      const { token } = (await replaceConfirmationToken(database.queries, ada.user.id))!;
      expect(await confirmLetter(database.queries, token, now)).toBe(true);
    };
    await confirmAt('2026-11-30T08:00:00Z');
    expect(await queue.states('letter')).toEqual([]);
    await database.queries.delete(letterSubscriptions);
    await confirmAt('2026-12-01T08:00:00Z');
    expect(await queue.states('letter')).toEqual(['created']);
  });

  describe('without a mail server', () => {
    let appWithoutMail: TestApp;
    beforeAll(async () => {
      appWithoutMail = await openApp({ ORIGIN });
    });
    afterAll(() => appWithoutMail.close());

    it('is not offered, and cannot be requested', async () => {
      const readOffersLetter = async ({ app }: TestApp) =>
        (await app.inject('/page-payload/settings')).json().props.offersLetter;
      expect([await readOffersLetter(test), await readOffersLetter(appWithoutMail)]).toEqual([
        true,
        false,
      ]);
      const callWithoutMail = createApiCaller(appWithoutMail, ada);
      expect((await callWithoutMail('PUT', '/user/letter', BERLIN)).statusCode).toBe(404);
      expect((await callWithoutMail('GET', '/user/letter')).json().data.status).toBe('off');
      expect(createLetterJobs(database.queries, readConfig({ ORIGIN }))).toEqual([]);
    });

    it('can still be ended', async () => {
      const link = await subscribe();
      const response = await appWithoutMail.app.inject({ method: 'POST', url: link });
      expect(response.statusCode).toBe(200);
      expect(await fetchStatus()).toBe('off');
    });
  });
});
