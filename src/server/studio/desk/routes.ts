import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ArticleEvent } from '#domain/statuses/machines.ts';
import {
  beginSchema,
  conflictChoiceSchema,
  deskArticleSchema,
  deskLineSchema,
  moveSchema,
  outlookSchema,
  savedSchema,
  saveSchema,
  scheduleSchema,
  versionSchema,
} from '#domain/studio/desk.ts';
import { emptyManuscript, manuscriptSchema } from '#domain/studio/manuscript.ts';
import type { Member } from '#domain/studio/roles.ts';
import { holdArticle, settleWithLibrary } from '#server/catalogue/articles/service.ts';
import { findAuthors, requireAuthor } from '#server/catalogue/authors/service.ts';
import { endConflict, listConflicts } from '#server/catalogue/library/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  dataOf,
  emptyResponses,
  errorSchema,
  limitParameter,
} from '#server/platform/http/schemas.ts';
import { record } from '#server/studio/audit/service.ts';
import {
  beginManuscript,
  findVersion,
  forgetPresence,
  listVersions,
  notePresence,
  openManuscript,
  type StoredManuscript,
  saveManuscript,
} from '#server/studio/manuscripts/service.ts';
import { contentOf, describeDesk, listDesk } from './articles.ts';
import { foresee } from './outlook.ts';
import { moveArticle, scheduleArticle, updateArticle } from './publishing.ts';

const MOST_LISTED = 2000;
/** Bytes of a manuscript with its claims; the longest of the library has 60 KB. */
const LARGEST_MANUSCRIPT = 512 * 1024;

const ofArticle = z.object({ id: z.uuid({ error: 'is not the id of an article' }).toLowerCase() });
const ofVersion = ofArticle.extend({ version: z.coerce.number().int().min(1) });

/** Events that end what the AI's review of an article was for. */
const PASSING: ReadonlySet<ArticleEvent> = new Set(['accept', 'publish']);

interface DeskOptions {
  queries: Queries;
  /** Closes the review of an article that goes on, or refuses it; within a transaction. */
  closeReview: (
    transaction: Queries,
    member: Member,
    articleId: string,
    leaveConcerns: boolean,
  ) => Promise<void>;
}

/** `/studio/articles`: every article there is, and the manuscript of each. */
export function deskRoutes(app: FastifyInstance, { queries, closeReview }: DeskOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const articleResponse = { 200: dataOf(deskArticleSchema), '4xx': errorSchema };

  typed.get(
    '/articles',
    {
      schema: {
        summary: 'Every article there is, whatever its status, in the order of their ids',
        querystring: z.object({
          limit: limitParameter(MOST_LISTED, MOST_LISTED),
          after: z.uuid().optional(),
        }),
        response: {
          200: dataOf(
            z.object({ articles: z.array(deskLineSchema), after: z.string().nullable() }),
          ),
          '4xx': errorSchema,
        },
      },
    },
    async ({ query }) => ({ data: await listDesk(queries, query.limit, query.after) }),
  );

  typed.post(
    '/articles',
    {
      schema: {
        summary: 'Begin an article by hand',
        body: beginSchema,
        response: { 201: dataOf(z.object({ id: z.uuid() })), '4xx': errorSchema },
      },
    },
    async ({ member, body: { author: alias, title } }, reply) => {
      const authorId = await requireAuthor(queries, alias);
      const [author] = await findAuthors(queries, [alias]);
      const content = { ...emptyManuscript(author!.expertise), title };
      const id = await queries.transaction(async (transaction) => {
        const begun = await beginManuscript(transaction, member, {
          authorId,
          content,
          reason: 'begin',
        });
        await record(transaction, member, {
          action: 'article.begin',
          id: begun,
          name: title || 'Untitled',
          after: { author: author!.alias },
        });
        return begun;
      });
      return reply.code(201).send({ data: { id } });
    },
  );

  typed.get(
    '/articles/:id',
    {
      schema: { summary: 'An article to be changed', params: ofArticle, response: articleResponse },
    },
    async ({ member, params: { id } }) => {
      await openManuscript(queries, id);
      return { data: await describeDesk(queries, id, await notePresence(queries, member, id)) };
    },
  );

  typed.put(
    '/articles/:id/manuscript',
    {
      bodyLimit: LARGEST_MANUSCRIPT,
      schema: {
        summary:
          'Save what a manuscript has become since version `base`; 409 when somebody else has',
        params: ofArticle,
        body: saveSchema,
        response: { 200: dataOf(savedSchema), '4xx': errorSchema },
      },
    },
    async ({ member, params: { id }, body: { base, content } }) => {
      const saved = await queries.transaction((transaction) =>
        saveManuscript(transaction, member, id, { base, content, reason: 'edit' }),
      );
      return { data: asSaved(saved) };
    },
  );

  typed.get(
    '/articles/:id/versions',
    {
      schema: {
        summary: 'What was saved of a manuscript, newest first',
        params: ofArticle,
        response: {
          200: dataOf(z.object({ versions: z.array(versionSchema) })),
          '4xx': errorSchema,
        },
      },
    },
    async ({ params: { id } }) => {
      const versions = await listVersions(queries, id);
      return {
        data: {
          versions: versions.map(({ savedAt, ...version }) => ({
            ...version,
            savedAt: savedAt.toISOString(),
          })),
        },
      };
    },
  );

  typed.get(
    '/articles/:id/versions/:version',
    {
      schema: {
        summary: 'A version of a manuscript as it was',
        params: ofVersion,
        response: { 200: dataOf(z.object({ content: manuscriptSchema })), '4xx': errorSchema },
      },
    },
    async ({ params: { id, version } }) => ({
      data: { content: await requireVersion(queries, id, version) },
    }),
  );

  typed.post(
    '/articles/:id/versions/:version/restore',
    {
      schema: {
        summary: 'Go back to a version; what is there now stays in the history',
        params: ofVersion,
        body: saveSchema.pick({ base: true }),
        response: { 200: dataOf(savedSchema), '4xx': errorSchema },
      },
    },
    async ({ member, params: { id, version }, body: { base } }) => {
      const content = await requireVersion(queries, id, version);
      const saved = await queries.transaction(async (transaction) => {
        const restored = await saveManuscript(transaction, member, id, {
          base,
          content,
          reason: 'restore',
        });
        await record(transaction, member, {
          action: 'article.goBack',
          id,
          name: content.title,
          before: { version: base },
          after: { version },
        });
        return restored;
      });
      return { data: asSaved(saved) };
    },
  );

  typed.post(
    '/articles/:id/presence',
    {
      schema: {
        summary: 'Say that one has an article open; who else has',
        params: ofArticle,
        body: z.strictObject({}),
        response: { 200: dataOf(z.object({ others: z.array(z.string()) })), '4xx': errorSchema },
      },
    },
    async ({ member, params: { id } }) => {
      await openManuscript(queries, id);
      return { data: { others: await notePresence(queries, member, id) } };
    },
  );

  typed.delete(
    '/articles/:id/presence',
    {
      schema: {
        summary: 'Say that one has closed an article',
        params: ofArticle,
        response: emptyResponses,
      },
    },
    async ({ member, params: { id } }, reply) => {
      await forgetPresence(queries, member.id, id);
      return reply.code(204).send();
    },
  );

  typed.post(
    '/articles/:id/moves',
    {
      schema: {
        summary: 'Move an article on by an event of its vocabulary',
        params: ofArticle,
        body: moveSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { event, version, leaveConcerns } }) => {
      await queries.transaction(async (transaction) => {
        if (PASSING.has(event)) await closeReview(transaction, member, id, leaveConcerns);
        await moveArticle(transaction, id, event, { doer: member, actor: 'editor', version });
      });
      return { data: await describeDesk(queries, id) };
    },
  );

  typed.post(
    '/articles/:id/update',
    {
      schema: {
        summary: 'Give readers what has changed of an article they have',
        params: ofArticle,
        body: moveSchema.pick({ version: true }),
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { version } }) => {
      await queries.transaction((transaction) =>
        updateArticle(transaction, id, { doer: member, version }),
      );
      return { data: await describeDesk(queries, id) };
    },
  );

  typed.put(
    '/articles/:id/schedule',
    {
      schema: {
        summary: 'Have an article published by itself, or not',
        params: ofArticle,
        body: scheduleSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { at, version } }) => {
      await queries.transaction((transaction) =>
        scheduleArticle(transaction, id, at ? new Date(at) : null, { doer: member, version }),
      );
      return { data: await describeDesk(queries, id) };
    },
  );

  typed.get(
    '/articles/:id/outlook',
    {
      schema: {
        summary: 'What readers will get once the manuscript is published',
        params: ofArticle,
        response: { 200: dataOf(outlookSchema), '4xx': errorSchema },
      },
    },
    async ({ params: { id } }) => ({ data: await foresee(queries, id) }),
  );

  typed.post(
    '/articles/:id/conflict',
    {
      schema: {
        summary: 'Say whose version of an article of the library holds',
        params: ofArticle,
        body: conflictChoiceSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { choice } }) => {
      await queries.transaction(async (transaction) => {
        const [conflict] = await listConflicts(transaction, id);
        if (!conflict) throw new NotFoundError('The library has no other version of this article.');
        const isTaken = choice === 'library';
        if (isTaken) {
          const open = await openManuscript(transaction, id);
          const content = contentOf(conflict, open);
          const base = open.manuscript.version;
          await saveManuscript(transaction, member, id, { base, content, reason: 'library' });
          if (open.article.status === 'published')
            await updateArticle(transaction, id, { doer: member });
        }
        await settleWithLibrary(transaction, id, conflict.hash, { isTaken });
        if (!isTaken) await holdArticle(transaction, id);
        await endConflict(transaction, id);
        await record(transaction, member, {
          action: 'article.settle',
          id,
          name: conflict.article.title,
          after: { choice },
        });
      });
      return { data: await describeDesk(queries, id) };
    },
  );
}

function asSaved({ version, savedAt, publishAt }: StoredManuscript) {
  return {
    version,
    savedAt: savedAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
  };
}

async function requireVersion(queries: Queries, id: string, version: number) {
  const content = await findVersion(queries, id, version);
  if (!content) throw new NotFoundError('That version was not kept.');
  return content;
}
