import { z } from 'zod';
import { CATEGORY_IDS, isSubcategoryOf } from './categories.ts';
import { createMaxCharactersPredicate } from './characters.ts';
import { createUuidv7Schema } from './ids.ts';
import { LEVELS } from './level.ts';
import { ALIAS_PATTERN, normalizeAlias, RESERVED_ALIASES } from './paths.ts';

/**
 * Schema for an alias, an author's public name. An alias is the first segment of an article's path, so it must differ
 * from the first segment of every other path on Octavo.
 */
export const aliasSchema = z
  .string()
  .regex(ALIAS_PATTERN, 'an alias is 2 to 30 letters, digits and single hyphens, a letter first')
  .refine((alias) => !RESERVED_ALIASES.has(normalizeAlias(alias)), {
    error: ({ input }) => `"${input}" is an address of the product itself`,
  });

/**
 * Limits for an author's profile: the maximum length of each text field in characters, and the minimum and maximum
 * number of entries in each list.
 */
export const AUTHOR_PROFILE_LIMITS = {
  tagline: 140,
  mission: 400,
  about: [1, 6],
  perspective: 800,
  subjects: [2, 12],
  subject: 80,
  audience: 400,
  influences: [1, 5],
  influenceName: 80,
  influence: 300,
} as const;

const textSchema = (max: number) =>
  z.string().min(1).refine(createMaxCharactersPredicate(max), `has more than ${max} characters`);

function listSchema<Item extends z.ZodType>(item: Item, [min, max]: readonly [number, number]) {
  return z.array(item).min(min).max(max);
}

const expertiseSchema = z
  .strictObject({
    category: z.enum(CATEGORY_IDS),
    subcategory: z.string().length(3),
    subjects: listSchema(textSchema(AUTHOR_PROFILE_LIMITS.subject), AUTHOR_PROFILE_LIMITS.subjects),
  })
  .refine(({ category, subcategory }) => isSubcategoryOf(category, subcategory), {
    path: ['subcategory'],
    error: ({ input }) => {
      const { category, subcategory } = input as { category: string; subcategory: string };
      return `"${subcategory}" is not a subcategory of "${category}"`;
    },
  });

/** Content of an author file (`content/README.md`). */
export const authorProfileSchema = z.strictObject({
  id: createUuidv7Schema(),
  alias: aliasSchema,
  tagline: textSchema(AUTHOR_PROFILE_LIMITS.tagline),
  mission: textSchema(AUTHOR_PROFILE_LIMITS.mission),
  about: listSchema(z.string().min(1), AUTHOR_PROFILE_LIMITS.about),
  perspective: textSchema(AUTHOR_PROFILE_LIMITS.perspective),
  expertise: expertiseSchema,
  targetAudience: z.strictObject({
    level: z.enum(LEVELS),
    description: textSchema(AUTHOR_PROFILE_LIMITS.audience),
  }),
  influencedBy: listSchema(
    z.strictObject({
      name: textSchema(AUTHOR_PROFILE_LIMITS.influenceName),
      influence: textSchema(AUTHOR_PROFILE_LIMITS.influence),
    }),
    AUTHOR_PROFILE_LIMITS.influences,
  ),
});
export type AuthorProfile = z.infer<typeof authorProfileSchema>;

/** An author, with all data that readers see. */
export const authorSchema = authorProfileSchema.omit({ id: true }).extend({
  alias: z.string(),
  profileImage: z.object({ src: z.string(), alt: z.string() }),
  publishedArticleCount: z.int().min(0),
  followerCount: z.int().min(0),
});
export type Author = z.infer<typeof authorSchema>;

/** The author data shown in lists and bylines. */
export const authorSummarySchema = z.object({
  alias: z.string(),
  tagline: z.string(),
  profileImage: z.object({ src: z.string(), alt: z.string() }),
  expertise: z.object({ category: z.enum(CATEGORY_IDS), subcategory: z.string().length(3) }),
  level: z.enum(LEVELS),
  publishedArticleCount: z.int().min(0),
});
export type AuthorSummary = z.infer<typeof authorSummarySchema>;

/**
 * An author in an author list, with the number of followers. Bylines use {@link authorSummarySchema} instead, because
 * counting the followers requires another database query.
 */
export const authorWithFollowerCountSchema = authorSummarySchema.extend({
  followerCount: z.int().min(0).describe('Up to a minute old.'),
});
export type AuthorWithFollowerCount = z.infer<typeof authorWithFollowerCountSchema>;

/** Converts a list of authors to an object that maps each alias to its author. */
export function mapAuthorsByAlias<Each extends { alias: string }>(
  authors: readonly Each[],
): Record<string, Each> {
  return Object.fromEntries(authors.map((author) => [author.alias, author]));
}
