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
  MailServer,
  type ReceivedMail,
} from '#server/platform/mail/testing/mail-server.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { getDatabaseUrl, selectTestDatabaseEngines } from '#server/testing/databases.ts';
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
  const server = new MailServer();
  let database: Database;
  let queue: JobQueueTestHarness;
  let env: Record<string, string>;
  let jobs: JobWithHandler[];
  let test: TestApp;

  beforeAll(async () => {
    database = await open();
    queue = new JobQueueTestHarness(database);
    await server.start();
    const mail = { SMTP_URL: server.url, CONTACT_TO: 'team@octavo.example' };
    env = { ...WITHOUT_MAIL, ...mail, MAIL_FROM: 'form@octavo.example' };
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
  const states = () => queue.states('contact-mail');
  const stored = () => database.queries.select().from(contactMessages);
  const isMailed = async () => (await stored()).map(({ mailedAt }) => mailedAt !== null);

  /** Sends a message through the contact form. Returns the mail that the staff receive. */
  async function letterOf(changes: Record<string, unknown> = {}, more = {}): Promise<ReceivedMail> {
    queue.start(jobs);
    expect((await sendContactMessage(test, changes, more)).statusCode).toBe(204);
    await expect.poll(() => server.mails.length).toBe(1);
    return server.mails[0]!;
  }

  it('goes to the staff, with Reply-To the writer', async () => {
    const letter = await letterOf();
    expect([letter.from, letter.to]).toEqual(['form@octavo.example', ['team@octavo.example']]);
    expect(getMailHeader(letter, 'from')).toBe('Octavo <form@octavo.example>');
    expect(getMailHeader(letter, 'to')).toBe('team@octavo.example');
    expect(getMailHeader(letter, 'reply-to')).toBe('Ada Lovelace <ada@example.org>');
    expect(getMailHeader(letter, 'subject')).toBe('General question, from Ada Lovelace');
    expect(getMailHeader(letter, 'content-type')).toBe('text/plain; charset=utf-8');
    const { id, createdAt } = (await stored())[0]!;
    expect(getMailHeader(letter, 'message-id')).toBe(`<contact.${id}@octavo.example>`);
    expect(Date.parse(getMailHeader(letter, 'date')!)).toBe(Math.floor(+createdAt / 1000) * 1000);
    expect(letter.source).toContain(`\r\n\r\n${SAMPLE_MESSAGE.message}\r\n\r\n-- \r\n`);
    expect(letter.source).toContain('none (not signed in)');
    await expect.poll(isMailed).toEqual([true]);
  });

  it.runIf(isRunOfAllTests())('names the account of a signed-in writer', async () => {
    const { user, cookies } = await signInTestReader(database, 'ada');
    const { source } = await letterOf({}, { cookies });
    expect(source).toContain(`Account  ${user.id}`);
  });

  it('preserves any characters and prevents header injection', async () => {
    const letter = await letterOf({
      name: 'Ада" <x@y.org>, Bcc: z@y.org',
      email: "o'neil+tag@exämple.de",
      message: 'Grüße 🦉\n\nBcc: all@example.org\n.\nMAIL FROM:<x@y.org>\n<b>bold</b>',
    });
    expect(letter.to).toEqual(['team@octavo.example']);
    for (const header of ['bcc', 'cc', 'sender'])
      expect(getMailHeader(letter, header)).toBeUndefined();
    expect(getMailHeader(letter, 'reply-to')).toMatch(/<o'neil\+tag@xn--exmple-cua\.de>$/);
    expect(server.mails).toHaveLength(1);
    const { message } = (await stored())[0]!;
    expect(bodyOf(letter)).toContain(message);
  });

  it.skipIf(name === 'PGlite')('is sent once by several processes', async () => {
    for (const _ of [1, 2, 3]) queue.start(jobs);
    for (let at = 0; at < 5; at++) await sendContactMessage(test, { message: `Message ${at}` });
    await expect.poll(states).toEqual(Array(5).fill('completed'));
    expect(server.mails).toHaveLength(5);
  });

  it.runIf(isRunOfAllTests())('is retried after a temporary failure', async () => {
    server.refusals.push(BUSY, BUSY);
    queue.start(jobs);
    await sendContactMessage(test);
    await expect.poll(states).toEqual(['retry']);
    expect(await isMailed()).toEqual([false]);
    await expect
      .poll(async () => {
        await queue.makeDue();
        return states();
      })
      .toEqual(['completed']);
    expect(server.refusals).toEqual([]);
    expect(server.mails).toHaveLength(1);
    expect(await isMailed()).toEqual([true]);
  });

  it.runIf(isRunOfAllTests())(
    'waits while the server is down, without affecting the writer',
    async () => {
      await server.stop();
      queue.start(jobs);
      expect((await sendContactMessage(test)).statusCode).toBe(204);
      await expect.poll(states).toEqual(['retry']);
      await server.start();
      await queue.makeDue();
      await expect.poll(states).toEqual(['completed']);
      expect(server.mails).toHaveLength(1);
    },
  );

  it('is retried for several hours, and then every day', async () => {
    const [mail] = jobs;
    const { limit, delay: after } = mail!.retries!;
    expect(after * (2 ** limit - 1)).toBeGreaterThan(8 * 60 * 60);
    // Even with the longest random delays, the retries end before the daily job looks for failed mails.
    expect(after * 2 ** (limit + 1)).toBeLessThan(24 * 60 * 60);

    await sendContactMessage(test);
    await queue.run(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'contact-mail'`);
    const owed = async () => (await jobs[1]!.work({}, new AbortController().signal)).owed;
    expect(await owed()).toBe(0);
    await database.queries.execute(
      sql`UPDATE contact_messages SET created_at = created_at - interval '25 hours'`,
    );
    // A second run on the same day enqueues nothing.
    expect([await owed(), await owed()]).toEqual([1, 1]);
    queue.start(jobs);
    await expect.poll(states).toEqual(['failed', 'completed']);
    expect(server.mails).toHaveLength(1);
    expect(await owed()).toBe(0);
  });

  it('is stored without a mail server and sent once there is one', async () => {
    const silent = await openApp(WITHOUT_MAIL);
    expect((await sendContactMessage(silent)).statusCode).toBe(204);
    await silent.close();
    expect(createContactJobs(database.queries, readConfig(WITHOUT_MAIL))).toEqual([]);
    expect(await states()).toEqual([]);
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
    expect(await stored()).toEqual([]);
  });

  it('is not sent for a purged reader', async () => {
    const { cookies } = await signInTestReader(database, 'ada');
    await sendContactMessage(test, {}, { cookies });
    await database.queries.execute(sql`DELETE FROM users`);
    queue.start(jobs);
    await expect.poll(states).toEqual(['completed']);
    expect(server.mails).toEqual([]);
  });

  it.runIf(isRunOfAllTests())(
    'stops with the process and is sent after the next start',
    async () => {
      const taking = Promise.withResolvers<void>();
      server.pause = taking.promise;
      queue.start(jobs);
      await sendContactMessage(test);
      await expect.poll(() => server.mails.length).toBe(1);
      await queue.stop();
      expect(await states()).toEqual(['retry']);
      taking.resolve();
      server.pause = Promise.resolve();
      queue.start(jobs);
      await expect.poll(states).toEqual(['completed']);
      expectOneLetter();
    },
  );

  it.runIf(isRunOfAllTests() && name !== 'PGlite')(
    'is sent by another process after a crash, under the same Message-ID',
    async () => {
      const taking = Promise.withResolvers<void>();
      server.pause = taking.promise;
      await sendContactMessage(test);
      const child = fork(fileURLToPath(new URL('../testing/mailer-process.ts', import.meta.url)), {
        env: { PATH: process.env.PATH, ...env, DATABASE_URL: await getDatabaseUrl(database) },
      });
      try {
        await expect.poll(() => server.mails.length).toBe(1);
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      taking.resolve();
      server.pause = Promise.resolve();
      expect(await isMailed()).toEqual([false]);
      await queue.run(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds'`);
      queue.start(jobs);
      await expect
        .poll(async () => {
          await queue.makeDue();
          return states();
        })
        .toEqual(['completed']);
      expectOneLetter();
      expect(await isMailed()).toEqual([true]);
    },
  );

  /** Expects that two mails with the same Message-ID were received, which mail programs show as one mail. */
  function expectOneLetter() {
    const ids = server.mails.map((letter) => getMailHeader(letter, 'message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  }
});

/** Decodes the text of a mail from base64 or quoted-printable. */
function bodyOf(letter: ReceivedMail): string {
  const body = letter.source.slice(letter.source.indexOf('\r\n\r\n') + 4);
  const decoded =
    getMailHeader(letter, 'content-transfer-encoding') === 'base64'
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
