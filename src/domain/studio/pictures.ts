import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { createUuidSchema } from '../ids.ts';

/** Keywords for finding stock pictures (spec 3, "Image keywords"). */
export const STOCK_PHOTO_KEYWORDS = [
  ...['Abstract', 'Mind', 'Creative', 'Creativity', 'Wisdom', 'Innovation', 'Human', 'People'],
  ...['Communication', 'Psychology', 'Wellness', 'Fitness', 'Technology', 'Code', 'Science'],
  ...['Space', 'Nature', 'Animals', 'Finance', 'Business', 'City', 'Culture', 'Art', 'Travel'],
  ...['Productivity', 'Health', 'Food', 'Moods', 'Macro', 'Underwater', 'Objects', 'Sea'],
  ...['Mountains', 'Forest', 'Ocean', 'Texture', 'Music', 'Architecture'],
] as const;

/** Stock picture services. Each entry names the environment variable that configures the service. */
export const STOCK_PHOTO_SERVICES = {
  unsplash: { label: 'Unsplash', variable: 'UNSPLASH_ACCESS_KEY' },
  pexels: { label: 'Pexels', variable: 'PEXELS_API_KEY' },
} as const;
export type StockPhotoServiceId = keyof typeof STOCK_PHOTO_SERVICES;
export const STOCK_PHOTO_SERVICE_IDS = Object.keys(STOCK_PHOTO_SERVICES) as [
  StockPhotoServiceId,
  ...StockPhotoServiceId[],
];

/** Maximum length of a stock picture search query, in characters. */
export const MAX_STOCK_PHOTO_QUERY_LENGTH = 80;

export const focalPointSchema = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
});

/** A page of drawings from which an editor can choose an article's cover. */
export const drawingChoicePageSchema = z.object({
  drawings: z.array(
    z.object({
      variant: z.int(),
      /** The rendered drawing. Only editors can load its URLs. */
      image: articleMetaSchema.shape.image,
    }),
  ),
  /** Pagination token of the next page of drawings; null on the last page. */
  next: z.int().nullable(),
});
export type DrawingChoicePage = z.infer<typeof drawingChoicePageSchema>;
export type DrawingChoice = DrawingChoicePage['drawings'][number];

/** A picture found through a stock picture service. */
export const stockPhotoSchema = z.object({
  service: z.enum(STOCK_PHOTO_SERVICE_IDS),
  id: z.string(),
  /** URL of a small version of the picture, hosted by the service. */
  thumbnail: z.url({ protocol: /^https?$/ }),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  user: z.string(),
  userProfile: z.url({ protocol: /^https?$/ }),
});
export type StockPhoto = z.infer<typeof stockPhotoSchema>;

export const stockPhotoPageSchema = z.object({
  pictures: z.array(stockPhotoSchema),
  hasMore: z.boolean(),
});
export type StockPhotoPage = z.infer<typeof stockPhotoPageSchema>;

/** Schema for a picture's ID at a stock picture service. */
const stockIdSchema = z.string().regex(/^[\w-]{1,40}$/, 'is not the id of a picture');

/** Request to add a picture from a stock picture service. */
export const stockPhotoAddRequestSchema = z.strictObject({
  service: z.enum(STOCK_PHOTO_SERVICE_IDS),
  id: stockIdSchema,
});

/** A photograph that articles can use as a cover. */
export const photoSchema = z.object({
  id: createUuidSchema(),
  source: z.enum(['upload', ...STOCK_PHOTO_SERVICE_IDS]),
  width: z.int(),
  height: z.int(),
  user: z.string(),
  userProfile: z.string(),
  /** Service that published the photograph; null if it is the work of the editor who uploaded it. */
  service: z.string().nullable(),
  /** Center points of the photograph's crops. The first one belongs to crop number 1. */
  crops: z.array(focalPointSchema),
  /** The picture that readers see: the photograph with its newest crop. */
  image: articleMetaSchema.shape.image,
  /** URL of the uncropped photograph, from which an editor chooses a crop. */
  whole: z.string(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
});
export type Photo = z.infer<typeof photoSchema>;

const lineSchema = (maxLength: number) => z.string().trim().max(maxLength);

/** Schema for the URL of a page about the photographer. */
export const photographerUrlSchema = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'Give the address of a page about them. It begins with https://.',
});

/** Description and attribution of an uploaded picture. */
export const photoUploadDetailsSchema = z.strictObject({
  alt: lineSchema(200).min(1, 'Say what the picture shows.'),
  user: lineSchema(80).min(1, 'Say who took the picture.'),
  userProfile: lineSchema(300).pipe(photographerUrlSchema),
  /** Service that published the picture; empty if it is the editor's own work. */
  service: lineSchema(60).default(''),
});
export type PhotoUploadDetails = z.infer<typeof photoUploadDetailsSchema>;

/** Request to add a crop of a photograph, centered on a point. */
export const photoCropRequestSchema = z.strictObject({ focus: focalPointSchema });
