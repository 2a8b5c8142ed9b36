import { z } from 'zod';
import { CATEGORY_IDS } from '../categories.ts';
import { FEEDBACK_TYPES } from '../feedback.ts';
import { uuid } from '../ids.ts';

/** Days the figures can look back over, today included. */
export const FIGURE_RANGES = [7, 28, 90] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

const FEEDBACK_MEASURES = Object.fromEntries(
  Object.entries(FEEDBACK_TYPES).map(([type, { label }]) => [type, label]),
) as Record<keyof typeof FEEDBACK_TYPES, string>;

/** What is counted of articles and authors, with its name for people. Days are UTC's. */
export const MEASURES = {
  read: 'Reads',
  agreed: 'Reads with analytics',
  finished: 'Read to the end',
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

/** Shares that tell whether an article holds those who begin it: how many have done it all, of whom. */
export const SHARES = {
  readOut: { name: 'Share read to the end', begun: 'agreed', done: 'finished' },
  heardOut: { name: 'Share heard to the end', begun: 'listen25', done: 'listen100' },
} as const satisfies Record<string, { name: string; begun: Measure; done: Measure }>;
export type Share = keyof typeof SHARES;
export const SHARE_NAMES = Object.keys(SHARES) as [Share, ...Share[]];

/** How many must have begun: the share of fewer says nothing. */
export const MIN_STARTED_READS = 20;

/** From 0 to 1; `null` where too few began. */
export function calculateShare(figures: Figures, share: Share): number | null {
  const { begun, done } = SHARES[share];
  return figures[begun] < MIN_STARTED_READS ? null : Math.min(1, figures[done] / figures[begun]);
}

/** How many of a measure there were for a hundred reads; `null` where too few read. */
export function perHundredReads(figures: Figures, measure: Measure): number | null {
  return figures.read < MIN_STARTED_READS ? null : (100 * figures[measure]) / figures.read;
}

/** A column of a table of figures: a measure, or a share. */
export type FigureColumn = Measure | Share;

/** The columns a list of articles can be sorted by: all but new followers, which only authors have. */
export type ArticleOrder = Exclude<FigureColumn, 'follows'>;
export const ARTICLE_ORDERS = [...MEASURE_NAMES, ...SHARE_NAMES].filter(
  (column) => column !== 'follows',
) as [ArticleOrder, ...ArticleOrder[]];

/** Whether a column is a share. */
export function isShare(column: FigureColumn): column is Share {
  return column in SHARES;
}

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
  id: uuid(),
  title: z.string(),
  path: z.string(),
  authorAlias: z.string(),
  category: z.enum(CATEGORY_IDS),
});
export type ArticleFigures = z.infer<typeof articleFiguresSchema>;

/** An article beside what else it can be measured by, over the same days. */
export const articleComparisonSchema = z.object({
  article: articleFiguresSchema.extend({
    /** Whether readers have it. */
    isPublished: z.boolean(),
  }),
  /** Of all its author's articles, of all in its category, and of all there are; its own among them. */
  author: figuresSchema,
  category: figuresSchema,
  all: figuresSchema,
});
export type ArticleComparison = z.infer<typeof articleComparisonSchema>;

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
