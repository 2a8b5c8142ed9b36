import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  conflictChoiceSchema,
  deskArticleSchema,
  moveSchema,
  outlookSchema,
  scheduleSchema,
} from '#domain/studio/desk.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dataOf, errorSchema } from '#server/platform/http/schemas.ts';
import {
  markRead,
  moveArticle,
  reviewEffectOf,
  scheduleArticle,
  today,
  updateArticle,
} from '../publication/publication.ts';
import { closeReviewOf, dropReviewOf } from '../reviews/deciding.ts';
import { describeDesk } from './articles.ts';
import { foresee } from './outlook.ts';
import { ofArticle } from './parameters.ts';
import { settleConflict } from './settling.ts';

/** `/studio/articles/:id/…`: moves an article on, and gives it to readers. */
export function publicationRoutes(app: FastifyInstance, queries: Queries): void {
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
        const effect = reviewEffectOf(event);
        if (effect === 'close') await closeReviewOf(transaction, member, id, leaveConcerns);
        if (effect === 'reject') await dropReviewOf(transaction, member, id);
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
        if (at) await closeReviewOf(transaction, member, id, false);
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
