import { z } from 'zod';
import { CATEGORY_IDS } from '../categories.ts';
import { FEEDBACK_TYPES } from '../feedback.ts';

/** Days the figures can look back over, today included. */
export const FIGURE_RANGES = [7, 28, 90] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

const FEEDBACK_MEASURES = Object.fromEntries(
  Object.entries(FEEDBACK_TYPES).map(([type, { label }]) => [type, label]),
) as Record<keyof typeof FEEDBACK_TYPES, string>;

/** What is counted of articles and authors, with its name for people. Days are UTC's. */
export const MEASURES = {
  read: 'Reads',
  listen25: 'Heard a quarter',
  listen50: 'Heard half',
  listen75: 'Heard three quarters',
  listen100: 'Heard to the end',
  share: 'Shares',
  bookmarks: 'Bookmarks',
  follows: 'New followers',
  ...FEEDBACK_MEASURES,
  reports: 'Reports',
} as const;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]];

/** How many of each measure. */
export type Figures = Record<Measure, number>;

/** Quarters heard below which the share of those who heard all says nothing. */
export const FEWEST_LISTENS = 20;

/** Of those who heard a quarter, the share who heard all; `null` where too few did. */
export function shareHeardOut({
  listen25,
  listen100,
}: Pick<Figures, 'listen25' | 'listen100'>): number | null {
  return listen25 < FEWEST_LISTENS ? null : Math.min(1, listen100 / listen25);
}

/** What a list of articles can be sorted by: a measure, or the share who heard all. */
export const ARTICLE_ORDERS = [...MEASURE_NAMES, 'heardOut'] as [
  Measure | 'heardOut',
  ...(Measure | 'heardOut')[],
];
export type ArticleOrder = (typeof ARTICLE_ORDERS)[number];

const counts = Object.fromEntries(MEASURE_NAMES.map((name) => [name, z.int()])) as Record<
  Measure,
  z.ZodInt
>;
const figuresSchema = z.object(counts);

export const dayFiguresSchema = figuresSchema.extend({
  day: z.iso.date(),
  /** Subscriptions that began, and that came to an end. Of the whole house alone. */
  started: z.int(),
  ended: z.int(),
});
export type DayFigures = z.infer<typeof dayFiguresSchema>;

export const articleFiguresSchema = figuresSchema.extend({
  id: z.uuid(),
  title: z.string(),
  path: z.string(),
  authorAlias: z.string(),
  category: z.enum(CATEGORY_IDS),
});
export type ArticleFigures = z.infer<typeof articleFiguresSchema>;

export const authorFiguresSchema = figuresSchema.extend({
  alias: z.string(),
  /** All there are, whenever they came. */
  followers: z.int(),
});
export type AuthorFigures = z.infer<typeof authorFiguresSchema>;

export const categoryFiguresSchema = figuresSchema.extend({ category: z.enum(CATEGORY_IDS) });
export type CategoryFigures = z.infer<typeof categoryFiguresSchema>;

/** How many readers have a subscription of each status. */
const subscribersSchema = z.object({
  active: z.int(),
  trialing: z.int(),
  past_due: z.int(),
});

/** The days of a range, oldest first and none left out, and what the range before it came to. */
export const figuresOfDaysSchema = z.object({
  days: z.array(dayFiguresSchema),
  before: figuresSchema.extend({ started: z.int(), ended: z.int() }),
  subscribers: subscribersSchema,
});
export type FiguresOfDays = z.infer<typeof figuresOfDaysSchema>;
