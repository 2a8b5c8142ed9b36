import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemoWriter } from '#demo/writer/demo-writer.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import type { AiRequest, AiRequestItem, NewAiRequest } from '#domain/studio/ai-requests.ts';
import type { AuditEntry } from '#domain/studio/audit.ts';
import type { AuthorCadence, GapFillEstimate } from '#domain/studio/cadence.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import type { ArticleReview, Concern } from '#domain/studio/reviews.ts';
import { findPublishedArticleById } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { fillCadenceGaps } from './cadence/fill-gaps.ts';
import { loadArticleWithManuscript } from './manuscripts/article-with-manuscript.ts';
import { saveManuscript } from './manuscripts/save-manuscript.ts';
import { createIdeaFields, createProposedIdea } from './testing/ai-results.ts';
import { backdatePublications } from './testing/backdate-publications.ts';
import { createDraftsFolder, WEAK_PASSAGES } from './testing/drafts.ts';
import { clearStudio, openTestStudio, type TestStudio } from './testing/studio.ts';

/**
 * Seeds of the drafts that the demo AI service writes articles from. The service fails once for the second draft, and
 * takes a long time for the third.
 */
const DRAFTS = ['abbab', 'bebbe', 'cicci', 'doddo'];

describe.each(await selectTestDatabaseEngines())(
  'from nothing to a reviewed article, on $name',
  (engine) => {
    let database: Database;
    let studio: TestStudio;
    let draftsFolder: Awaited<ReturnType<typeof createDraftsFolder>>;
    let plumbline: string;

    beforeAll(async () => {
      database = await backdatePublications(await engine.openFilled());
      draftsFolder = await createDraftsFolder({ plumbline: DRAFTS }, ['Weir', 'Ford']);
      const writer = createDemoWriter({
        queries: database.queries,
        libraryFolder: draftsFolder.folder,
        model: 'claude-sonnet-5-5',
        log: pino({ level: 'silent' }),
        speed: 100,
      });
      studio = await openTestStudio(database, writer);
      plumbline = (await findAuthorId('Plumbline'))!;
    });
    afterAll(async () => {
      await studio.close();
      await draftsFolder.remove();
    });
    beforeEach(() => clearStudio(database));

    const findAuthorId = async (alias: string) => {
      const [row] = await database.queries.select().from(authors).where(eq(authors.alias, alias));
      return row?.id;
    };
    const get = async <Data>(path: string): Promise<Data> => {
      const response = await studio.call('GET', `/studio${path}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data;
    };
    const post = async (path: string, body?: unknown) =>
      studio.call('POST', `/studio${path}`, body);
    const postSuccessfully = async (path: string, body?: unknown) => {
      const response = await post(path, body);
      expect(response.statusCode, response.body).toBe(204);
    };
    const waitUntilEnded = (id: string) =>
      expect
        .poll(
          async () => {
            await studio.step();
            return (await get<{ request: AiRequest }>(`/requests/${id}`)).request.status;
          },
          { interval: 30 },
        )
        .not.toBe('in_progress');
    const createRequest = async (newRequest: NewAiRequest) => {
      const response = await post('/requests', newRequest);
      expect(response.statusCode, response.body).toBe(201);
      const { id } = response.json().data.request as AiRequest;
      await waitUntilEnded(id);
      return get<{ request: AiRequest; items: AiRequestItem[] }>(`/requests/${id}`);
    };
    const listIdeas = async () => (await get<{ ideas: Idea[] }>('/ideas')).ideas;
    const requestIdeas = async (count = 4) => {
      const ideaCounts = [{ authorId: plumbline, count }];
      await createRequest({ type: 'generate_article_ideas', authors: ideaCounts });
      return (await listIdeas()).toSorted((one, other) => one.title.localeCompare(other.title));
    };
    const createDraft = async (thenReview = false) => {
      const [idea] = await requestIdeas(1);
      const newRequest = { type: 'generate_articles' as const, ideaIds: [idea!.id], thenReview };
      const { items } = await createRequest(newRequest);
      return items[0]!.outcomes[0]!.id;
    };
    const findReview = async (articleId: string) => {
      const { reviews } = await get<{ reviews: ArticleReview[] }>(
        `/reviews?articleId=${articleId}`,
      );
      return reviews[0]!;
    };
    const createReviewedArticle = async () => {
      const articleId = await createDraft();
      await createRequest({ type: 'review_articles', articleIds: [articleId] });
      const { id } = await findReview(articleId);
      const { concerns } = await get<{ concerns: Concern[] }>(`/reviews/${id}`);
      return { articleId, reviewId: id, concerns };
    };
    const findStatus = async (articleId: string) => {
      const [row] = await database.queries
        .select({ status: articles.status })
        .from(articles)
        .where(eq(articles.id, articleId));
      return row!.status;
    };
    const loadManuscript = async (articleId: string) =>
      (await loadArticleWithManuscript(database.queries, articleId)).manuscript;

    it.runIf(isRunOfAllTests())('returns each idea of an author’s drafts only once', async () => {
      const ideas = await requestIdeas(3);
      expect(ideas.map(({ title }) => title.slice(0, 5))).toEqual(['abbab', 'bebbe', 'cicci']);
      expect(ideas[0]).toMatchObject({
        status: 'pending',
        authorAlias: 'Plumbline',
        level: 'beginner',
        nearest: {
          ...createProposedIdea('abbab').nearest,
          title: 'Total loss, still afloat',
        },
      });
      expect(await requestIdeas(3)).toHaveLength(4);
      const { items } = await createRequest({
        type: 'generate_article_ideas',
        authors: [{ authorId: plumbline, count: 1 }],
      });
      expect(items[0]).toMatchObject({
        status: 'errored',
        reason: 'All drafts the demo has by Plumbline are among the ideas already.',
      });
    });

    it.runIf(isRunOfAllTests())('reports that an author has no drafts', async () => {
      const authorId = (await findAuthorId('Ballast'))!;
      const { items } = await createRequest({
        type: 'generate_article_ideas',
        authors: [{ authorId, count: 2 }],
      });
      expect(items[0]!.reason).toBe('The demo has no drafts by Ballast. It has some by Plumbline.');
    });

    it.runIf(isRunOfAllTests())('requests an article again that failed at first', async () => {
      const ideaIds = (await requestIdeas()).map(({ id }) => id);
      const { request, items } = await createRequest({
        type: 'generate_articles',
        ideaIds,
        thenReview: false,
      });
      expect(items.map(({ status }) => status)).toEqual([
        'succeeded',
        'errored',
        'succeeded',
        'succeeded',
      ]);
      expect(items[1]!.reason).toBe(
        'The demo makes this request fail the first time. Request it again.',
      );
      expect(items[0]!.remarks).toContain('no claim covers “It never ended elsewhere.”');
      const again = await post(`/requests/${request.id}/retry`, {});
      await waitUntilEnded(again.json().data.request.id);
      expect((await listIdeas()).map(({ status }) => status)).toEqual(Array(4).fill('generated'));
    });

    it.runIf(isRunOfAllTests())(
      'links an article to its idea and request, and the idea back',
      async () => {
        const [idea] = await requestIdeas(1);
        const findIdea = async (articleId: string) =>
          (await get<{ idea: Idea | null }>(`/articles/${articleId}/idea`)).idea;
        expect(idea).toMatchObject({ writtenIn: null });
        const newRequest = {
          type: 'generate_articles' as const,
          ideaIds: [idea!.id],
          thenReview: false,
        };
        const { id: requestId } = (await post('/requests', newRequest)).json().data.request;
        expect((await listIdeas())[0]).toMatchObject({
          status: 'generating',
          writtenIn: requestId,
        });
        await waitUntilEnded(requestId);
        const { items } = await get<{ items: AiRequestItem[] }>(`/requests/${requestId}`);
        const articleId = items[0]!.outcomes[0]!.id;
        expect(await findIdea(articleId)).toMatchObject({
          ...{ id: idea!.id, title: idea!.title, articleId, writtenIn: requestId },
          requestId: idea!.requestId,
        });
        expect((await listIdeas())[0]).toMatchObject({ articleId, writtenIn: requestId });
        const byHand = await post('/articles', { author: 'Plumbline' });
        expect(await findIdea(byHand.json().data.id)).toBeNull();
        // An article written from an idea has the idea's level. The author's level, advanced, applies only to articles
        // without an idea.
        const getLevel = async (id: string) => (await get<EditorArticle>(`/articles/${id}`)).level;
        expect(await getLevel(articleId)).toBe('beginner');
        expect(await getLevel(byHand.json().data.id)).toBe('advanced');
      },
    );

    it.runIf(isRunOfAllTests())(
      'links to the request that succeeded after a failed one',
      async () => {
        const ideaIds = (await requestIdeas(2)).map(({ id }) => id);
        const { request } = await createRequest({
          type: 'generate_articles',
          ideaIds,
          thenReview: false,
        });
        const again = (await post(`/requests/${request.id}/retry`, {})).json().data.request.id;
        await waitUntilEnded(again);
        const ideas = (await listIdeas()).toSorted((one, other) =>
          one.title.localeCompare(other.title),
        );
        expect(ideas.map(({ writtenIn }) => writtenIn)).toEqual([request.id, again]);
      },
    );

    it('rejects a reworded duplicate idea unless an editor insists', async () => {
      const idea = createIdeaFields('nnonn', {
        title: 'The stranded ships of the Great Bitter Lake',
        thesis:
          'A convoy trapped in the Suez Canal for eight years forced insurers to say when a delay becomes a loss.',
        object: 'fourteen ships at anchor in the Great Bitter Lake',
      });
      const refused = await post('/ideas', { authorId: plumbline, idea });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().error).toMatch(
        /^This is too similar to an idea in the register: “Total loss, still afloat” \(ballast\/total-loss-still-afloat\)\. The similarity of their words is \d\d%\.$/,
      );
      const similarity = await post('/ideas/similarity', {
        title: idea.title,
        thesis: idea.thesis,
        object: idea.object,
      });
      expect(similarity.json().data).toMatchObject({
        isTooSimilar: true,
        mostSimilar: { kind: 'register' },
      });
      const accepted = await post('/ideas', { authorId: plumbline, idea, allowSimilar: true });
      expect(accepted.json().data.idea).toMatchObject({
        status: 'pending',
        requestId: null,
        nearest: null,
        mostSimilar: { kind: 'register', where: 'ballast/total-loss-still-afloat' },
      });
      const twice = await post('/ideas', { authorId: plumbline, idea });
      expect(twice.statusCode).toBe(409);
    });

    it('rejects a new or changed idea whose points are separate stories', async () => {
      const stories = createIdeaFields('zzuzz', {
        points: ['One.', { so: 'Two.' }, { and: 'Three.' }],
      });
      const refused = await post('/ideas', {
        authorId: plumbline,
        idea: stories,
        allowSimilar: true,
      });
      const sentence =
        'idea.points: Its points are separate stories: the third is joined to the one before it by no more than “and”.';
      expect([refused.statusCode, refused.json().error]).toEqual([400, sentence]);
      const idea = createIdeaFields('zzuzz');
      const created = await post('/ideas', { authorId: plumbline, idea });
      const { id, points, version } = created.json().data.idea;
      expect(points).toEqual(idea.points);
      const change = await studio.call('PUT', `/studio/ideas/${id}`, {
        base: version,
        idea: stories,
      });
      expect([change.statusCode, change.json().error]).toEqual([400, sentence]);
      expect(await listIdeas()).toMatchObject([{ id, points: idea.points }]);
    });

    it.runIf(isRunOfAllTests())(
      'lets editors change and delete ideas that are not being written',
      async () => {
        const [idea] = await requestIdeas(1);
        const base = idea!.version;
        const changed = {
          base,
          idea: createIdeaFields('abbab', { level: 'advanced' }),
          allowSimilar: false,
        };
        const saved = await studio.call('PUT', `/studio/ideas/${idea!.id}`, changed);
        expect(saved.statusCode, saved.body).toBe(200);
        expect(saved.json().data.idea.level).toBe('advanced');
        await createRequest({ type: 'generate_articles', ideaIds: [idea!.id], thenReview: false });
        const late = await studio.call('PUT', `/studio/ideas/${idea!.id}`, changed);
        expect([late.statusCode, late.json().error]).toEqual([
          409,
          'This idea is “Written” and cannot be changed any more.',
        ]);
        expect((await studio.call('DELETE', `/studio/ideas/${idea!.id}`)).statusCode).toBe(409);
        const { idea: storedIdea } = await get<{ idea: Idea }>(`/ideas/${idea!.id}`);
        expect(storedIdea).toMatchObject({ status: 'generated', title: changed.idea.title });
        expect((await studio.call('GET', `/studio/ideas/${randomUUID()}`)).statusCode).toBe(404);
        const other = await post('/ideas', {
          authorId: plumbline,
          idea: createIdeaFields('zzuzz'),
        });
        const { id } = other.json().data.idea;
        expect((await studio.call('DELETE', `/studio/ideas/${id}`)).statusCode).toBe(204);
        expect(await listIdeas()).toHaveLength(1);
      },
    );

    it('rejects a change based on an older version of an idea', async () => {
      const created = await post('/ideas', {
        authorId: plumbline,
        idea: createIdeaFields('zzuzz'),
      });
      const { id, version: base } = created.json().data.idea;
      const change = (century: number) =>
        studio.call('PUT', `/studio/ideas/${id}`, {
          base,
          idea: createIdeaFields('zzuzz', { century }),
        });
      expect((await change(18)).statusCode).toBe(200);
      const late = await change(17);
      expect([late.statusCode, late.json().error]).toEqual([
        409,
        'Somebody else has changed this idea. Compare, then save again.',
      ]);
      // Repeats the first change to the idea, as a client does if the response was lost.
      expect((await change(18)).statusCode).toBe(200);
      const { idea } = await get<{ idea: Idea }>(`/ideas/${id}`);
      expect(idea.century).toBe(18);
      expect(idea.version).not.toBe(base);
    });

    it.runIf(isRunOfAllTests())(
      'creates a draft with its claims, and a review if requested',
      async () => {
        const articleId = await createDraft(true);
        const { content } = await loadManuscript(articleId);
        const { entries } = await get<{ entries: AuditEntry[] }>(
          `/audit?subject=article&subjectId=${articleId}`,
        );
        const { requests } = await get<{ requests: AiRequest[] }>(
          '/requests?type=generate_articles',
        );
        expect(entries.find(({ action }) => action === 'article.create')!.after).toMatchObject({
          request: requests[0]!.id,
        });
        expect(content.claims?.sources).toHaveLength(2);
        expect(content.introduction[0]).toContain('an <em>odd</em> thing &#x26; so on.');
        expect(await findStatus(articleId)).toBe('ai_review');
        const { id, ...review } = await findReview(articleId);
        expect(review).toMatchObject({ status: 'pending', isAwaited: true, version: null });
        const { reviews: waitingBefore } = await get<{ reviews: number }>('/counts');
        const early = await post(`/reviews/${id}/accept`);
        expect([early.statusCode, early.json().error]).toEqual([
          409,
          'This review has no result yet. Request it again, or reject it.',
        ]);
        await waitUntilEnded(review.requestId);
        expect(await findReview(articleId)).toMatchObject({
          status: 'pending',
          isAwaited: false,
          version: 1,
          concerns: { pending_action: 2 },
        });
        const counts = await get<{ reviews: number }>('/counts');
        expect(counts.reviews).toBe(waitingBefore + 1);
      },
    );

    /** Creates an article whose AI review was requested and canceled. */
    const createArticleWithCanceledReview = async () => {
      const articleId = await createDraft();
      const response = await post('/requests', {
        type: 'review_articles',
        articleIds: [articleId],
      });
      const requestId: string = response.json().data.request.id;
      await postSuccessfully(`/requests/${requestId}/cancel`);
      await studio.step();
      return { articleId, requestId, reviewId: (await findReview(articleId)).id };
    };

    it.runIf(isRunOfAllTests())(
      'lets a failed review only be requested again or rejected',
      async () => {
        const { articleId, requestId, reviewId } = await createArticleWithCanceledReview();
        const failed = { status: 'pending', isAwaited: false, version: null, decidedAt: null };
        expect(await findReview(articleId)).toMatchObject({ ...failed, requestId });
        expect((await post(`/reviews/${reviewId}/accept`)).statusCode).toBe(409);
        const { request } = await createRequest({
          type: 'review_articles',
          articleIds: [articleId],
        });
        expect(await findReview(articleId)).toMatchObject({
          ...{ id: reviewId, requestId: request.id, version: 1 },
          concerns: { pending_action: 2 },
        });
      },
    );

    it.runIf(isRunOfAllTests())('closes a failed review when its article moves on', async () => {
      const { articleId } = await createArticleWithCanceledReview();
      const moved = await post(`/articles/${articleId}/moves`, { event: 'accept', version: 1 });
      expect(moved.json().data.status).toBe('human_review');
      expect((await findReview(articleId)).status).toBe('rejected');
    });

    it.runIf(isRunOfAllTests())(
      'ignores the pending review of an article that is a draft again, and waits for the next review',
      async () => {
        const { articleId, reviewId } = await createReviewedArticle();
        const move = () => post(`/articles/${articleId}/moves`, { event: 'rework', version: 1 });
        expect((await move()).json().data.status).toBe('draft');
        expect((await findReview(articleId)).status).toBe('rejected');
        expect((await post(`/reviews/${reviewId}/accept`)).statusCode).toBe(409);

        const body = { type: 'review_articles', articleIds: [articleId] };
        const first: AiRequest = (await post('/requests', body)).json().data.request;
        await move();
        const firstReview = await findReview(articleId);
        expect(firstReview).toMatchObject({ status: 'rejected', isAwaited: false });
        const second: AiRequest = (await post('/requests', body)).json().data.request;
        expect(await findReview(articleId)).toMatchObject({
          ...{ status: 'pending', isAwaited: true, requestId: second.id },
        });
        for (const { id } of [first, second]) await waitUntilEnded(id);
        expect((await findReview(articleId)).version).toBe(1);
        expect(
          (await get<{ review: ArticleReview }>(`/reviews/${firstReview.id}`)).review.version,
        ).toBeNull();
      },
    );

    it('sanitizes what the AI writes into articles and pages', async () => {
      const { articleId, reviewId, concerns } = await createReviewedArticle();
      const text = '“It’s <em>so</em>”<img src="x" onerror="alert(1)"> &amp; on';
      for (const { id } of concerns) await postSuccessfully(`/concerns/${id}/edit`, { text });
      const { concerns: after } = await get<{ concerns: Concern[] }>(`/reviews/${reviewId}`);
      expect(after.map(({ improved }) => improved)).toEqual([
        '“It’s <em>so</em>” &#x26; on',
        '“It’s so” & on',
      ]);
      const { content } = await loadManuscript(articleId);
      expect(content.keyPoints[2]!.takeaway).toBe('“It’s so” & on');
      await postSuccessfully(`/concerns/${concerns[1]!.id}/reopen`);
      const emptyEdit = await post(`/concerns/${concerns[1]!.id}/edit`, { text: '<em></em>' });
      expect(emptyEdit.statusCode).toBe(409);
    });

    it('moves an article to human review after its concerns were ignored, edited and fixed', async () => {
      const { articleId, reviewId, concerns } = await createReviewedArticle();
      expect(concerns.map(({ path, passage }) => [path, passage])).toEqual([
        ['introduction.0', 'It opens on an <em>odd</em> thing &#x26; so on.'],
        ['keyPoints.2.takeaway', 'Third thing to keep.'],
      ]);
      const earlyAccept = await post(`/reviews/${reviewId}/accept`);
      expect(earlyAccept.json().error).toBe('This review has 2 concerns to decide about first.');

      await createRequest({ type: 'improve_articles', concernIds: [concerns[0]!.id] });
      const { content, version } = await loadManuscript(articleId);
      expect(content.introduction[0]).toBe(
        'It opens on a <em>brass</em> funnel &#x26; a jar. The rest of the opening is sound.',
      );
      expect(version).toBe(2);
      await postSuccessfully(`/concerns/${concerns[1]!.id}/edit`, {
        text: 'Gauges <em>measure</em> roofs.',
      });
      expect((await loadManuscript(articleId)).content.keyPoints[2]!.takeaway).toBe(
        'Gauges measure roofs.',
      );
      expect(await findReview(articleId)).toMatchObject({
        status: 'concerns_addressed',
        concerns: { ai_improved: 1, human_addressed: 1 },
      });

      await postSuccessfully(`/concerns/${concerns[1]!.id}/reopen`);
      expect((await findReview(articleId)).status).toBe('pending');
      await postSuccessfully(`/concerns/${concerns[1]!.id}/ignore`);
      await postSuccessfully(`/reviews/${reviewId}/accept`);
      expect(await findStatus(articleId)).toBe('human_review');
      const late = await post(`/concerns/${concerns[1]!.id}/reopen`);
      expect([late.statusCode, late.json().error]).toEqual([
        409,
        'This review is “Accepted”: its concerns can’t be changed any more.',
      ]);
      const { entries } = await get<{ entries: AuditEntry[] }>(`/audit?subject=concern`);
      expect(entries.map(({ action, actorName }) => [action, actorName]).slice(0, 4)).toEqual([
        ['concern.ignored', 'grace'],
        ['concern.pending_action', 'grace'],
        ['concern.human_addressed', 'grace'],
        ['concern.ai_improved', 'Octavo'],
      ]);
    });

    it.runIf(isRunOfAllTests())(
      'moves an article with open concerns to human review if an editor requests it, and records this',
      async () => {
        const { articleId, reviewId, concerns } = await createReviewedArticle();
        const move = (body: object) => post(`/articles/${articleId}/moves`, body);
        for (const event of ['accept', 'publish']) {
          const refused = await move({ event, version: 1 });
          expect([refused.statusCode, refused.json().error]).toEqual([
            409,
            'The AI’s review has 2 undecided concerns. Decide about them first, or ignore them.',
          ]);
        }
        await postSuccessfully(`/concerns/${concerns[0]!.id}/ignore`);
        const moved = await move({ event: 'accept', version: 1, ignoreConcerns: true });
        expect([moved.statusCode, moved.json().data?.status]).toEqual([200, 'human_review']);
        expect(await findReview(articleId)).toMatchObject({
          id: reviewId,
          status: 'accepted',
          concerns: { ignored: 2 },
        });
        const { entries } = await get<{ entries: AuditEntry[] }>('/audit?subject=concern');
        expect(entries.slice(0, 2).map(({ action, actorName }) => [action, actorName])).toEqual([
          ['concern.ignored', 'grace'],
          ['concern.ignored', 'grace'],
        ]);
        const published = await move({ event: 'publish', version: 1 });
        expect(published.statusCode, published.body).toBe(200);
        expect(await findPublishedArticleById(database.queries, articleId)).toMatchObject({
          level: 'beginner',
        });
      },
    );

    it.runIf(isRunOfAllTests())(
      'keeps a passage that was changed in the meantime, and reports it',
      async () => {
        const { articleId, concerns } = await createReviewedArticle();
        const response = await post('/requests', {
          type: 'improve_articles',
          concernIds: concerns.map(({ id }) => id),
        });
        const { id } = response.json().data.request as AiRequest;
        expect(
          (await get<{ concerns: Concern[] }>(`/reviews/${concerns[0]!.reviewId}`)).concerns[0],
        ).toMatchObject({ improvingIn: id, stillStands: true });
        const { content } = await loadManuscript(articleId);
        await database.queries.transaction((transaction) =>
          saveManuscript(transaction, undefined, articleId, {
            base: 1,
            content: { ...content, introduction: ['Something else altogether.'] },
            reason: 'edit',
          }),
        );
        await waitUntilEnded(id);
        const { items } = await get<{ items: AiRequestItem[] }>(`/requests/${id}`);
        expect(items.map(({ status, reason }) => [status, reason])).toEqual([
          ['invalid', 'The passage has changed in the meantime.'],
          ['succeeded', null],
        ]);
        const after = await loadManuscript(articleId);
        expect(after.content.introduction).toEqual(['Something else altogether.']);
        expect(after.content.keyPoints[2]!.takeaway).toBe(WEAK_PASSAGES[1].improved);
        expect((await findReview(articleId)).concerns).toEqual({
          pending_action: 1,
          ai_improved: 1,
        });
        const again = await post('/requests', {
          type: 'improve_articles',
          concernIds: [concerns[0]!.id],
        });
        expect([again.statusCode, again.json().error]).toEqual([
          409,
          'The passage does not stand in the article as it did: there is nothing to improve.',
        ]);
      },
    );

    it('makes an article a draft when its review is rejected, and lets it be reviewed again', async () => {
      const { articleId, reviewId } = await createReviewedArticle();
      const twice = await post('/requests', { type: 'review_articles', articleIds: [articleId] });
      expect(twice.json().error).toBe(
        'This article has a review: accept or reject that one first.',
      );
      await postSuccessfully(`/reviews/${reviewId}/reject`);
      expect(await findStatus(articleId)).toBe('draft');
      await createRequest({ type: 'review_articles', articleIds: [articleId] });
      expect(await findReview(articleId)).toMatchObject({ status: 'pending', version: 1 });
      expect(await findStatus(articleId)).toBe('ai_review');
    });

    it('rejects reviewing a published article', async () => {
      const [published] = await database.queries
        .select()
        .from(articles)
        .where(eq(articles.status, 'published'))
        .limit(1);
      const response = await post('/requests', {
        type: 'review_articles',
        articleIds: [published!.id],
      });
      expect([response.statusCode, response.json().error]).toEqual([
        409,
        'This article is “Published” and cannot become “AI review” from there.',
      ]);
    });

    it('proposes personas that an editor accepts or declines', async () => {
      const { items } = await createRequest({ type: 'generate_authors', count: 3 });
      expect(items.map(({ status, outcomes }) => [status, outcomes[0]?.name])).toEqual([
        ['succeeded', 'Ford'],
        ['succeeded', 'Weir'],
        ['errored', undefined],
      ]);
      const { authors: proposed } = await get<{ authors: StudioAuthor[] }>(
        '/authors?status=pending_idea',
      );
      const [ford, weir] = proposed;
      expect([ford!.alias, weir!.alias]).toEqual(['Ford', 'Weir']);
      expect((await studio.app.inject('/authors/Ford')).statusCode).toBe(404);
      const early = await post('/requests', {
        type: 'generate_article_ideas',
        authors: [{ authorId: ford!.id, count: 1 }],
      });
      expect(early.statusCode).toBe(409);

      await postSuccessfully(`/authors/${ford!.id}/accept`);
      await postSuccessfully(`/authors/${weir!.id}/decline`);
      await expect
        .poll(async () => (await studio.app.inject('/authors/Ford')).statusCode)
        .toBe(200);
      const again = await post(`/authors/${weir!.id}/accept`);
      expect([again.statusCode, again.json().error]).toEqual([
        409,
        'This author is “Inactive” and cannot become “Active” from there.',
      ]);
      expect(await get(`/authors/${ford!.id}`)).toMatchObject({
        author: { status: 'active', isOfLibrary: false },
        profile: { alias: 'Ford' },
        voice: { promise: 'Every piece follows one thing downstream.' },
      });
      // The name of a declined persona stays reserved, so the same persona is not proposed again.
      const { items: next } = await createRequest({ type: 'generate_authors', count: 1 });
      expect(next[0]!.status).toBe('errored');
    });

    it.each(['keep', 'archive'] as const)(
      'retires an author (%s) so that no import undoes it, and reinstates the author',
      async (articlePolicy) => {
        const id = (await findAuthorId('Gantry'))!;
        await postSuccessfully(`/authors/${id}/retire`, { articles: articlePolicy });
        await importLibrary(database.queries, await readLibrary(TEST_LIBRARY_FOLDER));
        const { author } = await get<{ author: StudioAuthor }>(`/authors/${id}`);
        expect(author).toMatchObject({ status: 'inactive', isHeld: true });
        const hasArticles = async () => {
          const { data } = (await studio.app.inject('/api/v1/articles?alias=Gantry')).json();
          return data.metas.length > 0;
        };
        await expect.poll(hasArticles).toBe(false);
        await postSuccessfully(`/authors/${id}/reinstate`);
        await expect.poll(hasArticles).toBe(articlePolicy === 'keep');
      },
    );

    it.runIf(isRunOfAllTests())(
      'shows authors behind their goal, and requests their missing articles and ideas in one call',
      async () => {
        const getCadence = async () => {
          const { authors: cadences } = await get<{ authors: AuthorCadence[] }>('/cadence');
          return cadences.find(({ alias }) => alias === 'Plumbline')!;
        };
        expect(await getCadence()).toMatchObject({ publishedInWeek: 0, missing: 2, gap: 2 });
        const [idea] = await requestIdeas(1);
        expect(await getCadence()).toMatchObject({ ideasPending: 1, gap: 2 });
        const estimate = await get<GapFillEstimate>('/cadence/fill');
        expect(estimate).toMatchObject({ articles: 1, isWithinBudget: true, notes: [] });
        expect(estimate.ideasBy).toContain('Plumbline');
        expect(estimate.estimatedCost).toBeGreaterThan(0);
        expect(estimate.maxCost).toBeGreaterThan(estimate.estimatedCost);
        // The estimate must not have created an AI request.
        expect(await getCadence()).toMatchObject({ ideasPending: 1, ideasAwaited: 0, gap: 2 });
        const filled = await post('/cadence/fill', { authorIds: [plumbline], thenReview: false });
        expect(filled.statusCode, filled.body).toBe(201);
        const { requests, notes } = filled.json().data;
        expect(notes).toEqual([]);
        expect(requests.map(({ type }: AiRequest) => type)).toEqual([
          'generate_articles',
          'generate_article_ideas',
        ]);
        expect(await getCadence()).toMatchObject({
          ideasPending: 0,
          ideasGenerating: 1,
          ideasAwaited: 1,
          gap: 1,
        });
        const twice = await post('/cadence/fill', { authorIds: [plumbline] });
        expect(twice.json().data).toEqual({
          requests: [],
          notes: ['Everything that is missing is on its way already.'],
        });
        for (const { id } of requests) await waitUntilEnded(id);
        expect(await getCadence()).toMatchObject({ articlesUnderWay: 1, ideasPending: 1, gap: 1 });
        expect((await listIdeas()).find(({ id }) => id === idea!.id)!.status).toBe('generated');
      },
    );

    it('requests missing articles only once for several simultaneous calls', async () => {
      const fillGaps = () => post('/cadence/fill', { authorIds: [plumbline], thenReview: false });
      const responses = await Promise.all([fillGaps(), fillGaps(), fillGaps()]);
      const requestCounts = responses.map((response) => response.json().data.requests.length);
      expect(requestCounts.toSorted()).toEqual([0, 0, 1]);
    });

    it('reports the requested articles if the ideas could not be requested', async () => {
      await requestIdeas(1);
      const isPlumbline = eq(authors.id, plumbline);
      const { queries } = database;
      let transactions = 0;
      const transaction = (async (work) => {
        // The author becomes inactive between two transactions: the first requests articles, and the second requests
        // ideas.
        if (transactions++ === 1)
          await queries.update(authors).set({ status: 'inactive' }).where(isPlumbline);
        return queries.transaction(work);
      }) as Queries['transaction'];
      const retiringDatabase = Object.assign(Object.create(database) as Database, {
        queries: Object.assign(Object.create(queries) as Queries, { transaction }),
      });
      const { writing } = studio;
      const body = { authorIds: [plumbline], thenReview: false };
      const { requestIds, notes } = await fillCadenceGaps(
        retiringDatabase,
        writing,
        undefined,
        body,
      ).finally(() => queries.update(authors).set({ status: 'active' }).where(isPlumbline));
      expect(requestIds).toHaveLength(1);
      expect(notes).toEqual(['Plumbline does not write at present: ideas are for active authors.']);
    });

    it.runIf(isRunOfAllTests())('frees the slot and the subject of an archived draft', async () => {
      const getGap = async () => {
        const { authors: cadences } = await get<{ authors: AuthorCadence[] }>('/cadence');
        return cadences.find(({ alias }) => alias === 'Plumbline')!.gap;
      };
      const articleId = await createDraft(true);
      const [idea] = await listIdeas();
      const other = await post('/articles', { author: 'Plumbline', title: 'Another' });
      const otherId: string = other.json().data.id;
      expect(await getGap()).toBe(0);
      expect(
        (
          await post('/ideas/similarity', { title: idea!.title, thesis: idea!.thesis, object: '' })
        ).json().data,
      ).toMatchObject({ isTooSimilar: true });

      const move = (id: string, event: string) =>
        post(`/articles/${id}/moves`, { event, version: 1 });
      for (const id of [articleId, otherId])
        expect((await move(id, 'archive')).json().data).toMatchObject({
          status: 'archived',
          path: null,
          publishedAt: null,
        });
      expect(await getGap()).toBe(2);
      expect((await findReview(articleId)).status).toBe('rejected');
      const again = await post('/ideas', {
        authorId: plumbline,
        idea: createIdeaFields('nnonn', {
          title: idea!.title,
          thesis: idea!.thesis,
        }),
      });
      expect(again.statusCode, again.body).toBe(201);

      const refused = await move(articleId, 'restore');
      expect([refused.statusCode, refused.json().error]).toEqual([
        409,
        'This article is “Archived” and cannot become “Published” from there.',
      ]);
      expect((await move(articleId, 'resume')).json().data.status).toBe('draft');
      expect(await getGap()).toBe(1);
    });

    it('stores an idea only once if it is sent several times at once', async () => {
      const idea = createIdeaFields('zzuzz');
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => post('/ideas', { authorId: plumbline, idea })),
      );
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
        201, 409, 409, 409,
      ]);
    });

    it('fills gaps as far as the month’s budget covers', async () => {
      await requestIdeas(2);
      const { writing } = studio;
      const previousBudget = writing.monthlyBudget;
      const ideas = await listIdeas();
      const estimate = await post('/requests/estimate', {
        type: 'generate_articles',
        ideaIds: [ideas[0]!.id],
      });
      const spent = (await get<{ budget: { spent: number } }>('/writing')).budget.spent;
      writing.monthlyBudget = spent + estimate.json().data.maxCost * 1.5;
      try {
        const filled = await post('/cadence/fill', { authorIds: [plumbline] });
        const { requests, notes } = filled.json().data;
        expect(requests).toMatchObject([{ type: 'generate_articles', items: { pending: 1 } }]);
        expect(notes[0]).toBe('This month has the money for 1 of 2 articles.');
      } finally {
        writing.monthlyBudget = previousBudget;
      }
    });
  },
);
