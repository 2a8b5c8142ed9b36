import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ArticleEvent } from '#domain/statuses/machines.ts';
import {
  conflictChoiceSchema,
  deskArticleSchema,
  moveSchema,
  outlookSchema,
  scheduleSchema,
} from '#domain/studio/desk.ts';
import type { Member } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dataOf, errorSchema } from '#server/platform/http/schemas.ts';
import { describeDesk } from './articles.ts';
import { foresee } from './outlook.ts';
import { ofArticle } from './parameters.ts';
import { markRead, moveArticle, scheduleArticle, today, updateArticle } from './publishing.ts';
import { settleConflict } from './settling.ts';

/** Events that end what the AI's review of an article was for. */
const PASSING: ReadonlySet<ArticleEvent> = new Set(['accept', 'publish']);
/** Events after which nobody waits for it. */
const DROPPING: ReadonlySet<ArticleEvent> = new Set(['rework', 'archive']);

export interface PublishingOptions {
  queries: Queries;
  /** Closes the review of an article that goes on, or refuses it; within a transaction. */
  closeReview: (
    transaction: Queries,
    member: Member,
    articleId: string,
    leaveConcerns: boolean,
  ) => Promise<void>;
  /** Turns down the review of an article that goes no further, or back; within a transaction. */
  dropReview: (transaction: Queries, member: Member, articleId: string) => Promise<void>;
}

/** What moves an article on, and gives it to readers. */
export function publishingRoutes(
  app: FastifyInstance,
  { queries, closeReview, dropReview }: PublishingOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const articleResponse = { 200: dataOf(deskArticleSchema), '4xx': errorSchema };

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
    async ({ member, params: { id }, body: { event, version, leaveConcerns, isRead } }) => {
      await queries.transaction(async (transaction) => {
        if (PASSING.has(event)) await closeReview(transaction, member, id, leaveConcerns);
        if (DROPPING.has(event)) await dropReview(transaction, member, id);
        await moveArticle(transaction, id, event, {
          doer: member,
          actor: 'editor',
          version,
          isRead,
        });
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
        body: moveSchema.pick({ version: true, isRead: true }),
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { version, isRead } }) => {
      await queries.transaction((transaction) =>
        updateArticle(transaction, id, {
          doer: member,
          version,
          readOn: isRead ? today() : null,
        }),
      );
      return { data: await describeDesk(queries, id) };
    },
  );

  typed.post(
    '/articles/:id/read',
    {
      schema: {
        summary: 'Tell readers that a person has read the published article to the end',
        params: ofArticle,
        body: moveSchema.pick({ version: true }),
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { version } }) => {
      await queries.transaction((transaction) =>
        markRead(transaction, id, { doer: member, version }),
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
    async ({ member, params: { id }, body: { at, version, isRead } }) => {
      await queries.transaction(async (transaction) => {
        if (at) await closeReview(transaction, member, id, false);
        await scheduleArticle(transaction, id, at ? new Date(at) : null, {
          doer: member,
          version,
          isRead,
        });
      });
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
    async ({ member, params: { id }, body }) => {
      await queries.transaction((transaction) => settleConflict(transaction, member, id, body));
      return { data: await describeDesk(queries, id) };
    },
  );
}
