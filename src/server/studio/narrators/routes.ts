import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  narratorSettingsChangeSchema,
  narratorsReportSchema,
  retriedRecordingsSchema,
  retryRecordingsSchema,
} from '#domain/studio/narrators.ts';
import type { FollowsSettings } from '#server/catalogue/narration/follow-settings.ts';
import { dataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import { changeNarratorSettings } from './change-settings.ts';
import { getNarratorsReport, type NarratorsReportSources } from './narrators-report.ts';
import { retryRecordings } from './retry-recordings.ts';

/** Registers the endpoints of the studio's Narrators screen, all below `/studio/narrators`. */
export function narratorRoutes(
  app: FastifyInstance,
  sources: NarratorsReportSources & FollowsSettings,
): void {
  const { queries } = sources;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/narrators',
    {
      schema: {
        summary: 'Report about narrators: the voices in use, their recordings, progress, failures',
        response: { 200: dataResponseSchema(narratorsReportSchema), '4xx': errorResponseSchema },
      },
    },
    async () => ({ data: await getNarratorsReport(sources) }),
  );

  typed.put(
    '/narrators/settings',
    {
      schema: {
        summary: 'Choose the voices, or which articles are recorded ahead',
        body: narratorSettingsChangeSchema,
        response: { 200: dataResponseSchema(narratorsReportSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ member, body }) => {
      await changeNarratorSettings(queries, sources, member, body);
      return { data: await getNarratorsReport(sources) };
    },
  );

  typed.post(
    '/narrators/retry',
    {
      schema: {
        summary: 'Record failed narrations again: one, or all of them',
        body: retryRecordingsSchema,
        response: { 200: dataResponseSchema(retriedRecordingsSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ member, body: { recording } }) => ({
      data: { retried: await retryRecordings(queries, member, recording) },
    }),
  );
}
