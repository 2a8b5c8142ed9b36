import { z } from 'zod';
import { CATEGORY_IDS, isSubcategory } from './categories.ts';
import { hasAtMostCharacters } from './characters.ts';
import { uuidv7 } from './ids.ts';
import { LEVELS } from './level.ts';
import { SLUG_PATTERN } from './paths.ts';
import { PHOTO_LIMITS } from './studio/photo-limits.ts';

/** Number of bullets in a summary, and of key points in an article (spec 1). */
export const SUMMARY_BULLETS = 5;
export const KEY_POINTS = 3;

/** Maximum lengths, in characters. */
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

/** Accepts one line of plain text. */
const line = (most: number) =>
  z.string().min(1).refine(hasAtMostCharacters(most), `has more than ${most} characters`);

/** A paragraph: HTML with inline tags only, already sanitized. */
const paragraphSchema = z.string().min(1);

const articleImageSchema = z.object({
  /** URL of the widest JPEG; `images.ts` derives the other widths and formats of a drawn cover. */
  src: z.string(),
  /** Empty if the picture adds nothing to the title. */
  alt: z.string(),
  /** "Image by {user} on {service}", with a link to the user's profile. */
  attributionHtml: z.string(),
  /**
   * Id of the background color at the picture's foot: used for the placeholder, the caption's background, and
   * the caption's tone.
   */
  ground: z.string(),
});

const categoryFields = {
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
};

/** The part of an article that lists need. Dates are ISO 8601 in UTC. */
export const articleMetaSchema = z.object({
  id: uuidv7(),
  authorAlias: z.string(),
  /** Canonical path, `/{alias}/{slug}`. */
  path: z.string(),
  title: line(ARTICLE_LIMITS.title),
  tagline: line(ARTICLE_LIMITS.tagline),
  ...categoryFields,
  /** Required previous knowledge. */
  level: z.enum(LEVELS),
  readingMinutes: z.int().min(1),
  /** Time of first publication. */
  createdAt: z.iso.datetime(),
  hasAudio: z.boolean(),
  image: articleImageSchema,
});
export type ArticleMeta = z.infer<typeof articleMetaSchema>;

/** Identifies an article in API calls and in the reader's sets (spec 3, "Bookmark identity"). */
export type ArticleIdentity = Pick<ArticleMeta, 'authorAlias' | 'id'>;

export const keyPointSchema = z.object({
  title: line(ARTICLE_LIMITS.pointTitle),
  paragraphs: z.array(paragraphSchema).min(1),
  /** One sentence, plain text. */
  takeaway: line(ARTICLE_LIMITS.takeaway),
});
export type KeyPoint = z.infer<typeof keyPointSchema>;

/** A source of an article, for readers who want to look it up. */
export const articleSourceSchema = z.object({
  /** Author, title and publication. */
  cite: z.string().min(1).max(300),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
});
export type ArticleSource = z.infer<typeof articleSourceSchema>;

/** A mistake in the published text, and the day it was corrected. */
const correctionSchema = z.strictObject({
  on: z.iso.date(),
  /** The mistake and the correct fact, in a sentence. */
  what: line(ARTICLE_LIMITS.correction),
});

export const articleBodySchema = z.object({
  /** Plain text, one line each. */
  summary: z.array(line(ARTICLE_LIMITS.bullet)).length(SUMMARY_BULLETS),
  introduction: z.array(paragraphSchema).min(1),
  keyPoints: z.array(keyPointSchema).length(KEY_POINTS),
  conclusion: z.array(paragraphSchema).min(1),
  /** Omitted rather than empty, like corrections. */
  sources: z.array(articleSourceSchema).min(1).optional(),
  /** Newest first. */
  corrections: z.array(correctionSchema).min(1).optional(),
  /** Day on which a person had read it before publication. Omitted if nobody had. */
  readByPersonOn: z.iso.date().optional(),
});
export type ArticleBody = z.infer<typeof articleBodySchema>;

/** A complete article, as its page shows it. */
export const articleSchema = articleMetaSchema.extend({
  updatedAt: z.iso.datetime(),
  body: articleBodySchema,
});
export type Article = z.infer<typeof articleSchema>;

/** An alias in lower case, and a slug. */
const FORMER_ADDRESS = /^[a-z][a-z0-9-]{1,29}\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Front matter of an article's file (`content/README.md`). */
export const articleFrontMatterSchema = z
  .strictObject({
    id: uuidv7(),
    title: articleMetaSchema.shape.title,
    tagline: articleMetaSchema.shape.tagline,
    ...categoryFields,
    /** Default: its author's level. */
    level: z.enum(LEVELS).optional(),
    /** Drafts are checked like other articles, and shown only if drafts are enabled. */
    status: z.enum(['published', 'draft']).default('published'),
    published: z.iso.datetime(),
    updated: z.iso.datetime().optional(),
    corrected: z.array(correctionSchema).default([]),
    /** Day on which a person had read it before publication. */
    readByPersonOn: z.iso.date().optional(),
    /** Search terms that are not in the text: other names, technical terms. Readers do not see them. */
    keywords: z.array(line(ARTICLE_LIMITS.keyword).min(2)).max(8).default([]),
    /** Earlier paths, as `alias/slug`, which redirect to the article. */
    formerly: z
      .array(z.string().regex(FORMER_ADDRESS, 'a former address is written alias/slug'))
      .max(50)
      .default([]),
    /** True for articles recommended to newcomers to the category. */
    startHere: z.boolean().default(false),
    /** True if it gets a narration. */
    audio: z.boolean().default(true),
    /** Description of the cover, if it adds to the title. Drawn covers have none. */
    alt: z
      .string()
      .refine(
        hasAtMostCharacters(ARTICLE_LIMITS.alt),
        `has more than ${ARTICLE_LIMITS.alt} characters`,
      )
      .default(''),
    /** Number of a drawing of its category. Default: the assigned one, or one unlike its neighbors'. */
    drawing: z.int().min(0).optional(),
    /** A photograph of the library that replaces the drawing, and the number of its crop, counted from 1. */
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

/** Returns all texts of an article that readers see, for counting words. */
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
