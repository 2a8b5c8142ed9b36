import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import {
  getMailHeader,
  type ReceivedMail,
  TestMailServer,
} from '#server/platform/mail/testing/test-mail-server.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { getTestDatabaseUrl, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../../scripts/test-scope.mjs';
import { contactMessages } from '../schema.ts';
import { createContactJobs } from '../service.ts';
import { SAMPLE_MESSAGE, sendContactMessage } from '../testing/contact-form.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const WITHOUT_MAIL = { ORIGIN: 'http://octavo.example' };
const BUSY = { code: 451, sentence: 'Try again later' };

describe.each(databases)('contact mail, on $name', ({ name, open }) => {
  const server = new TestMailServer();
  let database: Database;
  let queue: JobQueueTestHarness;
  let env: Record<string, string>;
  let jobs: JobWithHandler[];
  let test: TestApp;

  beforeAll(async () => {
    database = await open();
    queue = new JobQueueTestHarness(database);
    await server.start();
    const settings = { SMTP_URL: server.url, CONTACT_TO: 'team@octavo.example' };
    env = { ...WITHOUT_MAIL, ...settings, MAIL_FROM: 'form@octavo.example' };
    jobs = createContactJobs(database.queries, readConfig(env));
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });
  beforeEach(async () => {
    server.mails.length = server.refusals.length = 0;
    await emptyTables(database.queries, 'users', 'contact_messages');
    await queue.reset(...jobs);
    test = await openApp(env);
  });
  afterEach(async () => {
    await queue.stop();
    await test.close();
  });

  const openApp = (env: Record<string, string>) =>
    createTestApp({ ...database, close: async () => {} }, env, undefined, undefined, {
      limits: { contact: 100 },
    });
  const listJobStates = () => queue.states('contact-mail');
  const listStoredMessages = () => database.queries.select().from(contactMessages);
  const listMailedFlags = async () =>
    (await listStoredMessages()).map(({ mailedAt }) => mailedAt !== null);

  /** Sends a message through the contact form. Returns the email that the staff receive. */
  async function sendAndReceiveMail(
    changes: Record<string, unknown> = {},
    options = {},
  ): Promise<ReceivedMail> {
    queue.start(jobs);
    expect((await sendContactMessage(test, changes, options)).statusCode).toBe(204);
    await expect.poll(() => server.mails.length).toBe(1);
    return server.mails[0]!;
  }

  it('goes to the staff, with Reply-To the writer', async () => {
    const mail = await sendAndReceiveMail();
    expect([mail.from, mail.to]).toEqual(['form@octavo.example', ['team@octavo.example']]);
    expect(getMailHeader(mail, 'from')).toBe('Octavo <form@octavo.example>');
    expect(getMailHeader(mail, 'to')).toBe('team@octavo.example');
    expect(getMailHeader(mail, 'reply-to')).toBe('Ada Lovelace <ada@example.org>');
    expect(getMailHeader(mail, 'subject')).toBe('General question, from Ada Lovelace');
    expect(getMailHeader(mail, 'content-type')).toBe('text/plain; charset=utf-8');
    const { id, createdAt } = (await listStoredMessages())[0]!;
    expect(getMailHeader(mail, 'message-id')).toBe(`<contact.${id}@octavo.example>`);
    expect(Date.parse(getMailHeader(mail, 'date')!)).toBe(Math.floor(+createdAt / 1000) * 1000);
    expect(mail.source).toContain(`\r\n\r\n${SAMPLE_MESSAGE.message}\r\n\r\n-- \r\n`);
    expect(mail.source).toContain('none (not signed in)');
    await expect.poll(listMailedFlags).toEqual([true]);
  });

  it.runIf(isRunOfAllTests())('names the account of a signed-in writer', async () => {
    const { user, cookies } = await signInTestReader(database, 'ada');
    const { source } = await sendAndReceiveMail({}, { cookies });
    expect(source).toContain(`Account  ${user.id}`);
  });

  it('preserves any characters and prevents header injection', async () => {
    const mail = await sendAndReceiveMail({
      name: 'Ада" <x@y.org>, Bcc: z@y.org',
      email: "o'neil+tag@exämple.de",
      message: 'Grüße 🦉\n\nBcc: all@example.org\n.\nMAIL FROM:<x@y.org>\n<b>bold</b>',
    });
    expect(mail.to).toEqual(['team@octavo.example']);
    for (const header of ['bcc', 'cc', 'sender'])
      expect(getMailHeader(mail, header)).toBeUndefined();
    expect(getMailHeader(mail, 'reply-to')).toMatch(/<o'neil\+tag@xn--exmple-cua\.de>$/);
    expect(server.mails).toHaveLength(1);
    const { message } = (await listStoredMessages())[0]!;
    expect(decodeBody(mail)).toContain(message);
  });

  it.skipIf(name === 'PGlite')('is sent once by several processes', async () => {
    for (const _ of [1, 2, 3]) queue.start(jobs);
    for (let index = 0; index < 5; index++)
      await sendContactMessage(test, { message: `Message ${index}` });
    await expect.poll(listJobStates).toEqual(Array(5).fill('completed'));
    expect(server.mails).toHaveLength(5);
  });

  it.runIf(isRunOfAllTests())('is retried after a temporary failure', async () => {
    server.refusals.push(BUSY, BUSY);
    queue.start(jobs);
    await sendContactMessage(test);
    await expect.poll(listJobStates).toEqual(['retry']);
    expect(await listMailedFlags()).toEqual([false]);
    await expect
      .poll(async () => {
        await queue.makeDue();
        return listJobStates();
      })
      .toEqual(['completed']);
    expect(server.refusals).toEqual([]);
    expect(server.mails).toHaveLength(1);
    expect(await listMailedFlags()).toEqual([true]);
  });

  it.runIf(isRunOfAllTests())(
    'waits while the server is down, without affecting the writer',
    async () => {
      await server.stop();
      queue.start(jobs);
      expect((await sendContactMessage(test)).statusCode).toBe(204);
      await expect.poll(listJobStates).toEqual(['retry']);
      await server.start();
      await queue.makeDue();
      await expect.poll(listJobStates).toEqual(['completed']);
      expect(server.mails).toHaveLength(1);
    },
  );

  it('is retried for several hours, and then every day', async () => {
    const [contactMailJob] = jobs;
    const { limit, delay } = contactMailJob!.retries!;
    expect(delay * (2 ** limit - 1)).toBeGreaterThan(8 * 60 * 60);
    // Even with the longest random delays, the retries end before the daily job looks for unsent emails.
    expect(delay * 2 ** (limit + 1)).toBeLessThan(24 * 60 * 60);

    await sendContactMessage(test);
    await queue.run(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'contact-mail'`);
    const enqueueUnmailed = async () =>
      (await jobs[1]!.work({}, new AbortController().signal)).owed;
    expect(await enqueueUnmailed()).toBe(0);
    await database.queries.execute(
      sql`UPDATE contact_messages SET created_at = created_at - interval '25 hours'`,
    );
    // The daily job's second run still counts the unsent message, but does not enqueue another job for it.
    expect([await enqueueUnmailed(), await enqueueUnmailed()]).toEqual([1, 1]);
    queue.start(jobs);
    await expect.poll(listJobStates).toEqual(['failed', 'completed']);
    expect(server.mails).toHaveLength(1);
    expect(await enqueueUnmailed()).toBe(0);
  });

  it('is stored without a mail server and sent once there is one', async () => {
    const appWithoutMail = await openApp(WITHOUT_MAIL);
    expect((await sendContactMessage(appWithoutMail)).statusCode).toBe(204);
    await appWithoutMail.close();
    expect(createContactJobs(database.queries, readConfig(WITHOUT_MAIL))).toEqual([]);
    expect(await listJobStates()).toEqual([]);
    await database.queries.execute(
      sql`UPDATE contact_messages SET created_at = created_at - interval '25 hours'`,
    );
    await jobs[1]!.work({}, new AbortController().signal);
    queue.start(jobs);
    await expect.poll(() => server.mails.length).toBe(1);
  });

  it('is enqueued in the transaction that stores the message', async () => {
    await queue.run(`DELETE FROM pgboss.queue WHERE name = 'contact-mail'`);
    expect((await sendContactMessage(test)).statusCode).toBe(500);
    expect(await listStoredMessages()).toEqual([]);
  });

  it('is not sent for a purged reader', async () => {
    const { cookies } = await signInTestReader(database, 'ada');
    await sendContactMessage(test, {}, { cookies });
    await database.queries.execute(sql`DELETE FROM users`);
    queue.start(jobs);
    await expect.poll(listJobStates).toEqual(['completed']);
    expect(server.mails).toEqual([]);
  });

  it.runIf(isRunOfAllTests())(
    'stops with the process and is sent after the next start',
    async () => {
      const pause = Promise.withResolvers<void>();
      server.pause = pause.promise;
      queue.start(jobs);
      await sendContactMessage(test);
      await expect.poll(() => server.mails.length).toBe(1);
      await queue.stop();
      expect(await listJobStates()).toEqual(['retry']);
      pause.resolve();
      server.pause = Promise.resolve();
      queue.start(jobs);
      await expect.poll(listJobStates).toEqual(['completed']);
      expectSameMessageId();
    },
  );

  it.runIf(isRunOfAllTests() && name !== 'PGlite')(
    'is sent by another process after a crash, under the same Message-ID',
    async () => {
      const pause = Promise.withResolvers<void>();
      server.pause = pause.promise;
      await sendContactMessage(test);
      const child = fork(fileURLToPath(new URL('../testing/mailer-process.ts', import.meta.url)), {
        env: { PATH: process.env.PATH, ...env, DATABASE_URL: await getTestDatabaseUrl(database) },
      });
      try {
        await expect.poll(() => server.mails.length).toBe(1);
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      pause.resolve();
      server.pause = Promise.resolve();
      expect(await listMailedFlags()).toEqual([false]);
      await queue.run(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds'`);
      queue.start(jobs);
      await expect
        .poll(async () => {
          await queue.makeDue();
          return listJobStates();
        })
        .toEqual(['completed']);
      expectSameMessageId();
      expect(await listMailedFlags()).toEqual([true]);
    },
  );

  /** Expects two received emails with the same Message-ID, so that mail programs show them as one email. */
  function expectSameMessageId() {
    const ids = server.mails.map((mail) => getMailHeader(mail, 'message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  }
});

/** Decodes the text of an email from base64 or quoted-printable. */
function decodeBody(mail: ReceivedMail): string {
  const body = mail.source.slice(mail.source.indexOf('\r\n\r\n') + 4);
  const decoded =
    getMailHeader(mail, 'content-transfer-encoding') === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replaceAll('=\r\n', '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        );
  return decoded.toString().replaceAll('\r\n', '\n');
}
