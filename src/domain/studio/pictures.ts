import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { uuid } from '../ids.ts';

/** Keywords for finding stock pictures (spec 3, "Image keywords"). */
export const IMAGE_KEYWORDS = [
  ...['Abstract', 'Mind', 'Creative', 'Creativity', 'Wisdom', 'Innovation', 'Human', 'People'],
  ...['Communication', 'Psychology', 'Wellness', 'Fitness', 'Technology', 'Code', 'Science'],
  ...['Space', 'Nature', 'Animals', 'Finance', 'Business', 'City', 'Culture', 'Art', 'Travel'],
  ...['Productivity', 'Health', 'Food', 'Moods', 'Macro', 'Underwater', 'Objects', 'Sea'],
  ...['Mountains', 'Forest', 'Ocean', 'Texture', 'Music', 'Architecture'],
] as const;

/** Stock picture services, and the variable that configures each. */
export const STOCK_SERVICES = {
  unsplash: { label: 'Unsplash', variable: 'UNSPLASH_ACCESS_KEY' },
  pexels: { label: 'Pexels', variable: 'PEXELS_API_KEY' },
} as const;
export type StockServiceId = keyof typeof STOCK_SERVICES;
export const STOCK_SERVICE_IDS = Object.keys(STOCK_SERVICES) as [
  StockServiceId,
  ...StockServiceId[],
];

/** Maximum characters of a stock picture search. */
export const STOCK_QUERY_MAX = 80;

export const focusSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** Drawings from which an editor can choose. */
export const drawingsSchema = z.object({
  drawings: z.array(
    z.object({
      variant: z.int(),
      /** URLs of its renderings for editors. */
      image: articleMetaSchema.shape.image,
    }),
  ),
  /** Token of the next page; null at the end. */
  next: z.int().nullable(),
});
export type Drawings = z.infer<typeof drawingsSchema>;
export type Drawing = Drawings['drawings'][number];

/** A picture of a stock service. */
export const stockPictureSchema = z.object({
  service: z.enum(STOCK_SERVICE_IDS),
  id: z.string(),
  /** URL of a small version at the service. */
  thumbnail: z.url({ protocol: /^https?$/ }),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  user: z.string(),
  userProfile: z.url({ protocol: /^https?$/ }),
});
export type StockPicture = z.infer<typeof stockPictureSchema>;

export const stockPageSchema = z.object({
  pictures: z.array(stockPictureSchema),
  hasMore: z.boolean(),
});
export type StockPage = z.infer<typeof stockPageSchema>;

/** Id of a picture at a stock service. */
const stockIdSchema = z.string().regex(/^[\w-]{1,40}$/, 'is not the id of a picture');

/** Adds a picture of a stock service. */
export const takeStockSchema = z.strictObject({
  service: z.enum(STOCK_SERVICE_IDS),
  id: stockIdSchema,
});

/** A photograph for articles. */
export const photoSchema = z.object({
  id: uuid(),
  source: z.enum(['upload', ...STOCK_SERVICE_IDS]),
  width: z.int(),
  height: z.int(),
  user: z.string(),
  userProfile: z.string(),
  /** Null if the editor who uploaded it made it. */
  service: z.string().nullable(),
  /** Centers of its crops: the first one is crop 1. */
  crops: z.array(focusSchema),
  /** The picture as readers see it, with the newest crop. */
  image: articleMetaSchema.shape.image,
  /** URL of the uncropped picture, for choosing a crop. */
  whole: z.string(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
});
export type Photo = z.infer<typeof photoSchema>;

const line = (longest: number) => z.string().trim().max(longest);

/** URL of a page about the photographer. */
export const userProfileSchema = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'Give the address of a page about them. It begins with https://.',
});

/** Attribution of an uploaded picture. */
export const uploadSchema = z.strictObject({
  alt: line(200).min(1, 'Say what the picture shows.'),
  user: line(80).min(1, 'Say who took the picture.'),
  userProfile: line(300).pipe(userProfileSchema),
  /** Empty for the editor's own picture. */
  service: line(60).default(''),
});
export type Upload = z.infer<typeof uploadSchema>;

/** Adds a crop of a photograph around another point. */
export const cropSchema = z.strictObject({ focus: focusSchema });
