import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  CONTACT_MESSAGE_STATUSES,
  inboxMessageSchema,
  messageCountsByStatusSchema,
  messageWithRepliesSchema,
  newReplyRequestSchema,
} from '#domain/studio/inbox.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createChoiceParameterSchema,
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { countMessagesByStatus } from '#server/readers/contact/inbox.ts';
import {
  changeMessageStatus,
  getMessageWithReplies,
  listInboxMessages,
  replyToMessage,
} from './service.ts';

const PAGE_SIZE = 30;

const paramsSchema = z.object({ id: createUuidSchema('is not the id of a message') });
const MESSAGE_ACTIONS = [
  ['spam', 'markSpam', 'Mark a message as spam'],
  ['reopen', 'reopen', 'Reopen a message'],
] as const;

interface InboxOptions {
  queries: Queries;
  /** True if a mail server is configured, so that Octavo can send replies by email. */
  canMail: boolean;
}

/**
 * Registers the endpoints for the inbox, which contains contact messages: `GET /studio/messages`,
 * `GET /studio/messages/:id`, and the `POST` endpoints `reply`, `spam` and `reopen` under `/studio/messages/:id`.
 */
export function inboxRoutes(app: FastifyInstance, { queries, canMail }: InboxOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/messages',
    {
      schema: {
        summary: 'List messages, newest first',
        querystring: z.object({
          status: createChoiceParameterSchema(CONTACT_MESSAGE_STATUSES),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({
            messages: z.array(inboxMessageSchema),
            counts: messageCountsByStatusSchema,
          }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { nextToken, ...listing } }) => {
      const page = await listInboxMessages(queries, listing, nextToken);
      return { data: { ...page, counts: await countMessagesByStatus(queries) } };
    },
  );

  typed.get(
    '/messages/:id',
    {
      schema: {
        summary: 'Get a message with its replies',
        params: paramsSchema,
        response: {
          200: createDataResponseSchema(messageWithRepliesSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => ({
      data: { ...(await getMessageWithReplies(queries, id)), canMail },
    }),
  );

  typed.post(
    '/messages/:id/reply',
    {
      schema: {
        summary: 'Reply to a message, by mail if a mail server is configured',
        params: paramsSchema,
        body: newReplyRequestSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ member, params: { id }, body }, reply) => {
      await replyToMessage(queries, member, id, { ...body, isMailed: canMail });
      return reply.code(204).send();
    },
  );

  for (const [path, event, summary] of MESSAGE_ACTIONS)
    typed.post(
      `/messages/:id/${path}`,
      {
        schema: {
          summary,
          params: paramsSchema,
          body: z.strictObject({}),
          response: emptyResponseSchemas,
        },
      },
      async ({ member, params: { id } }, reply) => {
        await changeMessageStatus(queries, member, id, event);
        return reply.code(204).send();
      },
    );
}
