import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorSummarySchema } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import {
  ARTICLE_STATE_MACHINE,
  type ArticleEvent,
  type ArticleStatus,
} from '#domain/statuses/article-states.ts';
import { createUuidSchema } from '../ids.ts';
import { createTimestampSchema } from '../timestamps.ts';
import { manuscriptSchema, SAVE_REASON_LABELS, type SaveReason } from './manuscript.ts';

const statusSchema = z.enum(Object.keys(ARTICLE_STATE_MACHINE.states) as [ArticleStatus]);
const eventSchema = z.enum([
  ...new Set(ARTICLE_STATE_MACHINE.transitions.map(({ event }) => event)),
] as [ArticleEvent]);

/** Version number of a manuscript; 0 stands for a published article that has no stored manuscript yet. */
const versionNumberSchema = z.int32().min(0);

/** Origin of an article: the library of article files, or the studio. */
const originSchema = z.enum(['library', 'studio']);

/** An article in the studio's list. */
export const studioArticleListItemSchema = z.object({
  id: createUuidSchema(),
  author: z.string(),
  title: z.string(),
  status: statusSchema,
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string(),
  readingMinutes: z.int(),
  /** Time of the article's first publication; null if it has not been published. */
  publishedAt: z.iso.datetime().nullable(),
  /** Time at which the manuscript was last saved. */
  savedAt: z.iso.datetime(),
  origin: originSchema,
  /**
   * True if an editor has changed an article that comes from the library. Library imports no longer update such an
   * article.
   */
  isHeld: z.boolean(),
  /** True if the manuscript differs from the published article. */
  hasChanges: z.boolean(),
  /** Time of the scheduled publication; null if none is scheduled. */
  publishAt: z.iso.datetime().nullable(),
  /**
   * True if an editor has to choose between the library's version of the article and the
   * manuscript, or if the last library import left a message about the article.
   */
  hasConflict: z.boolean(),
});
export type StudioArticleListItem = z.infer<typeof studioArticleListItemSchema>;

/** An article opened in the studio's editor. */
export const editorArticleSchema = z.object({
  id: createUuidSchema(),
  author: authorSummarySchema,
  status: statusSchema,
  origin: originSchema,
  isHeld: z.boolean(),
  /** The article's public path; null before publication. */
  path: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** Level of knowledge that readers need: the article's own level, or its author's level if the article has none. */
  level: articleMetaSchema.shape.level,
  /** The picture that readers would see if the manuscript were published now. */
  image: articleMetaSchema.shape.image,
  /**
   * Day on which an editor confirmed that they had read the published version to the end; null if no editor has
   * confirmed it.
   */
  readByPersonOn: z.iso.date().nullable(),
  manuscript: z.object({
    /**
     * Version of the manuscript; 0 stands for a published article that has no stored manuscript yet. The editor's
     * browser sends it with each save. The server rejects a save that is based on an older version, so that nobody
     * overwrites changes they have not seen.
     */
    version: z.int(),
    content: manuscriptSchema,
    savedByName: z.string(),
    savedAt: z.iso.datetime(),
    publishedVersion: z.int().nullable(),
    publishAt: z.iso.datetime().nullable(),
    /**
     * Day on which an editor confirmed that they had read this version of the manuscript to the end; null if no editor
     * has confirmed it.
     */
    readOn: z.iso.date().nullable(),
  }),
  /** Names of the other editors who currently have the article open. */
  others: z.array(z.string()),
  /** The library's version of the article. Null unless an editor has to choose between it and the manuscript. */
  conflict: z.object({ seenAt: z.iso.datetime(), content: manuscriptSchema }).nullable(),
  /**
   * Messages about the article from the last library import, for example that its URL conflicts with another article's
   * URL.
   */
  libraryNotes: z.array(z.string()),
});
export type EditorArticle = z.infer<typeof editorArticleSchema>;

/** Request to create an article that an editor writes, without the AI. */
export const newArticleRequestSchema = z.strictObject({
  author: z.string().min(1).max(30),
  title: z.string().trim().max(500).default(''),
});

/** Request to save a changed manuscript. `base` is the version on which the changes are based. */
export const manuscriptSaveRequestSchema = z.strictObject({
  base: versionNumberSchema,
  content: manuscriptSchema,
});

export const manuscriptSaveResultSchema = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  /**
   * Time of the scheduled publication; null if none is scheduled. Saving changes cancels the schedule, because an
   * editor must read a version before it may be published.
   */
  publishAt: z.iso.datetime().nullable(),
});
export type ManuscriptSaveResult = z.infer<typeof manuscriptSaveResultSchema>;

/** A saved version of a manuscript, which an editor can restore. */
export const manuscriptVersionInfoSchema = z.object({
  version: z.int(),
  reason: z.enum(Object.keys(SAVE_REASON_LABELS) as [SaveReason]),
  savedByName: z.string(),
  savedAt: z.iso.datetime(),
});
export type ManuscriptVersionInfo = z.infer<typeof manuscriptVersionInfoSchema>;

/**
 * Request to change an article's status. `version` is the version of the manuscript that the
 * editor saw. The server rejects the request if the manuscript has changed since.
 */
export const articleTransitionRequestSchema = z.strictObject({
  event: eventSchema,
  version: versionNumberSchema,
  /**
   * True to ignore all concerns from the AI review that no editor has decided on yet. If false, such concerns prevent
   * the events `accept` and `publish`.
   */
  ignoreConcerns: z.boolean().default(false),
  /**
   * True if the editor confirms having read this version to the end. The public article page shows the confirmation.
   */
  isRead: z.boolean().default(false),
});

/** Request to schedule the publication of an article in human review. `at` is null to remove the schedule. */
export const publicationScheduleRequestSchema = z.strictObject({
  at: createTimestampSchema().nullable(),
  version: versionNumberSchema,
  /**
   * True if the editor confirms having read this version to the end. The public article page shows the confirmation
   * after publication.
   */
  isRead: z.boolean().default(false),
});

/** A preview of an article as it would look if the manuscript were published now. */
export const publicationPreviewSchema = z.object({
  path: z.string(),
  readingMinutes: z.int(),
  /**
   * Estimated duration of the narration with the default narrator, in seconds; null if the article has no narration.
   */
  narrationSeconds: z.int().nullable(),
  words: z.int(),
  /** Articles that would be listed under "You may also like" on the article's page. */
  related: z.array(articleMetaSchema),
});
export type PublicationPreview = z.infer<typeof publicationPreviewSchema>;

/**
 * Request to resolve a conflict between the library's and the studio's version of an article. `version` and `seenAt`
 * identify the two versions that the editor compared.
 */
export const libraryConflictChoiceRequestSchema = z.strictObject({
  choice: z.enum(['ours', 'library']),
  /** Version of the manuscript that the editor compared. */
  version: versionNumberSchema,
  /** Time at which a library import found the version of the article that the editor compared with the manuscript. */
  seenAt: createTimestampSchema(),
});
export type LibraryConflictChoiceRequest = z.infer<typeof libraryConflictChoiceRequestSchema>;
