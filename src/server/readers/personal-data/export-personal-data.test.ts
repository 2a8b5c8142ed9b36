import { createHash } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { bookmarks } from '#server/readers/bookmarks/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { insertPersonalData } from '#server/testing/personal-data-rows.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';

describe.each(await selectTestDatabaseEngines())('the data export, on $name', (engine) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];
  let ada: TestReader;

  beforeAll(async () => {
    test = await createLibraryTestApp(engine.openFilled);
    ({ library } = test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    ada = await signInTestReader(test.database, 'ada');
  });

  const requestExport = () => test.app.inject({ url: '/api/v1/user/data', cookies: ada.cookies });

  it('requires a session', async () => {
    const response = await test.app.inject('/api/v1/user/data');
    expect([response.statusCode, response.json()]).toEqual([401, { error: 'Sign in first.' }]);
  });

  it('is a download that no cache stores', async () => {
    const { headers, body } = await requestExport();
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="octavo-data.json"',
      'cache-control': 'private, no-store',
    });
    expect(body).toMatch(/^\{\n {2}"account": \{\n {4}"id": /);
  });

  it('uses readable names', async () => {
    const { authorAlias: author, id: articleId, title, path } = library[0]!;
    const { user } = ada;
    await insertPersonalData(test.database, user, articleId);
    await test.database.queries
      .update(users)
      .set({
        tier: 'premium',
        subscriptionStatus: 'active',
        subscriptionExpiresAt: new Date(0),
        narrator: 'bm',
        topics: ['nsm'],
        keepsHistory: false,
      })
      .where(eq(users.id, user.id));

    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const articleLabels = { articleId, author, title, path };
    expect((await requestExport()).json()).toEqual({
      account: {
        id: user.id,
        name: 'ada',
        email: 'ada@example.org',
        role: 'reader',
        tier: 'premium',
        subscription: { status: 'active', expiresAt: '1970-01-01T00:00:00.000Z', ends: false },
        narrator: 'bm',
        topics: ['nsm'],
        keepsHistory: false,
        createdAt: user.createdAt.toISOString(),
      },
      identities: [{ issuer: 'https://mock.example/', subject: 'ada', createdAt: timestamp }],
      sessions: [
        {
          id: expect.any(String),
          provider: 'mock',
          userAgent: 'test',
          createdAt: timestamp,
          lastSeenAt: timestamp,
          expiresAt: timestamp,
        },
      ],
      bookmarks: [{ ...articleLabels, createdAt: timestamp }],
      follows: [{ authorId: expect.any(String), author, createdAt: timestamp }],
      feedback: [{ ...articleLabels, type: 'EYE_OPENING', updatedAt: timestamp }],
      reports: [
        {
          ...articleLabels,
          reason: 'OTHER',
          status: 'open',
          reopened: 0,
          explanation: 'ada says so',
          createdAt: timestamp,
          updatedAt: timestamp,
        },
      ],
      lines: [
        {
          ...articleLabels,
          id: expect.any(String),
          category: 'nsm',
          text: 'A line.',
          section: 'opening',
          position: 7,
          note: '',
          keptAt: timestamp,
          removedAt: null,
        },
      ],
      dailyFives: [
        {
          day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          picks: [{ articleId, category: 'nsm', reason: 'popular' }],
          createdAt: timestamp,
        },
      ],
      readingHistory: [
        { ...articleLabels, section: 'point-2', readAt: timestamp, finishedAt: null },
      ],
      listeningPlaces: [
        { ...articleLabels, anchor: 'introduction.0', start: 0, seconds: 7.5, heardAt: timestamp },
      ],
      paymentCustomers: [{ customerId: `cus_${user.id}`, createdAt: timestamp }],
      contactMessages: [
        {
          id: expect.any(String),
          name: 'ada',
          email: 'ada@example.org',
          subject: 'general',
          message: 'ada asks',
          status: 'pending',
          createdAt: timestamp,
          mailedAt: null,
        },
      ],
      weeklyLetter: [
        {
          ...{ state: 'confirmed', endReason: null, timeZone: 'Europe/Berlin' },
          ...{
            createdAt: timestamp,
            confirmationExpiresAt: timestamp,
            confirmedAt: timestamp,
            endedAt: null,
          },
          ...{ claimedWeek: '', sentWeek: null, sentAt: null },
        },
      ],
      privatePodcast: [{ id: expect.any(String), createdAt: timestamp }],
    });
  });

  it('includes the names of withdrawn articles', async () => {
    const { id, title, path } = library[0]!;
    await insertPersonalData(test.database, ada.user, id);
    const setStatus = (status: 'archived' | 'published') =>
      test.database.queries.update(articles).set({ status }).where(eq(articles.id, id));
    await setStatus('archived');
    const file = (await requestExport()).json();
    await setStatus('published');
    expect(file.bookmarks).toMatchObject([{ articleId: id, title, path }]);
  });

  it('puts the newest first', async () => {
    const articleIds = library.slice(0, 3).map(({ id }) => id);
    for (const [index, articleId] of articleIds.entries())
      await test.database.queries
        .insert(bookmarks)
        .values({ userId: ada.user.id, articleId, createdAt: new Date(index) });
    const file: { bookmarks: { articleId: string }[] } = (await requestExport()).json();
    expect(file.bookmarks.map(({ articleId }) => articleId)).toEqual(articleIds.reverse());
  });

  it('contains neither other readers’ data nor secrets', async () => {
    const grace = await signInTestReader(test.database, 'grace');
    for (const { user } of [ada, grace])
      await insertPersonalData(test.database, user, library[0]!.id);
    const { body } = await requestExport();
    expect(body).toContain('ada says so');
    expect(body).not.toContain('grace');
    expect(body).not.toContain(grace.user.id);
    const { session } = ada.cookies;
    expect(body).not.toContain(session);
    expect(body).not.toContain(createHash('sha256').update(session).digest('hex'));
    expect(body).not.toMatch(/token|hash|secret/i);
  });

  it('contains every field of the account', async () => {
    const { account } = (await requestExport()).json();
    const { subscription, ...otherFields } = account;
    expect(subscription).toBeNull();
    expect(Object.keys(getTableColumns(users)).toSorted()).toEqual(
      [
        ...Object.keys(otherFields),
        ...['subscriptionStatus', 'subscriptionExpiresAt', 'subscriptionEnds'],
        // The export omits two fields of the account: the normalized email address, and the deletion date, which a
        // signed-in reader does not have.
        ...['emailKey', 'deletedAt'],
      ].toSorted(),
    );
  });
});
