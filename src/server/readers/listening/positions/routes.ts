import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  listeningPositionDeletionSchema,
  listeningPositionUpdateSchema,
  listeningStateSchema,
} from '#domain/listening.ts';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { DEFAULT_NARRATOR_ID } from '#domain/narrators.ts';
import {
  assertArticleIsPublished,
  assertArticleWasEverPublished,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articlePathParametersSchema,
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import {
  listListeningPositions,
  removeListeningPosition,
  storeListeningPosition,
} from './repository.ts';

/**
 * Registers `GET /user/listening`, `PUT /user/narrator` and `PUT, DELETE /articles/{authorAlias}/{articleId}/place`.
 * These endpoints synchronize the reader's narrator and listening positions between devices. They do not require
 * Premium, so that readers keep this data after they cancel their subscription.
 */
export function listeningPositionAndNarratorRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/articles/:authorAlias/:articleId/place';
  const schema = {
    tags: ['Readers'],
    params: articlePathParametersSchema,
    response: emptyResponseSchemas,
  };

  typed.get(
    '/user/listening',
    {
      schema: {
        summary: 'Get the chosen narrator and listening positions',
        description: `\`narrator\` is null if none was chosen; ${DEFAULT_NARRATOR_ID} is the default. Positions are sorted by last use, newest first.`,
        tags: ['Readers'],
        response: {
          200: createDataResponseSchema(listeningStateSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => ({
      data: { narrator: user.narrator, places: await listListeningPositions(queries, user) },
    }),
  );

  typed.put(
    '/user/narrator',
    {
      schema: {
        summary: 'Choose a narrator',
        tags: ['Readers'],
        body: z.strictObject({ narrator: narratorIdSchema }),
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, body }, reply) => {
      await updatePreferences(queries, user, body);
      return reply.code(204).send();
    },
  );

  typed.put(
    url,
    {
      schema: {
        ...schema,
        summary: 'Save a listening position',
        description:
          'A position is a sentence, named as in the narration’s timings, so it is valid for every narrator. `seconds` is for display.',
        body: listeningPositionUpdateSchema,
      },
    },
    async ({ reader: { user }, params, body }, reply) => {
      await assertArticleIsPublished(queries, params);
      await storeListeningPosition(queries, user, params.articleId, body);
      return reply.code(204).send();
    },
  );

  typed.delete(
    url,
    {
      schema: {
        ...schema,
        summary: 'Delete a listening position after the narration has ended',
        description: 'A position that was heard less than `heardAgo` milliseconds ago is kept.',
        querystring: listeningPositionDeletionSchema,
      },
    },
    async ({ reader: { user }, params, query: { heardAgo } }, reply) => {
      // Readers can also delete listening positions in withdrawn articles.
      if (!(await removeListeningPosition(queries, user, params.articleId, heardAgo)))
        await assertArticleWasEverPublished(queries, params);
      return reply.code(204).send();
    },
  );
}
