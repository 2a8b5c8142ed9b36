import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTACT_RETENTION_DAYS } from '#domain/contact.ts';
import {
  CONTACT_MESSAGE_STATE_MACHINE,
  type ContactMessageStatus,
} from '#domain/statuses/inbox-states.ts';
import { findTransition } from '#domain/statuses/state-machine.ts';
import {
  type InboxMessage,
  MAX_REPLY_LENGTH,
  type MessageWithReplies,
} from '#domain/studio/inbox.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { getMailHeader, TestMailServer } from '#server/platform/mail/testing/test-mail-server.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { contactReplies } from '#server/readers/contact/schema.ts';
import { createContactJobs } from '#server/readers/contact/service.ts';
import { sendContactMessage } from '#server/readers/contact/testing/contact-form.ts';
import { deleteDataPastRetention } from '#server/retention.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

const LIMITS = { limits: { contact: 1000, contactOfReader: 1000 } };

describe.each(await selectTestDatabaseEngines())('the inbox, on $name', ({ open }) => {
  const server = new TestMailServer();
  let database: Database;
  let queue: JobQueueTestHarness;
  let jobs: JobWithHandler[];
  let withMail: TestApp;
  let withoutMail: TestApp;
  let editor: ReturnType<typeof createApiCaller>;
  let editorWithMail: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    database = await open();
    queue = new JobQueueTestHarness(database);
    await server.start();
    const env = {
      ORIGIN: 'http://octavo.example',
      SMTP_URL: server.url,
      CONTACT_TO: 'team@octavo.example',
      MAIL_FROM: 'form@octavo.example',
    };
    jobs = createContactJobs(database.queries, readConfig(env));
    const sharedDatabase = { ...database, close: async () => {} };
    withMail = await createTestApp(sharedDatabase, env, undefined, undefined, LIMITS);
    withoutMail = await createTestApp(
      sharedDatabase,
      { ORIGIN: env.ORIGIN },
      undefined,
      undefined,
      LIMITS,
    );
  });
  afterAll(async () => {
    await Promise.all([withMail.close(), withoutMail.close(), server.stop()]);
    await database.close();
  });
  beforeEach(async () => {
    server.mails.length = server.refusals.length = 0;
    await emptyTables(database.queries, 'users', 'contact_messages');
    await queue.reset(...jobs);
    const reader = await signInTestReader(database, 'edith');
    await updateRole(database.queries, reader.user.id, 'editor');
    editor = createApiCaller(withoutMail, reader);
    editorWithMail = createApiCaller(withMail, reader);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await queue.stop();
  });

  const fetchInbox = async (query = '') =>
    (await editor('GET', `/studio/messages${query}`)).json().data as {
      messages: InboxMessage[];
      counts: Record<ContactMessageStatus, number>;
      nextToken: string | null;
    };
  /** Sends a contact message and returns its ID. */
  const sendMessage = async (changes: Record<string, unknown> = {}, options = {}) => {
    expect((await sendContactMessage(withoutMail, changes, options)).statusCode).toBe(204);
    return (await fetchInbox()).messages[0]!.id;
  };
  const fetchMessage = async (id: string) =>
    (await editor('GET', `/studio/messages/${id}`)).json().data as MessageWithReplies;
  const reply = (id: string, changes: Record<string, unknown> = {}, caller = editor) =>
    caller('POST', `/studio/messages/${id}/reply`, {
      id: randomUUID(),
      text: 'Marginalia is.',
      seen: 0,
      ...changes,
    });
  const move = (id: string, to: 'spam' | 'reopen') =>
    editor('POST', `/studio/messages/${id}/${to}`, {});
  const fetchAuditEntries = async () =>
    (await editor('GET', '/studio/audit?limit=1')).json().data.entries as Record<string, unknown>[];

  it('lists messages, newest first, with counts, page by page', async () => {
    for (let index = 0; index < 5; index++)
      await sendContactMessage(withoutMail, { message: `Message ${index}` });
    const first = await fetchInbox('?limit=3');
    expect(first.counts).toEqual({ pending: 5, replied: 0, spam: 0 });
    const token = encodeURIComponent(first.nextToken!);
    const second = await fetchInbox(`?limit=3&nextToken=${token}`);
    expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `Message ${index}`),
    );
    const otherList = await editor('GET', `/studio/messages?status=spam&nextToken=${token}`);
    expect(otherList.statusCode).toBe(400);
    expect((await editor('GET', '/studio/counts')).json().data.messages).toBe(5);
  });

  it('says whether the sender has an account', async () => {
    await sendMessage();
    const { cookies } = await signInTestReader(database, 'ada');
    const id = await sendMessage({ message: 'And I?' }, { cookies });
    expect((await fetchInbox()).messages.map(({ isOfReader }) => isOfReader)).toEqual([
      true,
      false,
    ]);
    expect(await fetchMessage(id)).toMatchObject({ isOfReader: true, replies: [] });
  });

  describe('a reply', () => {
    it('is mailed if a mail server is configured, with replies directed to us', async () => {
      const id = await sendMessage({ message: 'First line.\nSecond line.' });
      await queue.reset(...jobs);
      queue.start(jobs);
      expect((await reply(id, { text: '  Marginalia is. 🦉  ' }, editorWithMail)).statusCode).toBe(
        204,
      );
      await expect.poll(() => server.mails.length).toBe(1);
      const mail = server.mails[0]!;
      expect([mail.from, mail.to]).toEqual(['form@octavo.example', ['ada@example.org']]);
      expect(getMailHeader(mail, 'to')).toBe('Ada Lovelace <ada@example.org>');
      expect(getMailHeader(mail, 'reply-to')).toBe('Octavo <team@octavo.example>');
      expect(getMailHeader(mail, 'subject')).toBe('Your message to Octavo: General question');
      const [stored] = await database.queries.select().from(contactReplies);
      expect(getMailHeader(mail, 'message-id')).toBe(`<reply.${stored!.id}@octavo.example>`);
      await expect.poll(async () => (await fetchMessage(id)).replies[0]!.mailedAt).not.toBeNull();
      expect(await fetchMessage(id)).toMatchObject({
        status: 'replied',
        canMail: false,
        replies: [{ text: 'Marginalia is. 🦉', repliedByName: 'edith', isMailed: true }],
      });
      const body = mail.source.split('\r\n\r\n').slice(1).join('\n\n');
      const decoded =
        getMailHeader(mail, 'content-transfer-encoding') === 'base64'
          ? Buffer.from(body, 'base64').toString()
          : body;
      expect(decoded.replaceAll('\r\n', '\n')).toContain('> First line.\n> Second line.');
    });

    it('is recorded as sent elsewhere if none is configured', async () => {
      const id = await sendMessage();
      expect((await reply(id)).statusCode).toBe(204);
      expect(await fetchMessage(id)).toMatchObject({
        status: 'replied',
        canMail: false,
        replies: [{ isMailed: false, mailedAt: null }],
      });
      expect(await queue.jobs('contact-reply')).toEqual([]);
    });

    it('is stored and mailed together or not at all', async () => {
      const id = await sendMessage();
      await queue.run(`DELETE FROM pgboss.job; DELETE FROM pgboss.queue`);
      expect((await reply(id, {}, editorWithMail)).statusCode).toBe(500);
      expect(await fetchMessage(id)).toMatchObject({ status: 'pending', replies: [] });
    });

    it('is stored only once if it is sent several times', async () => {
      const id = await sendMessage();
      const identity = { id: randomUUID() };
      const responses = await Promise.all([1, 2, 3].map(() => reply(id, identity, editorWithMail)));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
      expect(await queue.jobs('contact-reply')).toHaveLength(1);
      expect((await fetchMessage(id)).replies).toHaveLength(1);
    });

    it('is rejected if its text changed after it had arrived', async () => {
      const id = await sendMessage();
      const identity = { id: randomUUID() };
      await reply(id, { ...identity, text: 'Marginalia is.' }, editorWithMail);
      const again = await reply(id, { ...identity, text: 'Plumbline is.' }, editorWithMail);
      expect([again.statusCode, again.json().error]).toEqual([
        409,
        'Your reply was sent before you changed it. Read it, and send the rest as another reply.',
      ]);
      expect((await fetchMessage(id)).replies.map(({ text }) => text)).toEqual(['Marginalia is.']);
      const unchanged = await reply(id, { ...identity, text: ' Marginalia is. ' }, editorWithMail);
      expect(unchanged.statusCode).toBe(204);
      expect(await queue.jobs('contact-reply')).toHaveLength(1);
    });

    it('is rejected if somebody else has replied in the meantime', async () => {
      const id = await sendMessage();
      const responses = await Promise.all([reply(id), reply(id)]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
      const refused = responses.find(({ statusCode }) => statusCode === 409)!;
      expect(refused.json().error).toBe('edith has replied in the meantime. Read that first.');
      expect((await reply(id, { seen: 1 })).statusCode).toBe(204);
      expect((await fetchMessage(id)).replies).toHaveLength(2);
    });

    it.runIf(isRunOfAllTests())(
      'waits while the mail server fails, and is sent afterwards',
      async () => {
        const id = await sendMessage();
        server.refusals.push({ code: 451, sentence: 'Try again later' });
        queue.start(jobs);
        await reply(id, {}, editorWithMail);
        await expect.poll(() => queue.states('contact-reply')).toEqual(['retry']);
        await expect
          .poll(async () => {
            await queue.makeDue();
            return queue.states('contact-reply');
          })
          .toEqual(['completed']);
        expect(server.mails).toHaveLength(1);
      },
    );

    it('is retried a day after it failed permanently, unless it was sent elsewhere', async () => {
      const id = await sendMessage();
      await reply(id, {}, editorWithMail);
      await reply(id, { seen: 1 });
      await queue.run(`DELETE FROM pgboss.job`);
      await queue.run(`UPDATE contact_messages SET mailed_at = now()`);
      const retryJob = jobs.find((job) => job.id === 'contact-mail-owed')!;
      expect(await retryJob.work({}, new AbortController().signal)).toEqual({ owed: 0 });
      await queue.run(`UPDATE contact_replies SET created_at = now() - interval '25 hours'`);
      expect(await retryJob.work({}, new AbortController().signal)).toEqual({ owed: 1 });
    });

    it.each([
      ['nothing', '  \n ', 400],
      ['more than the maximum length', 'x'.repeat(MAX_REPLY_LENGTH + 1), 400],
      ['a text with NUL, which is removed', 'a\0b', 204],
      ['the maximum length', 'x'.repeat(MAX_REPLY_LENGTH), 204],
    ])('is accepted if its text is valid, and otherwise rejected: %s', async (_, text, status) => {
      const id = await sendMessage();
      expect((await reply(id, { text })).statusCode).toBe(status);
    });

    it('is deleted with its message, by account deletion or age', async () => {
      const { cookies } = await signInTestReader(database, 'ada');
      const messageId = await sendMessage({}, { cookies });
      await reply(messageId);
      await database.queries.execute(
        sql`UPDATE users SET deleted_at = now() - interval '1 second' WHERE name = 'ada'`,
      );
      const signal = new AbortController().signal;
      await deleteDataPastRetention(database.queries, 0, signal);
      expect(await database.queries.$count(contactReplies)).toBe(0);

      await reply(await sendMessage());
      const futureTime = Date.now() + (CONTACT_RETENTION_DAYS + 1) * 24 * 60 * 60 * 1000;
      vi.useFakeTimers({ toFake: ['Date'], now: futureTime });
      await deleteDataPastRetention(database.queries, 30, signal);
      vi.useRealTimers();
      expect(await database.queries.$count(contactReplies)).toBe(0);
    });
  });

  it('records the acting member, and nothing about the sender', async () => {
    const id = await sendMessage();
    await reply(id);
    const [entry] = await fetchAuditEntries();
    expect(entry).toMatchObject({
      actorName: 'edith',
      action: 'message.reply',
      subjectId: id,
      subjectName: 'General question',
      before: { status: 'pending' },
      after: { status: 'replied', isMailed: false },
    });
    expect(JSON.stringify(entry)).not.toMatch(/Ada|ada@|Marginalia/);
    await move(id, 'reopen');
    await move(id, 'spam');
    expect((await fetchAuditEntries())[0]).toMatchObject({ action: 'message.markSpam' });
  });

  it('rejects an action that the status does not allow, and names both statuses', async () => {
    const id = await sendMessage();
    await move(id, 'spam');
    const refused = await reply(id);
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'This message is “Spam” and cannot become “Replied” from there.',
    ]);
    const missing = await move(randomUUID(), 'spam');
    expect([missing.statusCode, missing.json().error]).toEqual([
      404,
      'This message no longer exists.',
    ]);
  });

  it('changes its status only by allowed transitions, in any order of actions', async () => {
    const events = ['reply', 'markSpam', 'reopen'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...events), { maxLength: 7 }),
        async (eventSequence) => {
          const id = await sendMessage();
          let status: ContactMessageStatus = 'pending';
          let seenReplies = 0;
          for (const event of eventSequence) {
            const next: ContactMessageStatus | undefined = findTransition(
              CONTACT_MESSAGE_STATE_MACHINE,
              status,
              event,
            )?.to;
            const response =
              event === 'reply'
                ? await reply(id, { seen: seenReplies })
                : await move(id, event === 'markSpam' ? 'spam' : 'reopen');
            expect(response.statusCode).toBe(next ? 204 : 409);
            if (next && event === 'reply') seenReplies += 1;
            status = next ?? status;
            expect((await fetchMessage(id)).status).toBe(status);
          }
        },
      ),
      { numRuns: getPropertyTestRunCount(5, 50) },
    );
  });
});
