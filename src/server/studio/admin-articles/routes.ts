import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  editorArticleSchema,
  newArticleRequestSchema,
  studioArticleListItemSchema,
} from '#domain/studio/admin-articles.ts';
import { createEmptyManuscript } from '#domain/studio/manuscript.ts';
import { findActiveAuthorsByAlias } from '#server/catalogue/authors/repository.ts';
import { requireActiveAuthorId } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  createLimitParameterSchema,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { recordAuditEvent } from '../audit/service.ts';
import { loadArticleWithManuscript } from '../manuscripts/article-with-manuscript.ts';
import { recordPresenceAndListOthers } from '../manuscripts/repository.ts';
import { createDraftWithManuscript } from '../manuscripts/save-manuscript.ts';
import { listArticlesForEditors, loadArticleForEditors } from './editor-articles.ts';
import { manuscriptRoutes } from './manuscript-routes.ts';
import { articleIdPathSchema } from './parameters.ts';
import { publicationRoutes } from './publication-routes.ts';

const MAX_PAGE_SIZE = 2000;

/** Registers the endpoints under `/studio/articles`, which list, create, edit and publish articles. */
export function adminArticleRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  manuscriptRoutes(app, queries);
  publicationRoutes(app, queries);

  typed.get(
    '/articles',
    {
      schema: {
        summary: 'List all articles of any status, ordered by ID',
        querystring: z.object({
          limit: createLimitParameterSchema(MAX_PAGE_SIZE, MAX_PAGE_SIZE),
          after: createUuidSchema().optional(),
        }),
        response: {
          200: createDataResponseSchema(
            z.object({
              articles: z.array(studioArticleListItemSchema),
              after: z.string().nullable(),
            }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query }) => ({
      data: await listArticlesForEditors(queries, query.limit, query.after),
    }),
  );

  typed.post(
    '/articles',
    {
      schema: {
        summary: 'Create an article by hand',
        body: newArticleRequestSchema,
        response: {
          201: createDataResponseSchema(z.object({ id: createUuidSchema() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, body: { author: alias, title } }, reply) => {
      const authorId = await requireActiveAuthorId(queries, alias);
      const [author] = Object.values(await findActiveAuthorsByAlias(queries, [alias]));
      const content = { ...createEmptyManuscript(author!.expertise), title };
      const id = await queries.transaction(async (transaction) => {
        const created = await createDraftWithManuscript(transaction, member, {
          authorId,
          content,
          reason: 'begin',
        });
        await recordAuditEvent(transaction, member, {
          action: 'article.begin',
          id: created,
          name: title || 'Untitled',
          after: { author: author!.alias },
        });
        return created;
      });
      return reply.code(201).send({ data: { id } });
    },
  );

  typed.get(
    '/articles/:id',
    {
      schema: {
        summary: 'Get an article for editing',
        params: articleIdPathSchema,
        response: {
          200: createDataResponseSchema(editorArticleSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, params: { id } }) => {
      await loadArticleWithManuscript(queries, id);
      return {
        data: await loadArticleForEditors(
          queries,
          id,
          await recordPresenceAndListOthers(queries, member, id),
        ),
      };
    },
  );
}
