import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CONTACT_FIELD_ERRORS,
  CONTACT_MAX_LENGTHS,
  CONTACT_RETENTION_DAYS,
} from '#domain/contact.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { deleteDataPastRetention } from '#server/retention.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { createRedisUrl, isRedisAvailable } from '#server/testing/redis.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { redeemedChallenges } from './captcha/schema.ts';
import { contactMessages } from './schema.ts';
import {
  createCaptchaToken,
  encodeProof,
  requestChallenge,
  SAMPLE_MESSAGE,
  sendContactMessage,
  solveChallenge,
} from './testing/contact-form.ts';

const hasRedis = await isRedisAvailable();
const MINUTE = 60_000;

describe.each(await selectTestDatabaseEngines())('the contact form, on $name', ({ open }) => {
  let database: Database;
  let test: TestApp;
  const openedApps: TestApp[] = [];

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await emptyTables(database.queries, 'users', 'contact_messages', 'spent_challenges');
    test = await openApp();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const app of openedApps.splice(0)) await app.close();
  });

  /** Creates an application on the same database, which simulates another process. */
  async function openApp(env: Record<string, string> = {}): Promise<TestApp> {
    const sharedDatabase = { ...database, close: async () => {} };
    const app = await createTestApp(sharedDatabase, env);
    openedApps.push(app);
    return app;
  }
  const listStoredMessages = () => database.queries.select().from(contactMessages);
  const sendMany = async (
    count: number,
    send: (index: number) => ReturnType<typeof sendContactMessage>,
  ) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push((await send(index)).statusCode);
    return statuses;
  };

  describe('a message', () => {
    it('of a visitor is stored as pending, trimmed, without an owner', async () => {
      const paddedFields = Object.entries(SAMPLE_MESSAGE).map(([field, text]) => [
        field,
        field === 'subject' ? text : `  ${text}\n `,
      ]);
      const { statusCode, body } = await sendContactMessage(test, Object.fromEntries(paddedFields));
      expect([statusCode, body]).toEqual([204, '']);
      expect(await listStoredMessages()).toEqual([
        expect.objectContaining({
          ...SAMPLE_MESSAGE,
          status: 'pending',
          userId: null,
          mailedAt: null,
        }),
      ]);
    });

    it('of a reader belongs to the reader, is exported, and is deleted with the purge', async () => {
      const { user, cookies } = await signInTestReader(database, 'ada');
      await sendContactMessage(test, {}, { cookies });
      expect((await listStoredMessages())[0]!.userId).toBe(user.id);

      const file = await test.app.inject({ url: '/api/v1/user/data', cookies });
      const [exported] = file.json().contactMessages;
      expect(exported).toMatchObject({ ...SAMPLE_MESSAGE, status: 'pending' });
      expect(exported).not.toHaveProperty('userId');

      await database.queries.execute(
        sql`UPDATE users SET deleted_at = now() - interval '1 second'`,
      );
      await deleteDataPastRetention(database.queries, 0, new AbortController().signal);
      expect(await listStoredMessages()).toEqual([]);
    });

    it('with an ended session counts as a visitor’s', async () => {
      const { statusCode } = await sendContactMessage(test, {}, { cookies: { session: 'ended' } });
      expect(statusCode).toBe(204);
      expect((await listStoredMessages())[0]!.userId).toBeNull();
    });

    it('accepts the maximum length and any characters', async () => {
      const longest = {
        name: 'ß'.repeat(CONTACT_MAX_LENGTHS.name),
        email: `${'a'.repeat(CONTACT_MAX_LENGTHS.email - 11)}@exämple.de`,
        message: `${'🦉\r\n\t'.repeat(99)}!`,
      };
      expect((await sendContactMessage(test, longest)).statusCode).toBe(204);
      expect(await listStoredMessages()).toEqual([expect.objectContaining(longest)]);
    });

    it.each([
      ['no name', { name: '' }, CONTACT_FORM_FEEDBACK.incomplete],
      ['a blank name', { name: ' \n' }, CONTACT_FORM_FEEDBACK.incomplete],
      ['no email address', { email: undefined }, CONTACT_FORM_FEEDBACK.incomplete],
      ['no subject', { subject: '' }, CONTACT_FORM_FEEDBACK.incomplete],
      ['no message', { message: '  ' }, CONTACT_FORM_FEEDBACK.incomplete],
      ['a number for a name', { name: 7 }, CONTACT_FORM_FEEDBACK.incomplete],
      [
        'several invalid fields',
        { name: 'x'.repeat(31), email: '' },
        CONTACT_FORM_FEEDBACK.incomplete,
      ],
      ['a long name', { name: 'x'.repeat(31) }, CONTACT_FIELD_ERRORS.tooLong.name],
      [
        'a long email address',
        { email: `${'x'.repeat(90)}@example.org` },
        CONTACT_FIELD_ERRORS.tooLong.email,
      ],
      ['a long message', { message: 'x'.repeat(501) }, CONTACT_FIELD_ERRORS.tooLong.message],
      ['an invalid email address', { email: 'ada' }, CONTACT_FIELD_ERRORS.notAnAddress],
      ['a name of two lines', { name: 'Ada\r\nBcc: all@example.org' }, /one line/],
      [
        'an email address of two lines',
        { email: 'a@b.org\nBcc: c@d.org' },
        CONTACT_FIELD_ERRORS.notAnAddress,
      ],
      ['two email addresses', { email: 'a@b.org,c@d.org' }, CONTACT_FIELD_ERRORS.notAnAddress],
      ['an unknown subject', { subject: 'praise' }, CONTACT_FIELD_ERRORS.blank.subject],
      ['a character that databases cannot store', { message: 'a\0b' }, /character we can’t accept/],
      ['no token', { recaptchaToken: undefined }, CONTACT_FORM_FEEDBACK.captchaNotReady],
      ['an empty token', { recaptchaToken: '' }, CONTACT_FORM_FEEDBACK.captchaNotReady],
      ['an unknown field', { userId: 'ada' }, /userId/],
    ])('with %s is rejected with a reason', async (_, changes, sentence) => {
      const { statusCode, body } = await sendContactMessage(test, {
        recaptchaToken: 'any',
        ...changes,
      });
      const { error } = JSON.parse(body);
      expect(statusCode).toBe(400);
      if (typeof sentence === 'string') expect(error).toBe(sentence);
      else expect(error).toMatch(sentence);
      expect(await listStoredMessages()).toEqual([]);
    });

    it('from another site is rejected', async () => {
      const headers = { origin: 'https://elsewhere.example' };
      expect((await sendContactMessage(test, {}, { headers })).statusCode).toBe(403);
    });

    it('is deleted after the period in the privacy policy, and not before', async () => {
      await sendContactMessage(test);
      const { createdAt } = (await listStoredMessages())[0]!;
      const applyRetentionAt = async (now: number) => {
        vi.useFakeTimers({ toFake: ['Date'], now });
        return deleteDataPastRetention(database.queries, 30, new AbortController().signal);
      };
      const due = createdAt.getTime() + CONTACT_RETENTION_DAYS * 24 * 60 * MINUTE;
      expect(await applyRetentionAt(due - MINUTE)).toMatchObject({
        contactMessages: 0,
        challenges: 1,
      });
      expect(await applyRetentionAt(due)).toMatchObject({ contactMessages: 1, challenges: 0 });
      expect(await listStoredMessages()).toEqual([]);
    });
  });

  describe('a proof of work', () => {
    const expectRejection = async (recaptchaToken: string, app = test) => {
      const { statusCode, body } = await sendContactMessage(app, { recaptchaToken });
      expect(statusCode).toBe(400);
      return JSON.parse(body).error as string;
    };

    it('has the same key in every process', async () => {
      const otherApp = await openApp();
      const token = await createCaptchaToken(otherApp);
      expect((await sendContactMessage(test, { recaptchaToken: token })).statusCode).toBe(204);
    });

    it('is accepted once, by any process', async () => {
      const otherApp = await openApp();
      const token = await createCaptchaToken(test);
      expect((await sendContactMessage(test, { recaptchaToken: token })).statusCode).toBe(204);
      expect(await expectRejection(token)).toMatch(/try again/);
      expect(await expectRejection(token, otherApp)).toMatch(/try again/);
      expect(await listStoredMessages()).toHaveLength(1);
    });

    it('is accepted once out of ten concurrent requests', async () => {
      const apps = [test, await openApp()];
      const token = await createCaptchaToken(test);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          sendContactMessage(apps[at % 2]!, { recaptchaToken: token }),
        ),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    });

    it('is not used up by a message that is rejected first', async () => {
      const token = await createCaptchaToken(test);
      await sendContactMessage(test, { recaptchaToken: token, name: '' });
      expect((await sendContactMessage(test, { recaptchaToken: token })).statusCode).toBe(204);
    });

    it('expires', async () => {
      const challenge = await requestChallenge(test);
      const token = encodeProof(solveChallenge(challenge));
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + challenge.lifetime + 1000 });
      expect(await expectRejection(token)).toMatch(/expired/);
    });

    it('is rejected if it is forged, without counting toward the rate limit', async () => {
      const challenge = await requestChallenge(test);
      const proof = solveChallenge(challenge);
      const easyChallenge = { ...challenge, salt: 'easy?expires=9999999999&', largest: 0 };
      const laterSalt = challenge.salt.replace(/expires=\d+/, 'expires=9999999999');
      for (const forged of [
        { ...proof, number: proof.number + 1 },
        { ...proof, number: -1 },
        { ...proof, number: '0' },
        { ...proof, signature: '0'.repeat(64) },
        { ...proof, salt: laterSalt },
        { ...proof, salt: `${proof.salt}${String(proof.number)[0]}` },
        { ...proof, more: 1 },
        easyChallenge,
        {},
        null,
        [],
        'x',
      ])
        expect([forged, await expectRejection(encodeProof(forged))]).toEqual([
          forged,
          expect.any(String),
        ]);
      for (const token of ['x', '%', 'e30=', 'A'.repeat(8000)]) await expectRejection(token);
      // The rejected messages have not redeemed the challenge, so the challenge is still accepted.
      expect(
        (await sendContactMessage(test, { recaptchaToken: encodeProof(proof) })).statusCode,
      ).toBe(204);
      for (let times = 0; times < 10; times++) await expectRejection(encodeProof(proof));
      expect((await sendContactMessage(test)).statusCode).toBe(204);
    });

    it('is not cached', async () => {
      const [one, two] = [await requestChallenge(test), await requestChallenge(test)];
      expect(one.challenge).not.toBe(two.challenge);
      const { headers } = await test.app.inject('/api/v1/contact/challenge');
      expect(headers['cache-control']).toBe('no-store');
      expect(await database.queries.$count(redeemedChallenges)).toBe(0);
    });
  });

  describe('too many messages', () => {
    const ADDRESS = '203.0.113.7';

    it('of one IP address are rejected with a message and a retry time', async () => {
      const send = () => sendContactMessage(test, {}, { remoteAddress: ADDRESS });
      expect(await sendMany(10, send)).toEqual(Array(10).fill(204));
      const { statusCode, headers, body } = await send();
      expect([statusCode, JSON.parse(body)]).toEqual([
        429,
        { error: CONTACT_FORM_FEEDBACK.tooMany },
      ]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
      expect(await listStoredMessages()).toHaveLength(10);
      const response = await sendContactMessage(test, {}, { remoteAddress: '203.0.113.8' });
      expect(response.statusCode).toBe(204);
    });

    it('of one account are rejected from any IP address, without affecting other accounts', async () => {
      const ada = await signInTestReader(database, 'ada');
      const grace = await signInTestReader(database, 'grace');
      const send = (at: number, { cookies } = ada) =>
        sendContactMessage(test, {}, { remoteAddress: `203.0.113.${at}`, cookies });
      expect(await sendMany(6, (at) => send(at))).toEqual([...Array(5).fill(204), 429]);
      expect((await send(5, grace)).statusCode).toBe(204);
    });

    it('cannot be hidden by a forged X-Forwarded-For', async () => {
      const send = (at: number) =>
        sendContactMessage(
          test,
          {},
          { remoteAddress: ADDRESS, headers: { 'x-forwarded-for': `198.51.100.${at}` } },
        );
      expect((await sendMany(11, send)).at(-1)).toBe(429);
    });

    it('cannot be hidden behind a proxy that names its client', async () => {
      const proxied = await openApp({ TRUST_PROXY: '10.0.0.0/8' });
      const sendAs = (forged: string, real: string, remoteAddress = '10.0.0.1') =>
        sendContactMessage(
          proxied,
          {},
          { remoteAddress, headers: { 'x-forwarded-for': `${forged}, ${real}` } },
        );
      const statuses = await sendMany(11, (at) => sendAs(`198.51.100.${at}`, ADDRESS));
      expect(statuses).toEqual([...Array(10).fill(204), 429]);
      expect((await sendAs('198.51.100.1', '203.0.113.8')).statusCode).toBe(204);
      // If a client bypasses the proxy, the server ignores the forwarded address that the client sends.
      const statusesWithoutProxy = await sendMany(11, (at) =>
        sendAs('198.51.100.1', `198.51.100.${at}`, '192.0.2.1'),
      );
      expect(statusesWithoutProxy.at(-1)).toBe(429);
    });

    it.runIf(hasRedis && isRunOfAllTests())(
      'are counted together by processes that share a Redis',
      async () => {
        const env = { REDIS_URL: createRedisUrl() };
        const apps = [await openApp(env), await openApp(env)];
        const { cookies } = await signInTestReader(database, 'ada');
        const addressStatuses = await sendMany(11, (at) =>
          sendContactMessage(apps[at % 2]!, {}, { remoteAddress: ADDRESS }),
        );
        expect(addressStatuses).toEqual([...Array(10).fill(204), 429]);
        const accountStatuses = await sendMany(6, (at) =>
          sendContactMessage(apps[at % 2]!, {}, { remoteAddress: `203.0.113.${20 + at}`, cookies }),
        );
        expect(accountStatuses).toEqual([...Array(5).fill(204), 429]);
      },
    );
  });
});
