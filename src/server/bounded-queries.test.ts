import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { rebuildCategoryCounts } from './catalogue/articles/category-counts.ts';
import { isPhotoUsedByAnyArticle, loadCoversToCompare } from './catalogue/articles/covers.ts';
import { getPeriodAt } from './catalogue/articles/publication-periods.ts';
import { countArticlesByCategory } from './catalogue/articles/repository.ts';
import { createLastPublicationTimeSql } from './catalogue/articles/sitemap-articles.ts';
import { listActiveAuthors } from './catalogue/authors/author-list.ts';
import {
  countAuthorsByStatus,
  listAuthorsPageForEditors,
} from './catalogue/authors/editor-authors.ts';
import { addFollowerCounts, findAuthorsByName } from './catalogue/authors/service.ts';
import { listAuthorInitialsWithLastChange } from './catalogue/authors/sitemap-authors.ts';
import { searchArticles } from './catalogue/search/search.ts';
import { addPastSubscriptionChangesToTotals } from './membership/billing/subscription-totals.ts';
import { parsePageUrl } from './pages/page-url.ts';
import { resolvePublicPage } from './pages/resolve-public-page.ts';
import {
  listSitemapItemsOfArticles,
  listSitemapItemsOfStaticPagesAndLists,
} from './pages/sitemap/sitemap-pages.ts';
import { SitemapPartCache } from './pages/sitemap/sitemap-part-cache.ts';
import { TrackedContentReader } from './pages/tracked-content-reader.ts';
import type { Database, Queries } from './platform/db/database.ts';
import { queryRows } from './platform/db/query-rows.ts';
import { users } from './readers/accounts/schema.ts';
import { applyPendingCounts } from './readers/counts/service.ts';
import { getDailyFive } from './readers/daily-five/service.ts';
import { listFeedArticles } from './readers/feed/service.ts';
import { createCachedFollowerCounter } from './readers/follows/service.ts';
import { listDueSubscribers, listLetterTimeZones } from './readers/letter/repository.ts';
import { listLineCategories } from './readers/lines/repository.ts';
import { listKeptLines } from './readers/lines/service.ts';
import { findReaderByPodcastToken } from './readers/podcast/repository.ts';
import { listReadArticles, listUnfinishedArticles } from './readers/reading/service.ts';
import { listArticlesForEditors } from './studio/admin-articles/editor-articles.ts';
import { listCadencePage } from './studio/cadence/fill-gaps.ts';
import { StudioFigureService } from './studio/figures/studio-figure-service.ts';
import { compareWithExistingIdeas, findSimilarArticleIds } from './studio/ideas/existing-ideas.ts';
import { isPhotoUsedInManuscript } from './studio/manuscripts/repository.ts';
import { listMemberAccounts } from './studio/members/repository.ts';
import { findPostgresTestEngine } from './testing/databases.ts';

/** Number of generated articles. It is much larger than the number of rows that any tested operation may read. */
const ARTICLES = 20_000;
const AUTHORS = 1_000;
/** Number of followers of each author. */
const FOLLOWERS = 20;
const READERS = 5_000;
/** Email address of a generated reader who has finished half of the articles and saved many lines (passages). */
const EMAIL_WITH_HISTORY = '1@example.org';
/**
 * Number of lines (saved passages) of the reader with the email address {@link EMAIL_WITH_HISTORY}. All but one are in
 * the same category.
 */
const LINES = 5_000;
const RARE_CATEGORY = 'whc';
const UNUSED_PHOTO = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d';
/**
 * Time limit, in milliseconds, for filling the database with test data. It is twenty times as long as an idle machine
 * needs.
 */
const FILL_TIMEOUT = 400_000;

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres || !isRunOfAllTests())(
  `With ${ARTICLES} articles, the database reads few rows to`,
  () => {
    let database: Database;
    const sitemapParts = new SitemapPartCache(5000);

    beforeAll(async () => {
      database = await postgres!.openFilled();
      await fillDatabase(database.queries);
      await sitemapParts.list(database.queries);
    }, FILL_TIMEOUT);
    afterAll(() => database?.close());

    it.each<[title: string, maximum: number, run: (queries: Queries) => Promise<unknown>]>([
      ['resolve the landing page', 1000, (queries) => openPage(queries, '/')],
      ['resolve the list of articles', 500, (queries) => openPage(queries, '/articles')],
      ['resolve a category', 500, (queries) => openPage(queries, '/articles?category=nsm')],
      [
        'resolve a subcategory',
        5000,
        (queries) => openPage(queries, '/articles?category=nsm&subcategory=mea'),
      ],
      ['resolve short articles', 500, (queries) => openPage(queries, '/articles?show=short')],
      [
        'resolve short articles of a subcategory',
        500,
        (queries) => openPage(queries, '/articles?category=nsm&subcategory=mea&show=short'),
      ],
      ['resolve popular articles', 500, (queries) => openPage(queries, '/articles?show=popular')],
      [
        'resolve popular articles of a subcategory',
        5000,
        (queries) => openPage(queries, '/articles?category=nsm&subcategory=mea&show=popular'),
      ],
      [
        'resolve an article',
        1000,
        (queries) => openPage(queries, '/Ballast/total-loss-still-afloat'),
      ],
      ['resolve an author', 1000, (queries) => openPage(queries, '/authors/Copy-7')],
      ['resolve a search', 3000, (queries) => openPage(queries, '/articles?q=moths')],
      ['choose a cover', 1300, (queries) => loadCoversToCompare(queries, ['nsm'], [])],
      ['resolve the list of authors', 300, (queries) => openPage(queries, '/authors')],
      [
        'resolve a category of authors',
        400,
        (queries) => openPage(queries, '/authors?category=nsm'),
      ],
      [
        'resolve a search for authors with a common name',
        400,
        (queries) => openPage(queries, '/authors?q=copy'),
      ],
      [
        'resolve a search for an author with a rare name',
        400,
        (queries) => openPage(queries, '/authors?q=plumb'),
      ],
      ['find authors by name', 100, (queries) => findAuthorsByName(queries, [['plumb']], 3)],
      [
        'list a page of authors with their followers',
        1000,
        async (queries) => {
          const { entries } = await listActiveAuthors(queries, {}, 20);
          const authors = await addFollowerCounts(entries, createCachedFollowerCounter(queries));
          expect(authors.map(({ followerCount }) => followerCount)).toContain(FOLLOWERS);
        },
      ],
      [
        'list a page of authors in the studio',
        300,
        async (queries) => {
          await listAuthorsPageForEditors(queries, { status: 'active' }, 60);
          await countAuthorsByStatus(queries);
        },
      ],
      [
        'search for a word that every article contains',
        1500,
        (queries) => searchArticles(queries, 'common', 10),
      ],
      [
        'list the pages and categories of the sitemap',
        6000,
        async (queries) => {
          expect((await listSitemapItemsOfStaticPagesAndLists(queries)).length).toBeGreaterThan(20);
        },
      ],
      [
        'list the first letters of the authors for the sitemap',
        3000,
        async (queries) => {
          const initials = await listAuthorInitialsWithLastChange(
            queries,
            createLastPublicationTimeSql,
          );
          expect(initials.length).toBeGreaterThan(0);
        },
      ],
      [
        'list the articles of a part of the sitemap',
        4500,
        async (queries) => {
          const urls = await listSitemapItemsOfArticles(
            queries,
            getPeriodAt(new Date(), 'day'),
            5000,
          );
          expect(urls.length).toBeLessThan(100);
          const { from } = getPeriodAt(new Date(), 'month');
          const lastMonth = getPeriodAt(new Date(from.getTime() - 1), 'month');
          expect(
            (await listSitemapItemsOfArticles(queries, lastMonth, 5000)).length,
          ).toBeGreaterThan(1300);
        },
      ],
      [
        'list the parts of the sitemap after an article has changed',
        2500,
        async (queries) => {
          sitemapParts.invalidate([`article:${await findId(queries, 'articles')}`]);
          expect((await sitemapParts.list(queries)).length).toBeGreaterThan(10);
        },
      ],
      [
        'show figures by day',
        700,
        (queries) => new StudioFigureService(queries).getDailyReport(28),
      ],
      [
        'show figures of an author by day',
        200,
        async (queries) =>
          new StudioFigureService(queries).getDailyReport(28, {
            authorId: await findId(queries, 'authors'),
          }),
      ],
      [
        'show figures of an article by day',
        200,
        async (queries) =>
          new StudioFigureService(queries).getDailyReport(28, {
            articleId: await findId(queries, 'articles'),
          }),
      ],
      [
        'show figures by category',
        400,
        (queries) => new StudioFigureService(queries).listCategoryFigures(28),
      ],
      ['list authors by cadence', 1700, (queries) => listCadencePage(queries, 100)],
      [
        'check whether a photograph is in use',
        10,
        async (queries) => {
          expect(await isPhotoUsedByAnyArticle(queries, UNUSED_PHOTO)).toBe(false);
          expect(await isPhotoUsedInManuscript(queries, UNUSED_PHOTO)).toBe(false);
        },
      ],
      [
        'list a page of articles in the studio',
        300,
        (queries) => listArticlesForEditors(queries, 50),
      ],
      [
        'compare an idea with an old article',
        3000,
        async (queries) => {
          const idea = { title: 'Moths at the lighthouse', thesis: 'They come.', object: 'a lamp' };
          const { mostSimilar, isTooSimilar } = await compareWithExistingIdeas(
            queries,
            idea,
            await findSimilarArticleIds(queries, idea),
          );
          expect({ mostSimilar, isTooSimilar }).toMatchObject({
            mostSimilar: { title: idea.title },
            isTooSimilar: true,
          });
        },
      ],
      [
        'compare an idea with an old draft',
        3000,
        async (queries) => {
          const idea = { title: 'Wasps in the belfry', thesis: 'They build.', object: 'a bell' };
          const { mostSimilar } = await compareWithExistingIdeas(queries, idea, []);
          expect(mostSimilar).toMatchObject({ title: idea.title });
        },
      ],
      [
        'choose the five articles of a day for a reader with a long history',
        3500,
        async (queries) => {
          expect(await getDailyFive(queries, await findReaderWithHistory(queries))).toHaveLength(5);
        },
      ],
      [
        'list a page of a long reading history',
        200,
        async (queries) => {
          const reader = await findReaderWithHistory(queries);
          expect((await listReadArticles(queries, reader, 20)).metas).toHaveLength(20);
        },
      ],
      [
        'find the reader of a private podcast',
        20,
        async (queries) => {
          expect(await findReaderByPodcastToken(queries, 'token-7')).toBeDefined();
        },
      ],
      [
        'list the time zones of weekly letters',
        20,
        async (queries) => {
          expect(await listLetterTimeZones(queries)).toEqual(['Asia/Tokyo', 'Europe/Berlin']);
        },
      ],
      [
        'list a batch of readers whose weekly letter is due',
        250,
        async (queries) => {
          const due = { timeZone: 'Europe/Berlin', week: '2026-W49' };
          const first = await listDueSubscribers(queries, due, 50);
          const second = await listDueSubscribers(queries, due, 50, first.at(-1)!.subscription);
          const ids = new Set([...first, ...second].map(({ user }) => user.id));
          expect(ids.size).toBe(100);
        },
      ],
      [
        'find the articles that a reader with a long history left in the middle',
        1200,
        async (queries) => {
          const unfinished = await listUnfinishedArticles(
            queries,
            await findReaderWithHistory(queries),
            2,
          );
          expect(unfinished.map(({ section, heardSeconds }) => [section, heardSeconds])).toEqual([
            [null, 7],
            ['point-1', null],
          ]);
        },
      ],
      [
        'list a page of unread articles by followed authors',
        1500,
        async (queries) => {
          const reader = await findReaderWithHistory(queries);
          const { metas } = await listFeedArticles(queries, reader, 'unread', 20);
          expect(metas).toHaveLength(20);
        },
      ],
      [
        'list a page of many kept lines',
        200,
        async (queries) => {
          const reader = await findReaderWithHistory(queries);
          expect((await listKeptLines(queries, reader, {}, 20)).lines).toHaveLength(20);
        },
      ],
      [
        'list the kept lines of a rare category',
        200,
        async (queries) => {
          const reader = await findReaderWithHistory(queries);
          const { lines } = await listKeptLines(queries, reader, { category: RARE_CATEGORY }, 20);
          expect(lines).toHaveLength(1);
        },
      ],
      [
        'list the categories of many kept lines',
        20,
        async (queries) => {
          const categories = await listLineCategories(
            queries,
            await findReaderWithHistory(queries),
          );
          expect(categories.toSorted()).toEqual(['nsm', RARE_CATEGORY]);
        },
      ],
      [
        'list the members of the studio',
        10,
        (queries) => listMemberAccounts(queries, ['1@example.org']),
      ],
      [
        'rank 20 articles',
        100,
        (queries) => new StudioFigureService(queries).listArticleFigures(28, 'read', 20),
      ],
      [
        'rank 20 authors',
        100,
        (queries) => new StudioFigureService(queries).listAuthorFigures(28, 'follows', 20),
      ],
    ])('%s', async (_, maximum, run) => {
      expect(await countRowsRead(database, run)).toBeLessThanOrEqual(maximum);
    });
  },
);

/**
 * Fills the database with copies of the test library's articles and authors. The copied articles have no text, and are
 * published half an hour apart, so that only a small share of them is from the last four weeks. One in 97 copies keeps
 * its original's links to other articles.
 */
async function fillDatabase(queries: Queries): Promise<void> {
  await queries.execute(sql`ALTER TABLE articles SET (autovacuum_enabled = false)`);
  await queries.execute(sql`
    INSERT INTO authors SELECT copy.*
    FROM (SELECT author, row_number() OVER () AS place FROM authors author) AS numbered
    JOIN generate_series(1, ${AUTHORS}) AS n ON place = 1 + n % (SELECT count(*) FROM authors)
    CROSS JOIN LATERAL jsonb_populate_record(author, jsonb_build_object(
      'id', gen_random_uuid(), 'alias', 'Copy-' || n, 'alias_key', 'copy-' || n, 'source_hash', null)) AS copy`);
  await queries.execute(sql`ANALYZE authors`);
  await queries.execute(sql`
    WITH writers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM authors)
    INSERT INTO articles SELECT copy.*
    FROM (SELECT article, row_number() OVER () AS place FROM articles article) AS numbered
    JOIN generate_series(1, ${ARTICLES}) AS n ON numbered.place = 1 + n % (SELECT count(*) FROM articles)
    JOIN writers ON writers.place = n % (SELECT count(*) FROM writers)
    CROSS JOIN LATERAL jsonb_populate_record(article, jsonb_build_object(
      'id', gen_random_uuid(), 'slug', 'copy-' || n, 'author_id', writers.id, 'source_hash', null,
      'body', '{"keyPoints": []}'::jsonb,
      'links_to', CASE WHEN n % 97 = 0 THEN (article).links_to ELSE '{}' END,
      'published_at', now() - make_interval(mins => 30 * n))) AS copy`);
  await queries.execute(sql`
    UPDATE authors SET published_article_count = (SELECT count(*) FROM articles WHERE author_id = authors.id)`);
  await queries.execute(sql`
    WITH readers AS (
      INSERT INTO users (id, name, email, email_key)
      SELECT gen_random_uuid(), 'Reader', n || '@example.com', n || '@example.com' FROM generate_series(1, ${FOLLOWERS}) AS n
      RETURNING id)
    INSERT INTO follows (user_id, author_id) SELECT readers.id, authors.id FROM readers, authors`);
  await queries.execute(sql`
    INSERT INTO article_search (article_id, published_at, title, head, document, text)
    SELECT id, published_at, vector, vector, strip(vector), 'common' FROM articles, to_tsvector('english', 'common') AS vector
    WHERE source_hash IS NULL`);
  await queries.execute(sql`INSERT INTO search_words VALUES ('common') ON CONFLICT DO NOTHING`);
  await queries.execute(sql`
    WITH changed AS (
      UPDATE articles SET title = 'Moths at the lighthouse', tagline = 'They come at night.', keywords = '{lamp}'
      WHERE id = (SELECT id FROM articles WHERE source_hash IS NULL ORDER BY id LIMIT 1) RETURNING id, title)
    UPDATE article_search SET title = vector, head = vector, document = strip(vector)
    FROM changed, to_tsvector('english', changed.title) AS vector WHERE article_id = changed.id`);
  await queries.execute(sql`
    UPDATE articles SET status = 'draft', title = 'Wasps in the belfry', tagline = 'They build.', keywords = '{bell}'
    WHERE id = (SELECT id FROM articles WHERE source_hash IS NULL ORDER BY id OFFSET 1 LIMIT 1)`);
  await queries.execute(
    sql`INSERT INTO search_words VALUES ('moths'), ('lighthouse') ON CONFLICT DO NOTHING`,
  );
  await rebuildCategoryCounts(queries);
  await fillCounts(queries);
  await queries.execute(sql`ANALYZE`);
}

/**
 * Inserts subscribers, bookmarks and read counts, and then adds all pending changes to the counts
 * ({@link applyPendingCounts}).
 */
async function fillCounts(queries: Queries): Promise<void> {
  await queries.execute(sql`
    INSERT INTO users (id, name, email, email_key, subscription_status)
    SELECT gen_random_uuid(), 'Reader ' || n, n || '@example.org', n || '@example.org', 'active'
    FROM generate_series(1, ${READERS}::int) AS n`);
  await queries.execute(sql`
    INSERT INTO subscription_turns (id, turn, at)
    SELECT gen_random_uuid(), 'started', now() - interval '1 day' * (2 + n % 50) FROM generate_series(1, ${READERS}::int) AS n`);
  await addPastSubscriptionChangesToTotals(queries);
  await queries.execute(sql`
    INSERT INTO private_podcasts (user_id, id, token_hash, created_at)
    SELECT id, id, encode(sha256(('token-' || row_number() OVER (ORDER BY id))::bytea), 'hex'), now()
    FROM users`);
  // One reader in a hundred has already received the weekly letter of week 2026-W49, so the query for readers whose
  // letter is due must skip these readers.
  await queries.execute(sql`
    INSERT INTO letter_subscriptions
      (user_id, state, time_zone, confirmation_expires_at, unsubscribe_token, created_at, claimed_week)
    SELECT id, 'confirmed', CASE WHEN place % 2 = 0 THEN 'Europe/Berlin' ELSE 'Asia/Tokyo' END, now(), id, now(),
      CASE WHEN place % 100 = 0 THEN '2026-W49' ELSE '2026-W48' END
    FROM (SELECT id, row_number() OVER () AS place FROM users) AS reader`);
  await queries.execute(sql`
    INSERT INTO bookmarks SELECT reader.id, article.id, now() - interval '1 day' * (article.place % 20)
    FROM (SELECT id, row_number() OVER () AS place FROM users LIMIT 100) AS reader
    JOIN (SELECT id, row_number() OVER () AS place FROM articles) AS article
      ON (article.place - reader.place) % 100 = 0`);
  await queries.execute(sql`
    INSERT INTO article_counts SELECT id, day, 'read', 1 FROM articles, ${pastDays(1)}
    ON CONFLICT DO NOTHING`);
  await queries.execute(sql`
    INSERT INTO article_weeks (week, article_id, read)
    SELECT DISTINCT date_trunc('week', day)::date, id, 3 FROM articles, ${pastDays(8)}`);
  await queries.execute(sql`
    INSERT INTO shelf_days (day, author_id, category, read)
    SELECT day, id, category, 10 FROM authors, ${pastDays(40)}`);
  await queries.execute(sql`
    INSERT INTO readings (user_id, article_id, section, read_at, finished_at)
    SELECT users.id, articles.id, 'end', articles.published_at, articles.published_at
    FROM articles, users WHERE email = ${EMAIL_WITH_HISTORY} AND articles.status = 'published'
    ORDER BY articles.id LIMIT ${ARTICLES / 2}`);
  await fillReaderWithHistory(queries);
  await queries.execute(sql`INSERT INTO library_notes SELECT id, 'Differs.' FROM articles`);
  await applyPendingCounts(queries, new AbortController().signal);
}

/**
 * Gives the reader with a long history twenty followed authors, saved lines, and listening positions in articles that
 * they finished reading later. Also adds two unfinished articles from long ago: one that the reader began to read, and
 * one that the reader began to listen to.
 */
async function fillReaderWithHistory(queries: Queries): Promise<void> {
  const reader = sql`(SELECT id FROM users WHERE email = ${EMAIL_WITH_HISTORY})`;
  await queries.execute(sql`UPDATE users SET tier = 'premium' WHERE email = ${EMAIL_WITH_HISTORY}`);
  await queries.execute(sql`
    INSERT INTO follows (user_id, author_id)
    SELECT ${reader} AS user_id, id FROM authors WHERE alias LIKE 'Copy-%' ORDER BY id LIMIT 20`);
  await queries.execute(sql`
    INSERT INTO readings (user_id, article_id, section, read_at)
    SELECT ${reader} AS user_id, id, 'point-1', '2020-01-01' FROM articles
    WHERE status = 'published' ORDER BY id DESC LIMIT 1`);
  await queries.execute(sql`
    INSERT INTO listening_places (user_id, article_id, anchor, start, seconds, heard_at)
    SELECT user_id, article_id, 'title', 0, 7, read_at - interval '1 hour' FROM readings
    WHERE finished_at IS NOT NULL ORDER BY article_id LIMIT 199`);
  await queries.execute(sql`
    INSERT INTO listening_places (user_id, article_id, anchor, start, seconds, heard_at)
    SELECT ${reader} AS user_id, id, 'title', 0, 7, '2020-01-02' FROM articles
    WHERE status = 'published' ORDER BY id DESC OFFSET 1 LIMIT 1`);
  await queries.execute(sql`
    INSERT INTO lines (user_id, id, article_id, category, text, section, position, words)
    SELECT ${reader} AS user_id, gen_random_uuid(), article.id, CASE n WHEN 1 THEN ${RARE_CATEGORY} ELSE 'nsm' END,
      'Line ' || n, 'opening', n, ' line'
    FROM generate_series(1, ${LINES}::int) AS n,
      (SELECT id FROM articles WHERE source_hash IS NOT NULL ORDER BY id LIMIT 1) AS article`);
}

const pastDays = (count: number) =>
  sql`(SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, ${count - 1}::int) AS n) AS past`;

async function findReaderWithHistory(queries: Queries) {
  const isReader = and(eq(users.emailKey, EMAIL_WITH_HISTORY), isNull(users.deletedAt));
  const [reader] = await queries.select().from(users).where(isReader);
  return reader!;
}

async function findId(queries: Queries, table: 'articles' | 'authors'): Promise<string> {
  const [row] = await queryRows<{ id: string }>(
    queries,
    sql`SELECT id FROM ${sql.identifier(table)} LIMIT 1`,
  );
  return row!.id;
}

/**
 * Returns the number of table rows that the database reads while `run` executes. The count includes rows found by
 * index-only scans, because these scans have to read the table while its visibility map is empty
 * (`autovacuum_enabled`).
 */
async function countRowsRead(
  { queries }: Database,
  run: (queries: Queries) => Promise<unknown>,
): Promise<number> {
  return queries.transaction(async (transaction) => {
    const before = await readStatistics(transaction);
    await run(transaction);
    return (await readStatistics(transaction)) - before;
  });
}

/** Returns the number of table rows that the current transaction has read so far. */
async function readStatistics(queries: Queries): Promise<number> {
  const [row] = await queryRows<{ rows: number }>(
    queries,
    sql`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables`,
  );
  return row!.rows;
}

async function openPage(queries: Queries, target: string) {
  const content = new TrackedContentReader(queries, () => countArticlesByCategory(queries));
  const siteSettings = { adFrameUrl: null, sellsPremium: true, offersLetter: true };
  const site = { queries, providers: [], ...siteSettings, builtAt: '' };
  const page = await resolvePublicPage(parsePageUrl(target)!.url, content, site);
  expect(page).toMatchObject({ kind: 'page' });
}
