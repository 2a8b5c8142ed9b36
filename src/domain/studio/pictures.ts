import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { uuid } from '../ids.ts';

/** What stock pictures are looked for by (spec 3, "Image keywords"). */
export const IMAGE_KEYWORDS = [
  ...['Abstract', 'Mind', 'Creative', 'Creativity', 'Wisdom', 'Innovation', 'Human', 'People'],
  ...['Communication', 'Psychology', 'Wellness', 'Fitness', 'Technology', 'Code', 'Science'],
  ...['Space', 'Nature', 'Animals', 'Finance', 'Business', 'City', 'Culture', 'Art', 'Travel'],
  ...['Productivity', 'Health', 'Food', 'Moods', 'Macro', 'Underwater', 'Objects', 'Sea'],
  ...['Mountains', 'Forest', 'Ocean', 'Texture', 'Music', 'Architecture'],
] as const;

/** The services stock pictures come from, and what has to be set for each. */
export const STOCK_SERVICES = {
  unsplash: { label: 'Unsplash', variable: 'UNSPLASH_ACCESS_KEY' },
  pexels: { label: 'Pexels', variable: 'PEXELS_API_KEY' },
} as const;
export type StockServiceId = keyof typeof STOCK_SERVICES;
export const STOCK_SERVICE_IDS = Object.keys(STOCK_SERVICES) as [
  StockServiceId,
  ...StockServiceId[],
];

/** Characters of what stock pictures are looked for by. */
export const STOCK_QUERY_MAX = 80;

export const focusSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** Drawings an editor can choose from. */
export const drawingsSchema = z.object({
  drawings: z.array(
    z.object({
      variant: z.int(),
      /** Renders it, for editors. */
      image: articleMetaSchema.shape.image,
    }),
  ),
  /** Where the next ones begin; null: there are no more. */
  next: z.int().nullable(),
});
export type Drawings = z.infer<typeof drawingsSchema>;
export type Drawing = Drawings['drawings'][number];

/** A picture that a stock service has. */
export const stockPictureSchema = z.object({
  service: z.enum(STOCK_SERVICE_IDS),
  id: z.string(),
  /** Where the service has a small one shown from. */
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

/** What a stock service calls a picture. */
const stockIdSchema = z.string().regex(/^[\w-]{1,40}$/, 'is not the id of a picture');

/** Takes a picture of a stock service. */
export const takeStockSchema = z.strictObject({
  service: z.enum(STOCK_SERVICE_IDS),
  id: stockIdSchema,
});

/** A photograph that articles can be shown with. */
export const photoSchema = z.object({
  id: uuid(),
  source: z.enum(['upload', ...STOCK_SERVICE_IDS]),
  width: z.int(),
  height: z.int(),
  user: z.string(),
  userProfile: z.string(),
  /** Null: whoever put it in made it. */
  service: z.string().nullable(),
  /** What it is cut around: the first one is crop 1. */
  crops: z.array(focusSchema),
  /** As readers get it, cut as its newest crop is. */
  image: articleMetaSchema.shape.image,
  /** All of it, for choosing a crop. */
  whole: z.string(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
});
export type Photo = z.infer<typeof photoSchema>;

const line = (longest: number) => z.string().trim().max(longest);

/** A page about whoever took a picture. */
export const userProfileSchema = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'Give the address of a page about them. It begins with https://.',
});

/** Whose picture it is that an editor puts in. */
export const uploadSchema = z.strictObject({
  alt: line(200).min(1, 'Say what the picture shows.'),
  user: line(80).min(1, 'Say who took the picture.'),
  userProfile: line(300).pipe(userProfileSchema),
  /** Empty: their own picture. */
  service: line(60).default(''),
});
export type Upload = z.infer<typeof uploadSchema>;

/** Cuts a photograph around another point. */
export const cropSchema = z.strictObject({ focus: focusSchema });
