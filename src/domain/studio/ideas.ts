import { z } from 'zod';
import { CATEGORY_IDS, isSubcategory } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { IDEA_STATES } from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';
import { argumentSchema, pointsSchema } from './points.ts';
import { claimedNearestSchema, nearestSchema } from './similarity.ts';

/** Regions of an article. `everywhere` stands for several places or none. */
export const REGIONS = [
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

/** Kinds of endings (`content/README.md`, "The idea register"). */
export const ENDINGS = [
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

/** Kinds of protagonists. */
export const PROTAGONISTS = ['woman', 'man', 'people', 'none'] as const;

const sentence = z.string().trim().min(1).max(400);

/** An idea: the plan of an article. */
export const ideaFieldsSchema = z.strictObject({
  title: z.string().trim().min(1).max(90),
  /** One sentence: the article's argument. */
  thesis: sentence,
  /** A fact that readers would not expect. */
  surprise: sentence,
  /** The central object, which can be photographed. */
  object: sentence,
  /** Statements of the key points, in order. */
  points: pointsSchema,
  region: z.enum(REGIONS),
  /** Century of the main events, negative before Christ: −3 is the third century BC. */
  century: z.int().min(-50).max(22),
  protagonist: z.enum(PROTAGONISTS),
  level: z.enum(LEVELS),
  ending: z.enum(ENDINGS),
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
});
export type IdeaFields = z.infer<typeof ideaFieldsSchema>;

/** Stored ideas may be older than points. */
export type StoredIdeaFields = Omit<IdeaFields, 'points'> & Partial<Pick<IdeaFields, 'points'>>;

const isPlaced = ({ category, subcategory }: IdeaFields) => isSubcategory(category, subcategory);
const IN_NO_CATEGORY = { path: ['subcategory'], error: 'Choose a subcategory of the category.' };

/**
 * An idea proposed by the AI, in an existing category. Its points may be separate stories, and it may name
 * itself a duplicate: it is then refused.
 */
export const proposedIdeaSchema = ideaFieldsSchema
  .extend({
    /** The existing work closest in meaning; null if there is none. */
    nearest: claimedNearestSchema.nullable(),
  })
  .refine(isPlaced, IN_NO_CATEGORY);
export type ProposedIdea = z.infer<typeof proposedIdeaSchema>;

/** An idea in an existing category whose points form an argument. */
export const ideaTextSchema = ideaFieldsSchema
  .extend({ points: argumentSchema })
  .refine(isPlaced, IN_NO_CATEGORY);

/** An idea written by an editor. */
export const newIdeaSchema = z.strictObject({
  authorId: uuid(),
  idea: ideaTextSchema,
  /** Accepts the idea although it is similar to another one that the editor has seen. */
  mayBeAlike: z.boolean().default(false),
});

/** Changes an idea, based on the version that the editor saw. */
export const changedIdeaSchema = newIdeaSchema
  .omit({ authorId: true })
  .extend({ base: z.string().max(64) });

/** The most similar text in the register, the library or other ideas. */
export const similarIdeaSchema = z.object({
  kind: z.enum(['register', 'article', 'idea']),
  title: z.string(),
  /** `alias/slug` of an article, or the alias of an idea's author. */
  where: z.string(),
  /** Similarity from 0, nothing in common, to 1, the same words. */
  score: z.number(),
});
export type SimilarIdea = z.infer<typeof similarIdeaSchema>;

const IDEA_STATUSES = Object.keys(IDEA_STATES.states) as [keyof typeof IDEA_STATES.states];
export const ideaStatusSchema = z.enum(IDEA_STATUSES);

export const ideaSchema = z.object({
  id: uuid(),
  authorId: uuid(),
  authorAlias: z.string(),
  status: ideaStatusSchema,
  ...ideaFieldsSchema.shape,
  /** Null for ideas that are older than points. */
  points: pointsSchema.nullable(),
  /** Null if an editor wrote it. */
  requestId: uuid().nullable(),
  /** The article written from it, once it exists. */
  articleId: uuid().nullable(),
  /** The request that wrote the article, or will write it. */
  writtenIn: uuid().nullable(),
  /** The most similar text when the idea was stored; null if there was none. */
  twin: similarIdeaSchema.nullable(),
  /**
   * The closest work in meaning, as named by the AI with its proposal; null if an editor wrote the idea or
   * changed its argument.
   */
  nearest: nearestSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** Version of its content; sent with each change, so that nobody overwrites changes they have not seen. */
  version: z.string(),
});
export type Idea = z.infer<typeof ideaSchema>;

/** Limit of similarity between two ideas. */
export const ideaSimilaritySchema = z.object({
  twin: similarIdeaSchema.nullable(),
  /** Score from which on an idea is refused as a duplicate. */
  threshold: z.number(),
  isTooAlike: z.boolean(),
});
