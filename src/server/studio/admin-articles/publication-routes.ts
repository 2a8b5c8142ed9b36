import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  articleTransitionRequestSchema,
  editorArticleSchema,
  libraryConflictChoiceRequestSchema,
  publicationPreviewSchema,
  publicationScheduleRequestSchema,
} from '#domain/studio/admin-articles.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createDataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import {
  getReviewEffectOfEvent,
  markArticleReadByEditor,
  publishArticleChanges,
  scheduleOrUnscheduleArticle,
  transitionArticle,
} from '../publication/transition-article.ts';
import { closeReviewOfArticle, rejectReviewOfArticle } from '../reviews/review-decisions.ts';
import { loadArticleForEditors } from './editor-articles.ts';
import { articleIdPathSchema } from './parameters.ts';
import { previewPublication } from './publication-preview.ts';
import { resolveLibraryConflict } from './resolve-library-conflict.ts';

const articleResponse = {
  200: createDataResponseSchema(editorArticleSchema),
  '4xx': errorResponseSchema,
};

/** Registers the endpoints under `/studio/articles/:id` that publish and schedule an article, and change its status. */
export function publicationRoutes(app: FastifyInstance, queries: Queries): void {
  statusRoutes(app, queries);
  scheduleRoutes(app, queries);
  conflictRoute(app, queries);
}

function statusRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/articles/:id/moves',
    {
      schema: {
        summary: "Change an article's status by an event",
        params: articleIdPathSchema,
        body: articleTransitionRequestSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { event, version, ignoreConcerns, isRead } }) => {
      await queries.transaction(async (transaction) => {
        const effect = getReviewEffectOfEvent(event);
        if (effect === 'close') await closeReviewOfArticle(transaction, member, id, ignoreConcerns);
        if (effect === 'reject') await rejectReviewOfArticle(transaction, member, id);
        await transitionArticle(transaction, id, event, {
          actor: member,
          role: 'editor',
          version,
          isRead,
        });
      });
      return { data: await loadArticleForEditors(queries, id) };
    },
  );

  typed.post(
    '/articles/:id/update',
    {
      schema: {
        summary: 'Publish the changes of a published article',
        params: articleIdPathSchema,
        body: articleTransitionRequestSchema.pick({ version: true, isRead: true }),
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { version, isRead } }) => {
      await queries.transaction((transaction) =>
        publishArticleChanges(transaction, id, {
          actor: member,
          version,
          readOn: isRead ? toUtcDay(new Date()) : null,
        }),
      );
      return { data: await loadArticleForEditors(queries, id) };
    },
  );

  typed.post(
    '/articles/:id/read',
    {
      schema: {
        summary: 'Confirm that a person has read the published article to the end',
        params: articleIdPathSchema,
        body: articleTransitionRequestSchema.pick({ version: true }),
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { version } }) => {
      await queries.transaction((transaction) =>
        markArticleReadByEditor(transaction, id, { actor: member, version }),
      );
      return { data: await loadArticleForEditors(queries, id) };
    },
  );
}

function scheduleRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.put(
    '/articles/:id/schedule',
    {
      schema: {
        summary: 'Schedule an article, or cancel its schedule',
        params: articleIdPathSchema,
        body: publicationScheduleRequestSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body: { at, version, isRead } }) => {
      await queries.transaction(async (transaction) => {
        if (at) await closeReviewOfArticle(transaction, member, id, false);
        await scheduleOrUnscheduleArticle(transaction, id, at ? new Date(at) : null, {
          actor: member,
          version,
          isRead,
        });
      });
      return { data: await loadArticleForEditors(queries, id) };
    },
  );

  typed.get(
    '/articles/:id/publication-preview',
    {
      schema: {
        summary: 'Preview the publication of a manuscript',
        params: articleIdPathSchema,
        response: {
          200: createDataResponseSchema(publicationPreviewSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => ({ data: await previewPublication(queries, id) }),
  );
}

function conflictRoute(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/articles/:id/conflict',
    {
      schema: {
        summary: "Resolve a conflict with the library's version",
        params: articleIdPathSchema,
        body: libraryConflictChoiceRequestSchema,
        response: articleResponse,
      },
    },
    async ({ member, params: { id }, body }) => {
      await queries.transaction((transaction) =>
        resolveLibraryConflict(transaction, member, id, body),
      );
      return { data: await loadArticleForEditors(queries, id) };
    },
  );
}
