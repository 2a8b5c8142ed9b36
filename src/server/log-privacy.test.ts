import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedErrorGroups } from './platform/errors/schema.ts';
import { openLog } from './platform/log.ts';
import { createToken } from './platform/tokens.ts';
import { IdentityProviders } from './readers/sign-in/providers.ts';
import { createPostRequest, createTestApp, TEST_WEB_BUILD, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';
import { signInTestReader, type TestReader } from './testing/reader.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EMAIL = 'ada.lovelace@reader.example';
const MESSAGE = 'my private question';
const SEARCH = 'embarrassing illness';
const TOKEN = 'code-from-the-identity-provider';
const PODCAST_TOKEN = createToken();

/** These tests drop database tables so that every request fails, because failed requests write the most to the log. */
describe('the log and the stored errors of failing requests', () => {
  let test: TestApp;
  let reader: TestReader;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const log = openLog('trace', { write: (line) => void lines.push(JSON.parse(line)) });
    const captcha = {
      usesExternalService: false,
      createChallenge: () => Promise.reject(new Error('no challenge')),
      verify: async () => {},
    };
    const signIn = { providers: new IdentityProviders([]) };
    const database = await pgliteTestEngine.open();
    test = await createTestApp(database, {}, TEST_WEB_BUILD, signIn, { log, captcha });
    reader = await signInTestReader(database, 'ada');
    const tables = ['article_search', 'search_words', 'contact_messages', 'bookmarks'];
    for (const table of [...tables, 'private_podcasts'])
      await database.queries.execute(sql.raw(`DROP TABLE ${table} CASCADE`));

    const { cookies } = reader;
    const query = encodeURIComponent(SEARCH);
    const contact = createPostRequest('/api/v1/contact', {
      ...{ name: 'Ada', email: EMAIL, subject: 'privacy', message: MESSAGE },
      recaptchaToken: TOKEN,
    });
    const report = createPostRequest('/api/v1/errors', {
      message: 'no',
      path: `/search?q=${query}#${TOKEN}`,
    });
    for (const request of [
      { url: `/api/v1/search?q=${query}`, cookies },
      { url: `/search?q=${query}`, cookies },
      { url: '/api/v1/bookmarks?limit=20', cookies },
      { url: `/podcast/private/${PODCAST_TOKEN}/feed.xml` },
      { url: `/auth/callback?code=${TOKEN}&state=${TOKEN}`, cookies },
      { ...contact, cookies },
      { ...report, cookies },
    ])
      await test.app.inject(request);
    await test.database.queries.execute(sql`DROP TABLE sessions`);
    await test.app.inject({ url: '/api/v1/bookmarks?limit=20', cookies });
  });
  afterAll(() => test.close());

  const listSecrets = () => [
    ...[EMAIL, MESSAGE, SEARCH, encodeURIComponent(SEARCH), TOKEN, PODCAST_TOKEN],
    ...[reader.cookies.session, reader.user.id, 'ada@example.org'],
  ];

  it('have the ID of the request in each line', () => {
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines)
      expect(line, JSON.stringify(line)).toMatchObject({ reqId: expect.stringMatching(UUID) });
    expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(lines.length);
  });

  it('name the failed queries, without their values', () => {
    const text = JSON.stringify(lines);
    expect(text).toContain('Failed query: insert into \\"contact_messages\\"');
    for (const secret of listSecrets()) expect(text).not.toContain(secret);
  });

  it('store no values of queries either', async () => {
    await test.app.close();
    const stored = await test.database.queries.select().from(storedErrorGroups);
    expect(stored.length).toBeGreaterThanOrEqual(5);
    const text = JSON.stringify(stored);
    for (const secret of listSecrets()) expect(text).not.toContain(secret);
  });
});
