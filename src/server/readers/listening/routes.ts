import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import type { NarratorId } from '#domain/narrators.ts';
import { mayHearCompleteNarrations } from '#domain/tiers.ts';
import { assertArticleIsPublished } from '#server/catalogue/articles/service.ts';
import type { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import type { NarratorSampleService } from '#server/catalogue/narration/narrator-sample-service.ts';
import {
  type BeginningFileName,
  getNarrationMediaType,
  isBeginningFileName,
  isPreviewFile,
  NARRATION_FILE_NAMES,
} from '#server/catalogue/narration/recording-store.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  BusyError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
} from '#server/platform/errors.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';

interface ListeningOptions {
  queries: Queries;
  sessions: Sessions;
  narrations: Pick<
    NarrationService,
    | 'findRecordingName'
    | 'findRecordingByFormerVoices'
    | 'findBeginning'
    | 'recordInBackground'
    | 'postponeRemovalOfRecording'
    | 'read'
    | 'requestRecording'
  >;
  samples: NarratorSampleService;
  count: CountAction;
}

/**
 * The four parts of a narration's file name: the author's alias, the article's ID, the narrator and the file type. Only
 * the last part may contain dots (spec 7).
 */
const narrationSchema = z.tuple([
  z.string().min(1),
  // Only the canonical form of an article's ID is accepted, because caches use the ID as a key.
  createUuidSchema(),
  narratorIdSchema,
  z.union([z.enum(NARRATION_FILE_NAMES), z.custom<BeginningFileName>(isBeginningFile)]),
]);
function isBeginningFile(file: unknown): boolean {
  return typeof file === 'string' && isBeginningFileName(file);
}

/**
 * Schema for a recording's ID. A client sends the ID of the recording that it is playing, because the article may have
 * changed since that recording was made.
 */
const recordingSchema = z.string().regex(/^[0-9a-f]{32}$/);
const sampleSchema = z.tuple([narratorIdSchema, z.literal('sample.mp3')]);

/**
 * The `Cache-Control` header of public audio files. The files change only when the article or the voices change, which
 * is rare. Caches may serve an outdated file for up to an hour.
 */
const PUBLIC_CACHE = 'public, max-age=3600';
const PRIVATE_CACHE = 'private, no-cache';
/** Seconds after which a client should retry a request for a recording that is not ready yet. */
const RETRY_AFTER = 2;
/**
 * Maximum time, in milliseconds, that a request waits for a missing narration or sample. The value must be less than
 * the request timeout in `app.ts`.
 */
const WAIT_TIMEOUT = 3500;
const NOT_READY = 'This recording isn’t ready yet. Try again in a few seconds.';

/**
 * Registers the routes for audio files. `GET /audio/{authorAlias}.{id}.{narrator}.mp3` returns an article's narration.
 * With `.json` or `.vtt` instead of `.mp3`, the response contains the times at which the sentences begin. These files
 * require Premium (spec 6): signed-out visitors get 401, and readers without Premium get 403. With `.preview` before
 * the extension, the files are public and cover only the preview. `GET /audio/{narrator}.sample.mp3` returns a
 * narrator's public sample.
 *
 * The query parameter `recording` requests a specific recording by its ID, even if the article has changed since. The
 * `.json` file contains the ID. A client that sends the ID never mixes the bytes of two recordings. The response is 404
 * if that recording has been deleted.
 *
 * If a file is missing, the server starts to record it. The request waits until a part of the recording can be played,
 * which takes one or two seconds. If the requested file is not complete by then, requests for `.json` and
 * `.preview.json` get 202, and requests for other files get 503. A 202 response contains the timings of the longest
 * playable part, the name of the part's audio file, and the progress. The name of a part's audio file ends in
 * `.opening-{sentences}.mp3` (public), `.preview.mp3` or `.beginning-{sentences}.mp3`. A request for a missing
 * `.opening` or `.beginning` file gets 404 and does not start a recording.
 *
 * After a recording has failed, requests for it get 500 for a minute. After that minute, a request starts the recording
 * again. If the machine is busy, requests for missing files get 503. The response is 404 if the article is withdrawn or
 * an editor has turned off its audio.
 */
export function audioFileRoutes(
  app: FastifyInstance,
  { queries, sessions, narrations, samples, count }: ListeningOptions,
): void {
  app.get('/audio/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const sample = sampleSchema.safeParse(splitName(name, 2));
    if (sample.success) return sendSample(sample.data[0], request, reply);
    const narration = narrationSchema.safeParse(splitName(name, 4));
    if (!narration.success) throw new NotFoundError('Recording not found.');
    const [authorAlias, articleId, narrator, file] = narration.data;
    await assertArticleIsPublished(queries, { authorAlias, articleId });
    const recording = await narrations.findRecordingName(articleId, narrator);
    if (!recording) throw new NotFoundError('This article has no audio.');
    if (!isPreviewFile(file)) await requireListener(request, reply);
    const sendRecording = (recordingId: string) =>
      sendFile(request, reply, (range) => narrations.read(recordingId, file, range), {
        mediaType: getNarrationMediaType(file),
        cacheControl: isPreviewFile(file) ? PUBLIC_CACHE : PRIVATE_CACHE,
      });
    const { recording: requestedId } = request.query as { recording?: unknown };
    const playingId = requestedId ?? recording;
    if (playingId !== recording) {
      const earlierId = recordingSchema.safeParse(playingId).data;
      const isAvailable =
        earlierId && (await narrations.postponeRemovalOfRecording(earlierId, articleId, narrator));
      if (isAvailable && (await sendRecording(earlierId))) return reply;
      throw new NotFoundError('This recording of the article is no longer available.');
    }
    if (await sendRecording(recording)) return reply;
    // A client that requests a specific recording gets only that recording. Other clients get a recording with former
    // voices, if there is one, until the article has been recorded with the current voices.
    const formerId =
      requestedId === undefined &&
      (await narrations.findRecordingByFormerVoices(articleId, narrator));
    if (formerId && (await sendRecording(formerId))) {
      void narrations.recordInBackground(articleId, narrator);
      return reply;
    }
    if (isBeginningFileName(file))
      throw new NotFoundError('This part of the recording is no longer available.');
    return startAndSend(narration.data, recording, request, reply, sendRecording);
  });

  /**
   * Starts recording a missing audio file. Sends the file if it is ready in time. Otherwise, responds to a request for
   * timings with the timings of the part that can already be played. Throws {@link BusyError} for other files.
   */
  async function startAndSend(
    [, articleId, narrator, file]: z.infer<typeof narrationSchema>,
    recording: string,
    request: FastifyRequest,
    reply: FastifyReply,
    sendRecording: (recording: string) => Promise<boolean>,
  ): Promise<FastifyReply> {
    const extent = isPreviewFile(file) ? 'preview' : 'whole';
    const progress = await waitBriefly(
      narrations.requestRecording(articleId, narrator, extent, () =>
        count('narrationRequest', request),
      ),
    );
    // The requested file may be complete after the wait, for example if the article is so short that the preview covers
    // the full narration.
    if (await sendRecording(recording)) return reply;
    const isTimings = file === 'json' || file === 'preview.json';
    // If the article changed during this request, `recording` identifies an outdated recording, which was not started,
    // so no part of it can be played.
    const beginning = progress && isTimings && (await narrations.findBeginning(recording, extent));
    if (!beginning) throw new BusyError(NOT_READY, RETRY_AFTER);
    return reply
      .code(202)
      .headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER })
      .send({
        ...beginning,
        recorded: Math.max(beginning.seconds, progress.recorded),
        expected:
          extent === 'preview' ? Math.min(MAX_PREVIEW_SECONDS, progress.seconds) : progress.seconds,
        outline: progress.outline,
      });
  }

  async function sendSample(
    narrator: NarratorId,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const options = { mediaType: 'audio/mpeg', cacheControl: PUBLIC_CACHE };
    const send = (read: NarratorSampleService['read'] = samples.read) =>
      sendFile(request, reply, (range) => read(narrator, range), options);
    if (await send()) return reply;
    if (await send(samples.readFormer)) return reply;
    await waitBriefly(samples.record(narrator));
    if (await send()) return reply;
    throw new Error(`The sample of ${narrator} is gone as soon as it was made.`);
  }

  /**
   * Throws {@link UnauthenticatedError} if the caller is signed out, and {@link ForbiddenError} if the caller's tier
   * does not include narrations (spec 6).
   */
  async function requireListener(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await sessions.findForApi(request, reply);
    if (!session) throw new UnauthenticatedError();
    if (!mayHearCompleteNarrations(session.user))
      throw new ForbiddenError('Audio narrations are part of Premium.');
  }
}

/**
 * Waits for a result for up to {@link WAIT_TIMEOUT} milliseconds. After that time, throws {@link BusyError}, and the
 * work continues in the background.
 */
async function waitBriefly<Result>(result: Promise<Result>): Promise<Result> {
  const timeoutController = new AbortController();
  const timeout = wait(WAIT_TIMEOUT, undefined, { signal: timeoutController.signal }).then(() => {
    throw new BusyError(NOT_READY, RETRY_AFTER);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    timeoutController.abort();
  }
}

/** Splits a file name at its dots into at most `count` parts. The last part keeps the remaining dots. */
function splitName(name: string, count: number): string[] {
  const parts = name.split('.');
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join('.')];
}
