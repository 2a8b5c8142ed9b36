import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { uuidSchema } from '#domain/ids.ts';
import { AUDIT_SUBJECTS, auditEntrySchema } from '#domain/studio/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPagedDataResponseSchema,
  createPageParameters,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { listAuditEvents } from './service.ts';

const PAGE_SIZE = 50;

/** Registers `GET /studio/audit`, which returns the audit log, newest entries first. */
export function auditRoutes(app: FastifyInstance, queries: Queries): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/audit',
    {
      schema: {
        summary: 'List audit log entries, newest first',
        querystring: z.object({
          subject: z.enum(AUDIT_SUBJECTS).optional(),
          subjectId: z.string().max(200).optional(),
          actorId: uuidSchema().optional(),
          ...createPageParameters(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({ entries: z.array(auditEntrySchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { limit, nextToken, ...filters } }) => ({
      data: await listAuditEvents(queries, filters, limit, nextToken),
    }),
  );
}
