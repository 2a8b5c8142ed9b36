import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import type { AuditEntry } from '#domain/studio/audit.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { manuscripts } from '../manuscripts/schema.ts';
import { createPublishableManuscript } from '../testing/manuscripts.ts';
import { openTestStudio, type TestStudio } from '../testing/studio.ts';
import { publishDueArticles } from './scheduled-publication.ts';

const { signal } = new AbortController();
const SOON = new Date(Date.now() + 3_600_000);

describe.each(await selectTestDatabaseEngines())(
  'an article with a schedule, on $name',
  ({ openFilled }) => {
    let studio: TestStudio;

    beforeAll(async () => {
      studio = await openTestStudio(await openFilled(), undefined);
    });
    afterAll(() => studio.close());

    const fetchArticle = async (id: string): Promise<EditorArticle> =>
      (await studio.call('GET', `/studio/articles/${id}`)).json().data;
    const call = async (method: 'POST' | 'PUT', id: string, action: string, body: object = {}) => {
      const { version } = (await fetchArticle(id)).manuscript;
      return studio.call(method, `/studio/articles/${id}/${action}`, { version, ...body });
    };
    const save = async (id: string, title: string) => {
      const content = createPublishableManuscript({ title });
      const base = (await fetchArticle(id)).manuscript.version;
      await studio.call('PUT', `/studio/articles/${id}/manuscript`, { base, content });
    };
    /** Creates an article whose scheduled publication is at {@link SOON}. */
    const createScheduled = async (title: string): Promise<string> => {
      const created = await studio.call('POST', '/studio/articles', { author: 'Plumbline' });
      const { id } = created.json().data;
      await save(id, title);
      await call('POST', id, 'moves', { event: 'accept' });
      const response = await call('PUT', id, 'schedule', { at: SOON.toISOString() });
      expect(response.statusCode).toBe(200);
      return id;
    };
    const fetchAuditEntries = async (id: string): Promise<AuditEntry[]> =>
      (await studio.call('GET', `/studio/audit?subject=article&subjectId=${id}`)).json().data
        .entries;
    /** Returns a database handle that calls `interrupt` before each transaction. */
    const createInterruptedQueries = (interrupt: () => Promise<unknown>): Queries => {
      const { queries } = studio.database;
      const transaction = (async (work) => {
        await interrupt();
        return queries.transaction(work);
      }) as Queries['transaction'];
      return Object.assign(Object.create(queries) as Queries, { transaction });
    };

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['is changed', (id) => save(id, 'Changed at the last moment')],
      ['loses its schedule', (id) => call('PUT', id, 'schedule', { at: null })],
      ['becomes a draft', (id) => call('POST', id, 'moves', { event: 'rework' })],
      ['is rescheduled', (id) => call('PUT', id, 'schedule', { at: new Date(Date.now() + 9e6) })],
    ])('is not published if it %s at the last moment', async (_, interrupt) => {
      const id = await createScheduled(crypto.randomUUID());
      const result = await publishDueArticles(
        createInterruptedQueries(() => interrupt(id)),
        SOON,
        signal,
      );
      expect(result).toEqual({ published: 0, refused: 0 });
      expect((await fetchArticle(id)).status).not.toBe('published');
      const byOctavo = (await fetchAuditEntries(id)).filter(({ actorId }) => actorId === null);
      expect(byOctavo).toEqual([]);
      await call('PUT', id, 'schedule', { at: null });
    });

    it('is published only once by two simultaneous processes', async () => {
      const { queries } = studio.database;
      const id = await createScheduled('By one of two');
      let calls = 0;
      const first = () => (calls++ ? undefined : publishDueArticles(queries, SOON, signal));
      const second = createInterruptedQueries(async () => first());
      expect(await publishDueArticles(second, SOON, signal)).toEqual({ published: 0, refused: 0 });
      const [last, ...before] = await fetchAuditEntries(id);
      expect(last!.action).toBe('article.publish');
      expect(before.map(({ action }) => action)).not.toContain('article.unschedule');
      await call('POST', id, 'moves', { event: 'archive' });
    });

    it('unschedules an article that cannot be published, and records why', async () => {
      const id = await createScheduled('Of nobody active');
      const { queries } = studio.database;
      const isPlumbline = eq(authors.alias, 'Plumbline');
      await queries.update(authors).set({ status: 'inactive' }).where(isPlumbline);
      expect(await publishDueArticles(queries, SOON, signal)).toEqual({ published: 0, refused: 1 });
      const [last] = await fetchAuditEntries(id);
      expect(last).toMatchObject({
        action: 'article.unschedule',
        subjectName: 'Of nobody active',
        after: { reason: 'Plumbline is not active: readers would not see it.' },
      });
      await queries.update(authors).set({ status: 'active' }).where(isPlumbline);
    });

    it('publishes the other due articles when one fails, and reports the error', async () => {
      const [broken, valid] = [await createScheduled('Broken'), await createScheduled('Sound')];
      const { queries } = studio.database;
      const isBroken = eq(manuscripts.articleId, broken);
      // Stores content that no editor could save, so that publishing it fails.
      const content = sql`jsonb_set(content, '{introduction}', '[null]')`;
      const publishAt = new Date(SOON.getTime() - 1000);
      await queries.update(manuscripts).set({ content, publishAt }).where(isBroken);
      await expect(publishDueArticles(queries, SOON, signal)).rejects.toThrow(broken);
      expect((await fetchArticle(valid)).status).toBe('published');
      // The article stays scheduled, because the next attempt may succeed.
      const [row] = await queries.select().from(manuscripts).where(isBroken);
      expect(row!.publishAt).not.toBeNull();
      await queries.update(manuscripts).set({ publishAt: null }).where(isBroken);
      await call('POST', valid, 'moves', { event: 'archive' });
    });

    it('cancels a schedule on save, and records it', async () => {
      const id = await createScheduled('Ended by a save');
      await save(id, 'Saved since');
      const [last] = await fetchAuditEntries(id);
      expect(last).toMatchObject({
        actorName: 'grace',
        action: 'article.unschedule',
        before: { publishAt: SOON.toISOString() },
      });
    });
  },
);
