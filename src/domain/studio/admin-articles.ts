import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorMetaSchema } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import {
  ARTICLE_STATES,
  type ArticleEvent,
  type ArticleStatus,
} from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';
import { timestampSchema } from '../timestamps.ts';
import { manuscriptSchema, SAVE_REASONS, type SaveReason } from './manuscript.ts';

const statusSchema = z.enum(Object.keys(ARTICLE_STATES.states) as [ArticleStatus]);
const eventSchema = z.enum([...new Set(ARTICLE_STATES.transitions.map(({ event }) => event))] as [
  ArticleEvent,
]);

/** Number of a manuscript's version; 0 is the published article. */
const versionNumber = z.int32().min(0);

/** Origin of an article: the shipped library, or the studio. */
const origin = z.enum(['library', 'studio']);

/** An article in the studio's list. */
export const articleListItemSchema = z.object({
  id: uuid(),
  author: z.string(),
  title: z.string(),
  status: statusSchema,
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string(),
  readingMinutes: z.int(),
  /** Time of first publication; null if it has not been published. */
  publishedAt: z.iso.datetime().nullable(),
  /** Time of the last save. */
  savedAt: z.iso.datetime(),
  origin,
  /** True if an editor changed an article of the library, which the import then leaves alone. */
  isHeld: z.boolean(),
  /** True if the manuscript differs from the published article. */
  hasChanges: z.boolean(),
  /** Time of scheduled publication. */
  publishAt: z.iso.datetime().nullable(),
  /** True if the library has another version, about which an editor has to decide or be informed. */
  hasConflict: z.boolean(),
});
export type ArticleListItem = z.infer<typeof articleListItemSchema>;

/** An article in the editor. */
export const editorArticleSchema = z.object({
  id: uuid(),
  author: authorMetaSchema,
  status: statusSchema,
  origin,
  isHeld: z.boolean(),
  /** Its public path; null before publication. */
  path: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** Level shown to readers: its own, otherwise its author's. */
  level: articleMetaSchema.shape.level,
  /** Picture that readers would see if the manuscript were published now. */
  image: articleMetaSchema.shape.image,
  /** Day on which an editor confirmed that they had read the published version to the end; null if nobody has. */
  readByPersonOn: z.iso.date().nullable(),
  manuscript: z.object({
    /** Sent with each save, so that nobody overwrites changes they have not seen. 0 is the published article. */
    version: z.int(),
    content: manuscriptSchema,
    savedByName: z.string(),
    savedAt: z.iso.datetime(),
    publishedVersion: z.int().nullable(),
    publishAt: z.iso.datetime().nullable(),
    /** Day on which an editor confirmed that they had read this version to the end; null if nobody has. */
    readOn: z.iso.date().nullable(),
  }),
  /** Names of other editors who have it open. */
  others: z.array(z.string()),
  /** The library's version, if an editor has to decide about it. */
  conflict: z.object({ seenAt: z.iso.datetime(), content: manuscriptSchema }).nullable(),
  /** Other differences from the library, in sentences. */
  libraryNotes: z.array(z.string()),
});
export type EditorArticle = z.infer<typeof editorArticleSchema>;

/** Creates an article by hand. */
export const newArticleSchema = z.strictObject({
  author: z.string().min(1).max(30),
  title: z.string().trim().max(500).default(''),
});

/** Saves changes to version `base`. */
export const saveSchema = z.strictObject({
  base: versionNumber,
  content: manuscriptSchema,
});

export const savedSchema = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  /** Saving removes the schedule: only the version that an editor read may be published. */
  publishAt: z.iso.datetime().nullable(),
});
export type Saved = z.infer<typeof savedSchema>;

/** A version that can be restored. */
export const versionSchema = z.object({
  version: z.int(),
  reason: z.enum(Object.keys(SAVE_REASONS) as [SaveReason]),
  savedByName: z.string(),
  savedAt: z.iso.datetime(),
});
export type Version = z.infer<typeof versionSchema>;

/** Applies a transition. `version` is the version that the editor saw, so only that one can be published. */
export const articleEventSchema = z.strictObject({
  event: eventSchema,
  version: versionNumber,
  /** True leaves undecided AI concerns as they are; otherwise they prevent the transition. */
  leaveConcerns: z.boolean().default(false),
  /** True if the editor has read this version to the end, which readers are shown. */
  isRead: z.boolean().default(false),
});

/** Time of automatic publication of an article in human review; null removes the schedule. */
export const scheduleSchema = z.strictObject({
  at: timestampSchema().nullable(),
  version: versionNumber,
  /** True if the editor has read this version to the end, which readers are shown after publication. */
  isRead: z.boolean().default(false),
});

/** Preview of the published article. */
export const publicationPreviewSchema = z.object({
  path: z.string(),
  readingMinutes: z.int(),
  /** Listening time with the default narrator, in seconds. */
  narrationSeconds: z.int().nullable(),
  words: z.int(),
  /** Articles under "You may also like". */
  related: z.array(articleMetaSchema),
});
export type PublicationPreview = z.infer<typeof publicationPreviewSchema>;

/** The choice between the library's and the studio's version of an article; both as the editor saw them. */
export const conflictChoiceSchema = z.strictObject({
  choice: z.enum(['ours', 'library']),
  /** Version of the manuscript. */
  version: versionNumber,
  /** Time at which the library's version arrived. */
  seenAt: timestampSchema(),
});
export type ConflictChoice = z.infer<typeof conflictChoiceSchema>;
