import { sql } from 'drizzle-orm';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import {
  countAuthorsByStatus,
  listAuthorsPageForEditors,
} from '#server/catalogue/authors/editor-authors.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { applyPendingCounts } from '#server/readers/counts/service.ts';
import { listArticlesForEditors } from '#server/studio/admin-articles/editor-articles.ts';
import { listCadencePage } from '#server/studio/cadence/fill-gaps.ts';
import { StudioFigureService } from '#server/studio/figures/studio-figure-service.ts';
import {
  compareWithExistingIdeas,
  findSimilarArticleIds,
} from '#server/studio/ideas/existing-ideas.ts';
import { listMemberAccounts } from '#server/studio/members/repository.ts';
import { SCALE_ACCOUNT_NUMBER_BY_KIND } from './scale-data.ts';
import {
  callStudioApi,
  type EnlargedLibraryServer,
  invalidateCacheKeys,
  requestOrThrow,
} from './scale-libraries.ts';

/** An operation whose duration must not grow with the size of the library. */
export interface ScaleOperation {
  name: string;
  /** Maximum duration with the large library, as a multiple of the duration with the small library. */
  limit: number;
  /** Prepares a measurement. The duration of the preparation is not measured. */
  prepare?(library: EnlargedLibraryServer): Promise<unknown>;
  /** Runs the operation. If it requests a page, returns the size of the response in bytes. */
  run(library: EnlargedLibraryServer): Promise<number | undefined>;
}

const GROWTH_LIMIT = 1.5;
const SEARCH_GROWTH_LIMIT = 3;
/** Number of recorded reads that one measurement adds to the articles' read counts. */
const TALLIED_READS = 500;
/**
 * The string that stands for the unfiltered article list in pagination tokens. A token with this string is valid only
 * for that list.
 */
const ARTICLE_LIST_CONTEXT = 'articles   ';

export const SCALE_OPERATIONS: readonly ScaleOperation[] = [
  page(
    'article page',
    ({ article }) => article.path,
    ({ article }) => [`article:${article.id}`],
  ),
  page(
    'landing page after a publication',
    () => '/',
    () => ['list'],
  ),
  page(
    'list of articles',
    () => '/articles',
    () => ['list'],
  ),
  page(
    'list of authors',
    () => '/authors',
    () => ['authors'],
  ),
  page(
    'GET /authors',
    () => '/api/v1/authors?limit=20',
    () => ['authors'],
  ),
  page(
    'web feed',
    () => '/feed.xml',
    () => ['list'],
  ),
  page('feed of a reader', () => '/', undefined, SCALE_ACCOUNT_NUMBER_BY_KIND.follower),
  page(
    'home of a reader who follows nobody',
    () => '/',
    undefined,
    SCALE_ACCOUNT_NUMBER_BY_KIND.newcomer,
  ),
  call('page in the middle of the articles', (queries, { article }) =>
    listPublishedArticles(
      queries,
      {},
      10,
      encodePageToken(ARTICLE_LIST_CONTEXT, [article.publishedAt, article.id]),
    ),
  ),
  search('“s”', () => 's'),
  search('“the”', () => 'the'),
  search('an author’s name', ({ alias }) => alias.split('-')[0]!),
  call('figures by day', (queries) => new StudioFigureService(queries).getDailyReport(28)),
  call('figures by author', (queries) =>
    new StudioFigureService(queries).listAuthorFigures(28, 'read', 60),
  ),
  call('figures by article', (queries) =>
    new StudioFigureService(queries).listArticleFigures(28, 'read', 50),
  ),
  call('figures by category', (queries) =>
    new StudioFigureService(queries).listCategoryFigures(28),
  ),
  call('cadence', (queries) => listCadencePage(queries, 100)),
  call('members', (queries) => listMemberAccounts(queries, [])),
  call('authors in the studio', async (queries) => {
    await listAuthorsPageForEditors(queries, { status: 'active' }, 60);
    await countAuthorsByStatus(queries);
  }),
  call('articles in the studio', (queries) => listArticlesForEditors(queries, 100)),
  studioPage('open items of the studio', '/counts'),
  studioPage('reports', '/reports'),
  studioPage('ideas', '/ideas'),
  call('comparison of an idea', async (queries) => {
    const idea = {
      title: 'The bridge that fell',
      thesis: 'A bridge fails where nobody looks.',
      object: 'a rivet',
    };
    await compareWithExistingIdeas(queries, idea, await findSimilarArticleIds(queries, idea));
  }),
  {
    name: `tally of ${TALLIED_READS} reads`,
    limit: GROWTH_LIMIT,
    prepare: ({ database }) =>
      database.queries.execute(sql`
        INSERT INTO count_receipts (visit, kind, article_id, day)
        SELECT gen_random_uuid(), 'read', id, (now() AT TIME ZONE 'UTC')::date
        FROM (SELECT id FROM articles WHERE status = 'published' ORDER BY published_at DESC LIMIT 100) AS newest,
          generate_series(1, ${TALLIED_READS / 100}::int)`),
    async run({ database }) {
      await applyPendingCounts(database.queries, new AbortController().signal);
      return undefined;
    },
  },
];

/**
 * Returns an operation that requests a page. Before each request, the page's cached responses are invalidated with the
 * given cache keys.
 */
function page(
  name: string,
  target: (library: EnlargedLibraryServer) => string,
  keys?: (library: EnlargedLibraryServer) => ContentCacheKey[],
  reader?: number,
): ScaleOperation {
  return {
    name,
    limit: GROWTH_LIMIT,
    prepare: async (library) => keys && invalidateCacheKeys(library, keys(library)),
    run: async (library) => (await requestOrThrow(library, target(library), reader)).bytes,
  };
}

/** Returns an operation that calls a function of the server directly, without HTTP and without caches. */
function call(
  name: string,
  run: (queries: Queries, library: EnlargedLibraryServer) => Promise<unknown>,
): ScaleOperation {
  return {
    name,
    limit: GROWTH_LIMIT,
    async run(library) {
      await run(library.database.queries, library);
      return undefined;
    },
  };
}

function search(
  subject: string,
  query: (library: EnlargedLibraryServer) => string,
): ScaleOperation {
  const run = call(`search for ${subject}`, (queries, library) =>
    searchCatalogue(queries, query(library), 10),
  );
  return { ...run, limit: SEARCH_GROWTH_LIMIT };
}

function studioPage(name: string, target: string): ScaleOperation {
  return {
    name,
    limit: GROWTH_LIMIT,
    async run(library) {
      const { status, bytes } = await callStudioApi(library, target);
      if (status !== 200) throw new Error(`${target} gave ${status}.`);
      return bytes;
    },
  };
}
