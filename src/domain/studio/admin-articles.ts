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

/** A version of a manuscript as a call names it; 0: as readers have it. */
const versionNumber = z.int32().min(0);

/** Where an article comes from: the shipped library, or the studio. */
const origin = z.enum(['library', 'studio']);

/** An article in the list of all there are. */
export const articleListItemSchema = z.object({
  id: uuid(),
  author: z.string(),
  title: z.string(),
  status: statusSchema,
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string(),
  readingMinutes: z.int(),
  /** When readers got it; null while they have not. */
  publishedAt: z.iso.datetime().nullable(),
  /** When it was last saved. */
  savedAt: z.iso.datetime(),
  origin,
  /** An editor changed what came from the library. */
  isHeld: z.boolean(),
  /** The manuscript has what readers do not have yet. */
  hasChanges: z.boolean(),
  /** When it is to be published by itself. */
  publishAt: z.iso.datetime().nullable(),
  /** The library says otherwise: an editor is to choose, or to know. */
  hasConflict: z.boolean(),
});
export type ArticleListItem = z.infer<typeof articleListItemSchema>;

/** An article on an editor's desk. */
export const editorArticleSchema = z.object({
  id: uuid(),
  author: authorMetaSchema,
  status: statusSchema,
  origin,
  isHeld: z.boolean(),
  /** Its address for readers; null while it has none. */
  path: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** What readers are shown as its level: its own, otherwise its author's. */
  level: articleMetaSchema.shape.level,
  /** What readers would get of the manuscript's picture now. */
  image: articleMetaSchema.shape.image,
  /** The day an editor said that they had read the published version to the end; null: nobody has. */
  readByPersonOn: z.iso.date().nullable(),
  manuscript: z.object({
    /** Sent along with each save, so that nobody saves over what they have not seen. 0: as readers have it. */
    version: z.int(),
    content: manuscriptSchema,
    savedByName: z.string(),
    savedAt: z.iso.datetime(),
    publishedVersion: z.int().nullable(),
    publishAt: z.iso.datetime().nullable(),
    /** The day an editor said that they had read this version to the end; null: nobody has. */
    readOn: z.iso.date().nullable(),
  }),
  /** Who else has it open. */
  others: z.array(z.string()),
  /** What the library has of it, where an editor is to choose. */
  conflict: z.object({ seenAt: z.iso.datetime(), content: manuscriptSchema }).nullable(),
  /** What else an editor should know of what the library has, in sentences. */
  libraryNotes: z.array(z.string()),
});
export type EditorArticle = z.infer<typeof editorArticleSchema>;

/** Begins an article by hand. */
export const newArticleSchema = z.strictObject({
  author: z.string().min(1).max(30),
  title: z.string().trim().max(500).default(''),
});

/** Stores what was written since version `base`. */
export const saveSchema = z.strictObject({
  base: versionNumber,
  content: manuscriptSchema,
});

export const savedSchema = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  /** What is saved after it was scheduled has to be scheduled anew: what is published is what somebody read. */
  publishAt: z.iso.datetime().nullable(),
});
export type Saved = z.infer<typeof savedSchema>;

/** A version that can be gone back to. */
export const versionSchema = z.object({
  version: z.int(),
  reason: z.enum(Object.keys(SAVE_REASONS) as [SaveReason]),
  savedByName: z.string(),
  savedAt: z.iso.datetime(),
});
export type Version = z.infer<typeof versionSchema>;

/** Moves an article on. `version` is the one that was seen: what is moved on is what somebody read. */
export const articleEventSchema = z.strictObject({
  event: eventSchema,
  version: versionNumber,
  /** Concerns of the AI that nobody has decided about stay as they are; else they stand in the way. */
  leaveConcerns: z.boolean().default(false),
  /** The editor has read this version to the end, and readers are told so. */
  isRead: z.boolean().default(false),
});

/** When an article in human review is published automatically; null: not at all. */
export const scheduleSchema = z.strictObject({
  at: timestampSchema().nullable(),
  version: versionNumber,
  /** The editor has read this version to the end, and readers are told so once it is published. */
  isRead: z.boolean().default(false),
});

/** What readers will get, before they do. */
export const publicationPreviewSchema = z.object({
  path: z.string(),
  readingMinutes: z.int(),
  /** How long it takes to listen to, as the default narrator reads. */
  narrationSeconds: z.int().nullable(),
  words: z.int(),
  /** What is shown under "You may also like". */
  related: z.array(articleMetaSchema),
});
export type PublicationPreview = z.infer<typeof publicationPreviewSchema>;

/** Whose version of an article of the library holds from now on; both as they were seen. */
export const conflictChoiceSchema = z.strictObject({
  choice: z.enum(['ours', 'library']),
  /** Of the manuscript. */
  version: versionNumber,
  /** When the library's came. */
  seenAt: timestampSchema(),
});
export type ConflictChoice = z.infer<typeof conflictChoiceSchema>;
