import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { AUDIT_SUBJECT_KINDS, auditEntrySchema } from '#domain/studio/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPagedDataResponseSchema,
  createPageParameterSchemas,
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
          subject: z.enum(AUDIT_SUBJECT_KINDS).optional(),
          subjectId: z.string().max(200).optional(),
          actorId: createUuidSchema().optional(),
          ...createPageParameterSchemas(PAGE_SIZE),
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
