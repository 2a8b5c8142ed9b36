import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArticleIdentity } from '#domain/article.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { insertArticleCopies } from '#server/testing/insert-article-copies.ts';
import { openTestStudio, type TestStudio } from '../testing/studio.ts';

describe.each(await selectTestDatabaseEngines())(
  'retiring an author, on $name',
  ({ openFilled }) => {
    let studio: TestStudio;

    beforeAll(async () => {
      studio = await openTestStudio(await openFilled(), undefined);
    });
    afterAll(() => studio.close());

    it('runs hardly more SQL statements for a hundred articles than for a few', async () => {
      const publish = (count: number) => insertArticleCopies(studio.database.queries, count);
      const [{ authorAlias }] = (await publish(1)) as [ArticleIdentity];
      const { authors } = (await studio.call('GET', '/studio/authors')).json().data as {
        authors: { id: string; alias: string }[];
      };
      const { id } = authors.find(
        ({ alias }) => normalizeAlias(alias) === normalizeAlias(authorAlias),
      )!;
      const decideAndCountStatements = async (event: string, body: object) => {
        const statements = vi.spyOn(pg.Client.prototype, 'query');
        const response = await studio.call('POST', `/studio/authors/${id}/${event}`, body);
        expect(response.statusCode, response.body).toBe(204);
        const { length } = statements.mock.calls;
        statements.mockRestore();
        return length;
      };
      const fewCount = await decideAndCountStatements('retire', { articles: 'archive' });
      await decideAndCountStatements('reinstate', {});
      await publish(100);
      expect(await decideAndCountStatements('retire', { articles: 'archive' })).toBeLessThan(
        fewCount + 10,
      );
    });
  },
);
