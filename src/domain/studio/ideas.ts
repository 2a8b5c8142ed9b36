import { z } from 'zod';
import { CATEGORY_IDS, isSubcategoryOf } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { IDEA_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { createUuidSchema } from '../ids.ts';
import { coherentIdeaPointsSchema, ideaPointsSchema } from './points.ts';
import { aiNamedNearestWorkSchema, nearestWorkSchema } from './similarity.ts';

/** World regions that an article can be about. `everywhere` stands for several regions or no region. */
export const IDEA_REGIONS = [
  'africa',
  'central-asia',
  'east-asia',
  'europe',
  'everywhere',
  'latin-america',
  'north-america',
  'oceania',
  'sea',
  'south-asia',
  'southeast-asia',
  'west-asia',
] as const;

/** Kinds of endings that an article can have (`content/README.md`, "The idea register"). */
export const IDEA_ENDINGS = [
  'circle',
  'consequence',
  'elsewhere',
  'exception',
  'method',
  'open question',
  'practice',
  'reckoning',
  'voice',
] as const;

/** Kinds of protagonists that an article can have. */
export const IDEA_PROTAGONISTS = ['woman', 'man', 'people', 'none'] as const;

const sentenceSchema = z.string().trim().min(1).max(400);

/** An idea: a plan for an article. */
export const ideaFieldsSchema = z.strictObject({
  title: z.string().trim().min(1).max(90),
  /** One sentence that states the argument of the article. */
  thesis: sentenceSchema,
  /** A fact in the article that readers would not expect, in one sentence. */
  surprise: sentenceSchema,
  /** The physical object at the center of the article. It must be an object that can be photographed. */
  object: sentenceSchema,
  /** The article's key points in order. Each is one statement. */
  points: ideaPointsSchema,
  region: z.enum(IDEA_REGIONS),
  /** Century of the main events. Negative numbers are centuries BC: −3 is the third century BC. */
  century: z.int().min(-50).max(22),
  protagonist: z.enum(IDEA_PROTAGONISTS),
  level: z.enum(LEVELS),
  ending: z.enum(IDEA_ENDINGS),
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
});
export type IdeaFields = z.infer<typeof ideaFieldsSchema>;

/** Fields of a stored idea. Ideas that were stored before the field `points` was introduced do not have this field. */
export type StoredIdeaFields = Omit<IdeaFields, 'points'> & Partial<Pick<IdeaFields, 'points'>>;

const hasKnownSubcategory = ({ category, subcategory }: IdeaFields) =>
  isSubcategoryOf(category, subcategory);
const UNKNOWN_SUBCATEGORY = {
  path: ['subcategory'],
  error: 'Choose a subcategory of the category.',
};

/**
 * An idea proposed by the AI, in an existing category. Later checks reject ideas whose points do not form an argument,
 * and ideas that duplicate another idea or an article.
 */
export const proposedIdeaSchema = ideaFieldsSchema
  .extend({
    /**
     * The existing work (an idea or article) that is closest to the idea in meaning; null if there are no existing
     * works.
     */
    nearest: aiNamedNearestWorkSchema.nullable(),
  })
  .refine(hasKnownSubcategory, UNKNOWN_SUBCATEGORY);
export type ProposedIdea = z.infer<typeof proposedIdeaSchema>;

/** An idea whose points form an argument, in an existing category. */
export const validIdeaSchema = ideaFieldsSchema
  .extend({ points: coherentIdeaPointsSchema })
  .refine(hasKnownSubcategory, UNKNOWN_SUBCATEGORY);

/** An idea written by an editor. */
export const newIdeaRequestSchema = z.strictObject({
  authorId: createUuidSchema(),
  idea: validIdeaSchema,
  /** True if the editor has seen the existing text that is similar to the idea, and wants to store the idea anyway. */
  allowSimilar: z.boolean().default(false),
});

/** Request to change an idea. `base` is the version that the editor saw. */
export const ideaChangeRequestSchema = newIdeaRequestSchema
  .omit({ authorId: true })
  .extend({ base: z.string().max(64) });

/** The existing text that is most similar to an idea: an entry in the idea register, an article, or another idea. */
export const mostSimilarTextSchema = z.object({
  kind: z.enum(['register', 'article', 'idea']),
  title: z.string(),
  /** Location of the similar text: `alias/slug` of an article, or the alias of an idea's author. */
  where: z.string(),
  /** Similarity to the idea, from 0 (nothing in common) to 1 (the same words). */
  score: z.number(),
});
export type MostSimilarText = z.infer<typeof mostSimilarTextSchema>;

const IDEA_STATUSES = Object.keys(IDEA_STATE_MACHINE.states) as [
  keyof typeof IDEA_STATE_MACHINE.states,
];
export const ideaStatusSchema = z.enum(IDEA_STATUSES);

export const ideaSchema = z.object({
  id: createUuidSchema(),
  authorId: createUuidSchema(),
  authorAlias: z.string(),
  status: ideaStatusSchema,
  ...ideaFieldsSchema.shape,
  /** The article's key points, with one statement each; null if the idea was stored before this field existed. */
  points: ideaPointsSchema.nullable(),
  /** ID of the AI request that proposed the idea; null if an editor wrote it. */
  requestId: createUuidSchema().nullable(),
  /** ID of the article that was written from the idea; null before the article exists. */
  articleId: createUuidSchema().nullable(),
  /** ID of the AI request that has written or will write the article; null if there is none. */
  writtenIn: createUuidSchema().nullable(),
  /**
   * The article, other idea or entry in the idea register that was most similar when the idea was stored; null if none
   * was similar enough.
   */
  mostSimilar: mostSimilarTextSchema.nullable(),
  /**
   * The existing work (an idea or article) that the AI named as closest in meaning when it proposed the idea. Null if
   * an editor wrote the idea or changed its argument.
   */
  nearest: nearestWorkSchema.nullable(),
  createdAt: z.iso.datetime(),
  /**
   * Version of the idea's content. The editor's browser sends it with each change, so that nobody overwrites changes
   * they have not seen.
   */
  version: z.string(),
});
export type Idea = z.infer<typeof ideaSchema>;

/** Result of comparing an idea with articles, other ideas and the idea register. */
export const ideaSimilaritySchema = z.object({
  mostSimilar: mostSimilarTextSchema.nullable(),
  /** Minimum similarity score at which the server rejects an idea as a duplicate. */
  threshold: z.number(),
  isTooSimilar: z.boolean(),
});
