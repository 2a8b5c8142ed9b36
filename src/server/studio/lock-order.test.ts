import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { findPostgresTestEngine } from '#server/testing/databases.ts';
import {
  areRowsUnlocked,
  runWhileRowsLocked,
  waitForBlockedSessions,
} from '#server/testing/row-locks.ts';
import { isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { createIdeaFields } from './testing/ai-results.ts';
import { FakeAiService } from './testing/fake-ai-service.ts';
import { createPublishableManuscript } from './testing/manuscripts.ts';
import { clearStudio, openTestStudio, type TestStudio } from './testing/studio.ts';
import { createAnthropicWriter } from './writer/anthropic-writer.ts';

const postgres = await findPostgresTestEngine();

type ApiResponse = Awaited<ReturnType<TestStudio['call']>>;

describe.skipIf(!postgres)('concurrent transactions of the studio', () => {
  const service = new FakeAiService();
  let studio: TestStudio;
  let author: { id: string; alias: string };
  /** IDs of two published articles by the same author. */
  let articleIds: [string, string];

  beforeAll(async () => {
    await service.open();
    const writer = createAnthropicWriter({
      apiKey: 'sk',
      model: 'claude-sonnet-5-5',
      baseURL: service.url,
    });
    studio = await openTestStudio(await postgres!.openFilled(), writer);
  });
  afterAll(async () => {
    await studio.close();
    await service.close();
  });
  beforeEach(async () => {
    await clearStudio(studio.database);
    const [authorRow] = await selectRows<typeof author>(sql`
      SELECT authors.id, authors.alias FROM authors JOIN articles ON author_id = authors.id
      WHERE articles.status = 'published' GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1 LIMIT 1`);
    author = authorRow!;
    const articleRows = await selectRows<{ id: string }>(
      sql`SELECT id FROM articles WHERE author_id = ${author.id} AND status = 'published' ORDER BY id`,
    );
    articleIds = [articleRows[0]!.id, articleRows[1]!.id];
  });

  const queries = () => studio.database.queries;
  const selectRows = <Row>(query: ReturnType<typeof sql>) => queryRows<Row>(queries(), query);
  const rowQuery = (table: string, id: string, column = 'id') =>
    sql`SELECT 1 FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}`;
  const call = (path: string, body: object = {}) => studio.call('POST', `/studio${path}`, body);
  const findVersion = async (id: string): Promise<number> =>
    (await studio.call('GET', `/studio/articles/${id}`)).json().data.manuscript.version;
  const move = async (id: string, event: string) =>
    call(`/articles/${id}/moves`, { event, version: await findVersion(id) });
  const archive = (id: string) => move(id, 'archive');
  const restore = async (id: string) => {
    const response = await move(id, 'restore');
    expect(response.statusCode, response.body).toBe(200);
  };
  const createDraft = async () => {
    const created = await call('/articles', { author: author.alias });
    const { id } = created.json().data as { id: string };
    const content = createPublishableManuscript();
    const saved = await studio.call('PUT', `/studio/articles/${id}/manuscript`, {
      base: 1,
      content,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return id;
  };
  const createIdeas = async () => {
    const ids: string[] = [];
    for (const seed of ['zorv', 'quib']) {
      const created = await call('/ideas', { authorId: author.id, idea: createIdeaFields(seed) });
      ids.push(created.json().data.idea.id);
    }
    return ids.sort() as [string, string];
  };
  const requestReview = (articleId: string) =>
    call('/requests', { type: 'review_articles', articleIds: [articleId] });

  it.each([
    ['archived', () => archive(articleIds[0])],
    [
      'read',
      async () =>
        call(`/articles/${articleIds[0]}/read`, { version: await findVersion(articleIds[0]) }),
    ],
  ] as [string, () => Promise<ApiResponse>][])(
    'lock the author before an article that is %s',
    async (event, action) => {
      let pendingResponse: Promise<ApiResponse>;
      await runWhileRowsLocked(queries(), rowQuery('authors', author.id), async () => {
        pendingResponse = action();
        await waitForBlockedSessions(queries());
        expect(await areRowsUnlocked(queries(), rowQuery('articles', articleIds[0]))).toBe(true);
      });
      const response = await pendingResponse!;
      expect(response.statusCode, response.body).toBe(200);
      if (event === 'archived') await restore(articleIds[0]);
    },
  );

  it('count the author’s articles correctly when two are archived at once', async () => {
    const pendingResponses: Promise<ApiResponse>[] = [];
    await runWhileRowsLocked(queries(), rowQuery('authors', author.id), async () => {
      pendingResponses.push(...articleIds.map(archive));
      await waitForBlockedSessions(queries(), 2);
    });
    for (const response of await Promise.all(pendingResponses))
      expect(response.statusCode).toBe(200);
    const [counts] = await selectRows<{ stored: number; actual: number }>(sql`
      SELECT published_article_count AS stored, (SELECT count(*)::int FROM articles
        WHERE author_id = authors.id AND status = 'published') AS actual
      FROM authors WHERE id = ${author.id}`);
    expect(counts!.stored).toBe(counts!.actual);
    for (const id of articleIds) await restore(id);
  });

  it.runIf(isRunOfAllTests())(
    'succeed when all articles are archived and restored at once',
    async () => {
      const articleRows = await selectRows<{ id: string }>(
        sql`SELECT id FROM articles ORDER BY id`,
      );
      for (const event of ['archive', 'restore']) {
        const responses = await Promise.all(articleRows.map(({ id }) => move(id, event)));
        for (const { statusCode, body } of responses) expect(statusCode, body).toBe(200);
      }
    },
  );

  it('write no row of another author', async () => {
    const selectOtherAuthors = () =>
      selectRows(sql`SELECT id, xmin::text FROM authors WHERE id <> ${author.id} ORDER BY id`);
    const before = await selectOtherAuthors();
    expect((await archive(articleIds[0])).statusCode).toBe(200);
    expect(await selectOtherAuthors()).toEqual(before);
    await restore(articleIds[0]);
  });

  it('lock the review before the manuscript when a review is requested', async () => {
    const articleId = await createDraft();
    expect((await requestReview(articleId)).statusCode).toBe(201);
    // Simulates an article that became a draft again while the AI was reviewing it.
    await queries().execute(sql`UPDATE articles SET status = 'draft' WHERE id = ${articleId}`);
    await queries().execute(sql`UPDATE request_items SET status = 'errored'`);
    let pendingResponse: Promise<ApiResponse>;
    await runWhileRowsLocked(
      queries(),
      rowQuery('article_reviews', articleId, 'article_id'),
      async () => {
        pendingResponse = requestReview(articleId);
        await waitForBlockedSessions(queries());
        expect(
          await areRowsUnlocked(queries(), rowQuery('manuscripts', articleId, 'article_id')),
        ).toBe(true);
      },
    );
    const response = await pendingResponse!;
    expect(response.statusCode, response.body).toBe(201);
  });

  it('lock ideas in the order of their IDs, in any order of the request', async () => {
    const [first, second] = await createIdeas();
    let pendingResponse: Promise<ApiResponse>;
    await runWhileRowsLocked(queries(), rowQuery('article_ideas', first), async () => {
      pendingResponse = call('/requests', { type: 'generate_articles', ideaIds: [second, first] });
      await waitForBlockedSessions(queries());
      expect(await areRowsUnlocked(queries(), rowQuery('article_ideas', second))).toBe(true);
    });
    const response = await pendingResponse!;
    expect(response.statusCode, response.body).toBe(201);
    const { items } = (
      await studio.call('GET', `/studio/requests/${response.json().data.request.id}`)
    ).json().data as { items: { subject: { id: string } }[] };
    expect(items.map(({ subject }) => subject.id)).toEqual([second, first]);
  });
});
