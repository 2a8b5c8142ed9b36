import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { READER_ID_HEADER } from '#domain/offline.ts';
import { articles } from './catalogue/articles/schema.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from './personal-data-tables.ts';
import type { Queries } from './platform/db/database.ts';
import { addBookmark, removeBookmark } from './readers/bookmarks/repository.ts';
import { saveFeedback } from './readers/feedback/repository.ts';
import { followAuthor } from './readers/follows/repository.ts';
import { saveKeptLine } from './readers/lines/service.ts';
import {
  removeListeningPosition,
  storeListeningPosition,
} from './readers/listening/positions/repository.ts';
import { recordReadingProgress } from './readers/reading/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from './testing/databases.ts';
import { emptyTables } from './testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from './testing/reader.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const POSITION = { anchor: 'title', start: 0, seconds: 0, heardAgo: 60_000 };
const READING = { section: 'end', readAgo: 60_000 } as const;

const buildArticleUrl = (action: string) => (article: ArticleMeta) =>
  `/articles/${article.authorAlias}/${article.id}/${action}`;
const follow = ({ authorAlias }: ArticleMeta) => `/authors/${authorAlias}/follow`;

describe.each(databases)('actions that browsers repeat, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let article: ArticleMeta;
  let authorId: string;
  /** The takeaway of the article's first key point, which the tests save as a line (a saved passage). */
  let takeaway: string;
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    article = test.library[0]!;
    const isArticle = eq(articles.id, article.id);
    const [row] = await test.database.queries.select().from(articles).where(isArticle);
    authorId = row!.authorId;
    takeaway = row!.body.keyPoints[0]!.takeaway;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    ada = await signInTestReader(test.database, 'ada');
    call = createApiCaller(test, ada);
  });

  /** Returns the number of rows in each table with readers' data. */
  const countRows = async () => {
    const counts: [section: string, count: number][] = [];
    for (const [section, { table }] of Object.entries(PERSONAL_DATA_TABLES_BY_EXPORT_SECTION))
      counts.push([section, await test.database.queries.$count(table)]);
    return Object.fromEntries(counts.filter(([section]) => section !== 'sessions'));
  };

  // Browsers repeat a request if they did not receive the response (decision 0057).
  it.each([
    ['bookmark', 'bookmarks', buildArticleUrl('bookmark'), undefined],
    ['follow', 'follows', follow, undefined],
    ['feedback', 'feedback', buildArticleUrl('feedback'), { feedbackType: 'PRACTICAL' }],
    ['reading', 'readingHistory', buildArticleUrl('reading'), READING],
    ['listening position', 'listeningPlaces', buildArticleUrl('place'), POSITION],
    ['line', 'lines', buildArticleUrl('lines'), undefined],
  ] as const)('change nothing when repeated: %s', async (kind, section, path, body) => {
    const requestBody = kind === 'line' ? { text: takeaway } : body;
    const change = (method: 'PUT' | 'DELETE') =>
      call(method, path(article), method === 'PUT' ? requestBody : undefined);
    const first = await change('PUT');
    expect(first.statusCode).toBeLessThan(300);
    const rows = await countRows();
    expect(rows[section]).toBe(1);
    const again = await change('PUT');
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(await countRows()).toEqual(rows);
    if (kind === 'line') {
      const removal = `/lines/${first.json().data.id}`;
      for (const _ of [1, 2]) expect((await call('DELETE', removal)).statusCode).toBe(204);
      // A removed line (saved passage) is no longer listed. Its row is kept for a while, so that the reader can restore
      // the line.
      expect((await call('GET', '/lines')).json().data.lines).toEqual([]);
      return;
    }
    for (const _ of [1, 2]) expect((await change('DELETE')).statusCode).toBe(204);
    expect((await countRows())[section]).toBe(0);
  });

  it('keep the times at which they were made, if they are readings or listening positions', async () => {
    await call('PUT', buildArticleUrl('reading')(article), READING);
    const fetchReadTime = async () =>
      (await call('GET', '/history')).json().data.readings[article.id];
    const first = await fetchReadTime();
    await call('PUT', buildArticleUrl('reading')(article), { ...READING, readAgo: 120_000 });
    expect(await fetchReadTime()).toEqual(first);
    const heard = await call('PUT', buildArticleUrl('place')(article), {
      ...POSITION,
      heardAgo: 1000,
    });
    expect(heard.statusCode).toBe(204);
    // Simulates a device that deletes the listening position because it reached the end of the narration five seconds
    // ago. The stored position must not be deleted, because the reader heard it later on another device.
    await call('DELETE', `${buildArticleUrl('place')(article)}?heardAgo=5000`);
    expect(await countRows()).toMatchObject({ listeningPlaces: 1 });
    await call('DELETE', `${buildArticleUrl('place')(article)}?heardAgo=0`);
    expect(await countRows()).toMatchObject({ listeningPlaces: 0 });
  });

  it.runIf(name === 'PostgreSQL')('change nothing when repeated at the same time', async () => {
    const { user } = ada;
    const { id } = article;
    const changes: ((queries: Queries) => Promise<unknown>)[] = [
      (queries) => addBookmark(queries, user, id),
      (queries) => followAuthor(queries, user, authorId),
      (queries) => saveFeedback(queries, user, id, 'PRACTICAL'),
      (queries) => recordReadingProgress(queries, user, id, READING),
      (queries) => storeListeningPosition(queries, user, id, POSITION),
      (queries) => saveKeptLine(queries, user, id, takeaway),
    ];
    const removals: ((queries: Queries) => Promise<unknown>)[] = [
      (queries) => removeBookmark(queries, user, id),
      (queries) => removeListeningPosition(queries, user, id, 0),
    ];
    const other = await openSecondConnection(test.database);
    const runTwice = (actions: readonly ((queries: Queries) => Promise<unknown>)[]) =>
      Promise.all(
        [test.database.queries, other.queries, test.database.queries].flatMap((queries) =>
          actions.map((action) => action(queries)),
        ),
      );
    try {
      await runTwice(changes);
      expect(await countRows()).toMatchObject({
        bookmarks: 1,
        follows: 1,
        feedback: 1,
        readingHistory: 1,
        listeningPlaces: 1,
        lines: 1,
      });
      await runTwice(removals);
      expect(await countRows()).toMatchObject({ bookmarks: 0, listeningPlaces: 0 });
    } finally {
      await other.close();
    }
  });

  it('are rejected if they name another reader than the one who is signed in', async () => {
    const send = (reader: string, method: 'PUT' | 'GET' = 'PUT') =>
      test.app.inject({
        method,
        url: `/api/v1${method === 'GET' ? '/bookmarks/ids' : buildArticleUrl('bookmark')(article)}`,
        cookies: ada.cookies,
        headers: { [READER_ID_HEADER]: reader },
      });
    const ben = await signInTestReader(test.database, 'ben');
    expect((await send(ben.user.id)).statusCode).toBe(401);
    expect((await send('')).statusCode).toBe(401);
    expect((await countRows()).bookmarks).toBe(0);
    expect((await send(ada.user.id)).statusCode).toBe(204);
    expect((await send(ada.user.id, 'GET')).json().data.ids).toHaveLength(1);
    expect((await countRows()).bookmarks).toBe(1);
  });

  it('are accepted from the service worker, but not from another site', async () => {
    const send = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'PUT',
        url: `/api/v1${buildArticleUrl('bookmark')(article)}`,
        cookies: ada.cookies,
        headers: { ...headers, [READER_ID_HEADER]: ada.user.id },
      });
    const worker = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await send({ ...worker, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send({ ...worker, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send(worker)).statusCode).toBe(204);
  });
});
