import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGE_FORMATS, PICTURE_WIDTHS } from '#domain/images.ts';
import { PODCASTS, podcastArtPath } from '#domain/podcast.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';
import { createCardRequest, createPodcastArtRequest, type PictureRequest } from './renderings.ts';
import { type PictureService, pictureMediaType } from './service.ts';
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
 * Timeout of a picture request in milliseconds, after which the server responds with 503. The timeout does not stop the
 * rendering.
 *
 * The timeout is long, since a late response is better than an error: browsers do not retry images. On a new
 * installation, a client requests 16 pictures at once, none of which is rendered yet. On a busy machine, each picture
 * takes seconds, since rendering runs with the lowest priority.
 */
const DRAWING_TIMEOUT = 60_000;

/**
 * Headers that let pages of other origins show a picture. Mail programs in browsers show the covers in letters, and
 * podcast players show the art.
 */
const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

/**
 * Registers `GET /images/{kind}/{key}/{width}.{format}`, the cards for link previews as `GET
 * /images/cards/{key}/1200.jpg`, and the art of each podcast at its only path. Responses are immutable, since a new
 * drawing gets a new key.
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
      key === undefined ? undefined : createCardRequest(key),
      request,
      reply,
    );
  });

  for (const podcast of PODCASTS)
    app.get(podcastArtPath(podcast), options, (request, reply) => {
      const art = createPodcastArtRequest(podcast);
      return sendPicture(pictures, art, request, reply.headers(CROSS_ORIGIN_HEADERS));
    });
}

/** Returns the cover or portrait that the parameters identify, or `undefined` if none can have them. */
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
      mediaType: pictureMediaType(picture.format),
      cacheControl: CACHE_CONTROL,
    }));
  if (!isSent) throw new NotFoundError('Image not found.');
  return reply;
}
