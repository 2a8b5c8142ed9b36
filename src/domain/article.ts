import { z } from 'zod';
import { CATEGORY_IDS, isSubcategoryOf } from './categories.ts';
import { createMaxCharactersPredicate } from './characters.ts';
import { createUuidv7Schema } from './ids.ts';
import { LEVELS } from './level.ts';
import { SLUG_PATTERN } from './paths.ts';
import { PHOTO_LIMITS } from './studio/photo-limits.ts';

/** Number of bullets in a summary (spec 1). */
export const SUMMARY_BULLET_COUNT = 5;
/** Number of key points in an article (spec 1). */
export const KEY_POINT_COUNT = 3;

/** Maximum length of each text field of an article, in characters. */
export const ARTICLE_MAX_LENGTHS = {
  title: 90,
  tagline: 180,
  bullet: 140,
  pointTitle: 90,
  takeaway: 240,
  correction: 300,
  keyword: 40,
  alt: 200,
} as const;

/** Returns a schema for one line of plain text with at most `max` characters. */
const lineSchema = (max: number) =>
  z.string().min(1).refine(createMaxCharactersPredicate(max), `has more than ${max} characters`);

/** Schema for a paragraph: sanitized HTML with inline tags only. */
const paragraphSchema = z.string().min(1);

const articleImageSchema = z.object({
  /**
   * URL of the picture in one size and format. For Octavo's own pictures, `images.ts` derives the URLs of the other
   * sizes and formats.
   */
  src: z.string(),
  /** Alternative text for the picture. Empty if the picture adds no information to the title. */
  alt: z.string(),
  /** Attribution as HTML: "Image by {user} on {service}", with a link to the user's profile. */
  attributionHtml: z.string(),
  /** ID of the background color for the picture's caption and placeholder (`cover-grounds.ts`). */
  ground: z.string(),
});

const categoryFields = {
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
};

/** Metadata of an article, as used in article lists. Times are ISO 8601 in UTC. */
export const articleMetaSchema = z.object({
  id: createUuidv7Schema(),
  authorAlias: z.string(),
  /** The article's canonical path: `/{alias}/{slug}`. */
  path: z.string(),
  title: lineSchema(ARTICLE_MAX_LENGTHS.title),
  tagline: lineSchema(ARTICLE_MAX_LENGTHS.tagline),
  ...categoryFields,
  /** Level of knowledge that the article expects from its reader. */
  level: z.enum(LEVELS),
  readingMinutes: z.int().min(1),
  /** Time of the article's first publication. */
  createdAt: z.iso.datetime(),
  hasAudio: z.boolean(),
  image: articleImageSchema,
});
export type ArticleMeta = z.infer<typeof articleMetaSchema>;

/** The article fields that a card in an article list shows. */
export type ListedArticle = Omit<ArticleMeta, 'tagline' | 'createdAt'>;

export function toListedArticle({
  tagline: _,
  createdAt: __,
  ...article
}: ArticleMeta): ListedArticle {
  return article;
}

/** The article fields that carousel cards and the audio player show. */
export type ArticleTeaser = Pick<
  ArticleMeta,
  | 'id'
  | 'authorAlias'
  | 'path'
  | 'title'
  | 'category'
  | 'subcategory'
  | 'readingMinutes'
  | 'hasAudio'
> & { image: Pick<ArticleMeta['image'], 'src' | 'ground'> };

export function toArticleTeaser(article: ArticleMeta): ArticleTeaser {
  const { id, authorAlias, path, title, category, subcategory, readingMinutes, hasAudio } = article;
  const { src, ground } = article.image;
  const image = { src, ground };
  return { id, authorAlias, path, title, category, subcategory, readingMinutes, hasAudio, image };
}

/** Fields that identify an article in the API and in a reader's bookmarks (spec 3, "Bookmark identity"). */
export type ArticleIdentity = Pick<ArticleMeta, 'authorAlias' | 'id'>;

export const keyPointSchema = z.object({
  title: lineSchema(ARTICLE_MAX_LENGTHS.pointTitle),
  paragraphs: z.array(paragraphSchema).min(1),
  /** The key point's takeaway: one sentence of plain text. */
  takeaway: lineSchema(ARTICLE_MAX_LENGTHS.takeaway),
});
export type KeyPoint = z.infer<typeof keyPointSchema>;

/** A source that an article cites, shown to readers with the article. */
export const citedSourceSchema = z.object({
  /** Citation of the source: author, title and publication. */
  cite: z.string().min(1).max(300),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
});
export type CitedSource = z.infer<typeof citedSourceSchema>;

/** A correction to a published article: the mistake, the correct fact, and the day of the correction. */
const correctionSchema = z.strictObject({
  on: z.iso.date(),
  /** One sentence that names the mistake and the correct fact. */
  what: lineSchema(ARTICLE_MAX_LENGTHS.correction),
});

export const articleBodySchema = z.object({
  /** The summary's bullets, each one line of plain text. */
  summary: z.array(lineSchema(ARTICLE_MAX_LENGTHS.bullet)).length(SUMMARY_BULLET_COUNT),
  introduction: z.array(paragraphSchema).min(1),
  keyPoints: z.array(keyPointSchema).length(KEY_POINT_COUNT),
  conclusion: z.array(paragraphSchema).min(1),
  /** The article's sources. The field is omitted if there are none. */
  sources: z.array(citedSourceSchema).min(1).optional(),
  /** Corrections to the published article, newest first. The field is omitted if there are none. */
  corrections: z.array(correctionSchema).min(1).optional(),
  /**
   * Day on which a person confirmed that they had read the complete article. The field is omitted if nobody has
   * confirmed it.
   */
  readByPersonOn: z.iso.date().optional(),
});
export type ArticleBody = z.infer<typeof articleBodySchema>;

/** A complete article, as shown on its page. */
export const articleSchema = articleMetaSchema.extend({
  updatedAt: z.iso.datetime(),
  body: articleBodySchema,
});
export type Article = z.infer<typeof articleSchema>;

/** Pattern for an article's former path: `alias/slug`, with the alias in lower case. */
const FORMER_PATH_PATTERN = /^[a-z][a-z0-9-]{1,29}\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Front matter of an article file (`content/README.md`). */
export const articleFrontMatterSchema = z
  .strictObject({
    id: createUuidv7Schema(),
    title: articleMetaSchema.shape.title,
    tagline: articleMetaSchema.shape.tagline,
    ...categoryFields,
    /** The article's level. Default: the author's level. */
    level: z.enum(LEVELS).optional(),
    /**
     * Publication status. Drafts pass the same checks as published articles, but are shown only if `SHOW_DRAFTS` is
     * set.
     */
    status: z.enum(['published', 'draft']).default('published'),
    published: z.iso.datetime(),
    updated: z.iso.datetime().optional(),
    corrected: z.array(correctionSchema).default([]),
    /** Day on which a person read the complete article. Omitted if no person has read it. */
    readByPersonOn: z.iso.date().optional(),
    /** Additional search terms, such as other names and technical terms. Readers do not see them. */
    keywords: z.array(lineSchema(ARTICLE_MAX_LENGTHS.keyword).min(2)).max(8).default([]),
    /** Former paths of the article, as `alias/slug`. They redirect to its current path. */
    formerly: z
      .array(z.string().regex(FORMER_PATH_PATTERN, 'a former address is written alias/slug'))
      .max(50)
      .default([]),
    /** True if the article is recommended to newcomers to its category. */
    startHere: z.boolean().default(false),
    /** True if readers can listen to a narration (an audio recording) of the article. */
    audio: z.boolean().default(true),
    /** Alternative text for the cover. Empty if the cover is a drawing or adds no information to the title. */
    alt: z
      .string()
      .refine(
        createMaxCharactersPredicate(ARTICLE_MAX_LENGTHS.alt),
        `has more than ${ARTICLE_MAX_LENGTHS.alt} characters`,
      )
      .default(''),
    /**
     * Index of the article's cover drawing among its category's drawings, starting at 0. If omitted, an existing
     * article keeps its drawing, and a new article gets one that differs from those of its neighbors in article lists.
     */
    drawing: z.int().min(0).optional(),
    /**
     * A photograph from the library that is shown on the cover instead of a drawing. `crop` selects one of the crops
     * that are defined for the photograph, which are numbered from 1.
     */
    photo: z
      .strictObject({
        id: createUuidv7Schema(),
        crop: z.int().min(1).max(PHOTO_LIMITS.crops).default(1),
      })
      .optional(),
  })
  .refine(({ category, subcategory }) => isSubcategoryOf(category, subcategory), {
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

/**
 * Returns the strings in an article's body whose words count toward its reading time: the summary, introduction, key
 * points and conclusion.
 */
export function listArticleBodyTexts(body: ArticleBody): string[] {
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
