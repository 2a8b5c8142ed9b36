import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { countedAuthorSchema } from '#domain/author.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dataOf, errorSchema } from '#server/platform/http/schemas.ts';
import { type CountFollowers, listCountedAuthors } from './counted-authors.ts';
import { mapByAlias } from './service.ts';

/** Authors that can be asked for at once. */
const LARGEST_BATCH = 100;

const responseSchema = dataOf(
  z.object({ authors: z.record(z.string(), countedAuthorSchema).describe('By alias.') }),
);

/** `GET /authors` and `POST /authors/batch` (spec 7). */
export function authorRoutes(
  app: FastifyInstance,
  queries: Queries,
  countFollowers: CountFollowers,
): void {
  const counted = (aliases?: readonly string[]) =>
    listCountedAuthors(queries, countFollowers, aliases);
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/authors',
    {
      schema: { summary: 'List all authors', tags: ['Reading'], response: { 200: responseSchema } },
    },
    async () => ({ data: { authors: mapByAlias(await counted()) } }),
  );

  typed.post(
    '/authors/batch',
    {
      schema: {
        summary: 'Fetch some authors by alias',
        description: 'Unknown aliases are left out of the answer.',
        tags: ['Reading'],
        body: z.strictObject({
          aliases: z
            .array(z.string().regex(/^[^\0]{1,30}$/, 'must be an alias'))
            .min(1)
            .max(LARGEST_BATCH),
        }),
        response: { 200: responseSchema, '4xx': errorSchema },
      },
    },
    async ({ body }) => ({
      data: { authors: mapByAlias(await counted(body.aliases)) },
    }),
  );
}
