import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import {
  type EpisodeFileExtension,
  type EpisodeRef,
  MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION,
} from '#domain/podcast.ts';
import type { ChapterTiming } from '#domain/timings.ts';
import type { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import type { NarrationExtent } from '#server/catalogue/narration/schema.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { openBytesAsFile } from '#server/platform/files/open-bytes-as-file.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';

/** The methods of the narration service that provide the files of podcast episodes. */
export type EpisodeNarrationService = Pick<
  NarrationService,
  'findRecordingName' | 'postponeRemovalOfRecording' | 'read' | 'readTimings'
>;

interface EpisodeFileOptions {
  narrations: EpisodeNarrationService;
  extent: NarrationExtent;
  cacheControl: string;
}

/** Schema of the parts of an episode's file name: article ID, narrator, name of the recording, and extension. */
const fileNameSchema = z.tuple([
  createUuidSchema(),
  narratorIdSchema,
  z.string().regex(/^[0-9a-f]{32}$/),
  z.enum(Object.keys(MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION) as [EpisodeFileExtension]),
]);

/**
 * Sends a file of a podcast episode: the audio (with support for byte ranges), the transcript as WebVTT, or the
 * chapters as JSON. Never starts a recording. Throws {@link NotFoundError} if the recording does not exist, the article
 * is withdrawn, or an editor has turned off its audio.
 */
export async function sendEpisodeFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { narrations, extent, cacheControl }: EpisodeFileOptions,
): Promise<FastifyReply> {
  const [articleId, narrator, recording, extension] = parseFileName(name);
  if (!(await isRecordingOfArticle(narrations, { articleId, narrator, recording })))
    throw createNotFoundError();
  const audioFile = extent === 'preview' ? 'preview.mp3' : 'mp3';
  const transcriptFile = extent === 'preview' ? 'preview.vtt' : 'vtt';
  const chapters =
    extension === 'chapters.json' ? await readChapters(narrations, recording, extent) : undefined;
  // These headers allow podcast players on pages of other origins to load the file.
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const isSent = await sendFile(
    request,
    reply,
    async (range) => {
      if (extension === 'chapters.json') return chapters && openBytesAsFile(chapters, range);
      return narrations.read(recording, extension === 'mp3' ? audioFile : transcriptFile, range);
    },
    { mediaType: MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION[extension], cacheControl },
  );
  if (!isSent) throw createNotFoundError();
  return reply;
}

function parseFileName(name: string): z.infer<typeof fileNameSchema> {
  const [articleId, narrator, recording, ...extension] = name.split('.');
  const parsed = fileNameSchema.safeParse([articleId, narrator, recording, extension.join('.')]);
  if (!parsed.success) throw createNotFoundError();
  return parsed.data;
}

/**
 * Returns true if the recording is the narrator's recording of the article's current text or of an earlier version. The
 * article must be published, and its audio must not be turned off.
 */
async function isRecordingOfArticle(
  narrations: EpisodeNarrationService,
  { articleId, narrator, recording }: EpisodeRef,
): Promise<boolean> {
  const currentName = await narrations.findRecordingName(articleId, narrator);
  if (currentName === undefined) return false;
  return (
    currentName === recording ||
    narrations.postponeRemovalOfRecording(recording, articleId, narrator)
  );
}

/**
 * Returns the chapters of a recording in the JSON format of Podcasting 2.0 (version 1.2). Returns `undefined` if the
 * recording does not exist.
 */
async function readChapters(
  narrations: EpisodeNarrationService,
  recording: string,
  extent: NarrationExtent,
): Promise<Uint8Array | undefined> {
  const timings = await narrations.readTimings(recording, extent);
  // The first chapter gets the start time 0, although its title is spoken after a short silence, so that the chapters
  // cover the whole recording.
  const toChapter = ({ title, from }: ChapterTiming, index: number) => ({
    startTime: index === 0 ? 0 : from,
    title,
  });
  return (
    timings &&
    new TextEncoder().encode(
      JSON.stringify({ version: '1.2.0', chapters: timings.chapters.map(toChapter) }),
    )
  );
}

function createNotFoundError(): NotFoundError {
  return new NotFoundError('This recording is no longer available.');
}
