import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { narratorSchema } from '#domain/narrator-schema.ts';
import { TIER_LIMITS, tierInForce } from '#domain/tiers.ts';
import { requirePublished } from '#server/catalogue/articles/service.ts';
import {
  isOfPreview,
  mediaTypeOf,
  NARRATION_FILES,
  type Narrations,
  type Samples,
} from '#server/catalogue/narration/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  BusyError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
} from '#server/platform/errors.ts';
import { sendFile } from '#server/platform/http/file-answers.ts';
import type { CountRequest } from '#server/platform/http/rate-limits.ts';
import type { Sessions } from '#server/readers/sessions/service.ts';

interface ListeningOptions {
  queries: Queries;
  sessions: Sessions;
  narrations: Pick<Narrations, 'recordingOf' | 'read' | 'begin'>;
  samples: Samples;
  count: CountRequest;
}

/** Names of files under `/audio/`, by parts that have no dot but for the last (spec 7). */
const narrationSchema = z.tuple([
  z.string().min(1),
  z.uuid(),
  narratorSchema,
  z.enum(NARRATION_FILES),
]);
const sampleSchema = z.tuple([narratorSchema, z.literal('sample.mp3')]);

/** What everybody may hear changes with an article, or the voices: rarely, and within the hour is soon enough. */
const FOR_ALL = 'public, max-age=3600';
const FOR_ONE = 'private, no-cache';
/** Seconds until it is worth asking for the whole of a narration again. */
const ASK_AGAIN = 2;
/** Milliseconds for which the beginning of a narration is waited for: less than an answer may take (app.ts). */
const PATIENCE = 3500;
const BEING_MADE = 'This narration is being made. Try again in a few seconds.';

/**
 * `GET /audio/{authorAlias}.{id}.{narrator}.mp3`, with `.json` and `.vtt` for when each sentence is heard: for Premium
 * (spec 6; 401 and 403 for others). The same with `.preview` before the ending: its beginning, for everybody.
 * `GET /audio/{voice}.sample.mp3`: a narrator's voice, for everybody.
 *
 * What is not there is made. Its beginning is there after a second or two, and waited for; of the whole, `.json` tells
 * with 202 and the times of the beginning that it is on its way, the others with 503. So does everything that is not
 * there on a machine that has too much to do. 404 where the article is not there any more, or an editor keeps it from
 * being read aloud.
 */
export function listeningRoutes(
  app: FastifyInstance,
  { queries, sessions, narrations, samples, count }: ListeningOptions,
): void {
  app.get('/audio/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const sample = sampleSchema.safeParse(partsOf(name, 2));
    if (sample.success) {
      const [narrator] = sample.data;
      const answer = { mediaType: 'audio/mpeg', cacheControl: FOR_ALL };
      await sendFile(request, reply, (range) => samples.read(narrator, range), answer);
      return reply;
    }
    const narration = narrationSchema.safeParse(partsOf(name, 4));
    if (!narration.success) throw new NotFoundError('There is no such recording.');
    const [authorAlias, articleId, narrator, file] = narration.data;
    await requirePublished(queries, { authorAlias, articleId });
    const recording = await narrations.recordingOf(articleId, narrator);
    if (!recording) throw new NotFoundError('This article is not read aloud.');
    if (!isOfPreview(file)) await requireListener(request, reply);
    const send = () =>
      sendFile(request, reply, (range) => narrations.read(recording, file, range), {
        mediaType: mediaTypeOf(file),
        cacheControl: isOfPreview(file) ? FOR_ALL : FOR_ONE,
      });
    if (await send()) return reply;
    const extent = isOfPreview(file) ? 'preview' : 'whole';
    const begun = await soon(
      narrations.begin(articleId, narrator, extent, () => count('narrating', request)),
    );
    // What is there has been made meanwhile, or is so short that its beginning is all of it.
    if (await send()) return reply;
    if (file !== 'json' || !begun) throw new BusyError(BEING_MADE, ASK_AGAIN);
    return reply
      .code(202)
      .headers({ 'cache-control': 'no-store', 'retry-after': ASK_AGAIN })
      .send({ ...(await timingsOfPreview(recording)), expected: begun.seconds });
  });

  async function timingsOfPreview(recording: string): Promise<object> {
    const { body } = (await narrations.read(recording, 'preview.json'))!;
    return (await json(body)) as object;
  }

  /** Throws {@link UnauthenticatedError} or {@link ForbiddenError} unless the caller has narrations (spec 6). */
  async function requireListener(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await sessions.find(request, reply);
    if (!session) throw new UnauthenticatedError();
    if (!TIER_LIMITS[tierInForce(session.user)].narrations)
      throw new ForbiddenError('Narrations are part of Premium.');
  }
}

/** What is being made, unless that takes too long: then it is made all the same, and this throws {@link BusyError}. */
async function soon<Made>(making: Promise<Made>): Promise<Made> {
  const over = new AbortController();
  const patience = wait(PATIENCE, undefined, { signal: over.signal }).then(() => {
    throw new BusyError(BEING_MADE, ASK_AGAIN);
  });
  try {
    return await Promise.race([making, patience]);
  } finally {
    over.abort();
  }
}

/** A name in so many parts, parted by dots; the last takes all dots that are left. */
function partsOf(name: string, count: number): string[] {
  const parts = name.split('.');
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join('.')];
}
