import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  manuscriptSaveRequestSchema,
  manuscriptSaveResultSchema,
  manuscriptVersionInfoSchema,
} from '#domain/studio/admin-articles.ts';
import { manuscriptSchema } from '#domain/studio/manuscript.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { recordAuditEvent } from '../audit/service.ts';
import { loadArticleWithManuscript } from '../manuscripts/article-with-manuscript.ts';
import {
  deletePresence,
  findManuscriptVersionContent,
  listManuscriptVersions,
  recordPresenceAndListOthers,
  type StoredManuscript,
} from '../manuscripts/repository.ts';
import { saveManuscript } from '../manuscripts/save-manuscript.ts';
import { articleIdPathSchema } from './parameters.ts';

/**
 * The maximum size, in bytes, of a request that contains a manuscript and its claims (statements with sources). The
 * longest manuscript in the shipped library is about 25 KB, including its claims.
 */
const MAX_MANUSCRIPT_BYTES = 512 * 1024;

const versionParamsSchema = articleIdPathSchema.extend({
  version: z.coerce.number().pipe(z.int32().min(1)),
});

/**
 * Registers the endpoints `manuscript`, `versions` and `presence` under `/studio/articles/:id`. Each open editor window
 * calls `presence` at regular intervals to report that a member has the manuscript open.
 */
export function manuscriptRoutes(app: FastifyInstance, queries: Queries): void {
  saveRoute(app, queries);
  versionRoutes(app, queries);
  presenceRoutes(app, queries);
}

function saveRoute(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.put(
    '/articles/:id/manuscript',
    {
      bodyLimit: MAX_MANUSCRIPT_BYTES,
      schema: {
        summary:
          'Save a manuscript edited from version `base`. 409 if somebody else has saved it since',
        params: articleIdPathSchema,
        body: manuscriptSaveRequestSchema,
        response: {
          200: createDataResponseSchema(manuscriptSaveResultSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, params: { id }, body: { base, content } }) => {
      const saved = await queries.transaction((transaction) =>
        saveManuscript(transaction, member, id, { base, content, reason: 'edit' }),
      );
      return { data: toSavedResponse(saved) };
    },
  );
}

function versionRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/articles/:id/versions',
    {
      schema: {
        summary: 'List the saved versions of a manuscript, newest first',
        params: articleIdPathSchema,
        response: {
          200: createDataResponseSchema(
            z.object({ versions: z.array(manuscriptVersionInfoSchema) }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => {
      const versions = await listManuscriptVersions(queries, id);
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
        summary: 'Get a saved version of a manuscript',
        params: versionParamsSchema,
        response: {
          200: createDataResponseSchema(z.object({ content: manuscriptSchema })),
          '4xx': errorResponseSchema,
        },
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
        summary: 'Restore a version. The current one stays in the history',
        params: versionParamsSchema,
        body: manuscriptSaveRequestSchema.pick({ base: true }),
        response: {
          200: createDataResponseSchema(manuscriptSaveResultSchema),
          '4xx': errorResponseSchema,
        },
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
        await recordAuditEvent(transaction, member, {
          action: 'article.goBack',
          id,
          name: content.title,
          before: { version: base },
          after: { version },
        });
        return restored;
      });
      return { data: toSavedResponse(saved) };
    },
  );
}

function presenceRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/articles/:id/presence',
    {
      schema: {
        summary: 'Record that the member has an article open. Returns the others who have it open',
        params: articleIdPathSchema,
        body: z.strictObject({}),
        response: {
          200: createDataResponseSchema(z.object({ others: z.array(z.string()) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, params: { id } }) => {
      await loadArticleWithManuscript(queries, id);
      return { data: { others: await recordPresenceAndListOthers(queries, member, id) } };
    },
  );

  typed.delete(
    '/articles/:id/presence',
    {
      schema: {
        summary: 'Record that the member has closed an article',
        params: articleIdPathSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ member, params: { id } }, reply) => {
      await deletePresence(queries, member.id, id);
      return reply.code(204).send();
    },
  );
}

function toSavedResponse({ version, savedAt, publishAt }: StoredManuscript) {
  return {
    version,
    savedAt: savedAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
  };
}

async function requireVersion(queries: Queries, id: string, version: number) {
  const content = await findManuscriptVersionContent(queries, id, version);
  if (!content) throw new NotFoundError('That version is not stored.');
  return content;
}
