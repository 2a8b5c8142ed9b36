import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { createUuidSchema } from '#domain/ids.ts';
import { PHOTO_LIMITS, PHOTO_MEDIA_TYPES } from '#domain/studio/photo-limits.ts';
import {
  drawingChoicePageSchema,
  MAX_STOCK_PHOTO_QUERY_LENGTH,
  photoCropRequestSchema,
  photoSchema,
  photoUploadDetailsSchema,
  STOCK_PHOTO_SERVICE_IDS,
  STOCK_PHOTO_SERVICES,
  type StockPhotoServiceId,
  stockPhotoAddRequestSchema,
  stockPhotoPageSchema,
} from '#domain/studio/pictures.ts';
import { findPhoto, listPhotos } from '#server/catalogue/photos/repository.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import { InvalidRequestError, NotFoundError } from '#server/platform/errors.ts';
import { CONTENT_HASH_HEADER } from '#server/platform/http/content-hash.ts';
import { sendFile } from '#server/platform/http/file-responses.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { DRAWING_WIDTHS, listDrawingChoices, renderDrawingSvg } from './drawings.ts';
import {
  addPhotoCrop,
  importStockPhoto,
  PHOTO_NOT_FOUND_MESSAGE,
  type PhotoServices,
  removePhoto,
  storeUploadedPhoto,
  toPhotoForEditors,
} from './photos.ts';
import type { StockPhotoClient } from './stock/stock-photo-client.ts';

interface StudioPictureOptions extends PhotoServices {
  stockPhotoServices: readonly StockPhotoClient[];
}

const PAGE_SIZE = 24;
/** The timeout, in milliseconds, of requests that call a stock photo service or decode a large picture. */
const UPLOAD_TIMEOUT = 45_000;
/** The timeout, in milliseconds, of requests that render a drawing. */
const DRAWING_TIMEOUT = 15_000;

const idSchema = createUuidSchema('is not an id');
const pictureParamsSchema = z.object({ id: idSchema });
const photoResponse = { 200: createDataResponseSchema(photoSchema), '4xx': errorResponseSchema };

/** Registers the endpoints for cover pictures: drawings, stock photos and uploads. */
export async function studioPictureRoutes(
  app: FastifyInstance,
  options: StudioPictureOptions,
): Promise<void> {
  drawingRoutes(app, options);
  stockRoutes(app, options);
  photoRoutes(app, options);
  await app.register(async (uploads) => uploadRoute(uploads, options));
}

function drawingRoutes(app: FastifyInstance, { queries, pictures }: PhotoServices): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/articles/:id/drawings',
    {
      schema: {
        summary: "List drawings for an article, those unlike its neighbors' first",
        params: pictureParamsSchema,
        querystring: z.object({
          category: z.enum(CATEGORY_IDS),
          from: z.coerce.number().int().min(0).max(9999).default(0),
        }),
        response: {
          200: createDataResponseSchema(drawingChoicePageSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params, query: { category, from } }) => ({
      data: await listDrawingChoices(queries, params.id, category, from),
    }),
  );

  typed.get(
    '/articles/:id/drawings/:category/:variant/:width',
    {
      handlerTimeout: DRAWING_TIMEOUT,
      schema: {
        summary: 'Get a drawing as a WebP of 320 or 960 pixels',
        params: pictureParamsSchema.extend({
          category: z.enum(CATEGORY_IDS),
          variant: z.coerce.number().pipe(z.int32().min(0)),
          width: z.coerce.number().pipe(z.literal(DRAWING_WIDTHS)),
        }),
      },
    },
    async ({ params }, reply) => {
      const svg = renderDrawingSvg(params.id, params.category, params.variant);
      const bytes = await pictures.renderPreview(svg, params.width);
      return reply
        .header('cache-control', 'private, max-age=86400')
        .type('image/webp')
        .send(Buffer.from(bytes));
    },
  );
}

function stockRoutes(
  app: FastifyInstance,
  { stockPhotoServices, ...photoContext }: StudioPictureOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const requireService = (id: StockPhotoServiceId): StockPhotoClient => {
    const service = stockPhotoServices.find((each) => each.id === id);
    const { label, variable } = STOCK_PHOTO_SERVICES[id];
    if (!service) throw new NotFoundError(`${label} is not configured: set ${variable}.`);
    return service;
  };

  typed.get(
    '/stock',
    {
      schema: {
        summary: 'List the configured stock services',
        response: {
          200: createDataResponseSchema(
            z.object({ services: z.array(z.enum(STOCK_PHOTO_SERVICE_IDS)) }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async () => ({ data: { services: stockPhotoServices.map((service) => service.id) } }),
  );

  typed.get(
    '/stock/:service',
    {
      handlerTimeout: UPLOAD_TIMEOUT,
      schema: {
        summary: 'Search a stock service',
        params: z.object({ service: z.enum(STOCK_PHOTO_SERVICE_IDS) }),
        querystring: z.object({
          q: z.string().trim().min(1, 'Say what to look for.').max(MAX_STOCK_PHOTO_QUERY_LENGTH),
          page: z.coerce.number().int().min(1).max(40).default(1),
        }),
        response: {
          200: createDataResponseSchema(stockPhotoPageSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { service }, query: { q, page } }) => ({
      data: await requireService(service).search(q, page),
    }),
  );

  typed.post(
    '/photos/stock',
    {
      handlerTimeout: UPLOAD_TIMEOUT,
      schema: {
        summary: 'Add a picture of a stock service',
        body: stockPhotoAddRequestSchema,
        response: photoResponse,
      },
    },
    async ({ member, body }) => ({
      data: toPhotoForEditors(
        await importStockPhoto(photoContext, member, requireService(body.service), body.id),
      ),
    }),
  );
}

function photoRoutes(app: FastifyInstance, { queries, pictures }: PhotoServices): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/photos',
    {
      schema: {
        summary: 'List photographs, newest first',
        querystring: z.object({ ...createPageParameterSchemas(PAGE_SIZE) }),
        response: {
          200: createPagedDataResponseSchema({ photos: z.array(photoSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { limit, nextToken: token } }) => {
      const { page, nextToken } = await readNewestFirstPage(
        { context: 'photos', limit, token },
        (maxRows, after) => listPhotos(queries, maxRows, after),
      );
      return { data: { photos: page.map(toPhotoForEditors), nextToken } };
    },
  );

  typed.get(
    '/photos/:id',
    {
      schema: { summary: 'Get a photograph', params: pictureParamsSchema, response: photoResponse },
    },
    async ({ params }) => {
      const photo = await findPhoto(queries, params.id);
      if (!photo) throw new NotFoundError(PHOTO_NOT_FOUND_MESSAGE);
      return { data: toPhotoForEditors(photo) };
    },
  );

  typed.get(
    '/photos/:id/whole',
    {
      schema: {
        summary: 'Get a stored photograph uncropped as a JPEG',
        params: pictureParamsSchema,
      },
    },
    async (request, reply) => {
      const wasFound = await sendFile(request, reply, () => pictures.readPhoto(request.params.id), {
        mediaType: 'image/jpeg',
        cacheControl: 'private, max-age=86400',
      });
      if (!wasFound) throw new NotFoundError(PHOTO_NOT_FOUND_MESSAGE);
      return reply;
    },
  );

  typed.post(
    '/photos/:id/crops',
    {
      handlerTimeout: UPLOAD_TIMEOUT,
      schema: {
        summary: 'Crop a photograph around another point',
        params: pictureParamsSchema,
        body: photoCropRequestSchema,
        response: photoResponse,
      },
    },
    async ({ member, params, body: { focus } }) => ({
      data: toPhotoForEditors(await addPhotoCrop({ queries, pictures }, member, params.id, focus)),
    }),
  );

  typed.delete(
    '/photos/:id',
    {
      handlerTimeout: UPLOAD_TIMEOUT,
      schema: {
        summary: 'Delete an unused photograph',
        params: pictureParamsSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ member, params }, reply) => {
      await removePhoto({ queries, pictures }, member, params.id);
      return reply.code(204).send();
    },
  );
}

/**
 * Registers the upload endpoint. The request body contains only the bytes of the picture, so the
 * credit is in the query string.
 */
function uploadRoute(app: FastifyInstance, photoContext: PhotoServices): void {
  app.addContentTypeParser(
    [...PHOTO_MEDIA_TYPES, 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: PHOTO_LIMITS.bytes },
    (request, body, done) => {
      const isIntact = request.headers[CONTENT_HASH_HEADER] === hash('sha256', body);
      if (isIntact) done(null, body);
      else done(new InvalidRequestError('The picture was damaged on the way. Try again.'));
    },
  );
  app.withTypeProvider<ZodTypeProvider>().post(
    '/photos',
    {
      bodyLimit: PHOTO_LIMITS.bytes,
      handlerTimeout: UPLOAD_TIMEOUT,
      schema: {
        summary: 'Upload a picture: the bytes of a JPEG, PNG, WebP or AVIF',
        querystring: photoUploadDetailsSchema,
        response: photoResponse,
      },
    },
    async ({ member, body, query }) => {
      if (!Buffer.isBuffer(body) || !body.length) throw new InvalidRequestError('Send a picture.');
      return {
        data: toPhotoForEditors(await storeUploadedPhoto(photoContext, member, body, query)),
      };
    },
  );
}
