import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { IMAGE_FORMATS, PICTURE_WIDTHS } from '#domain/images.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { Pictures } from './service.ts';

const MIME = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

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
    const bytes = PICTURE_WIDTHS[kind].includes(width)
      ? await pictures.read({ kind, key, width, format })
      : undefined;
    if (!bytes) throw new NotFoundError('There is no such picture.');
    return reply
      .header('content-type', MIME[format])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes));
  });
}
