import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGE_FORMATS, PICTURE_WIDTHS } from '#domain/images.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  type ByteRange,
  parseRange,
  UnsatisfiableRangeError,
} from '#server/platform/files/service.ts';
import { mediaTypeOf, type Pictures } from './service.ts';

const paramsSchema = z.object({
  kind: z.enum(['covers', 'avatars']),
  key: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3}\d*\.\d+$/),
  file: z.string(),
});
const fileSchema = z.tuple([z.coerce.number(), z.enum(IMAGE_FORMATS)]);

/** `GET /images/{kind}/{key}/{width}.{format}`: immutable, since the key changes with the drawing. */
export function pictureRoutes(app: FastifyInstance, pictures: Pictures): void {
  app.get('/images/:kind/:key/:file', { schema: { hide: true } }, async (request, reply) => {
    const params = paramsSchema.safeParse(request.params);
    const file = fileSchema.safeParse(params.data?.file.split('.'));
    if (!params.success || !file.success) throw new NotFoundError('There is no such picture.');
    const { kind, key } = params.data;
    const [width, format] = file.data;
    if (!PICTURE_WIDTHS[kind].includes(width)) throw new NotFoundError('There is no such picture.');
    const range = rangeOf(request);
    const picture = await pictures
      .read({ kind, key, width, format }, range)
      .catch((error: unknown) => {
        if (error instanceof UnsatisfiableRangeError) return error;
        throw error;
      });
    if (!picture) throw new NotFoundError('There is no such picture.');
    if (picture instanceof UnsatisfiableRangeError)
      return reply.code(416).header('content-range', `bytes */${picture.size}`).send();
    const { body, etag, from, to, size } = picture;
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
    return reply
      .header('content-type', mediaTypeOf(format))
      .header('content-length', to - from + 1)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('accept-ranges', 'bytes')
      .header('etag', etag)
      .send(body);
  });
}

/** The part that is asked for. A condition on it may be taken for not met: then the whole is sent. */
function rangeOf({ method, headers }: FastifyRequest): ByteRange | undefined {
  return method === 'GET' && !headers['if-range'] ? parseRange(headers.range) : undefined;
}
