import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { deleteAccount, type OnAccountDeleted } from './delete-account.ts';
import { exportPersonalData } from './export-personal-data.ts';
import type { PersonalDataTablesByExportSection } from './service.ts';

/**
 * Maximum number of characters in the confirmation of an account deletion. The longest email address (RFC 5321,
 * 4.5.3.1) fits, with some whitespace around it.
 */
const MAX_CONFIRMATION_LENGTH = 400;

const profileSchema = createDataResponseSchema(
  z.object({
    subscriptionTier: z.enum(['free', 'premium']),
    subscriptionStatus: z.string().nullable(),
    subscriptionExpiresAt: z.iso.datetime().nullable(),
    subscriptionEnds: z
      .boolean()
      .describe('Whether the subscription ends on that date instead of renewing'),
  }),
);

const fileSchema = z
  .looseObject({ account: z.record(z.string(), z.unknown()) })
  .describe('The account, followed by one list per kind of data: bookmarks, follows, ...');

interface PersonalDataOptions {
  queries: Queries;
  sessions: Sessions;
  tables: PersonalDataTablesByExportSection;
  onAccountDeleted: OnAccountDeleted;
}

/**
 * Registers `GET /user/profile` (spec 7), `GET /user/data` and `POST /user/deletion`, which show, export and delete a
 * reader's data.
 */
export function profileAndPersonalDataRoutes(
  app: FastifyInstance,
  { queries, sessions, tables, onAccountDeleted }: PersonalDataOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/user/profile',
    {
      schema: {
        summary: 'Get your plan and subscription',
        tags: ['Account'],
        response: { 200: profileSchema, '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user } }) => {
      return {
        data: {
          subscriptionTier: user.tier,
          subscriptionStatus: user.subscriptionStatus,
          subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
          subscriptionEnds: user.subscriptionEnds,
        },
      };
    },
  );

  typed.get(
    '/user/data',
    {
      schema: {
        summary: 'Download all your data as a file',
        tags: ['Account'],
        response: { 200: fileSchema, '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user } }, reply) => {
      const data = await exportPersonalData(queries, user, tables);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="octavo-data.json"')
        .header('cache-control', 'private, no-store')
        .serializer((file) => JSON.stringify(file, null, 2))
        .send(data);
    },
  );

  typed.post(
    '/user/deletion',
    {
      schema: {
        summary: 'Delete your account; `confirmation` is its email address',
        tags: ['Account'],
        body: z.strictObject({
          confirmation: z
            .string()
            .max(MAX_CONFIRMATION_LENGTH, `must be at most ${MAX_CONFIRMATION_LENGTH} characters`),
        }),
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, body }, reply) => {
      if (body.confirmation.trim().toLowerCase() !== user.emailKey)
        throw new InvalidRequestError('Enter your account’s email address to delete it.');
      await deleteAccount(queries, user, tables, onAccountDeleted);
      sessions.clearBrowser(reply);
      return reply.code(204).send();
    },
  );
}
