import { z } from 'zod';
import { CATEGORY_IDS, isSubcategory } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { IDEA_STATES } from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';
import { argumentSchema, pointsSchema } from './points.ts';
import { claimedNearestSchema, nearestSchema } from './similarity.ts';

/** Where an article is set. `everywhere`: in many places at once, or in none. */
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

/** How an article ends (`content/README.md`, "The idea register"). */
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

/** Whose story an article is. */
export const PROTAGONISTS = ['woman', 'man', 'people', 'none'] as const;

const sentence = z.string().trim().min(1).max(400);

/** What an article could be about, before anything of it is written. */
export const ideaFieldsSchema = z.strictObject({
  title: z.string().trim().min(1).max(90),
  /** One sentence: what the article argues. */
  thesis: sentence,
  /** What a reader would not have guessed. */
  surprise: sentence,
  /** The thing at its centre that one could photograph. */
  object: sentence,
  /** What its key points establish, in order. */
  points: pointsSchema,
  region: z.enum(REGIONS),
  /** Of its main events, and negative before Christ: −3 is the third century BC. */
  century: z.int().min(-50).max(22),
  protagonist: z.enum(PROTAGONISTS),
  level: z.enum(LEVELS),
  ending: z.enum(ENDINGS),
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().length(3),
});
export type IdeaFields = z.infer<typeof ideaFieldsSchema>;

/** Of ideas before the first with points there are none. */
export type StoredIdeaFields = Omit<IdeaFields, 'points'> & Partial<Pick<IdeaFields, 'points'>>;

const isPlaced = ({ category, subcategory }: IdeaFields) => isSubcategory(category, subcategory);
const IN_NO_CATEGORY = { path: ['subcategory'], error: 'Choose a subcategory of the category.' };

/**
 * An idea the AI proposes, of a place that there is. Its points may be separate stories, and it may be the same as what
 * there is, if it says so: it is refused then.
 */
export const proposedIdeaSchema = ideaFieldsSchema
  .extend({
    /** What is nearest to it in meaning, of all there is; null where there is nothing. */
    nearest: claimedNearestSchema.nullable(),
  })
  .refine(isPlaced, IN_NO_CATEGORY);
export type ProposedIdea = z.infer<typeof proposedIdeaSchema>;

/** An idea of a place that there is, with points that are an argument. */
export const ideaTextSchema = ideaFieldsSchema
  .extend({ points: argumentSchema })
  .refine(isPlaced, IN_NO_CATEGORY);

/** An idea an editor writes. */
export const newIdeaSchema = z.strictObject({
  authorId: uuid(),
  idea: ideaTextSchema,
  /** Takes it although it is much like another: the editor has looked at both. */
  mayBeAlike: z.boolean().default(false),
});

/** Stores what an editor made of an idea over the version they read. */
export const changedIdeaSchema = newIdeaSchema
  .omit({ authorId: true })
  .extend({ base: z.string().max(64) });

/** What an idea is most like, of the register, the library and the other ideas. */
export const similarIdeaSchema = z.object({
  kind: z.enum(['register', 'article', 'idea']),
  title: z.string(),
  /** `alias/slug` of an article, the author's alias of an idea. */
  where: z.string(),
  /** Between 0, nothing in common, and 1, the same words. */
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
  /** Null: it was written before ideas had any. */
  points: pointsSchema.nullable(),
  /** Null: an editor had it. */
  requestId: uuid().nullable(),
  /** The article of it, once there is one. */
  articleId: uuid().nullable(),
  /** The request that wrote that, or is to. */
  writtenIn: uuid().nullable(),
  /** What it was most like when it was stored; null: like nothing. */
  twin: similarIdeaSchema.nullable(),
  /** What the AI said was nearest to it in meaning when it proposed it; null: an editor had it, or changed its argument. */
  nearest: nearestSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** Of what it says; sent along with each change, so that nobody writes over what they have not seen. */
  version: z.string(),
});
export type Idea = z.infer<typeof ideaSchema>;

/** How alike two ideas may be: from there on they are refused as one. */
export const similaritySchema = z.object({
  twin: similarIdeaSchema.nullable(),
  /** The score from which on it is refused. */
  threshold: z.number(),
  isTooAlike: z.boolean(),
});
