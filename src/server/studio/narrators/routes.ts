import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  narrationSettingsChangeSchema,
  narratorsReportSchema,
  recordingRetryRequestSchema,
  recordingRetryResultSchema,
  voiceTrialRequestSchema,
} from '#domain/studio/narrators.ts';
import { voiceInstallationSchema } from '#domain/studio/voice-installation.ts';
import type { NarrationSettingsConsumers } from '#server/catalogue/narration/follow-settings.ts';
import type { VoiceTrialService } from '#server/catalogue/narration/voice-trial-service.ts';
import { createDataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import { changeNarrationSettings } from './change-settings.ts';
import {
  cancelVoiceInstallation,
  getVoiceInstallation,
  startVoiceInstallation,
  type VoiceInstallationServices,
} from './installation.ts';
import { getNarratorsReport, type NarratorsReportSources } from './narrators-report.ts';
import { retryRecordings } from './retry-recordings.ts';
import { speakVoiceTrial } from './speak-voice-trial.ts';

/**
 * The timeout, in milliseconds, of a request that speaks a test sentence. It is longer than the time limit of
 * {@link VoiceTrialService}.
 */
const TRIAL_TIMEOUT = 55_000;

/** Registers the endpoints for the studio's Narrators screen, all under `/studio/narrators`. */
export function narratorRoutes(
  app: FastifyInstance,
  sources: NarratorsReportSources &
    NarrationSettingsConsumers &
    VoiceInstallationServices & { trials: VoiceTrialService },
): void {
  const { queries } = sources;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/narrators',
    {
      schema: {
        summary: 'Report about narrators: the voices in use, their recordings, progress, failures',
        response: {
          200: createDataResponseSchema(narratorsReportSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async () => ({ data: await getNarratorsReport(sources) }),
  );

  typed.put(
    '/narrators/settings',
    {
      schema: {
        summary: 'Choose the engine, voices of narrators, or which articles are recorded ahead',
        body: narrationSettingsChangeSchema,
        response: {
          200: createDataResponseSchema(narratorsReportSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, body }) => {
      await changeNarrationSettings(queries, sources, member, body);
      return { data: await getNarratorsReport(sources) };
    },
  );

  typed.post(
    '/narrators/try',
    {
      handlerTimeout: TRIAL_TIMEOUT,
      schema: {
        summary:
          'Speak a sentence with a voice that is not in use yet. The response is an MP3 file',
        body: voiceTrialRequestSchema,
      },
    },
    async ({ body }, reply) => {
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort(new Error('The client has left.')));
      const speech = await speakVoiceTrial(
        sources.speech,
        sources.trials,
        body,
        disconnected.signal,
      );
      return reply.type('audio/mpeg').send(Buffer.from(speech));
    },
  );

  typed.post(
    '/narrators/retry',
    {
      schema: {
        summary: 'Record failed narrations again: one, or all of them',
        body: recordingRetryRequestSchema,
        response: {
          200: createDataResponseSchema(recordingRetryResultSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, body: { recording } }) => ({
      data: { retried: await retryRecordings(queries, member, recording) },
    }),
  );

  installationRoutes(app, sources);
}

function installationRoutes(app: FastifyInstance, services: VoiceInstallationServices): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  app.addHook('onClose', () => services.installer.stop());
  const response = {
    200: createDataResponseSchema(voiceInstallationSchema),
    '4xx': errorResponseSchema,
  };

  typed.get(
    '/narrators/installation',
    { schema: { summary: 'Installation of natural voices: needs, progress, result', response } },
    async () => ({ data: await getVoiceInstallation(services) }),
  );

  typed.post(
    '/narrators/installation',
    {
      schema: {
        summary:
          'Install natural voices in the background, or continue an interrupted installation',
        body: z.strictObject({}),
        response,
      },
    },
    async ({ member }) => {
      await startVoiceInstallation(services, member);
      return { data: await getVoiceInstallation(services) };
    },
  );

  typed.delete(
    '/narrators/installation',
    { schema: { summary: 'Cancel the installation of natural voices', response } },
    async ({ member }) => {
      await cancelVoiceInstallation(services, member);
      return { data: await getVoiceInstallation(services) };
    },
  );
}
