import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { countArticlesOrAuthorsByCategory } from '#domain/category-counts.ts';
import type { PagePayload } from '#domain/page.ts';
import { formatReadingTimeSlogan } from '#domain/reading-time.ts';
import { runAndUpdateCategoryCounts } from '#server/catalogue/articles/category-counts.ts';
import { articles, formerSlugs } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '../testing/databases.ts';
import { advancePerformanceNowBySeconds } from '../testing/performance-now.ts';
import { signInTestReader } from '../testing/reader.ts';

describe.each(await selectTestDatabaseEngines())('the pages, on $name', ({ openFilled }) => {
  let test: TestApp;
  let app: FastifyInstance;
  let article: ArticleMeta;

  beforeAll(async () => {
    const database = await openFilled();
    test = await createTestApp(database);
    app = test.app;
    const { data } = (await app.inject('/api/v1/articles?limit=1')).json();
    article = data.metas[0];
  });
  afterAll(() => test.close());

  const fetchPayload = async (path: string) =>
    (await app.inject(`/page-payload${path}`)).json<PagePayload>();

  it.each([
    ['/', 'landing', 200],
    ['/articles', 'articles', 200],
    ['/articles?category=nsm&subcategory=mea', 'articles', 200],
    ['/articles?q=bridge', 'articles', 200],
    ['/authors', 'authors', 200],
    ['/authors/Plumbline', 'author', 200],
    ['/authors/Plumbline/articles', 'author', 200],
    ['/about', 'text', 200],
    ['/faq', 'text', 200],
    ['/privacy', 'text', 200],
    ['/terms', 'text', 200],
    ['/contact', 'text', 200],
    ['/plans', 'text', 200],
    ['/auth', 'auth', 200],
    ['/profile', 'text', 200],
    ['/settings', 'settings', 200],
    ['/health', 'health', 200],
    ['/error', 'error', 500],
    ['/not-found', 'notFound', 404],
    ['/nothing/here/at/all', 'notFound', 404],
    ['/Nobody/nothing', 'notFound', 404],
    ['/Nobody', 'notFound', 404],
    ['/authors/Nobody', 'notFound', 404],
    ['/%E0%A4%A', 'notFound', 404],
    ['/a%00b/c', 'notFound', 404],
  ])('render %s as the screen %s with %i', async (url, screen, status) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain(`data-status="${status}"`);
    const embedded = /id="page-props">(.*?)<\/script>/s.exec(response.body)![1]!;
    expect(JSON.parse(embedded)).toMatchObject({ screen });
    // The response to the payload request has status 200. The router reads the status of the page from the payload.
    const payload = await app.inject(`/page-payload${url}`);
    expect(payload.statusCode).toBe(200);
    expect(payload.json()).toMatchObject({ screen, status });
  });

  it('embed a payload that cannot end its script element', async () => {
    await test.database.queries
      .update(articles)
      .set({ tagline: '</script><script>alert(1)</script>' })
      .where(eq(articles.id, article.id));
    await test.database.queries.transaction((transaction) =>
      announceContentChange(transaction, [`article:${article.id}`]),
    );
    const { body } = await app.inject(article.path);
    expect(body).not.toContain('<script>alert(1)');
    expect(body).toContain('\\u003c/script>');
  });

  it.each([
    ['/explore', '/articles'],
    ['/explore?category=nsm', '/articles?category=nsm'],
    ['/About', '/about'],
    ['/about/', '/about'],
    ['//about', '/about'],
    ['/authors/plumbline', '/authors/Plumbline'],
    ['/authors/Plumbline/', '/authors/Plumbline'],
    ['/AUTHORS/plumbline/Articles', '/authors/Plumbline/articles'],
    ['/Plumbline', '/authors/Plumbline'],
    ['/plumbline/', '/authors/Plumbline'],
  ])('redirect %s to %s permanently', async (from, to) => {
    const response = await app.inject({ method: 'GET', url: `http://localhost${from}` });
    expect([response.statusCode, response.headers.location]).toEqual([301, to]);
    expect((await app.inject(`/page-payload${from}`)).json()).toEqual({ redirect: to });
  });

  it('redirect every spelling of an article’s URL to the canonical one', async () => {
    for (const path of [article.path.toLowerCase(), article.path.toUpperCase(), `${article.path}/`])
      expect((await app.inject(path)).headers.location).toBe(article.path);
  });

  it('redirect a mistyped article to the most similar one by its author', async () => {
    const words = article.path.split('-');
    const withoutWord = words.toSpliced(1, 1).join('-');
    const misspelled = `${article.path.slice(0, -3)}${article.path.slice(-2)}`;
    for (const path of [withoutWord, misspelled, `${article.path}-2`]) {
      const { statusCode, headers } = await app.inject(path);
      expect([path, statusCode, headers.location]).toEqual([path, 302, article.path]);
      expect((await app.inject(`/page-payload${path}`)).json()).toEqual({ redirect: article.path });
    }
  });

  it('redirect an article that is like no other to its author', async () => {
    for (const slug of ['xyz', '%F0%9F%98%80', "';--"]) {
      const { statusCode, headers } = await app.inject(`/plumbline/${slug}`);
      expect([statusCode, headers.location]).toEqual([302, '/authors/Plumbline']);
    }
  });

  it('never redirect to another site', async () => {
    for (const url of ['//evil.example/about/', '/\\evil.example/', '/%2F%2Fevil.example']) {
      const { headers } = await app.inject({ method: 'GET', url });
      if (headers.location) expect(headers.location).toMatch(/^\/(?![/\\])/);
    }
  });

  it('ignore filters that do not exist', async () => {
    for (const query of ['category=xyz', 'subcategory=mea', 'category=nsm&subcategory=bri']) {
      const response = await app.inject(`/articles?${query}`);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/articles']);
    }
  });

  it('redirect a moved article and respond with 410 to a withdrawn one', async () => {
    const { queries } = test.database;
    const [row] = await queries.select().from(articles).where(sql`${articles.id} <> ${article.id}`);
    const [author] = await queries.select().from(authors).where(eq(authors.id, row!.authorId));
    const { alias } = author!;
    await queries.insert(formerSlugs).values({ ...row!, slug: 'once', articleId: row!.id });
    const moved = await app.inject(`/${alias}/once`);
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/${alias}/${row!.slug}`]);

    await queries.update(articles).set({ status: 'archived' }).where(eq(articles.id, row!.id));
    await queries.transaction((t) => announceContentChange(t, ['list', `article:${row!.id}`]));
    for (const slug of ['once', row!.slug]) {
      const withdrawn = await app.inject(`/${alias}/${slug}`);
      expect(withdrawn.statusCode).toBe(410);
      expect(withdrawn.body).toContain('data-status="410"');
    }
    await queries.update(articles).set({ status: 'published' }).where(eq(articles.id, row!.id));
    await queries.transaction((t) => announceContentChange(t, ['list', `article:${row!.id}`]));
  });

  it('give search engines the canonical URL and absolute image URLs', async () => {
    const { body } = await app.inject(article.path);
    const [, json] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body)!;
    const [articleData, breadcrumbs] = JSON.parse(json!)['@graph'];
    expect(articleData).toMatchObject({ '@type': 'Article', headline: article.title });
    expect(breadcrumbs['@type']).toBe('BreadcrumbList');
    const steps: { position: number; name: string; item?: { '@id': string } }[] =
      breadcrumbs.itemListElement;
    expect(steps.map(({ position, name }) => [position, name])).toEqual([
      [1, 'Explore'],
      [2, getCategory(article.category).name],
      [3, getSubcategory(article.category, article.subcategory).name],
      [4, article.title],
    ]);
    // The last breadcrumb is the article's own page and has no URL.
    const urls = steps.slice(0, -1).map(({ item }) => item!['@id']);
    for (const url of urls) {
      const { statusCode, body: page } = await app.inject(url);
      expect(statusCode).toBe(200);
      expect(page).toContain(article.title);
    }
  });

  it('suggest related articles first, without duplicates or the article itself', async () => {
    const payload = await fetchPayload(article.path);
    if (payload.screen !== 'article') throw new Error('not an article');
    const { alsoLike, moreFromAuthor, authors } = payload.props;
    expect(alsoLike).toHaveLength(8);
    const ids = [...alsoLike, ...moreFromAuthor].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(article.id);
    const ownCategory = payload.props.article.category;
    const categories = alsoLike.map(({ category }) => category === ownCategory);
    expect(categories).toEqual([...categories].sort((a, b) => Number(b) - Number(a)));
    expect(Object.keys(authors)).toEqual([article.authorAlias]);
  });

  describe('caching', () => {
    it('serves a public page as the same bytes with an ETag', async () => {
      const first = await app.inject('/faq');
      const second = await app.inject('/faq?utm_source=letter');
      expect(second.body).toBe(first.body);
      expect(first.headers['cache-control']).toMatch(/^public, .*s-maxage=60/);
      const etag = first.headers.etag as string;
      const again = await app.inject({ url: '/faq', headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    it('keeps personal pages and searches out of shared caches', async () => {
      for (const url of ['/', '/articles?q=bridge', '/nothing', '/health'])
        expect((await app.inject(url)).headers['cache-control']).toBe('private, no-cache');
    });

    it.each([
      ['br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      [undefined, undefined],
    ])('sends %s compressed as %s', async (accepted, encoding) => {
      const headers = accepted ? { 'accept-encoding': accepted } : {};
      expect((await app.inject({ url: '/terms', headers })).headers['content-encoding']).toBe(
        encoding,
      );
    });

    it('invalidates exactly the pages whose content has changed', async () => {
      const { queries } = test.database;
      const other = await app.inject('/authors/Gantry');
      const before = await app.inject('/authors/Plumbline');
      await queries.transaction(async (transaction) => {
        await transaction
          .update(authors)
          .set({ tagline: 'How anyone knows' })
          .where(eq(authors.alias, 'Plumbline'));
        await announceContentChange(transaction, ['author:plumbline']);
      });
      await expect
        .poll(async () => (await app.inject('/authors/Plumbline')).headers.etag)
        .not.toBe(before.headers.etag);
      expect((await app.inject('/authors/Plumbline')).body).toContain('How anyone knows');
      expect((await app.inject('/authors/Gantry')).headers.etag).toBe(other.headers.etag);
    });
  });

  describe('an author’s page', () => {
    afterAll(() => vi.restoreAllMocks());

    const follow = async (name: string) => {
      const { cookies } = await signInTestReader(test.database, name);
      const url = '/api/v1/authors/Gantry/follow';
      expect((await app.inject({ method: 'PUT', url, cookies })).statusCode).toBe(204);
    };
    const fetchFollowerCount = async () => {
      const payload = await fetchPayload('/authors/Gantry');
      return payload.screen === 'author' && payload.props.author.followerCount;
    };

    it('shows a new follower within a minute', async () => {
      expect(await fetchFollowerCount()).toBe(0);
      await follow('ada');
      expect(await fetchFollowerCount()).toBe(0);
      await advancePerformanceNowBySeconds(61);
      expect(await fetchFollowerCount()).toBe(1);
    });

    it('is served stale while the database is down, and counts again afterwards', async () => {
      const { queries } = test.database;
      const before = await fetchFollowerCount();
      await follow('eve');
      await queries.execute(sql`ALTER TABLE authors RENAME TO authors_away`);
      try {
        await advancePerformanceNowBySeconds(61);
        expect((await app.inject('/authors/Gantry')).statusCode).toBe(200);
        expect(await fetchFollowerCount()).toBe(before);
      } finally {
        await queries.execute(sql`ALTER TABLE authors_away RENAME TO authors`);
      }
      await advancePerformanceNowBySeconds(11);
      expect(await fetchFollowerCount()).toBe(Number(before) + 1);
    });
  });

  describe('article counts', () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    const listArticles = async (): Promise<ArticleMeta[]> =>
      (await app.inject('/api/v1/articles?limit=50')).json().data.metas;
    const fetchCounts = async (path: string) => {
      const { props } = await fetchPayload(path);
      return 'counts' in props ? props.counts : undefined;
    };

    it('are equal on the landing page, lists and searches', async () => {
      const counts = countArticlesOrAuthorsByCategory(await listArticles());
      for (const path of [
        '/',
        '/articles',
        '/articles?category=nsm',
        '/articles?category=nsm&subcategory=ani',
        '/articles?q=bridge',
      ])
        expect([path, await fetchCounts(path)]).toEqual([path, counts]);
    });

    it('are updated immediately on pages with the changed list, and within five minutes on other pages', async () => {
      const { queries } = test.database;
      const [archived, ...remaining] = await listArticles();
      const { category } = remaining.find((each) => each.category !== archived!.category)!;
      const otherList = `/articles?category=${category}`;
      const before = await fetchCounts(otherList);
      const setStatus = (status: 'archived' | 'published') =>
        queries.transaction(async (transaction) => {
          await runAndUpdateCategoryCounts(transaction, [archived!.id], () =>
            transaction.update(articles).set({ status }).where(eq(articles.id, archived!.id)),
          );
          const keys = [
            `article:${archived!.id}`,
            'list',
            `category:${archived!.category}`,
          ] as const;
          await announceContentChange(transaction, keys);
        });
      await setStatus('archived');
      for (const path of ['/', '/articles', `/articles?category=${archived!.category}`])
        await expect
          .poll(() => fetchCounts(path))
          .toEqual(countArticlesOrAuthorsByCategory(remaining));
      expect(await fetchCounts(otherList)).toEqual(before);
      await advancePerformanceNowBySeconds(301);
      expect(await fetchCounts(otherList)).toEqual(countArticlesOrAuthorsByCategory(remaining));
      await setStatus('published');
      await expect.poll(() => fetchCounts('/articles')).toEqual(before);
    });

    it('are computed again after a failure', async () => {
      const { queries } = test.database;
      await queries.transaction((transaction) => announceContentChange(transaction, ['list']));
      await queries.execute(sql`ALTER TABLE category_counts RENAME TO category_counts_away`);
      try {
        await expect.poll(async () => (await app.inject('/articles?q=a')).statusCode).toBe(500);
      } finally {
        await queries.execute(sql`ALTER TABLE category_counts_away RENAME TO category_counts`);
      }
      expect(await fetchCounts('/articles?q=a')).toEqual(
        countArticlesOrAuthorsByCategory(await listArticles()),
      );
    });

    it('are shown with the typical reading time', async () => {
      const minutes = (await listArticles()).map(({ readingMinutes }) => readingMinutes);
      const { screen, head, props } = await fetchPayload('/');
      const typicalMinutes = screen === 'landing' ? props.readingMinutes : null;
      expect(minutes).toContain(typicalMinutes);
      expect(head.description).toContain(formatReadingTimeSlogan(typicalMinutes));
    });
  });

  it('serve robots.txt and a sitemap', async () => {
    const robots = await app.inject('/robots.txt');
    expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    const { body, headers } = await app.inject('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    const paths = [...body.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(
      ([, path]) => path!,
    );
    expect(paths).toContain(article.path);
    expect(paths.filter((path) => path.startsWith('/authors/'))).toHaveLength(10);
    for (const path of paths) expect((await app.inject(path)).statusCode, path).toBe(200);
  });

  it('send security headers with every response', async () => {
    for (const url of ['/', '/nothing', '/api/v1/articles', '/api/v1/nothing']) {
      const { headers } = await app.inject(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|nonce/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      // Strict-Transport-Security is not sent in development.
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('respond to a health probe with JSON and to a reader with a page', async () => {
    const probe = await app.inject({ url: '/health', headers: { accept: 'application/json' } });
    expect(probe.json()).toMatchObject({ status: 'healthy' });
    const page = await app.inject({ url: '/health', headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toContain('text/html');
  });

  describe('while the database is down', () => {
    it('serves cached pages, and an error page for other URLs', async () => {
      const { queries } = test.database;
      await app.inject('/terms');
      await queries.execute(sql`ALTER TABLE authors RENAME TO authors_away`);
      try {
        expect((await app.inject('/terms')).statusCode).toBe(200);
        const broken = await app.inject('/authors/Tenterhook/articles');
        expect(broken.statusCode).toBe(500);
        expect(broken.body).toContain('data-status="500"');
        const id = /"errorId":"([0-9a-f-]{36})"/.exec(broken.body)![1]!;
        await expect
          .poll(() => queries.select().from(storedErrorGroups).where(eq(storedErrorGroups.id, id)))
          .toHaveLength(1);
      } finally {
        await queries.execute(sql`ALTER TABLE authors_away RENAME TO authors`);
      }
      expect((await app.inject('/authors/Tenterhook/articles')).statusCode).toBe(200);
    });
  });
});

describe('the pages outside development', () => {
  it('send Strict-Transport-Security', async () => {
    const test = await createTestApp(await pgliteTestEngine.open(), { APP_ENV: 'stg' });
    const { headers } = await test.app.inject('/about');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    await test.close();
  });

  it('respond to a health probe with 503 if the database does not respond', async () => {
    const test = await createTestApp(await pgliteTestEngine.open());
    await test.database.close();
    const probe = await test.app.inject({
      url: '/health',
      headers: { accept: 'application/json' },
    });
    expect(probe.statusCode).toBe(503);
    expect(
      (await test.app.inject({ url: '/health', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(503);
    await test.app.close().catch(() => {});
  });
});
