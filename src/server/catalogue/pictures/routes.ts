import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { IMAGE_FORMATS, PICTURE_WIDTHS } from '#domain/images.ts';
import { PODCAST_ART_SIZE } from '#domain/podcast.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';
import { createCardRequest, type PictureRequest } from './renderings.ts';
import { type PictureService, pictureMediaType } from './service.ts';
import { parseShareCardKey } from './share-card-keys.ts';

const paramsSchema = z.object({
  kind: z.enum(['covers', 'avatars']),
  key: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3}\d*\.\d+$/),
  file: z.string(),
});
const fileSchema = z.tuple([z.coerce.number(), z.enum(IMAGE_FORMATS)]);
const cardParamsSchema = z.object({
  key: z.string().refine(parseShareCardKey),
});
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
 * Registers `GET /images/{kind}/{key}/{width}.{format}`, the cards for link previews as `GET
 * /images/cards/{key}/1200.jpg`, and the art of podcasts as `GET /images/podcasts/{key}/3000.jpg`. Responses are
 * immutable, since a new drawing gets a new key.
 */
export function pictureRoutes(app: FastifyInstance, pictures: PictureService): void {
  const options = { schema: { hide: true }, handlerTimeout: DRAWING_TIMEOUT };
  app.get('/images/:kind/:key/:file', options, async (request, reply) => {
    const params = paramsSchema.safeParse(request.params);
    const file = fileSchema.safeParse(params.data?.file.split('.'));
    if (!params.success || !file.success) throw new NotFoundError('Image not found.');
    const { kind, key } = params.data;
    const [width, format] = file.data;
    if (!PICTURE_WIDTHS[kind].includes(width)) throw new NotFoundError('Image not found.');
    const picture: PictureRequest = { kind, key, width, format };
    // Mail programs in browsers show the covers in letters on pages of their own origin.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const isThere = await sendFile(request, reply, (range) => pictures.read(picture, range), {
      mediaType: pictureMediaType(format),
      cacheControl: CACHE_CONTROL,
    });
    if (!isThere) throw new NotFoundError('Image not found.');
    return reply;
  });

  app.get('/images/cards/:key/1200.jpg', options, async (request, reply) => {
    const params = cardParamsSchema.safeParse(request.params);
    if (!params.success) throw new NotFoundError('Image not found.');
    const card = createCardRequest(params.data.key);
    const isThere = await sendFile(request, reply, (range) => pictures.read(card, range), {
      mediaType: pictureMediaType('jpg'),
      cacheControl: CACHE_CONTROL,
    });
    if (!isThere) throw new NotFoundError('Image not found.');
    return reply;
  });
  app.get<{ Params: { key: string } }>(
    '/images/podcasts/:key/3000.jpg',
    options,
    async (request, reply) => {
      const { key } = request.params;
      const art: PictureRequest = { kind: 'podcasts', key, width: PODCAST_ART_SIZE, format: 'jpg' };
      // Players on pages of other origins show the art.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      const isThere = await sendFile(request, reply, (range) => pictures.read(art, range), {
        mediaType: pictureMediaType('jpg'),
        cacheControl: CACHE_CONTROL,
      });
      if (!isThere) throw new NotFoundError('Image not found.');
      return reply;
    },
  );
}
