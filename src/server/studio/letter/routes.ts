import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  followedAuthorsInPreviewSchema,
  LETTER_THEMES,
  letterPreviewSchema,
} from '#domain/studio/letter-preview.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  createChoiceParameterSchema,
  createDataResponseSchema,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { createLetterPreviewDocument, renderLetterPreview } from './preview.ts';

interface LetterPreviewOptions {
  queries: Queries;
  origin: string;
  /** True if a mail server is configured. Without one, no letters are sent. */
  isMailed: boolean;
}

/**
 * Registers two endpoints that preview the next weekly letter. `GET /studio/letter` returns it as text.
 * `GET /studio/letter/html` returns it as an HTML document for a frame.
 */
export function letterPreviewRoutes(
  app: FastifyInstance,
  { queries, origin, isMailed }: LetterPreviewOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const query = z.object({ authors: followedAuthorsInPreviewSchema });
  const description = 'For a reader who follows `authors`, and has read nothing yet.';

  typed.get(
    '/letter',
    {
      schema: {
        summary: 'Preview the next weekly letter',
        description,
        querystring: query,
        response: {
          200: createDataResponseSchema(letterPreviewSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { authors } }) => {
      const { letter, followedCount } = await renderLetterPreview(queries, authors, origin);
      const preview = letter ? { subject: letter.subject, text: letter.text } : null;
      return { data: { letter: preview, followedCount, isMailed } };
    },
  );

  typed.get(
    '/letter/html',
    {
      schema: {
        summary: 'Preview the next weekly letter as HTML',
        description,
        querystring: query.extend({ theme: createChoiceParameterSchema(LETTER_THEMES) }),
        response: { '4xx': errorResponseSchema },
      },
    },
    async ({ query: { authors, theme } }, reply) => {
      const { letter } = await renderLetterPreview(queries, authors, origin);
      if (!letter) throw new NotFoundError('There is nothing to send this week.');
      return sendDocument(reply, createLetterPreviewDocument(letter, theme, origin));
    },
  );
}

function sendDocument(
  reply: FastifyReply,
  { html, policy }: ReturnType<typeof createLetterPreviewDocument>,
): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
