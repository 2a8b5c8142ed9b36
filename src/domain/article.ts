import { z } from 'zod';
import { CATEGORY_IDS, isSubcategory } from './categories.ts';
import { hasAtMostCharacters } from './characters.ts';
import { uuidv7 } from './ids.ts';
import { LEVELS } from './level.ts';
import { SLUG_PATTERN } from './paths.ts';
import { PHOTO_LIMITS } from './studio/photo-limits.ts';

/** Exactly how many bullets a summary and how many key points an article has (spec 1). */
export const SUMMARY_BULLETS = 5;
export const KEY_POINTS = 3;

/** Longest texts, in characters. */
export const ARTICLE_LIMITS = {
  title: 90,
  tagline: 180,
  bullet: 140,
  pointTitle: 90,
  takeaway: 240,
  correction: 300,
  keyword: 40,
  alt: 200,
} as const;

/** A line of plain text. */
const line = (most: number) =>
  z.string().min(1).refine(hasAtMostCharacters(most), `has more than ${most} characters`);

/** A paragraph: HTML with inline tags only, sanitised before it gets here. */
const paragraphSchema = z.string().min(1);

const articleImageSchema = z.object({
  /** Widest JPEG; `images.ts` derives the other widths and formats of a drawn cover. */
  src: z.string(),
  /** Empty when the picture says nothing that the title does not. */
  alt: z.string(),
  /** "Image by {user} on {service}", with a link to the user's profile. */
  attributionHtml: z.string(),
  /** Id of the colour the picture rests on at its foot: placeholder, caption ground, and tone of the caption. */
  ground: z.string(),
});

const categoryFields = {
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
};

/** What a list needs to show an article. Dates are ISO 8601 in UTC. */
export const articleMetaSchema = z.object({
  id: uuidv7(),
  authorAlias: z.string(),
  /** Canonical address, `/{alias}/{slug}`. */
  path: z.string(),
  title: line(ARTICLE_LIMITS.title),
  tagline: line(ARTICLE_LIMITS.tagline),
  ...categoryFields,
  /** How much the article expects of its reader. */
  level: z.enum(LEVELS),
  readingMinutes: z.int().min(1),
  /** When readers could first read it. */
  createdAt: z.iso.datetime(),
  hasAudio: z.boolean(),
  image: articleImageSchema,
});
export type ArticleMeta = z.infer<typeof articleMetaSchema>;

/** Names an article in calls and in the reader's sets (spec 3, "Bookmark identity"). */
export type ArticleIdentity = Pick<ArticleMeta, 'authorAlias' | 'id'>;

export const keyPointSchema = z.object({
  title: line(ARTICLE_LIMITS.pointTitle),
  paragraphs: z.array(paragraphSchema).min(1),
  /** One sentence, plain text. */
  takeaway: line(ARTICLE_LIMITS.takeaway),
});
export type KeyPoint = z.infer<typeof keyPointSchema>;

/** What an article rests on, for a reader who wants to look it up. */
export const articleSourceSchema = z.object({
  /** Author, title, and where it came out. */
  cite: z.string().min(1).max(300),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
});
export type ArticleSource = z.infer<typeof articleSourceSchema>;

/** A mistake that readers could have read, and the day it was mended. */
const correctionSchema = z.strictObject({
  on: z.iso.date(),
  /** What was wrong and what is so, in a sentence. */
  what: line(ARTICLE_LIMITS.correction),
});

export const articleBodySchema = z.object({
  /** Plain text, one line each. */
  summary: z.array(line(ARTICLE_LIMITS.bullet)).length(SUMMARY_BULLETS),
  introduction: z.array(paragraphSchema).min(1),
  keyPoints: z.array(keyPointSchema).length(KEY_POINTS),
  conclusion: z.array(paragraphSchema).min(1),
  /** Absent rather than empty, as are the corrections. */
  sources: z.array(articleSourceSchema).min(1).optional(),
  /** Newest first. */
  corrections: z.array(correctionSchema).min(1).optional(),
  /** The day a person had read it before it was published; absent: nobody had. */
  readByPersonOn: z.iso.date().optional(),
});
export type ArticleBody = z.infer<typeof articleBodySchema>;

/** An article whole, as its page shows it. */
export const articleSchema = articleMetaSchema.extend({
  updatedAt: z.iso.datetime(),
  body: articleBodySchema,
});
export type Article = z.infer<typeof articleSchema>;

/** An alias as addresses are compared by, and a slug. */
const FORMER_ADDRESS = /^[a-z][a-z0-9-]{1,29}\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the head of an article's file says (`content/README.md`). */
export const articleFrontMatterSchema = z
  .strictObject({
    id: uuidv7(),
    title: articleMetaSchema.shape.title,
    tagline: articleMetaSchema.shape.tagline,
    ...categoryFields,
    /** How much it expects of its reader; absent: as much as its author does. */
    level: z.enum(LEVELS).optional(),
    /** A draft is checked with the rest, and shown to nobody who does not ask for drafts. */
    status: z.enum(['published', 'draft']).default('published'),
    published: z.iso.datetime(),
    updated: z.iso.datetime().optional(),
    corrected: z.array(correctionSchema).default([]),
    /** The day a person had read it before it was published. */
    readByPersonOn: z.iso.date().optional(),
    /** What somebody may look for and the text does not say: other names, the field's word for it. Readers do not see them. */
    keywords: z.array(line(ARTICLE_LIMITS.keyword).min(2)).max(8).default([]),
    /** Addresses it had before, as `alias/slug`: who comes by one of them is led to it. */
    formerly: z
      .array(z.string().regex(FORMER_ADDRESS, 'a former address is written alias/slug'))
      .max(50)
      .default([]),
    /** Among the first that a newcomer to its category is shown. */
    startHere: z.boolean().default(false),
    /** Whether it is read aloud. */
    audio: z.boolean().default(true),
    /** What the cover shows, when it says more than the title. Drawn covers say nothing. */
    alt: z
      .string()
      .refine(
        hasAtMostCharacters(ARTICLE_LIMITS.alt),
        `has more than ${ARTICLE_LIMITS.alt} characters`,
      )
      .default(''),
    /** Which of its category's drawings it has; absent: the one it has been given, or one unlike its neighbours'. */
    drawing: z.int().min(0).optional(),
    /** A photograph of the library that stands before the drawing, and which of its crops, counted from 1. */
    photo: z
      .strictObject({
        id: uuidv7(),
        crop: z.int().min(1).max(PHOTO_LIMITS.crops).default(1),
      })
      .optional(),
  })
  .refine(({ category, subcategory }) => isSubcategory(category, subcategory), {
    path: ['subcategory'],
    error: ({ input }) => {
      const { category, subcategory } = input as { category: string; subcategory: string };
      return `"${subcategory}" is not a subcategory of "${category}"`;
    },
  });
export type ArticleFrontMatter = z.infer<typeof articleFrontMatterSchema>;

export const slugSchema = z
  .string()
  .regex(SLUG_PATTERN, 'a slug is lower-case words joined by hyphens');

/** Everything a reader reads of an article, for counting words. */
export function listTexts(body: ArticleBody): string[] {
  return [
    ...body.summary,
    ...body.introduction,
    ...body.keyPoints.flatMap(({ title, paragraphs, takeaway }) => [
      title,
      ...paragraphs,
      takeaway,
    ]),
    ...body.conclusion,
  ];
}
