import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  lineCreationRequestSchema,
  lineNoteUpdateSchema,
  lineSchema,
} from '#domain/line-schema.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { assertArticleIsPublished } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articlePathParametersSchema,
  categoryParameterSchemas,
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
  searchParameterSchema,
} from '#server/platform/http/schemas.ts';
import { exportKeptLines, LINE_EXPORT_MEDIA_TYPES, type LineExportFormat } from './export-lines.ts';
import { removeKeptLine, restoreKeptLine } from './repository.ts';
import { changeLineNote, listKeptLines, saveKeptLine } from './service.ts';

/**
 * Registers the endpoints for a reader's saved passages, which are called lines in URLs.
 * `PUT /articles/{authorAlias}/{articleId}/lines` saves a passage. `GET /lines` lists the passages.
 * `DELETE /lines/{id}` and `PUT /lines/{id}` remove and restore a passage. `PUT /lines/{id}/note` replaces its note.
 * `GET /lines.md`, `/lines.csv` and `/lines.json` export all passages as a file. URLs in the file are absolute,
 * starting with `origin`.
 */
export function lineRoutes(
  app: FastifyInstance,
  { queries, origin }: { queries: Queries; origin: string },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Readers'];
  const params = z.object({ id: createUuidSchema('is not the id of a line') });

  typed.put(
    '/articles/:authorAlias/:articleId/lines',
    {
      schema: {
        summary: 'Keep a sentence or passage of an article',
        description:
          'The article must contain the text, regardless of white space and the kind of quotation marks. Keeping a text again returns the same line.',
        tags,
        params: articlePathParametersSchema,
        body: lineCreationRequestSchema,
        response: { 200: createDataResponseSchema(lineSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user }, params, body }) => {
      await assertArticleIsPublished(queries, params);
      return { data: await saveKeptLine(queries, user, params.articleId, body.text) };
    },
  );

  typed.get(
    '/lines',
    {
      schema: {
        summary: 'List the lines that the reader has kept, last kept first',
        description:
          '`q` keeps lines that have all of its words in their text, note, title or author.',
        tags,
        querystring: z.object({
          ...createPageParameterSchemas(PAGE_SIZES.lines),
          article: createUuidSchema('is not an article id').optional(),
          category: categoryParameterSchemas.category,
          q: searchParameterSchema,
        }),
        response: {
          200: createPagedDataResponseSchema({ lines: z.array(lineSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, query: { limit, nextToken, article, category, q } }) => {
      const filters = { articleId: article, category, query: q };
      return { data: await listKeptLines(queries, user, filters, limit, nextToken) };
    },
  );

  typed.put(
    '/lines/:id/note',
    {
      schema: {
        summary: 'Write, change or remove the note on a line',
        description:
          'With `previous`, the call fails with 409 if the note is neither this text nor the new one.',
        tags,
        params,
        body: lineNoteUpdateSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params: { id }, body }, reply) => {
      await changeLineNote(queries, user, id, body);
      return reply.code(204).send();
    },
  );

  typed.delete(
    '/lines/:id',
    { schema: { summary: 'Remove a line', tags, params, response: emptyResponseSchemas } },
    async ({ reader: { user }, params: { id } }, reply) => {
      await removeKeptLine(queries, user, id);
      return reply.code(204).send();
    },
  );

  typed.put(
    '/lines/:id',
    {
      schema: {
        summary: 'Restore a removed line',
        description: 'A line can be restored for a day, with its note and its place in the list.',
        tags,
        params,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params: { id } }, reply) => {
      await restoreKeptLine(queries, user, id);
      return reply.code(204).send();
    },
  );

  for (const [format, type] of Object.entries(LINE_EXPORT_MEDIA_TYPES))
    typed.get(
      `/lines.${format}`,
      {
        schema: {
          summary: `Download all lines as a file (${format})`,
          ...(format === 'csv' && { description: 'The columns are those that Readwise imports.' }),
          tags,
          response: { '4xx': errorResponseSchema },
        },
      },
      async ({ reader: { user } }, reply) => {
        const file = exportKeptLines(queries, user, format as LineExportFormat, origin);
        const name = `octavo-lines-${toUtcDay(new Date())}.${format}`;
        return sendFile(reply.type(type), name, file);
      },
    );
}

/** Sends a file as a download that must not be cached. */
function sendFile(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(parts));
}
