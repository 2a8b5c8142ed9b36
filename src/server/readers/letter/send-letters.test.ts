import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { requireActiveAuthorId } from '#server/catalogue/authors/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createSmtpSender } from '#server/platform/mail/smtp.ts';
import { getMailHeader, TestMailServer } from '#server/platform/mail/testing/test-mail-server.ts';
import { followAuthor } from '#server/readers/follows/repository.ts';
import { recordReadingProgress } from '#server/readers/reading/repository.ts';
import {
  getTestDatabaseUrl,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createLetterMailer } from './letter-mailer.ts';
import { type DueSubscriber, listDueSubscribers } from './repository.ts';
import { type LetterCountsByOutcome, sendDueLetters } from './send-letters.ts';
import { addTestSubscriber, getTestSubscription } from './testing/subscribers.ts';

const ORIGIN = 'https://octavo.example';
const MORNING = '2026-12-01T07:00:00Z';
const LATER_THAT_MORNING = '2026-12-01T08:00:00Z';
const NEXT_WEEK = '2026-12-08T07:00:00Z';
const HOUR = 60 * 60 * 1000;

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('weekly letters, on $name', ({ name, openFilled }) => {
  const server = new TestMailServer();
  let database: Database;
  let library: ArticleMeta[];
  let release = () => {};

  beforeAll(async () => {
    database = await openFilled();
    await server.start();
    ({ metas: library } = await listPublishedArticles(database.queries, {}, 20));
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });
  beforeEach(async () => {
    server.mails.length = server.refusals.length = 0;
    server.rejectedRecipients.clear();
    server.pause = Promise.resolve();
    await emptyTables(database.queries, 'users');
    const past = new Date('2026-10-01T00:00:00Z');
    await database.queries.update(articles).set({ status: 'published', publishedAt: past });
  });
  afterEach(() => release());

  function sendLetters(
    time: string,
    { queries } = database,
    timeouts = {},
    signal = new AbortController().signal,
  ): Promise<LetterCountsByOutcome> {
    const mailer = createLetterMailer({
      sendMail: createSmtpSender(server.url, timeouts),
      from: 'letter@octavo.example',
      replyTo: 'team@octavo.example',
      origin: ORIGIN,
    });
    return sendDueLetters({ queries, mailer, now: () => new Date(time) }, signal);
  }
  const listRecipients = () => server.mails.flatMap(({ to }) => to).toSorted();
  const publish = ({ id }: ArticleMeta, time: string) =>
    database.queries
      .update(articles)
      .set({ publishedAt: new Date(time) })
      .where(eq(articles.id, id));
  /** Returns the plain text of the last email that the test mail server received. */
  const readLastText = (): string => {
    const encoded = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n----/.exec(
      server.mails.at(-1)!.source,
    )![1]!;
    const bytes = encoded
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  };
  /** Makes the test mail server accept the content of emails, but delay its response until `release` is called. */
  function pauseAfterContent(): void {
    const paused = Promise.withResolvers<void>();
    release = paused.resolve;
    server.pause = paused.promise;
  }

  it('are due for readers of two weeks, each in exactly one batch', async () => {
    const weeks = ['2026-W48', '2026-W47', '2026-W48', '2026-W47', '2026-W48', '2026-W49'];
    const due: [claimedWeek: string, userId: string][] = [];
    for (const [index, claimedWeek] of weeks.entries()) {
      const { id } = await addTestSubscriber(database, `reader${index}`, { claimedWeek });
      if (claimedWeek < '2026-W49') due.push([claimedWeek, id]);
    }
    const expected = due.toSorted().map(([, id]) => id);
    const scope = { timeZone: 'Europe/Berlin', week: '2026-W49' };
    for (const size of [1, 2, 3, 4, 5, 6]) {
      const listedReaders: DueSubscriber[] = [];
      let batch: DueSubscriber[];
      do {
        batch = await listDueSubscribers(
          database.queries,
          scope,
          size,
          listedReaders.at(-1)?.subscription,
        );
        expect(batch.length).toBeLessThanOrEqual(size);
        listedReaders.push(...batch);
      } while (batch.length === size);
      expect(listedReaders.map(({ user }) => user.id)).toEqual(expected);
    }
  });

  it('come in the reader’s morning, once a week', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    await addTestSubscriber(database, 'grace', { timeZone: 'America/New_York' });
    expect(await sendLetters('2026-12-01T05:59:00Z')).toEqual({});
    expect(await sendLetters(MORNING)).toEqual({ sent: 1 });
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({});
    expect(listRecipients()).toEqual(['ada@example.org']);
    expect(await getTestSubscription(database, ada)).toMatchObject({
      claimedWeek: '2026-W49',
      sentWeek: '2026-W49',
      sentAt: new Date(MORNING),
    });
    expect(await sendLetters('2026-12-01T12:00:00Z')).toEqual({ sent: 1 });
    expect(listRecipients()).toEqual(['ada@example.org', 'grace@example.org']);
    expect(await sendLetters(NEXT_WEEK)).toEqual({ sent: 1 });
  });

  it('have the headers of a list, with a link that only this reader has', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    await sendLetters(MORNING);
    const [mail] = server.mails;
    const { unsubscribeToken } = await getTestSubscription(database, ada);
    const url = `${ORIGIN}/letter/unsubscribe?token=${unsubscribeToken}`;
    const getHeader = (name: string) => getMailHeader(mail!, name);
    expect(getHeader('list-unsubscribe')).toBe(`<${url}>`);
    expect(getHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(getHeader('list-id')).toBe('Octavo weekly letter <weekly-letter.octavo.example>');
    expect([getHeader('auto-submitted'), getHeader('precedence')]).toEqual([
      'auto-generated',
      'bulk',
    ]);
    expect(getHeader('from')).toBe('Octavo <letter@octavo.example>');
    expect(getHeader('reply-to')).toBe('Octavo <team@octavo.example>');
    expect(getHeader('to')).toBe('ada <ada@example.org>');
    expect(getHeader('content-type')).toMatch(/^multipart\/alternative/);
    expect(readLastText()).toContain(`Stop this letter: ${url}`);
    expect(mail!.source).not.toContain(ada.id);
  });

  it('have the unread articles of followed authors that are new since the previous letter', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    const [first, second, third] = library;
    for (const { authorAlias } of [first!, second!, third!]) {
      const authorId = await requireActiveAuthorId(database.queries, authorAlias);
      await followAuthor(database.queries, ada, authorId);
    }
    await publish(first!, '2026-11-28T00:00:00Z');
    await publish(second!, '2026-11-29T00:00:00Z');
    await recordReadingProgress(database.queries, ada, second!.id, { section: 'end', readAgo: 0 });
    await sendLetters(MORNING);
    const [followed, today] = readLastText().split('FROM TODAY’S FIVE');
    expect(followed).toContain(`${ORIGIN}${first!.path}`);
    expect(followed).not.toContain(second!.path);
    expect(today!.split('-- ')[0]!.match(/https:/g)).toHaveLength(2);

    await publish(third!, '2026-12-02T00:00:00Z');
    await sendLetters(NEXT_WEEK);
    const [newer] = readLastText().split('FROM TODAY’S FIVE');
    expect(newer).toContain(third!.path);
    expect(newer).not.toContain(first!.path);
  });

  it('have today’s five if followed authors published nothing', async () => {
    await addTestSubscriber(database, 'ada');
    await sendLetters(MORNING);
    expect(readLastText()).toContain('TODAY’S FIVE');
    expect(
      readLastText()
        .split('-- ')[0]!
        .match(/https:/g),
    ).toHaveLength(5);
  });

  it('are not sent in a week without anything new', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    const [readArticle] = library;
    await database.queries
      .update(articles)
      .set({ status: 'archived' })
      .where(ne(articles.id, readArticle!.id));
    await recordReadingProgress(database.queries, ada, readArticle!.id, {
      section: 'end',
      readAgo: 0,
    });
    expect(await sendLetters(MORNING)).toEqual({ 'nothing-new': 1 });
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({});
    expect(server.mails).toEqual([]);
    expect(await getTestSubscription(database, ada)).toMatchObject({ sentWeek: null });
  });

  it('are not sent to readers who have not confirmed, or have ended the letter', async () => {
    await addTestSubscriber(database, 'ada', { state: 'pending' });
    await addTestSubscriber(database, 'grace', { state: 'ended' });
    expect(await sendLetters(MORNING)).toEqual({});
  });

  it('are repeated in the same morning after a temporary error', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    await addTestSubscriber(database, 'grace');
    server.rejectedRecipients.set('ada@example.org', { code: 451, sentence: 'Greylisted' });
    expect(await sendLetters(MORNING)).toEqual({ postponed: 1, sent: 1 });
    expect(await getTestSubscription(database, ada)).toMatchObject({ claimedWeek: '' });
    server.rejectedRecipients.clear();
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({ sent: 1 });
    expect(listRecipients()).toEqual(['ada@example.org', 'grace@example.org']);
  });

  it('end when the address is rejected for good', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    server.rejectedRecipients.set('ada@example.org', { code: 550, sentence: '5.1.1 No such user' });
    expect(await sendLetters(MORNING)).toEqual({ 'invalid-recipient': 1 });
    expect(await getTestSubscription(database, ada)).toMatchObject({
      state: 'ended',
      endReason: 'bounced',
      endedAt: new Date(MORNING),
    });
    server.rejectedRecipients.clear();
    expect(await sendLetters(NEXT_WEEK)).toEqual({});
  });

  it('are skipped for a week when the mail is refused for good', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    server.refusals.push({ code: 554, sentence: '5.7.1 Looks like spam' });
    expect(await sendLetters(MORNING)).toEqual({ refused: 1 });
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({});
    expect(await getTestSubscription(database, ada)).toMatchObject({ state: 'confirmed' });
    expect(await sendLetters(NEXT_WEEK)).toEqual({ sent: 1 });
  });

  it('wait for a mail server that cannot be reached', async () => {
    for (const reader of ['ada', 'grace', 'mary']) await addTestSubscriber(database, reader);
    await server.stop();
    await expect(sendLetters(MORNING)).rejects.toThrow('The mail server cannot be reached');
    await server.start();
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({ sent: 3 });
  });

  it('are not sent twice if the mail server does not confirm one', async () => {
    const ada = await addTestSubscriber(database, 'ada');
    pauseAfterContent();
    expect(await sendLetters(MORNING, database, { socketTimeout: 200 })).toEqual({ unknown: 1 });
    release();
    server.pause = Promise.resolve();
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({});
    expect(server.mails).toHaveLength(1);
    expect(await getTestSubscription(database, ada)).toMatchObject({ sentWeek: null });
    expect(await sendLetters(NEXT_WEEK)).toEqual({ sent: 1 });
  });

  it('end for few readers if the mail server rejects everybody', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `reader-${at}`);
    const readers = [];
    for (const reader of names) {
      readers.push(await addTestSubscriber(database, reader));
      server.rejectedRecipients.set(`${reader}@example.org`, { code: 550, sentence: 'No' });
    }
    await expect(sendLetters(MORNING)).rejects.toThrow('The mail server rejected the recipient');
    const states = await Promise.all(readers.map((user) => getTestSubscription(database, user)));
    const ended = states.filter(({ state }) => state === 'ended').length;
    expect(ended).toBeGreaterThanOrEqual(10);
    expect(ended).toBeLessThan(15);
  });

  it('continue in the next run after a process was stopped, and nobody gets two', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `reader-${at}`);
    for (const reader of names) await addTestSubscriber(database, reader);
    pauseAfterContent();
    const controller = new AbortController();
    const run = sendLetters(MORNING, database, {}, controller.signal);
    await expect.poll(() => server.mails.length).toBe(4);
    controller.abort(new Error('The process stops.'));
    release();
    server.pause = Promise.resolve();
    await expect(run).rejects.toThrow('The process stops.');
    expect(server.mails).toHaveLength(4);
    expect(await sendLetters(LATER_THAT_MORNING)).toEqual({ sent: 8 });
    expect(listRecipients()).toEqual(names.map((reader) => `${reader}@example.org`).toSorted());
  });

  it.skipIf(name === 'PGlite')('are sent once by two processes at the same time', async () => {
    // The full test run uses more readers than fit in one batch. Other runs use fewer.
    const count = isRunOfAllTests() ? 130 : 20;
    const names = Array.from({ length: count }, (_, at) => `reader-${at}`);
    for (const reader of names) await addTestSubscriber(database, reader);
    const otherDatabase = await openSecondConnection(database);
    const runs = await Promise.all([sendLetters(MORNING), sendLetters(MORNING, otherDatabase)]);
    await otherDatabase.close();
    expect(runs[0]!.sent! + runs[1]!.sent!).toBe(count);
    expect(listRecipients()).toEqual(names.map((reader) => `${reader}@example.org`).toSorted());
  });

  it.runIf(isRunOfAllTests() && name !== 'PGlite')(
    'are not sent again after a process was killed between its claim and the confirmation',
    async () => {
      const ada = await addTestSubscriber(database, 'ada');
      pauseAfterContent();
      const child = fork(fileURLToPath(new URL('./testing/letter-process.ts', import.meta.url)), {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: await getTestDatabaseUrl(database),
          SMTP_URL: server.url,
          LETTER_TIME: MORNING,
        },
      });
      try {
        await expect.poll(() => server.mails.length).toBe(1);
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      release();
      server.pause = Promise.resolve();
      expect(await getTestSubscription(database, ada)).toMatchObject({
        claimedWeek: '2026-W49',
        sentWeek: null,
      });
      expect(await sendLetters(LATER_THAT_MORNING)).toEqual({});
      expect(server.mails).toHaveLength(1);
      expect(await sendLetters(NEXT_WEEK)).toEqual({ sent: 1 });
    },
  );

  it('are sent for as long as the morning lasts', async () => {
    await addTestSubscriber(database, 'ada');
    const lastHour = new Date(Date.parse('2026-12-01T10:00:00Z') - HOUR).toISOString();
    expect(await sendLetters('2026-12-01T10:00:00Z')).toEqual({});
    expect(await sendLetters(lastHour)).toEqual({ sent: 1 });
  });
});
