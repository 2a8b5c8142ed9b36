import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  ERROR_SOURCES,
  healthReportSchema,
  recordedErrorGroupSchema,
} from '#domain/studio/health.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import {
  getHealthReport,
  type HealthReportSources,
  listRecordedErrorGroups,
  retryFailedJob,
} from './service.ts';

const PAGE_SIZE = 30;

/**
 * Registers the endpoints for the studio's health screen, which shows the state of the server: `GET /studio/health`,
 * `GET /studio/errors` and `POST /studio/jobs/:id/retry`.
 */
export function studioHealthRoutes(app: FastifyInstance, sources: HealthReportSources): void {
  const { queries } = sources.database;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/health',
    {
      schema: {
        summary: 'Health report: processes with their errors and caches, jobs, disk, versions',
        response: { 200: createDataResponseSchema(healthReportSchema), '4xx': errorResponseSchema },
      },
    },
    async () => ({ data: await getHealthReport(sources) }),
  );

  typed.get(
    '/errors',
    {
      schema: {
        summary: 'List recorded errors, newest first, or find one by its ID',
        querystring: z.object({
          source: z.enum(ERROR_SOURCES).optional(),
          id: createUuidSchema('is not the id of an error').optional(),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({ errors: z.array(recordedErrorGroupSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { nextToken, ...filters } }) => ({
      data: await listRecordedErrorGroups(queries, filters, nextToken),
    }),
  );

  typed.post(
    '/jobs/:id/retry',
    {
      schema: {
        summary: 'Retry a job that failed for good',
        params: z.object({ id: createUuidSchema('is not the id of a job') }),
        body: z.strictObject({}),
        response: emptyResponseSchemas,
      },
    },
    async ({ member, params: { id } }, reply) => {
      await retryFailedJob(queries, member, id);
      return reply.code(204).send();
    },
  );
}
