import { hash, randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { libraryConflicts } from '#server/catalogue/library/schema.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from '#server/catalogue/narration/record-narration-job.ts';
import { narrationJobs } from '#server/catalogue/narration/schema.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { sendContactMessage } from '#server/readers/contact/testing/contact-form.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { aiRequestItems, aiRequests } from './ai-request-store/schema.ts';
import { auditLog } from './audit/schema.ts';
import { PICTURE_FILE_FACTORIES } from './pictures/testing/files.ts';
import { articleReviews, reviewConcerns } from './reviews/schema.ts';
import { createIdeaFields } from './testing/ai-results.ts';
import { backdatePublications } from './testing/backdate-publications.ts';
import { createPublishableManuscript } from './testing/manuscripts.ts';
import { openTestStudio, type TestStudio } from './testing/studio.ts';
import { createAnthropicWriter } from './writer/anthropic-writer.ts';

/**
 * Endpoints without an audit entry, because they change nothing permanently, such as cost estimates and voice trials.
 */
const ENDPOINTS_WITHOUT_AUDIT = [
  'POST /articles/:id/presence',
  'DELETE /articles/:id/presence',
  'POST /requests/estimate',
  'POST /ideas/similarity',
  'POST /narrators/try',
];
/** Endpoints whose audit entries other test files check, because their setup is long. The comments name these files. */
const ENDPOINTS_TESTED_ELSEWHERE = [
  // The audit entry is checked in health/health.test.ts.
  'POST /jobs/:id/retry',
  // The audit entry is checked in pictures/pictures.test.ts.
  'POST /photos/stock',
  // The audit entries are checked in narrators/installation.test.ts.
  'POST /narrators/installation',
  'DELETE /narrators/installation',
  // The audit entry is checked in ai-requests/unknown-outcome.test.ts.
  'POST /requests/:id/check',
];

type ResponsePromise = Promise<LightMyRequestResponse>;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const UPPERCASE_ID = /(?=[\dA-F-]{36})[\d-]*[A-F]/;
const toUppercaseIds = (text: string) => text.replace(ID, (id) => id.toUpperCase());

describe('the audit log', () => {
  let studio: TestStudio;
  let call: ReturnType<typeof createApiCaller>;
  /** True if the test client currently sends IDs in uppercase. */
  let usesUppercaseIds = false;
  let administrator: TestReader;
  let plumbline: string;
  let library: { id: string; authorAlias: string }[];

  beforeAll(async () => {
    const options = {
      apiKey: 'sk-ant-test',
      model: 'claude-sonnet-5-5',
      baseURL: 'http://[::1]:1',
    };
    studio = await openTestStudio(
      await backdatePublications(await pgliteTestEngine.openFilled()),
      createAnthropicWriter(options),
      1_000_000,
    );
    administrator = await signInTestReader(studio.database, 'ada');
    await signInTestReader(studio.database, 'bea');
    await updateRole(studio.database.queries, administrator.user.id, 'administrator');
    const callApi = createApiCaller(studio, administrator);
    call = (method, path, body) =>
      usesUppercaseIds
        ? callApi(
            method,
            toUppercaseIds(path),
            body && JSON.parse(toUppercaseIds(JSON.stringify(body))),
          )
        : callApi(method, path, body);
    plumbline = (await findAuthor('Plumbline')).id;
    library = (await studio.app.inject('/api/v1/articles?limit=20')).json().data.metas;
  });
  afterAll(() => studio.close());

  const queries = () => studio.database.queries;
  const findAuthor = async (alias: string) =>
    (await queries().select().from(authors).where(eq(authors.alias, alias)))[0]!;
  const setAuthorStatus = async (alias: string, status: AuthorStatus) => {
    await queries().update(authors).set({ status }).where(eq(authors.alias, alias));
    return (await findAuthor(alias)).id;
  };
  const createArticle = async (status: 'draft' | 'human_review' | 'published' = 'draft') => {
    const response = await call('POST', '/studio/articles', { author: 'Plumbline' });
    const { id } = response.json().data as { id: string };
    const content = createPublishableManuscript({ title: id });
    await call('PUT', `/studio/articles/${id}/manuscript`, { base: 1, content });
    if (status === 'human_review') await move(id, 'accept');
    if (status === 'published') await move(id, 'publish');
    return id;
  };
  const move = (id: string, event: string) =>
    call('POST', `/studio/articles/${id}/moves`, { event, version: 2 });
  const postIdea = async (): Promise<string> => {
    const body = { authorId: plumbline, idea: createIdeaFields(`i${randomUUID().slice(0, 6)}`) };
    return (await call('POST', '/studio/ideas', body)).json().data.idea.id;
  };
  const createRequest = async (): Promise<string> => {
    const body = { type: 'generate_authors', count: 1 };
    return (await call('POST', '/studio/requests', body)).json().data.request.id;
  };
  const createRequestWithUnknownOutcome = async (): Promise<string> => {
    const id = await createRequest();
    const unknown = { sentAt: new Date(), outcomeUnknownAt: new Date() };
    await queries().update(aiRequests).set(unknown).where(eq(aiRequests.id, id));
    return id;
  };
  const createMessage = async (): Promise<string> => {
    await sendContactMessage(studio);
    return (await call('GET', '/studio/messages')).json().data.messages[0].id;
  };
  /** Creates an AI review with one concern. */
  const createReview = async (isDecided = false) => {
    const articleId = await createArticle();
    await queries().update(articles).set({ status: 'ai_review' }).where(eq(articles.id, articleId));
    const [id, concern] = [randomUUID(), randomUUID()];
    await queries()
      .insert(articleReviews)
      .values({
        ...{ id, articleId, requestId: id, itemId: id, version: 2 },
        status: isDecided ? 'concerns_addressed' : 'pending',
      });
    await queries()
      .insert(reviewConcerns)
      .values({
        ...{ id: concern, reviewId: id, position: 0, kind: 'framing', path: 'tagline' },
        ...{ passage: 'a metre is measured with', concern: 'Is it?' },
        status: isDecided ? 'ignored' : 'pending_action',
      });
    return { id, concern };
  };
  const uploadPhoto = async (): Promise<string> => (await upload()).json().data.id;
  const upload = async () => {
    const payload = await PICTURE_FILE_FACTORIES.jpeg();
    const attribution = {
      user: 'Ann',
      userProfile: 'https://ann.example',
      service: '',
      alt: 'Red',
    };
    return studio.app.inject({
      method: 'POST',
      url: `/api/v1/studio/photos?${new URLSearchParams(attribution)}`,
      ...{ payload, cookies: administrator.cookies },
      headers: {
        'content-type': 'application/octet-stream',
        'x-content-sha256': hash('sha256', payload),
      },
    });
  };
  const createConflict = async () => {
    const { id } = library[0]!;
    const { manuscript } = (await call('GET', `/studio/articles/${id}`)).json().data;
    const { content, version: base } = manuscript;
    await call('PUT', `/studio/articles/${id}/manuscript`, { base, content });
    const [row] = await queries().select().from(articles).where(eq(articles.id, id));
    const file = { ...row!, startHere: false, alt: '', topics: [] };
    await queries()
      .insert(libraryConflicts)
      .values({ articleId: id, hash: 'x', article: file as never });
    return id;
  };

  /**
   * Functions by endpoint. Each prepares a call of its endpoint, and returns a function that makes the call. Every call
   * changes data, so the test expects an audit entry.
   */
  const CALLS: Readonly<Record<string, () => Promise<() => ResponsePromise>>> = {
    'POST /articles': async () => () => call('POST', '/studio/articles', { author: 'Plumbline' }),
    'PUT /articles/:id/manuscript': async () => {
      const { id } = library[1]!;
      const { content } = (await call('GET', `/studio/articles/${id}`)).json().data.manuscript;
      const changed = { ...content, title: 'Changed' };
      return () => call('PUT', `/studio/articles/${id}/manuscript`, { base: 0, content: changed });
    },
    'POST /articles/:id/versions/:version/restore': async () => {
      const id = await createArticle();
      return () => call('POST', `/studio/articles/${id}/versions/1/restore`, { base: 2 });
    },
    'POST /articles/:id/moves': async () => {
      const id = await createArticle();
      return () => move(id, 'accept');
    },
    'POST /articles/:id/update': async () => {
      const id = await createArticle('published');
      const content = createPublishableManuscript({ title: `${id} changed` });
      await call('PUT', `/studio/articles/${id}/manuscript`, { base: 2, content });
      return () => call('POST', `/studio/articles/${id}/update`, { version: 3 });
    },
    'POST /articles/:id/read': async () => {
      const id = await createArticle('published');
      return () => call('POST', `/studio/articles/${id}/read`, { version: 2 });
    },
    'PUT /articles/:id/schedule': async () => {
      const id = await createArticle('human_review');
      const publishAt = new Date(Date.now() + 3_600_000).toISOString();
      return () => call('PUT', `/studio/articles/${id}/schedule`, { at: publishAt, version: 2 });
    },
    'POST /articles/:id/conflict': async () => {
      const id = await createConflict();
      const { data } = (await call('GET', `/studio/articles/${id}`)).json();
      const { seenAt } = data.conflict;
      const body = { choice: 'ours', version: data.manuscript.version, seenAt };
      return () => call('POST', `/studio/articles/${id}/conflict`, body);
    },
    'POST /reports/:articleId/decision': async () => {
      const { id, authorAlias } = library[2]!;
      const reader = createApiCaller(studio, await signInTestReader(studio.database, 'reader'));
      const report = { reason: 'SPAM', explanation: '' };
      await reader('PUT', `/articles/${authorAlias}/${id}/report`, report);
      const decision = { decision: 'dismiss', seenUntil: new Date(Date.now() + 9e3).toISOString() };
      return () => call('POST', `/studio/reports/${id}/decision`, decision);
    },
    'POST /messages/:id/reply': async () => {
      const id = await createMessage();
      const reply = { id: randomUUID(), text: 'The oldest is Plumbline.', seen: 0 };
      return () => call('POST', `/studio/messages/${id}/reply`, reply);
    },
    'POST /messages/:id/spam': async () => {
      const id = await createMessage();
      return () => call('POST', `/studio/messages/${id}/spam`, {});
    },
    'POST /messages/:id/reopen': async () => {
      const id = await createMessage();
      await call('POST', `/studio/messages/${id}/spam`, {});
      return () => call('POST', `/studio/messages/${id}/reopen`, {});
    },
    'POST /requests': async () => () =>
      call('POST', '/studio/requests', { type: 'generate_authors', count: 1 }),
    'POST /requests/:id/cancel': async () => {
      const id = await createRequest();
      return () => call('POST', `/studio/requests/${id}/cancel`);
    },
    'POST /requests/:id/retry': async () => {
      const id = await createRequest();
      const failed = { status: 'errored', reason: 'It failed.' } as const;
      await queries().update(aiRequestItems).set(failed).where(eq(aiRequestItems.requestId, id));
      const ended = { status: 'ended', endedAt: new Date() } as const;
      await queries().update(aiRequests).set(ended).where(eq(aiRequests.id, id));
      return () => call('POST', `/studio/requests/${id}/retry`, {});
    },
    'POST /requests/:id/send-again': async () => {
      const id = await createRequestWithUnknownOutcome();
      return () => call('POST', `/studio/requests/${id}/send-again`);
    },
    'POST /requests/:id/give-up': async () => {
      const id = await createRequestWithUnknownOutcome();
      return () => call('POST', `/studio/requests/${id}/give-up`);
    },
    'POST /ideas': async () => () =>
      call('POST', '/studio/ideas', { authorId: plumbline, idea: createIdeaFields('posted') }),
    'PUT /ideas/:id': async () => {
      const id = await postIdea();
      const { version: base } = (await call('GET', `/studio/ideas/${id}`)).json().data.idea;
      return () => call('PUT', `/studio/ideas/${id}`, { base, idea: createIdeaFields('changed') });
    },
    'DELETE /ideas/:id': async () => {
      const id = await postIdea();
      return () => call('DELETE', `/studio/ideas/${id}`);
    },
    'PUT /authors/:id': async () => {
      const author = (await call('GET', `/studio/authors/${plumbline}`)).json().data;
      const { tagline, about, perspective, expertise, targetAudience, influencedBy } =
        author.profile;
      const { subjects } = expertise;
      const profile = { tagline, about, perspective, subjects, targetAudience, influencedBy };
      const words = { ...profile, mission: 'Another one.', voice: null };
      return () => call('PUT', `/studio/authors/${plumbline}`, { base: author.version, words });
    },
    'POST /authors/:id/accept': async () => {
      const id = await setAuthorStatus('Ballast', 'pending_idea');
      return () => call('POST', `/studio/authors/${id}/accept`);
    },
    'POST /authors/:id/decline': async () => {
      const id = await setAuthorStatus('Ballast', 'pending_idea');
      return () => call('POST', `/studio/authors/${id}/decline`);
    },
    'POST /authors/:id/retire': async () => {
      const id = await setAuthorStatus('Ballast', 'active');
      return () => call('POST', `/studio/authors/${id}/retire`, { articles: 'keep' });
    },
    'POST /authors/:id/reinstate': async () => {
      const id = await setAuthorStatus('Ballast', 'inactive');
      return () => call('POST', `/studio/authors/${id}/reinstate`);
    },
    'POST /reviews/:id/accept': async () => {
      const { id } = await createReview(true);
      return () => call('POST', `/studio/reviews/${id}/accept`);
    },
    'POST /reviews/:id/reject': async () => {
      const { id } = await createReview();
      return () => call('POST', `/studio/reviews/${id}/reject`);
    },
    'POST /concerns/:id/ignore': async () => {
      const { concern } = await createReview();
      return () => call('POST', `/studio/concerns/${concern}/ignore`);
    },
    'POST /concerns/:id/reopen': async () => {
      const { concern } = await createReview(true);
      return () => call('POST', `/studio/concerns/${concern}/reopen`);
    },
    'POST /concerns/:id/edit': async () => {
      const { concern } = await createReview();
      const text = 'one measures a metre with';
      return () => call('POST', `/studio/concerns/${concern}/edit`, { text });
    },
    'POST /cadence/fill': async () => () => call('POST', '/studio/cadence/fill', {}),
    'POST /photos': async () => upload,
    'DELETE /photos/:id': async () => {
      const id = await uploadPhoto();
      return () => call('DELETE', `/studio/photos/${id}`);
    },
    'POST /photos/:id/crops': async () => {
      const id = await uploadPhoto();
      return () => call('POST', `/studio/photos/${id}/crops`, { focus: { x: 0, y: 1 } });
    },
    'PUT /narrators/settings': async () => {
      const { version } = (await call('GET', '/studio/narrators')).json().data;
      return () => call('PUT', '/studio/narrators/settings', { version, recordAhead: 'off' });
    },
    'POST /narrators/retry': async () => {
      await createOrUpdateQueues(studio.database, [RECORD_NARRATION_JOB_DEFINITION]);
      const recording = hash('md5', randomUUID());
      await queries()
        .insert(narrationJobs)
        .values({
          ...{ recording, articleId: library[0]!.id, narrator: 'af', extent: 'whole' },
          ...{ state: 'failed', error: 'The disk is full.' },
        });
      return () => call('POST', '/studio/narrators/retry', { recording });
    },
    'PUT /members': async () => () =>
      call('PUT', '/studio/members', { email: 'bea@example.org', role: 'editor' }),
  };

  it('covers every call that changes something', async () => {
    const { paths } = (await studio.app.inject('/api/v1/openapi.json')).json();
    const calls = Object.entries<object>(paths)
      .filter(([path]) => path.startsWith('/api/v1/studio/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter((method) => method !== 'get')
          .map((method) => `${method.toUpperCase()} ${path.slice(14).replace(/{(\w+)}/g, ':$1')}`),
      );
    const listedEndpoints = [
      ...Object.keys(CALLS),
      ...ENDPOINTS_WITHOUT_AUDIT,
      ...ENDPOINTS_TESTED_ELSEWHERE,
    ];
    expect(listedEndpoints.toSorted()).toEqual(calls.toSorted());
  });

  it.each(Object.keys(CALLS))(
    'names the acting member, and the subject as it is stored: %s',
    async (name) => {
      const sendRequest = await CALLS[name]!();
      const before = await queries().$count(auditLog);
      usesUppercaseIds = true;
      const response = await sendRequest();
      usesUppercaseIds = false;
      expect([200, 201, 204], response.body).toContain(response.statusCode);
      expect(await queries().$count(auditLog)).toBeGreaterThan(before);
      const [entry] = await queries().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      expect(entry!.actorName).toBe('ada');
      expect(JSON.stringify(entry)).not.toMatch(UPPERCASE_ID);
    },
  );
});
