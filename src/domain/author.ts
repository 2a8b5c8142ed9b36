import { z } from 'zod';
import { ALIAS_PATTERN, aliasKey, RESERVED_ALIASES } from './addresses.ts';
import { CATEGORY_IDS, isSubcategory } from './categories.ts';
import { LEVELS } from './level.ts';

/** An author's public name. Never a first path segment of the product. */
export const aliasSchema = z
  .string()
  .regex(ALIAS_PATTERN, 'an alias is 2 to 30 letters, digits and single hyphens, a letter first')
  .refine((alias) => !RESERVED_ALIASES.has(aliasKey(alias)), {
    error: ({ input }) => `"${input}" is an address of the product itself`,
  });

const expertiseSchema = z
  .strictObject({
    category: z.enum(CATEGORY_IDS),
    subcategory: z.string().length(3),
    subjects: z.array(z.string().min(1).max(80)).min(2).max(12),
  })
  .refine(({ category, subcategory }) => isSubcategory(category, subcategory), {
    path: ['subcategory'],
    error: ({ input }) => {
      const { category, subcategory } = input as { category: string; subcategory: string };
      return `"${subcategory}" is not a subcategory of "${category}"`;
    },
  });

/** What an author's file says (`content/README.md`). */
export const authorProfileSchema = z.strictObject({
  id: z.uuidv7(),
  alias: aliasSchema,
  tagline: z.string().min(1).max(140),
  mission: z.string().min(1).max(400),
  about: z.array(z.string().min(1)).min(1).max(6),
  perspective: z.string().min(1).max(800),
  expertise: expertiseSchema,
  targetAudience: z.strictObject({
    level: z.enum(LEVELS),
    description: z.string().min(1).max(400),
  }),
  influencedBy: z
    .array(
      z.strictObject({ name: z.string().min(1).max(80), influence: z.string().min(1).max(300) }),
    )
    .min(1)
    .max(5),
});
export type AuthorProfile = z.infer<typeof authorProfileSchema>;

/** An author as readers meet one. */
export const authorSchema = authorProfileSchema.omit({ id: true }).extend({
  alias: z.string(),
  profileImage: z.object({ src: z.string(), alt: z.string() }),
  publishedArticleCount: z.int().min(0),
  followerCount: z.int().min(0),
});
export type Author = z.infer<typeof authorSchema>;

/** What a list or a byline needs to show an author. */
export const authorMetaSchema = z.object({
  alias: z.string(),
  tagline: z.string(),
  profileImage: z.object({ src: z.string(), alt: z.string() }),
  expertise: z.object({ category: z.enum(CATEGORY_IDS), subcategory: z.string().length(3) }),
  level: z.enum(LEVELS),
  publishedArticleCount: z.int().min(0),
});
export type AuthorMeta = z.infer<typeof authorMetaSchema>;

/** An author among others with the followers counted, which a byline would pay for and not show. */
export const countedAuthorSchema = authorMetaSchema.extend({
  followerCount: z.int().min(0).describe('May be a minute old.'),
});
export type CountedAuthor = z.infer<typeof countedAuthorSchema>;
