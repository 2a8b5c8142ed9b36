import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { requireActiveAuthorId } from '#server/catalogue/authors/service.ts';
import { DELETE_CUSTOMER_JOB_DEFINITION } from '#server/membership/billing/jobs.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { addBookmark } from '#server/readers/bookmarks/repository.ts';
import { followAuthor } from '#server/readers/follows/repository.ts';
import {
  createLibraryTestApp,
  createPostRequest,
  type LibraryTestApp,
} from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { advancePerformanceNowBySeconds } from '#server/testing/performance-now.ts';
import { countPersonalData, insertPersonalData } from '#server/testing/personal-data-rows.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('deleting an account, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let article: ArticleMeta;
  let ada: TestReader;
  let grace: TestReader;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    // Deleting an account enqueues a job that deletes the customer at the payment processor. The job's queue must
    // exist.
    await createOrUpdateQueues(test.database, [DELETE_CUSTOMER_JOB_DEFINITION]);
    article = test.library[0]!;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    ada = await signInTestReader(test.database, 'ada');
    grace = await signInTestReader(test.database, 'grace');
    for (const { user } of [ada, grace]) await insertPersonalData(test.database, user, article.id);
  });
  afterEach(() => vi.restoreAllMocks());

  const requestDeletion = ({ cookies }: TestReader, confirmation: unknown) =>
    test.app.inject({ ...createPostRequest('/api/v1/user/deletion', { confirmation }), cookies });
  const isSignedIn = async ({ cookies }: TestReader): Promise<boolean> =>
    (await test.app.inject({ url: '/api/v1/user/profile', cookies })).statusCode === 200;
  const countRows = ({ user }: TestReader) => countPersonalData(test.database, user);
  const fetchFollowerCount = async (): Promise<number> => {
    // The clock is advanced, since public counts are cached for up to a minute.
    await advancePerformanceNowBySeconds(61);
    const { data } = (await test.app.inject('/api/v1/authors')).json();
    return data.authors[article.authorAlias].followerCount;
  };

  it('requires a session', async () => {
    const call = createPostRequest('/api/v1/user/deletion', { confirmation: ada.user.email });
    const response = await test.app.inject(call);
    expect([response.statusCode, response.json()]).toEqual([401, { error: 'Sign in first.' }]);
  });

  it.each(['', 'ada', 'grace@example.org', 'ada@example.org.', 'delete my account'])(
    'confirmed with "%s" changes nothing',
    async (confirmation) => {
      const countsBefore = await countRows(ada);
      const response = await requestDeletion(ada, confirmation);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { error: 'Enter your account’s email address to delete it.' },
      ]);
      expect(response.cookies).toEqual([]);
      expect(await countRows(ada)).toEqual(countsBefore);
      expect(await isSignedIn(ada)).toBe(true);
    },
  );

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['a very long text', 'x'.repeat(401)],
  ])('is rejected with %s', async (_case, confirmation) => {
    expect((await requestDeletion(ada, confirmation)).statusCode).toBe(400);
    expect(await isSignedIn(ada)).toBe(true);
  });

  it('signs out every device, and clears the cookies of the current one', async () => {
    const otherDevice = await signInTestReader(test.database, 'ada');
    const response = await requestDeletion(ada, '  ADA@Example.org ');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['session', ''],
      ['id_token', ''],
    ]);
    expect(await Promise.all([ada, otherDevice, grace].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('removes the reader from public counts, and leaves the rest for the purge', async () => {
    const graceCounts = await countRows(grace);
    expect(await fetchFollowerCount()).toBe(2);
    await requestDeletion(ada, ada.user.email);
    expect(await fetchFollowerCount()).toBe(1);
    expect(await countRows(ada)).toEqual({
      identities: 0,
      sessions: 0,
      linkOffers: 0,
      bookmarks: 1,
      follows: 0,
      feedback: 0,
      reports: 1,
      lines: 0,
      dailyFives: 0,
      readingHistory: 0,
      listeningPlaces: 0,
      paymentCustomers: 0,
      contactMessages: 1,
      weeklyLetter: 0,
      privatePodcast: 0,
      openManuscripts: 0,
    });
    expect(await countRows(grace)).toEqual(graceCounts);
  });

  it('frees the email address immediately for a new account', async () => {
    await requestDeletion(ada, ada.user.email);
    const newReader = await signInTestReader(test.database, 'ada');
    expect(newReader.user.email).toBe(ada.user.email);
    expect(newReader.user.id).not.toBe(ada.user.id);
    expect(await countRows(newReader)).toMatchObject({ identities: 1, bookmarks: 0, reports: 0 });
    expect((await requestDeletion(newReader, newReader.user.email)).statusCode).toBe(204);
  });

  it('is not undone by a concurrent call', async () => {
    await requestDeletion(ada, ada.user.email);
    const { queries } = test.database;
    const author = await requireActiveAuthorId(queries, article.authorAlias);
    await expect(followAuthor(queries, ada.user, author)).rejects.toThrow('Sign in first.');
    await expect(addBookmark(queries, ada.user, article.id)).rejects.toThrow('Sign in first.');
    expect(await countRows(ada)).toMatchObject({ follows: 0, bookmarks: 1 });
  });
});
