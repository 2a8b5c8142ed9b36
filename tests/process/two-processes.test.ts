import { readdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { authorPath } from '#domain/paths.ts';
import type { HealthReport } from '#domain/studio/health.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type Library, readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createPostRequest } from '#server/testing/app.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import { POSTGRES_URL } from '#server/testing/postgres-server.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { readPublishedLibrary } from '../e2e/support/library.ts';
import { startCdnStandIn } from '../support/cdn-stand-in.ts';
import { controlListenerConnections } from '../support/listener-connections.ts';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  QUICK_SET_ENVIRONMENT_VARIABLES,
  START_TIMEOUT,
  startOctavoAndWait,
} from '../support/octavo.ts';
import { type PageResponse, requestPage, watchPages } from '../support/page-watcher.ts';

const POLL_OPTIONS = { timeout: START_TIMEOUT, interval: 100 };
vi.setConfig({ testTimeout: 6 * START_TIMEOUT, hookTimeout: 3 * START_TIMEOUT });

type Listeners = Awaited<ReturnType<typeof controlListenerConnections>>;

/**
 * Functions that make a given change, and interrupt the notifications that inform the processes of changes. They do so
 * by closing the database connections over which the notifications arrive. Each key says when the connections are
 * closed, relative to the change.
 */
const CUTS: Readonly<
  Record<string, (change: () => Promise<void>, listeners: Listeners) => Promise<unknown>>
> = {
  never: (change) => change(),
  'just before': (change, listeners) => listeners.cut().then(change),
  'just after': (change, listeners) => change().then(() => listeners.cut()),
  'at the same time': (change, listeners) => Promise.all([listeners.cut(), change()]),
  'before, and when they are there again': async (change, listeners) => {
    await listeners.cut();
    await change();
    await listeners.waitUntilConnected(PROCESSES);
    await listeners.cut();
  },
};
const PROCESSES = 2;

const server = await findPostgresTestEngine();

describe.skipIf(!server)('two processes on one PostgreSQL', () => {
  let database: Database;
  let library: Library;
  let listeners: Listeners;
  let cdn: Awaited<ReturnType<typeof startCdnStandIn>>;
  let origins: string[];
  /** All published articles, newest first. */
  let articles: readonly ArticleMeta[];

  beforeAll(async () => {
    database = await server!.open();
    library = await readLibrary(SHIPPED_LIBRARY_FOLDER);
    const { rows } = (await database.queries.execute(
      sql`SELECT current_database() AS name`,
    )) as unknown as { rows: [{ name: string }] };
    const url = new URL(POSTGRES_URL);
    url.pathname = `/${rows[0].name}`;
    listeners = await controlListenerConnections(url.href);
    cdn = await startCdnStandIn();
    const env = {
      ...QUICK_SET_ENVIRONMENT_VARIABLES,
      DATABASE_URL: url.href,
      CDN_PURGE_URL: cdn.url,
    };
    origins = [];
    // Both processes can use this data folder without a lock, because it contains no database.
    const DATA_DIR = await createDataFolderWithPictures();
    for (let index = 0; index < PROCESSES; index++)
      origins.push((await startOctavoAndWait({ ...env, DATA_DIR })).origin);
    expect(readdirSync(DATA_DIR)).not.toContain('octavo.lock');
    articles = (await readPublishedLibrary(origins[0]!)).articles;
  });
  afterAll(async () => {
    await killStartedProcesses();
    await listeners.close();
    cdn.close();
    await database.close();
  });

  /** Imports the library without the given articles, which are thereby withdrawn. */
  const publishWithout = async (withdrawn: readonly ArticleMeta[]): Promise<void> => {
    const ids = new Set(withdrawn.map(({ id }) => id));
    await importLibrary(database.queries, {
      ...library,
      articles: library.articles.filter(({ id }) => !ids.has(id)),
    });
  };
  const requestFromAll = (paths: readonly string[]): Promise<PageResponse[]> =>
    Promise.all(paths.flatMap((path) => origins.map((origin) => requestPage(origin, path))));
  /** Waits until all enqueued purge requests to the CDN have been sent. */
  const waitUntilPurged = () =>
    expect
      .poll(async () => {
        const { rows } = (await database.queries.execute(
          sql`SELECT state FROM pgboss.job WHERE name = 'cdn-purge' AND state <> 'completed'`,
        )) as unknown as { rows: unknown[] };
        return rows;
      }, POLL_OPTIONS)
      .toEqual([]);
  /** Changes the status of an article through the API of the first process, as an editor does. */
  const moveArticle = async (id: string, event: string, version: number) => {
    const { user, cookies } = await signInTestReader(database, 'editor-of-two-processes');
    await updateRole(database.queries, user.id, 'editor');
    const { method, payload, headers } = createPostRequest('', { event, version });
    const response = await fetch(`${origins[0]}/api/v1/studio/articles/${id}/moves`, {
      method: method!,
      body: payload as string,
      headers: { ...(headers as Record<string, string>), cookie: `session=${cookies.session}` },
    });
    expect(response.status, await response.clone().text()).toBe(200);
  };

  it('invalidate their cached pages when one of them archives or restores an article', async () => {
    const { id, path } = articles.at(-1)!;
    const [, otherOrigin] = origins as [string, string];
    const readStatus = async () => (await requestPage(otherOrigin, path)).status;
    await expect
      .poll(async () => (await requestPage(otherOrigin, path)).isRendered, POLL_OPTIONS)
      .toBe(false);
    await moveArticle(id, 'archive', 0);
    await expect.poll(readStatus, POLL_OPTIONS).toBe(410);
    await moveArticle(id, 'restore', 1);
    await expect.poll(readStatus, POLL_OPTIONS).toBe(200);
  });

  it.runIf(isRunOfAllTests())(
    'show the same published articles after any lost connection, and purge the CDN once',
    async () => {
      const changingArticles = articles.slice(0, Object.keys(CUTS).length);
      const unchangedPages = listPagesWithout(articles, changingArticles);
      const changedPages = changingArticles.flatMap(listPagesWith);
      await waitUntilPurged();
      // The first request for each page must render the page instead of returning a cached one.
      for (const { isRendered } of await requestFromAll(unchangedPages))
        expect(isRendered).toBe(true);
      await requestFromAll(changedPages);

      const purgesBefore = cdn.purges.length;
      const withdrawn = new Set<ArticleMeta>();
      const stop = watchPages(origins, [...unchangedPages, ...changedPages]);
      let responses: PageResponse[] = [];
      try {
        for (const isShown of [false, true])
          for (const [index, [moment, cut]] of Object.entries(CUTS).entries()) {
            const article = changingArticles[index]!;
            if (isShown) withdrawn.delete(article);
            else withdrawn.add(article);
            await cut(() => publishWithout([...withdrawn]), listeners);
            // The test waits until both processes listen for notifications again, because only then does a process
            // detect changes that it has missed.
            await listeners.waitUntilConnected(PROCESSES);
            const listStaleUrls = async () =>
              (await requestFromAll(listPagesWith(article)))
                .filter((response) => showsArticle(response, article) !== isShown)
                .map(({ origin, path }) => origin + path);
            await expect
              .poll(listStaleUrls, { ...POLL_OPTIONS, message: `cut ${moment}` })
              .toEqual([]);
          }
      } finally {
        responses = await stop();
      }

      expect(responses.filter(({ status }) => ![200, 410].includes(status))).toEqual([]);
      for (const article of changingArticles) expectSingleChange(responses, article);
      const rerendered = responses.filter(
        ({ path, isRendered }) => isRendered && unchangedPages.includes(path),
      );
      expect(rerendered.map(({ path }) => path)).toEqual([]);

      await waitUntilPurged();
      const purges = cdn.purges.slice(purgesBefore);
      expect(purges.filter(({ everything }) => everything)).toEqual([]);
      expect(
        changingArticles.map(
          ({ id }) => purges.filter(({ keys }) => keys?.includes(`article:${id}`)).length,
        ),
      ).toEqual(changingArticles.map(() => 2));
    },
  );

  it.runIf(isRunOfAllTests())(
    'agree on articles that an editor archives and restores: pages, search, the sitemap and narrations',
    async () => {
      const [, otherOrigin] = origins as [string, string];
      const article = articles.find(({ hasAudio }) => hasAudio)!;
      const { id, title, path, authorAlias } = article;
      /**
       * Checks where the second process shows the article: on its page, in lists, in the search and in the sitemap.
       * Also returns the status of its narration.
       */
      const readPresence = async () => {
        const searchPage = await requestPage(
          otherOrigin,
          `/api/v1/search?q=${encodeURIComponent(title)}`,
        );
        const audio = await fetch(`${otherOrigin}/audio/${authorAlias}.${id}.af.preview.mp3`, {
          method: 'HEAD',
        });
        return {
          page: (await requestPage(otherOrigin, path)).status,
          list: (await requestPage(otherOrigin, '/articles')).html.includes(`href="${path}"`),
          search: searchPage.html.includes(id),
          sitemap: (await requestPage(otherOrigin, '/sitemap.xml')).html.includes(`${path}<`),
          aloud: audio.status,
        };
      };
      const presentEverywhere = { page: 200, list: true, search: true, sitemap: true, aloud: 200 };
      // On a busy machine, the narration may not be available immediately, because it is recorded only when it is
      // requested.
      const waitUntilShown = () =>
        expect.poll(readPresence, POLL_OPTIONS).toEqual(presentEverywhere);
      await waitUntilShown();
      await moveArticle(id, 'archive', 0);
      const absentEverywhere = {
        page: 410,
        list: false,
        search: false,
        sitemap: false,
        aloud: 404,
      };
      await expect.poll(readPresence, POLL_OPTIONS).toEqual(absentEverywhere);
      await moveArticle(id, 'restore', 1);
      await waitUntilShown();
    },
  );

  it.runIf(isRunOfAllTests())('show each other’s status, and which process has died', async () => {
    const { user } = await signInTestReader(database, 'watcher-of-processes');
    await updateRole(database.queries, user.id, 'editor');
    const readProcesses = async (origin: string) => {
      // Each request uses a new session, because a test reader's session expires after a minute.
      const editor = await signInTestReader(database, 'watcher-of-processes');
      const response = await fetch(`${origin}/api/v1/studio/health`, {
        headers: { cookie: `session=${editor.cookies.session}` },
      });
      return ((await response.json()) as { data: HealthReport }).data.processes;
    };
    const thirdProcess = await startOctavoAndWait({
      DATABASE_URL: await getTestDatabaseUrl(database),
      DATA_DIR: await createDataFolderWithPictures(),
    });
    await expect.poll(async () => (await readProcesses(origins[0]!)).length).toBe(PROCESSES + 1);
    const message = 'Something broke in the third alone';
    const { method, payload, headers } = createPostRequest('', { message, path: '/' });
    await fetch(`${thirdProcess.origin}/api/v1/errors`, {
      ...{ method: method!, body: payload as string, headers: headers as Record<string, string> },
    });
    const [ownEntry] = await readProcesses(thirdProcess.origin);
    const errorEntry = ownEntry!.status!.errors.newest.find((entry) => entry.message === message)!;
    const readAsOthersSee = async () =>
      (await readProcesses(origins[1]!)).find(({ id }) => id === ownEntry!.id)!;
    // The other process shows the error with a delay, because processes report their status only every fifteen seconds.
    await expect
      .poll(async () => (await readAsOthersSee()).status!.errors.newest)
      .toContainEqual(errorEntry);
    const { name, caches } = (await readAsOthersSee()).status!;
    expect(name).toMatch(new RegExp(`process ${thirdProcess.process.pid}$`));
    expect(caches.map((cache) => cache.name)).toEqual([
      'Pages',
      'API responses',
      'Searches',
      'Feeds and Markdown',
      'Sitemaps',
      'Embeds',
    ]);

    thirdProcess.process.kill('SIGKILL');
    await thirdProcess.exitCode;
    await expect
      .poll(async () => (await readAsOthersSee()).isSilent, { timeout: 120_000, interval: 1000 })
      .toBe(true);
    for (const { id, isSilent } of await readProcesses(origins[0]!))
      expect(isSilent).toBe(id === ownEntry!.id);
  });
});

/** Returns the paths of pages that show an article: the article's page, and several lists. */
function listPagesWith({ path, authorAlias, category }: ArticleMeta): string[] {
  return [
    path,
    `${authorPath(authorAlias)}/articles`,
    '/articles',
    `/articles?category=${category}`,
  ];
}

/**
 * Returns the paths of pages that show none of the excluded articles. Does not return pages of articles, because they
 * may suggest an excluded article.
 */
function listPagesWithout(
  articles: readonly ArticleMeta[],
  excluded: readonly ArticleMeta[],
): string[] {
  const { authorAlias, category } = articles.find((article) =>
    excluded.every(
      (excludedArticle) =>
        excludedArticle.authorAlias !== article.authorAlias &&
        excludedArticle.category !== article.category,
    ),
  )!;
  return [
    '/about',
    '/terms',
    `${authorPath(authorAlias)}/articles`,
    `/articles?category=${category}`,
  ];
}

function showsArticle({ path, status, html }: PageResponse, article: ArticleMeta): boolean {
  return path === article.path ? status === 200 : html.includes(`href="${article.path}"`);
}

/**
 * Expects that each page changes only once when the article is withdrawn and once when it is restored. More changes
 * would mean that a process has shown an outdated page again.
 */
function expectSingleChange(responses: readonly PageResponse[], article: ArticleMeta): void {
  const responsesByPage = Map.groupBy(
    responses.filter(({ path }) => listPagesWith(article).includes(path)),
    ({ origin, path }) => origin + path,
  );
  for (const [page, pageResponses] of responsesByPage) {
    const visibility = pageResponses.map((response) => showsArticle(response, article));
    const changes = visibility.filter(
      (isShown, index) => index > 0 && isShown !== visibility[index - 1],
    ).length;
    expect(changes, page).toBeLessThanOrEqual(2);
  }
}
