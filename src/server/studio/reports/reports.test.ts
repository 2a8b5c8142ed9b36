import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportDecision, ReportedArticle } from '#domain/studio/reports.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { reports } from '#server/readers/reports/schema.ts';
import { articleReviews } from '#server/studio/reviews/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { getPropertyTestRunCount } from '../../../../scripts/test-scope.mjs';

describe.each(await selectTestDatabaseEngines())(
  'the queue of reports, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let editor: ReturnType<typeof createApiCaller>;

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      const { queries } = test.database;
      await emptyTables(queries, 'users');
      const reader = await signInTestReader(test.database, 'edith');
      await updateRole(queries, reader.user.id, 'editor');
      editor = createApiCaller(test, reader);
    });

    const getArticle = (index = 0) => test.library[index]!;
    const buildArticleUrl = (index: number) =>
      `/articles/${getArticle(index).authorAlias}/${getArticle(index).id}`;
    const sendReport = async (name: string, index = 0, reason = 'SPAM', explanation = '') => {
      const reader = createApiCaller(test, await signInTestReader(test.database, name));
      const body = { reason, explanation };
      return (await reader('PUT', `${buildArticleUrl(index)}/report`, body)).statusCode;
    };
    const report = async (...report: Parameters<typeof sendReport>) => {
      expect(await sendReport(...report)).toBe(204);
    };
    const fetchReports = async (query = '') =>
      (await editor('GET', `/studio/reports${query}`)).json().data as {
        articles: ReportedArticle[];
        counts: Record<string, number>;
        nextToken: string | null;
      };
    const decide = (decision: ReportDecision, index = 0, seenUntil = new Date().toISOString()) =>
      editor('POST', `/studio/reports/${getArticle(index).id}/decision`, { decision, seenUntil });
    const readDatabaseTime = async () => {
      const [row] = await queryRows<{ at: string | Date }>(
        test.database.queries,
        sql`SELECT now() AS at`,
      );
      return new Date(row!.at).toISOString();
    };
    const fetchAuditEntries = async () =>
      (await editor('GET', '/studio/audit?limit=2')).json().data.entries as Record<
        string,
        unknown
      >[];

    it('groups reports by article, with reasons, counts and explanations, and no names', async () => {
      await report('ada', 0);
      await report('bea', 0, 'MISINFORMATION', 'The ship had two masts.');
      await report('cyd', 0);
      await report('dot', 1, 'OTHER', 'It is upside down.');
      const { articles, counts } = await fetchReports();
      expect(counts).toEqual({ open: 2, dismissed: 0, edited: 0, archived: 0 });
      expect(articles.map((each) => each.article.title)).toEqual([
        getArticle(1).title,
        getArticle(0).title,
      ]);
      expect(articles[1]).toMatchObject({
        article: { id: getArticle(0).id, path: getArticle(0).path, status: 'published' },
        count: 3,
        reasons: [
          { reason: 'SPAM', count: 2 },
          { reason: 'MISINFORMATION', count: 1 },
        ],
      });
      expect(articles[1]!.reports.map(({ explanation }) => explanation)).toEqual([
        '',
        'The ship had two masts.',
        '',
      ]);
      expect(JSON.stringify(articles)).not.toMatch(/ada|bea|@/);
      expect((await editor('GET', '/studio/counts')).json().data.reports).toBe(2);
    });

    it('shows the newest reports of an article, and the others on request', async () => {
      for (let index = 0; index < 7; index++)
        await report(`reader${index}`, 0, 'OTHER', `Reason ${index}`);
      const { articles } = await fetchReports();
      expect(articles[0]!.reports.map(({ explanation }) => explanation)).toEqual(
        [6, 5, 4, 3, 2].map((index) => `Reason ${index}`),
      );
      const allReports = (await editor('GET', `/studio/reports/${getArticle(0).id}`)).json().data
        .reports;
      expect(allReports).toHaveLength(7);
    });

    it('reopens a decided report twice at most', async () => {
      const reader = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      const send = (explanation: string) =>
        reader('PUT', `${buildArticleUrl(0)}/report`, { reason: 'OTHER', explanation });
      for (const explanation of ['First', 'Second', 'Third']) {
        expect((await send(explanation)).statusCode).toBe(204);
        // Changing an open report does not count toward the limit on reopening a report.
        expect((await send(`${explanation}, in other words`)).statusCode).toBe(204);
        expect((await decide('dismiss')).statusCode).toBe(200);
      }
      const refused = await send('Fourth');
      expect(refused.statusCode).toBe(429);
      expect(refused.json().error).toContain('already reviewed');
      expect((await fetchReports()).counts).toMatchObject({ open: 0, dismissed: 1 });
      expect(
        (await reader('PUT', `${buildArticleUrl(1)}/report`, { reason: 'SPAM' })).statusCode,
      ).toBe(204);
    });

    it('lists each article once across pages', async () => {
      for (let index = 0; index < 5; index++) await report('ada', index);
      const first = await fetchReports('?limit=3');
      const second = await fetchReports(
        `?limit=3&nextToken=${encodeURIComponent(first.nextToken!)}`,
      );
      expect([...first.articles, ...second.articles].map((each) => each.article.id)).toEqual(
        [4, 3, 2, 1, 0].map((index) => getArticle(index).id),
      );
      expect(second.nextToken).toBeNull();
    });

    it.each([
      ['dismiss', 'dismissed'],
      ['edit', 'edited'],
    ] as const)('resolves all reports of an article at once: %s', async (decision, status) => {
      await report('ada');
      await report('bea', 0, 'COPYRIGHT');
      await report('cyd', 1);
      expect((await decide(decision)).json()).toEqual({ data: { answered: 2 } });
      const { articles, counts } = await fetchReports();
      expect(articles.map((each) => each.article.id)).toEqual([getArticle(1).id]);
      expect(counts).toMatchObject({ open: 1, [status]: 1 });
      const page = await test.app.inject(getArticle(0).path);
      expect(page.statusCode).toBe(200);
      expect((await fetchAuditEntries())[0]).toMatchObject({
        actorName: 'edith',
        action: `report.${decision}`,
        subjectId: getArticle(0).id,
        subjectName: getArticle(0).title,
        before: { status: 'open', reports: 2 },
        after: { status, reports: 2 },
      });
    });

    it('keeps reports open that the editor has not seen', async () => {
      await report('ada');
      const seenUntil = await readDatabaseTime();
      await report('bea', 0, 'OTHER', 'Look at the date.');
      expect((await decide('dismiss', 0, seenUntil)).json().data.answered).toBe(1);
      const { articles } = await fetchReports();
      expect(articles[0]).toMatchObject({
        count: 1,
        reports: [{ explanation: 'Look at the date.' }],
      });
    });

    it('reopens a report when its reader reports again', async () => {
      await report('ada');
      await decide('dismiss');
      expect((await fetchReports()).articles).toEqual([]);
      await report('ada', 0, 'OTHER', 'Still wrong.');
      const { articles, counts } = await fetchReports();
      expect(counts).toMatchObject({ open: 1, dismissed: 0 });
      expect(articles[0]!.reports[0]!.explanation).toBe('Still wrong.');
    });

    it('rejects a second decision, and names both states', async () => {
      await report('ada');
      await decide('dismiss');
      const again = await decide('archive');
      expect([again.statusCode, again.json().error]).toEqual([
        409,
        'This report is “Dismissed” and cannot become “Archived” from there.',
      ]);
      expect((await test.app.inject(getArticle(0).path)).statusCode).toBe(200);
      const unreported = await decide('dismiss', 3);
      expect([unreported.statusCode, unreported.json().error]).toEqual([
        404,
        'Nobody has reported this article.',
      ]);
    });

    it('accepts only one of several simultaneous decisions', async () => {
      for (const name of ['ada', 'bea', 'cyd']) await report(name);
      const responses = await Promise.all([decide('dismiss'), decide('edit'), decide('dismiss')]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
      const rows = await test.database.queries.select().from(reports);
      expect(new Set(rows.map(({ status }) => status)).size).toBe(1);
    });

    it('removes an archived article from its URL, lists, search and counts, and no import restores it', async () => {
      const { title, path, authorAlias } = getArticle(2);
      const countArticles = async () => {
        const { authors } = (await test.app.inject('/api/v1/authors')).json().data;
        return authors[authorAlias].publishedArticleCount;
      };
      const before = await countArticles();
      await report('ada', 2);
      const seenUntil = await readDatabaseTime();
      await report('bea', 2, 'OTHER', 'That too.');
      expect((await decide('archive', 2, seenUntil)).json().data.answered).toBe(2);

      await expect.poll(async () => (await test.app.inject(path)).statusCode).toBe(410);
      const createTitlesLoader = (url: string) => async () =>
        (await test.app.inject(url)).json().data.metas.map((meta: { title: string }) => meta.title);
      // The API is polled, because cached pages and responses are invalidated in the background.
      await expect.poll(createTitlesLoader('/api/v1/articles?limit=50')).not.toContain(title);
      const search = `/api/v1/search?q=${encodeURIComponent(title)}`;
      await expect.poll(createTitlesLoader(search)).not.toContain(title);
      await expect.poll(countArticles).toBe(before - 1);
      expect((await fetchAuditEntries()).map(({ action }) => action)).toEqual([
        'article.archive',
        'report.archive',
      ]);

      await importLibrary(test.database.queries, await readLibrary(TEST_LIBRARY_FOLDER));
      expect((await test.app.inject(path)).statusCode).toBe(410);

      // A reader who still has the page of the archived article open reports the article again.
      await report('cyd', 2);
      expect((await fetchReports()).articles[0]!.article.status).toBe('archived');
      expect((await decide('archive', 2)).statusCode).toBe(200);
    });

    it('closes the review of an archived article', async () => {
      const { id } = getArticle(4);
      const { queries } = test.database;
      const review = { id: newId(), articleId: id, requestId: newId(), itemId: newId() };
      await queries.insert(articleReviews).values(review);
      await report('ada', 4);
      expect((await decide('archive', 4)).statusCode).toBe(200);
      const [row] = await queries.select().from(articleReviews);
      expect(row!.status).toBe('rejected');
    });

    it('reaches only decided states, in any order of events', async () => {
      const step = fc.oneof(
        fc.record({ kind: fc.constant('report' as const), name: fc.constantFrom('ada', 'bea') }),
        fc.record({
          kind: fc.constant('decide' as const),
          decision: fc.constantFrom('dismiss' as const, 'edit' as const),
        }),
      );
      const reportByAda = { kind: 'report', name: 'ada' } as const;
      const dismissal = { kind: 'decide', decision: 'dismiss' } as const;
      const STATES = { dismiss: 'dismissed', edit: 'edited' } as const;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          await emptyTables(test.database.queries, 'reports');
          const expected = new Map<string, string>();
          const openingCounts = new Map<string, number>();
          for (const each of steps)
            if (each.kind === 'report') {
              const isOpen = expected.get(each.name) === 'open';
              const openings = openingCounts.get(each.name) ?? 0;
              // Each reader can report an article once, and reopen the report at most twice after an editor's decision.
              const isAccepted = isOpen || openings < 3;
              expect(await sendReport(each.name, 5)).toBe(isAccepted ? 204 : 429);
              if (isOpen || !isAccepted) continue;
              expected.set(each.name, 'open');
              openingCounts.set(each.name, openings + 1);
            } else {
              const openReports = [...expected].filter(([, state]) => state === 'open');
              const seen = await readDatabaseTime();
              const { statusCode } = await decide(each.decision, 5, seen);
              expect(statusCode).toBe(openReports.length ? 200 : expected.size ? 409 : 404);
              for (const [name] of openReports) expected.set(name, STATES[each.decision]);
            }
          const rows = await test.database.queries.select().from(reports);
          expect(rows.map(({ status }) => status).toSorted()).toEqual(
            [...expected.values()].toSorted(),
          );
        }),
        {
          numRuns: getPropertyTestRunCount(5, 50),
          examples: [
            [Array.from({ length: 8 }, (_, index) => (index % 2 ? dismissal : reportByAda))],
          ],
        },
      );
    });
  },
);
