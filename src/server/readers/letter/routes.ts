import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { weeklyLetterRequestSchema, weeklyLetterSettingSchema } from '#domain/letter-schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { getLetterSetting, requestLetter, switchLetterOff } from './service.ts';

interface LetterOptions {
  queries: Queries;
  count: CountAction;
  /** True if a mail server is configured. Without a mail server, no letters are sent. */
  isMailed: boolean;
}

/**
 * Registers `GET, PUT, DELETE /user/letter`, which return, request and end a reader's subscription to the weekly
 * letter.
 */
export function letterSettingRoutes(
  app: FastifyInstance,
  { queries, count, isMailed }: LetterOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/user/letter';
  const tags = ['Readers'];
  const response = {
    200: createDataResponseSchema(weeklyLetterSettingSchema),
    '4xx': errorResponseSchema,
  };

  typed.get(
    url,
    { schema: { summary: 'Get the setting for the weekly letter', tags, response } },
    async ({ reader: { user } }) => ({ data: await getLetterSetting(queries, user) }),
  );

  typed.put(
    url,
    {
      schema: {
        summary: 'Request the weekly letter',
        description:
          'Sends a link that confirms the request to the reader’s email address. If the letter is on, changes its time zone.',
        tags,
        body: weeklyLetterRequestSchema,
        response,
      },
    },
    async (request) => {
      if (!isMailed) throw new NotFoundError('There is no letter here, since no mail can be sent.');
      const { user } = request.reader;
      await count('letterRequest', request);
      await count('letterRequestOfReader', request, user.id);
      return { data: await requestLetter(queries, user, request.body.timeZone) };
    },
  );

  typed.delete(
    url,
    { schema: { summary: 'End the weekly letter', tags, response: emptyResponseSchemas } },
    async ({ reader: { user } }, reply) => {
      await switchLetterOff(queries, user);
      return reply.code(204).send();
    },
  );
}
