import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGE_FORMATS, PICTURE_WIDTHS } from '#domain/images.ts';
import { PODCAST_KINDS, podcastArtPath } from '#domain/podcast.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';
import {
  createPodcastArtRequest,
  createShareCardRequest,
  type PictureRequest,
} from './renderings.ts';
import { getPictureMediaType, type PictureService } from './service.ts';
import { parseShareCardKey, shareCardPath } from './share-card-keys.ts';

const paramsSchema = z.object({
  kind: z.enum(['covers', 'avatars']),
  key: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3}\d*\.\d+$/),
  file: z.string(),
});
const fileSchema = z.tuple([z.coerce.number(), z.enum(IMAGE_FORMATS)]);
const cardKeySchema = z.string().refine(parseShareCardKey);
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Milliseconds after which the server responds to a picture request with 503. The rendering continues.
 *
 * The timeout is long, because browsers do not retry images, so a late response is better than an error. On a new
 * installation, a browser requests 16 pictures at once, and none of them is rendered yet. On a busy machine, each
 * picture takes seconds, because rendering has the lowest priority.
 */
const DRAWING_TIMEOUT = 60_000;

/**
 * Headers that allow pages of other origins to show a picture. Webmail pages show the covers in emails, and podcast
 * players show the podcast artwork.
 */
const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

/**
 * Registers `GET /images/{kind}/{key}/{width}.{format}`, `GET /images/cards/{key}/1200.jpg` for share cards, and one
 * path for the artwork of each podcast. Responses are immutable, because a changed picture gets a new key and URL.
 */
export function pictureRoutes(app: FastifyInstance, pictures: PictureService): void {
  const options = { schema: { hide: true }, handlerTimeout: DRAWING_TIMEOUT };

  app.get('/images/:kind/:key/:file', options, (request, reply) => {
    const picture = parsePictureParams(request.params);
    return sendPicture(pictures, picture, request, reply.headers(CROSS_ORIGIN_HEADERS));
  });

  app.get<{ Params: { key: string } }>(shareCardPath(':key'), options, (request, reply) => {
    const key = cardKeySchema.safeParse(request.params.key).data;
    return sendPicture(
      pictures,
      key === undefined ? undefined : createShareCardRequest(key),
      request,
      reply,
    );
  });

  for (const podcast of PODCAST_KINDS)
    app.get(podcastArtPath(podcast), options, (request, reply) => {
      const art = createPodcastArtRequest(podcast);
      return sendPicture(pictures, art, request, reply.headers(CROSS_ORIGIN_HEADERS));
    });
}

/**
 * Returns the request for the cover or portrait that the URL parameters specify, or `undefined` if the parameters are
 * invalid.
 */
function parsePictureParams(params: unknown): PictureRequest | undefined {
  const { kind, key, file } = paramsSchema.safeParse(params).data ?? {};
  const [width, format] = fileSchema.safeParse(file?.split('.')).data ?? [];
  if (!kind || !key || !width || !format) return undefined;
  return PICTURE_WIDTHS[kind].includes(width) ? { kind, key, width, format } : undefined;
}

/** Sends a picture. Throws {@link NotFoundError} if it does not exist. */
async function sendPicture(
  pictures: Pick<PictureService, 'read'>,
  picture: PictureRequest | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isSent =
    picture &&
    (await sendFile(request, reply, (range) => pictures.read(picture, range), {
      mediaType: getPictureMediaType(picture.format),
      cacheControl: CACHE_CONTROL,
    }));
  if (!isSent) throw new NotFoundError('Image not found.');
  return reply;
}
