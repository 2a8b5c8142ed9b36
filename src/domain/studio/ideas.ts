import { z } from 'zod';
import { CATEGORY_IDS, isSubcategory } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { IDEA_STATES } from '#domain/statuses/machines.ts';

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

const IN_NO_CATEGORY = { path: ['subcategory'], error: 'Choose a subcategory of the category.' };

/** The same, of a place that there is. */
export const ideaTextSchema = ideaFieldsSchema.refine(
  ({ category, subcategory }) => isSubcategory(category, subcategory),
  IN_NO_CATEGORY,
);

/** An idea an editor writes. */
export const newIdeaSchema = z.strictObject({
  authorId: z.uuid(),
  idea: ideaTextSchema,
  /** Takes it although it is much like another: the editor has looked at both. */
  mayBeAlike: z.boolean().default(false),
});
export const changedIdeaSchema = newIdeaSchema.omit({ authorId: true });

/** What an idea is most like, of the register, the library and the other ideas. */
export const twinSchema = z.object({
  kind: z.enum(['register', 'article', 'idea']),
  title: z.string(),
  /** `alias/slug` of an article, the author's alias of an idea. */
  where: z.string(),
  /** Between 0, nothing in common, and 1, the same words. */
  score: z.number(),
});
export type Twin = z.infer<typeof twinSchema>;

const IDEA_STATUSES = Object.keys(IDEA_STATES.states) as [keyof typeof IDEA_STATES.states];
export const ideaStatusSchema = z.enum(IDEA_STATUSES);

export const ideaSchema = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  authorAlias: z.string(),
  status: ideaStatusSchema,
  ...ideaFieldsSchema.shape,
  /** Null: an editor had it. */
  requestId: z.uuid().nullable(),
  /** The article of it, once there is one. */
  articleId: z.uuid().nullable(),
  /** What it was most like when it was stored; null: like nothing. */
  twin: twinSchema.nullable(),
  createdAt: z.iso.datetime(),
});
export type Idea = z.infer<typeof ideaSchema>;

/** How alike two ideas may be: from there on they are refused as one. */
export const likenessSchema = z.object({
  twin: twinSchema.nullable(),
  /** The score from which on it is refused. */
  threshold: z.number(),
  isTooAlike: z.boolean(),
});
