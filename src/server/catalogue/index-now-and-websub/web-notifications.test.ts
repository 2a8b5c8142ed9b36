import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CategoryId } from '#domain/categories.ts';
import { articlePath, authorPath } from '#domain/paths.ts';
import {
  insertEmptyDraft,
  updateDraftListFields,
} from '#server/catalogue/articles/editor-articles.ts';
import { articles, formerSlugs } from '#server/catalogue/articles/schema.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { createTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  announceContentChangeAndEnqueueJobs,
  CONTENT_CHANGE_JOB_DEFINITIONS,
  publishArticle,
  withdrawArticles,
} from '../publication/publish-article.ts';
import { createIndexNowJob } from './index-now.ts';
import { createWebSubJob } from './web-sub.ts';

const ORIGIN = 'https://octavo.example';
const KEY = 'a-key-of-this-test';

interface ReceivedRequest {
  path: string;
  type: string | undefined;
  body: string;
}

describe.each(await selectTestDatabaseEngines())('notifications, on $name', ({ openFilled }) => {
  let database: Database;
  let queue: JobQueueTestHarness;
  let server: Server;
  let config: Config;
  let article: typeof articles.$inferSelect;
  let alias: string;
  const received: ReceivedRequest[] = [];
  /**
   * Status codes that the mock server sends for the next requests, in order. `hang` leaves a request without a
   * response. Once the list is empty, the server responds with 202.
   */
  const nextStatuses: (number | 'hang')[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      received.push({ path: request.url!, type: request.headers['content-type'], body });
      const status = nextStatuses.shift() ?? 202;
      if (status !== 'hang') response.writeHead(status, { 'retry-after': '5' }).end('Noted.');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stubUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    config = readConfig({
      ORIGIN,
      INDEXNOW_KEY: KEY,
      INDEXNOW_URL: `${stubUrl}/indexnow`,
      WEBSUB_HUB_URL: `${stubUrl}/hub`,
    });
    database = await openFilled();
    queue = new JobQueueTestHarness(database);
    [article] = (await database.queries.select().from(articles).limit(1)) as [typeof article];
    const isAuthor = eq(authors.id, article.authorId);
    [{ alias }] = (await database.queries
      .select({ alias: authors.alias })
      .from(authors)
      .where(isAuthor)) as [{ alias: string }];
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });
  beforeEach(async () => {
    received.length = nextStatuses.length = 0;
    await queue.reset(...CONTENT_CHANGE_JOB_DEFINITIONS);
  });
  afterEach(async () => {
    await queue.stop();
    await publish({ slug: article.slug, category: article.category as CategoryId });
    await database.queries.delete(formerSlugs);
  });

  const createIndexNow = () => createIndexNowJob(database.queries, config);
  const createWebSub = () => createWebSubJob(database.queries, config);
  const publish = (change: Partial<Parameters<typeof publishArticle>[1]> = {}) =>
    database.queries.transaction(async (transaction) => {
      const { linksTo: _, ...row } = article;
      await lockAuthors(transaction, [article.authorId]);
      const category = article.category as CategoryId;
      await publishArticle(transaction, { ...row, category, ...change });
    });
  const withdraw = (id: string) =>
    database.queries.transaction(async (transaction) => {
      await lockAuthors(transaction, [article.authorId]);
      await withdrawArticles(transaction, [id]);
    });
  /** Runs the queued job immediately instead of waiting until it is due, and waits until it is complete. */
  const runJob = async (job: JobWithHandler) => {
    await queue.makeDue();
    queue.start(job);
    await expect
      .poll(async () => {
        await queue.makeDue();
        return queue.states(job.id);
      })
      .toEqual(['completed']);
  };
  const listUrls = () => received.map(({ body }) => JSON.parse(body).urlList);
  const listFeeds = () =>
    received.flatMap(({ body }) => new URLSearchParams(body).getAll('hub.url'));

  describe('of search engines', () => {
    it('name the changed article and its author, with the key', async () => {
      await publish({ title: 'Another title' });
      await runJob(createIndexNow());
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({
        path: '/indexnow',
        type: 'application/json; charset=utf-8',
      });
      expect(JSON.parse(received[0]!.body)).toEqual({
        host: 'octavo.example',
        key: KEY,
        keyLocation: `${ORIGIN}/${KEY}.txt`,
        urlList: [ORIGIN + articlePath(alias, article.slug), ORIGIN + authorPath(alias)],
      });
    });

    it('name the former URL of a moved article, which redirects', async () => {
      await publish({ slug: 'another-slug' });
      await runJob(createIndexNow());
      expect(listUrls()).toEqual([
        [
          ORIGIN + articlePath(alias, 'another-slug'),
          ORIGIN + authorPath(alias),
          ORIGIN + articlePath(alias, article.slug),
        ],
      ]);
    });

    it('of several changes within a few minutes are sent in one request', async () => {
      await publish({ title: 'One' });
      await publish({ title: 'Two' });
      await withdraw(article.id);
      await publish({ slug: 'a-new-slug' });
      expect((await queue.jobs('index-now'))[0]!.startsIn).toBeGreaterThan(200);
      await runJob(createIndexNow());
      expect(listUrls()).toEqual([
        [
          ORIGIN + articlePath(alias, 'a-new-slug'),
          ORIGIN + authorPath(alias),
          ORIGIN + articlePath(alias, article.slug),
        ],
      ]);
    });

    it('name a withdrawn article, so that search engines remove it', async () => {
      await withdraw(article.id);
      await runJob(createIndexNow());
      expect(listUrls()[0]).toContain(ORIGIN + articlePath(alias, article.slug));
    });

    it('name no draft, not even one that is archived', async () => {
      const id = newId();
      const { authorId, image, level, title, tagline, category, subcategory, readingMinutes } =
        article;
      const line = { title, tagline, category, subcategory, readingMinutes };
      await insertEmptyDraft(database.queries, { id, authorId, level, image, line });
      await updateDraftListFields(database.queries, id, { ...line, title: 'A secret' });
      expect(await queue.states('index-now')).toEqual([]);
      await withdraw(id);
      await runJob(createIndexNow());
      expect(listUrls()).toEqual([[ORIGIN + authorPath(alias)]]);
      await queue.stop();
      await runJob(createWebSub());
      expect(listFeeds()).toEqual([]);
      await database.queries.delete(articles).where(eq(articles.id, id));
    });

    it.each([429, 500])('are sent again after the status %d', async (status) => {
      nextStatuses.push(status, status);
      await publish();
      await runJob(createIndexNow());
      expect(new Set(listUrls().map(String)).size).toBe(1);
      expect(received).toHaveLength(3);
      const [job] = await queue.jobs('index-now');
      expect(job!.retryCount).toBe(2);
    });

    it.runIf(isRunOfAllTests())('wait longer before each retry', async () => {
      nextStatuses.push(503, 503);
      await publish();
      await queue.makeDue();
      queue.start(createIndexNow());
      const findDelay = async () => {
        await expect.poll(() => queue.states('index-now')).toEqual(['retry']);
        return (await queue.jobs('index-now'))[0]!.startsIn;
      };
      const first = await findDelay();
      await queue.makeDue();
      await expect.poll(() => received.length).toBe(2);
      const second = await findDelay();
      // The delay before the first retry is a random time from one to two minutes, and the next delay is twice as long.
      // The lower bounds are ten seconds less, because the job queue returns the time that remains until the retry.
      expect(first).toBeGreaterThan(50);
      expect(first).toBeLessThanOrEqual(120);
      expect(second).toBeGreaterThan(110);
      expect(second).toBeLessThanOrEqual(240);
    });

    it('are sent again if there is no response', async () => {
      nextStatuses.push('hang');
      await publish();
      await runJob({ ...createIndexNow(), timeLimit: 0.2 });
      expect(received).toHaveLength(2);
    });

    it.runIf(isRunOfAllTests())(
      'are sent by another process after a crash during the request',
      async () => {
        nextStatuses.push('hang');
        await publish();
        await queue.makeDue();
        queue.start(createIndexNow());
        await expect.poll(() => received.length).toBe(1);
        // A crashed process sends no heartbeats, so its job is given to another process. An old heartbeat simulates the
        // crash.
        await queue.run(
          `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds'`,
        );
        queue.start(createIndexNow());
        await expect
          .poll(async () => {
            await queue.makeDue();
            return received.length;
          })
          .toBe(2);
        expect(received[1]).toEqual(received[0]);
      },
    );

    it('are not sent if the change is rolled back', async () => {
      const failing = database.queries.transaction(async (transaction) => {
        await announceContentChangeAndEnqueueJobs(transaction, [`article:${article.id}`]);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await queue.states('index-now')).toEqual([]);
    });
  });

  describe('of the hub', () => {
    it('name the feeds of a changed article in each format', async () => {
      await publish();
      await runJob(createWebSub());
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({
        path: '/hub',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
      });
      expect(new URLSearchParams(received[0]!.body).get('hub.mode')).toBe('publish');
      const { category, subcategory } = article;
      expect(listFeeds()).toEqual(
        [
          '/feed',
          `/authors/${alias}/feed`,
          `/feeds/${category}`,
          `/feeds/${category}/${subcategory}`,
        ].flatMap((path) => ['xml', 'atom', 'json'].map((type) => `${ORIGIN}${path}.${type}`)),
      );
    });

    it('name the feed of a withdrawn article’s category', async () => {
      await withdraw(article.id);
      await runJob(createWebSub());
      expect(listFeeds()).toContain(`${ORIGIN}/feeds/${article.category}.xml`);
    });

    it('are not sent for a change to a profile', async () => {
      await database.queries.transaction((transaction) =>
        announceContentChangeAndEnqueueJobs(transaction, [
          'authors',
          `author:${alias.toLowerCase()}`,
        ]),
      );
      expect(await queue.states('web-sub')).toEqual([]);
      expect(await queue.states('index-now')).toEqual(['created']);
    });

    it('are sent again after an error', async () => {
      nextStatuses.push(500, 429);
      await publish();
      await runJob(createWebSub());
      expect(new Set(received.map(({ body }) => body)).size).toBe(1);
      expect(received).toHaveLength(3);
    });
  });

  it('are not sent without a configuration', async () => {
    await publish();
    const emptyConfig = readConfig({});
    await runJob(createIndexNowJob(database.queries, emptyConfig));
    await queue.stop();
    await runJob(createWebSubJob(database.queries, emptyConfig));
    expect(received).toEqual([]);
    expect((await queue.jobs('index-now'))[0]!.output).toEqual({
      skipped: 'INDEXNOW_KEY is not set',
    });
    expect((await queue.jobs('web-sub'))[0]!.output).toEqual({
      skipped: 'WEBSUB_HUB_URL is not set',
    });
  });
});

describe('the key of IndexNow', () => {
  it('is served at its address', async () => {
    const test = await createTestApp(await pgliteTestEngine.openFilled(), {
      ORIGIN,
      INDEXNOW_KEY: KEY,
    });
    const { body, headers } = await test.app.inject(`/${KEY}.txt`);
    expect(body).toBe(KEY);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await test.app.inject('/another-key-of-this-test.txt')).statusCode).toBe(404);
    await test.close();
  });

  it.each(['short', 'with spaces in it', 'x'.repeat(129), '../etc/passwd'])(
    'must not be “%s”',
    (INDEXNOW_KEY) => {
      expect(() => readConfig({ ORIGIN, INDEXNOW_KEY })).toThrow(
        'INDEXNOW_KEY="…": must be 8 to 128 letters, digits and hyphens',
      );
    },
  );

  it('must not be the name of another text file', () => {
    for (const INDEXNOW_KEY of ['security', 'licences', 'Licences'])
      expect(() => readConfig({ ORIGIN, INDEXNOW_KEY })).toThrow(
        'INDEXNOW_KEY="…": must not be the name of another text file',
      );
    for (const INDEXNOW_KEY of ['ads', 'llms', 'robots'])
      expect(() => readConfig({ ORIGIN, INDEXNOW_KEY })).toThrow('INDEXNOW_KEY="…": must be');
  });

  it.each([{ INDEXNOW_KEY: KEY }, { WEBSUB_HUB_URL: 'https://hub.example/' }])(
    'and the hub require an origin: %j',
    (env) => {
      expect(() => readConfig(env)).toThrow('ORIGIN="": must be set');
    },
  );
});
