import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import {
  ARTICLE_STATE_MACHINE,
  type ArticleEvent,
  type ArticleStatus,
} from '#domain/statuses/article-states.ts';
import { findTransition, type Transition } from '#domain/statuses/state-machine.ts';
import type { EditorArticle, StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import type { AuditEntry } from '#domain/studio/audit.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { manuscripts, manuscriptVersions } from '../manuscripts/schema.ts';
import { publishDueArticles } from '../publication/scheduled-publication.ts';
import { createPublishableManuscript } from '../testing/manuscripts.ts';

const { signal } = new AbortController();

describe.each(await selectTestDatabaseEngines())(
  'the articles in the studio, on $name',
  ({ openFilled }) => {
    let database: Database;
    let test: TestApp;
    let edda: ReturnType<typeof createApiCaller>;
    let erik: ReturnType<typeof createApiCaller>;
    let library: ArticleMeta[];

    beforeAll(async () => {
      database = await openFilled();
      test = await createTestApp(database);
      library = (await test.app.inject('/api/v1/articles?limit=50')).json().data.metas;
      [edda, erik] = (await Promise.all(
        ['edda', 'erik'].map(async (name) => {
          const reader = await signInTestReader(database, name);
          await updateRole(database.queries, reader.user.id, 'editor');
          return createApiCaller(test, reader);
        }),
      )) as [typeof edda, typeof erik];
    });
    afterAll(() => test.close());

    const createArticle = async (content?: Manuscript) => {
      const response = await edda('POST', '/studio/articles', {
        author: 'Plumbline',
        title: 'New',
      });
      const { id } = response.json().data;
      if (content) expect((await save(id, 1, content)).statusCode).toBe(200);
      return id as string;
    };
    const save = (id: string, base: number, content: Manuscript, caller = edda) =>
      caller('PUT', `/studio/articles/${id}/manuscript`, { base, content });
    const fetchArticle = async (id: string): Promise<EditorArticle> =>
      (await edda('GET', `/studio/articles/${id}`)).json().data;
    const move = async (id: string, event: string, version?: number) =>
      edda('POST', `/studio/articles/${id}/moves`, {
        event,
        version: version ?? (await fetchArticle(id)).manuscript.version,
      });
    const fetchPageStatus = async (path: string) => (await test.app.inject(path)).statusCode;
    const findListItem = async (id: string): Promise<StudioArticleListItem> => {
      const { articles: listItems } = (await edda('GET', '/studio/articles')).json().data;
      return listItems.find((each: StudioArticleListItem) => each.id === id);
    };

    it('takes an article from an empty draft to publication and archive', async () => {
      const id = await createArticle(createPublishableManuscript());
      expect(await findListItem(id)).toMatchObject({
        title: 'A rule for the ruler',
        status: 'draft',
        origin: 'studio',
        publishedAt: null,
      });
      expect((await move(id, 'accept')).json().data.status).toBe('human_review');
      const published = (await move(id, 'publish')).json().data as EditorArticle;
      expect(published).toMatchObject({
        status: 'published',
        path: '/Plumbline/a-rule-for-the-ruler',
        readByPersonOn: null,
      });
      await expect.poll(() => fetchPageStatus('/Plumbline/a-rule-for-the-ruler')).toBe(200);
      const before = (await test.app.inject('/api/v1/search?q=rule+ruler')).json().data.metas;
      expect(before.map((meta: ArticleMeta) => meta.id)).toContain(id);
      const sitemap = async () => (await test.app.inject('/sitemap.xml')).body;
      await expect.poll(sitemap).toContain('a-rule-for-the-ruler');

      expect((await move(id, 'archive')).json().data.status).toBe('archived');
      await expect.poll(() => fetchPageStatus('/Plumbline/a-rule-for-the-ruler')).toBe(410);
      const searchArticles = async () =>
        (await test.app.inject('/api/v1/search?q=rule+ruler')).json().data.metas as ArticleMeta[];
      await expect
        .poll(async () => (await searchArticles()).map((meta) => meta.id))
        .not.toContain(id);
      await expect.poll(sitemap).not.toContain('a-rule-for-the-ruler');

      expect((await move(id, 'restore')).json().data.status).toBe('published');
      await expect.poll(() => fetchPageStatus('/Plumbline/a-rule-for-the-ruler')).toBe(200);
      const { entries } = (
        await edda('GET', `/studio/audit?subject=article&subjectId=${id}`)
      ).json().data;
      expect(entries.map(({ action }: AuditEntry) => action)).toEqual([
        'article.restore',
        'article.archive',
        'article.publish',
        'article.accept',
        'article.edit',
        'article.begin',
      ]);
      await move(id, 'archive');
    });

    it('shows a confirmation of human review only if the publishing editor gave one', async () => {
      const today = new Date().toISOString().slice(0, 10);
      const id = await createArticle(createPublishableManuscript({ title: 'Straight out' }));
      const sendCommand = async (action: string, body: object) => {
        const { version } = (await fetchArticle(id)).manuscript;
        const response = await edda('POST', `/studio/articles/${id}/${action}`, {
          version,
          ...body,
        });
        return (response.json().data as EditorArticle).readByPersonOn;
      };
      const change = async (tagline: string) => {
        const { version, content } = (await fetchArticle(id)).manuscript;
        await save(id, version, { ...content, tagline });
      };
      expect(await sendCommand('moves', { event: 'publish', isRead: true })).toBe(today);
      const fetchPage = async () => (await test.app.inject('/Plumbline/straight-out')).body;
      await expect.poll(fetchPage).toContain(`"readByPersonOn":"${today}"`);
      await change('Changed, and not read again');
      expect(await sendCommand('update', {})).toBeNull();
      await expect.poll(fetchPage).not.toContain('readByPersonOn');
      await change('Changed, and read');
      expect(await sendCommand('update', { isRead: true })).toBe(today);
      await move(id, 'archive');
    });

    it.runIf(isRunOfAllTests())(
      'shows a confirmation for a scheduled article only if the scheduling editor gave one',
      async () => {
        const soon = new Date(Date.now() + 3_600_000);
        const schedule = async (id: string, isRead: boolean) =>
          edda('PUT', `/studio/articles/${id}/schedule`, {
            at: soon.toISOString(),
            isRead,
            version: (await fetchArticle(id)).manuscript.version,
          });
        const createInReview = async (title: string) => {
          const id = await createArticle(createPublishableManuscript({ title }));
          await move(id, 'accept');
          return id;
        };
        const today = new Date().toISOString().slice(0, 10);
        const [unread, wasRead, changed] = [
          await createInReview('Scheduled unread'),
          await createInReview('Scheduled once read'),
          await createInReview('Scheduled, read and changed'),
        ];
        await schedule(unread!, false);
        expect((await schedule(wasRead!, true)).json().data.manuscript.readOn).toBe(today);
        await schedule(changed!, true);
        const { version, content } = (await fetchArticle(changed!)).manuscript;
        await save(changed!, version, { ...content, tagline: 'Changed since' });
        expect((await fetchArticle(changed!)).manuscript.readOn).toBeNull();
        await schedule(changed!, false);
        await publishDueArticles(database.queries, soon, signal);
        for (const [id, readByPersonOn] of [
          [unread, null],
          [wasRead, today],
          [changed, null],
        ] as const) {
          expect(await fetchArticle(id!)).toMatchObject({ status: 'published', readByPersonOn });
          await move(id!, 'archive');
        }
      },
    );

    it('rejects publishing an incomplete article, and says what is missing', async () => {
      const id = await createArticle(
        createPublishableManuscript({ tagline: '', summary: ['One', '', '', '', ''] }),
      );
      const refused = await move(id, 'publish');
      expect([refused.statusCode, refused.json().error]).toEqual([
        400,
        'The tagline is missing. Line 2 of the summary is missing. And 3 more.',
      ]);
      expect((await fetchArticle(id)).status).toBe('draft');
      const wordy = await move(
        await createArticle(createPublishableManuscript({ alt: 'a'.repeat(201) })),
        'publish',
      );
      expect(wordy.json().error).toBe(
        'What the picture shows has 201 characters; 200 are the most.',
      );
    });

    it.runIf(isRunOfAllTests())('counts the characters of a line as readers see it', async () => {
      const tagged = (name: string, maxLength: number) =>
        `<i>${name}</i> ${'a'.repeat(maxLength - 2)}`;
      const [first] = createPublishableManuscript().keyPoints;
      const refusals: string[] = [];
      for (const changes of [
        { title: tagged('T', 90) },
        { tagline: tagged('T', 180) },
        { summary: [tagged('B', 140), 'Two', 'Three', 'Four', 'Five'] },
        { keyPoints: [{ ...first!, title: tagged('P', 90) }, first!, first!] },
        { keyPoints: [{ ...first!, takeaway: tagged('K', 240) }, first!, first!] },
        { corrections: [{ on: '2026-01-02', what: tagged('C', 300) }] },
      ]) {
        const refused = await move(
          await createArticle(createPublishableManuscript(changes)),
          'publish',
        );
        expect(refused.statusCode).toBe(400);
        refusals.push(refused.json().error);
      }
      expect(refusals).toEqual([
        'The title has 97 characters; 90 are the most.',
        'The tagline has 187 characters; 180 are the most.',
        'Line 1 of the summary has 147 characters; 140 are the most.',
        'The title of key point 1 has 97 characters; 90 are the most.',
        'Takeaway 1 has 247 characters; 240 are the most.',
        'A correction has 307 characters; 300 are the most.',
      ]);
      const corrections = [{ on: '2026-01-02', what: ` ${'a'.repeat(300)} ` }];
      const id = await createArticle(createPublishableManuscript({ title: 'Spaced', corrections }));
      expect((await move(id, 'publish')).statusCode).toBe(200);
      await move(id, 'archive');
    });

    it('rejects actions by an editor who saw an older version', async () => {
      const id = await createArticle(createPublishableManuscript());
      let seenVersion = 0;
      const saveAsErik = async () => {
        seenVersion = (await fetchArticle(id)).manuscript.version;
        const content = createPublishableManuscript({ title: `Changed over ${seenVersion}` });
        expect((await save(id, seenVersion, content, erik)).statusCode).toBe(200);
      };
      const expectRefused = async (request: Promise<Awaited<ReturnType<typeof edda>>>) => {
        const response = await request;
        return expect([response.statusCode, response.json().error]).toEqual([
          409,
          'erik has saved this article in the meantime. Look at it again.',
        ]);
      };
      await saveAsErik();
      for (const event of ['publish', 'accept', 'archive'])
        await expectRefused(move(id, event, seenVersion));
      await move(id, 'accept');
      await saveAsErik();
      await expectRefused(move(id, 'rework', seenVersion));
      const schedule = (at: string | null, version: number) =>
        edda('PUT', `/studio/articles/${id}/schedule`, { at, version });
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      for (const at of [soon, null]) await expectRefused(schedule(at, seenVersion));
      expect((await schedule(null, seenVersion + 1)).statusCode).toBe(200);
      await move(id, 'archive');
      await saveAsErik();
      await expectRefused(move(id, 'resume', seenVersion));
      expect((await fetchArticle(id)).status).toBe('archived');
    });

    it('drops markup that paragraphs may not have', async () => {
      const bad =
        '<p onclick="x()">So <b>bold</b>, <em>fine</em> <script>alert(1)</script><a href="javascript:x()">this</a></p>';
      const id = await createArticle(createPublishableManuscript({ introduction: [bad] }));
      expect((await fetchArticle(id)).manuscript.content.introduction).toEqual([
        'So bold, <em>fine</em> <a>this</a>',
      ]);
    });

    it('strips invisible characters from lines, except joiners of emoji', async () => {
      const family = '👩‍👩‍👧‍👦';
      const id = await createArticle(
        createPublishableManuscript({
          title: `\u200fThe ru\u00adler\u202e, ${family}\u200b`,
          keywords: ['rod\ufeff'],
        }),
      );
      const { title, keywords } = (await fetchArticle(id)).manuscript.content;
      expect([title, ...keywords]).toEqual([`The ruler, ${family}`, 'rod']);
      expect((await findListItem(id)).title).toBe(title);
    });

    it('rejects a paragraph that sanitizing makes too long', async () => {
      const id = await createArticle(createPublishableManuscript());
      const { version } = (await fetchArticle(id)).manuscript;
      const refused = await save(
        id,
        version,
        createPublishableManuscript({ conclusion: ['&'.repeat(1500)] }),
      );
      expect(refused.statusCode).toBe(400);
      expect(refused.json().error).toContain('conclusion.0');
      expect((await fetchArticle(id)).manuscript.version).toBe(version);
    });

    it('opens, shows and publishes an article that exceeds the limits for saving', async () => {
      const id = await createArticle(createPublishableManuscript());
      const { version } = (await fetchArticle(id)).manuscript;
      const content = createPublishableManuscript({
        title: 'Beyond the limits',
        introduction: Array(31).fill('word '.repeat(1300).trim()),
      });
      await database.queries
        .update(manuscripts)
        .set({ content })
        .where(eq(manuscripts.articleId, id));
      await database.queries.insert(manuscriptVersions).values({
        articleId: id,
        version: version + 1,
        content,
        reason: 'edit',
        savedByName: 'edda',
      });
      expect((await fetchArticle(id)).manuscript.content).toEqual(content);
      const response = await edda('GET', `/studio/articles/${id}/versions/${version + 1}`);
      expect(response.json().data.content).toEqual(content);
      expect((await move(id, 'publish')).json().data.status).toBe('published');
      await move(id, 'archive');
    });

    it('rejects saving over an unseen version, and restores any version', async () => {
      const id = await createArticle(createPublishableManuscript());
      const { version } = (await fetchArticle(id)).manuscript;
      expect(
        (await save(id, version, createPublishableManuscript({ title: 'By Erik' }), erik))
          .statusCode,
      ).toBe(200);
      const refused = await save(id, version, createPublishableManuscript({ title: 'By Edda' }));
      expect([refused.statusCode, refused.json().error]).toEqual([
        409,
        'erik has saved this article in the meantime. Compare, then save again.',
      ]);
      const { versions } = (await edda('GET', `/studio/articles/${id}/versions`)).json().data;
      expect(versions.map(({ savedByName }: { savedByName: string }) => savedByName)).toEqual([
        'erik',
        'edda',
        'edda',
      ]);
      const restoreUrl = `/studio/articles/${id}/versions/${version}/restore`;
      expect((await edda('POST', restoreUrl, { base: version + 1 })).statusCode).toBe(200);
      expect((await fetchArticle(id)).manuscript.content.title).toBe('A rule for the ruler');
      expect((await edda('POST', restoreUrl, { base: version + 1 })).statusCode).toBe(409);
    });

    it('accepts a save that is repeated after a lost response', async () => {
      const { id } = library[5]!;
      const { content } = (await fetchArticle(id)).manuscript;
      const changed = { ...content, title: 'Sent twice' };
      const [first, again] = [await save(id, 0, changed), await save(id, 0, changed)];
      expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
      expect(again.json()).toEqual(first.json());
      expect((await save(id, 2, { ...changed, title: 'And on' })).json().data.version).toBe(3);
      expect((await save(id, 0, changed)).statusCode).toBe(409);
      expect((await save(id, 2, { ...changed, title: 'And on' }, erik)).statusCode).toBe(409);
    });

    it('accepts only one of two simultaneous saves', async () => {
      const id = await createArticle(createPublishableManuscript());
      const { version } = (await fetchArticle(id)).manuscript;
      const statuses = await Promise.all(
        [edda, erik, edda, erik].map(
          async (caller, index) =>
            (
              await save(
                id,
                version,
                createPublishableManuscript({ title: `Try ${index}` }),
                caller,
              )
            ).statusCode,
        ),
      );
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    });

    it('names the other editors who have an article open', async () => {
      const id = await createArticle();
      const path = `/studio/articles/${id}/presence`;
      await erik('POST', path, {});
      expect((await edda('POST', path, {})).json().data.others).toEqual(['erik']);
      await erik('DELETE', path);
      expect((await edda('POST', path, {})).json().data.others).toEqual([]);
    });

    it('publishes the scheduled version on time, and cancels the schedule after a change', async () => {
      const id = await createArticle(createPublishableManuscript({ title: 'In good time' }));
      const schedule = async (at: Date) =>
        edda('PUT', `/studio/articles/${id}/schedule`, {
          at: at.toISOString(),
          version: (await fetchArticle(id)).manuscript.version,
        });
      const soon = new Date(Date.now() + 3_600_000);
      expect((await schedule(soon)).statusCode).toBe(409);
      await move(id, 'accept');
      expect((await schedule(new Date(0))).statusCode).toBe(400);
      expect((await schedule(soon)).json().data.manuscript.publishAt).toBe(soon.toISOString());
      const { queries } = database;
      expect((await publishDueArticles(queries, new Date(), signal)).published).toBe(0);
      const { version, content } = (await fetchArticle(id)).manuscript;
      expect((await save(id, version, content)).json().data.publishAt).toBeNull();
      expect((await publishDueArticles(queries, soon, signal)).published).toBe(0);
      await schedule(soon);
      expect((await publishDueArticles(queries, soon, signal)).published).toBe(1);
      expect((await publishDueArticles(queries, soon, signal)).published).toBe(0);
      expect(await fetchArticle(id)).toMatchObject({ status: 'published' });
      await move(id, 'archive');
    });

    it('publishes changes when an editor requests it, and redirects the old path', async () => {
      const { id, path: previousPath } = library[3]!;
      const { manuscript } = await fetchArticle(id);
      expect(manuscript.version).toBe(0);
      const changed = { ...manuscript.content, title: 'Quite another name', slug: 'moved-on' };
      expect((await save(id, 0, changed)).json().data.version).toBe(2);
      expect(await findListItem(id)).toMatchObject({
        hasChanges: true,
        isHeld: true,
        origin: 'library',
      });
      expect((await test.app.inject(previousPath)).body).not.toContain('Quite another name');
      const updated = await edda('POST', `/studio/articles/${id}/update`, { version: 2 });
      expect([updated.statusCode, updated.json().data.path.endsWith('/moved-on')]).toEqual([
        200,
        true,
      ]);
      const fetchRedirect = async () => (await test.app.inject(previousPath)).headers.location;
      await expect.poll(fetchRedirect).toBe(updated.json().data.path);
      // Publishing a manuscript without claims keeps the article's published sources.
      const [row] = await database.queries.select().from(articles).where(eq(articles.id, id));
      expect(row!.body.sources?.length).toBeGreaterThan(1);
      expect((await findListItem(id)).hasChanges).toBe(false);
    });

    it('adds a confirmation of human review to a published article', async () => {
      const id = await createArticle(createPublishableManuscript({ title: 'Read at last' }));
      const confirmRead = async () =>
        edda('POST', `/studio/articles/${id}/read`, {
          version: (await fetchArticle(id)).manuscript.version,
        });
      expect((await confirmRead()).json().error).toBe('This article is not published.');
      await move(id, 'publish');
      const { version, content } = (await fetchArticle(id)).manuscript;
      const fetchPage = async () => (await test.app.inject('/Plumbline/read-at-last')).body;
      await expect.poll(fetchPage).toContain('Read at last');
      expect(await fetchPage()).not.toContain('readByPersonOn');
      await save(id, version, { ...content, tagline: 'Changed since' });
      expect((await confirmRead()).json().error).toBe(
        'This article has unpublished changes. Publish them first.',
      );
      await edda('POST', `/studio/articles/${id}/update`, { version: version + 1 });
      const today = new Date().toISOString().slice(0, 10);
      expect((await confirmRead()).json().data.readByPersonOn).toBe(today);
      await expect.poll(fetchPage).toContain(`"readByPersonOn":"${today}"`);
      const { entries } = (await edda('GET', `/studio/audit?subjectId=${id}`)).json().data;
      expect(entries[0]).toMatchObject({
        action: 'article.read',
        actorName: 'edda',
        after: { readByPersonOn: today },
      });
      await move(id, 'archive');
    });

    it('rejects restoring an article that readers would not see', async () => {
      const id = await createArticle(createPublishableManuscript({ title: 'By nobody active' }));
      await move(id, 'publish');
      await move(id, 'archive');
      const isPlumbline = eq(authors.alias, 'Plumbline');
      await database.queries.update(authors).set({ status: 'inactive' }).where(isPlumbline);
      const refused = await move(id, 'restore');
      expect([refused.statusCode, refused.json().error]).toEqual([
        409,
        'Plumbline is not active: readers would not see it.',
      ]);
      expect((await fetchArticle(id)).status).toBe('archived');
      await database.queries.update(authors).set({ status: 'active' }).where(isPlumbline);
    });

    it('previews the publication', async () => {
      const id = await createArticle(createPublishableManuscript({ title: 'Foreseen' }));
      const { data } = (await edda('GET', `/studio/articles/${id}/publication-preview`)).json();
      expect(data).toMatchObject({ path: '/Plumbline/foreseen', readingMinutes: 4, words: 720 });
      expect(data.narrationSeconds).toBeGreaterThan(200);
      expect(data.related).toHaveLength(4);
    });

    it.runIf(isRunOfAllTests())(
      'reaches a status only by allowed transitions, in any order of calls',
      async () => {
        const events = [...new Set(ARTICLE_STATE_MACHINE.transitions.map(({ event }) => event))];
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.constantFrom(...events), { maxLength: 8 }),
            async (eventSequence) => {
              const id = await createArticle(
                createPublishableManuscript({ title: crypto.randomUUID() }),
              );
              let status: ArticleStatus = 'draft';
              let wasPublished = false;
              for (const event of eventSequence) {
                // An archived article that was published before allows only `restore`, and any other archived article
                // only `resume`.
                const isOpen: boolean = event !== (wasPublished ? 'resume' : 'restore');
                const transition: Transition<ArticleStatus, ArticleEvent> | undefined = isOpen
                  ? findTransition(ARTICLE_STATE_MACHINE, status, event)
                  : undefined;
                const response = await move(id, event);
                if (transition?.by.includes('editor')) {
                  expect([response.statusCode, response.json().data.status]).toEqual([
                    200,
                    transition.to,
                  ]);
                  status = transition.to;
                  wasPublished ||= status === 'published';
                } else {
                  expect(response.statusCode).toBe(409);
                  expect(response.json().error).toContain(
                    ARTICLE_STATE_MACHINE.states[status].label,
                  );
                  expect((await fetchArticle(id)).status).toBe(status);
                }
              }
            },
          ),
          { numRuns: getPropertyTestRunCount(5, 50) },
        );
      },
    );

    it('responds with 404 for an unknown article', async () => {
      const id = crypto.randomUUID();
      for (const suffix of ['', '/publication-preview'])
        expect((await edda('GET', `/studio/articles/${id}${suffix}`)).statusCode).toBe(404);
      expect((await save(id, 0, createPublishableManuscript())).statusCode).toBe(404);
      expect((await edda('GET', '/studio/articles/7')).statusCode).toBe(400);
      expect((await edda('POST', '/studio/articles', { author: 'Nobody' })).statusCode).toBe(404);
    });
  },
);
