import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorMetaSchema } from '#domain/author.ts';
import { CATEGORY_IDS, isSubcategory } from '#domain/categories.ts';
import { uuid } from '#domain/ids.ts';
import { MAX_PAGE_SIZE, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { ALIAS_PATTERN } from '#domain/paths.ts';

/** Parameters without a value, and filters that say `all`, count as absent (spec 5). */
const absent = (value: unknown) => (value === '' || value === 'all' ? undefined : value);
const empty = (value: unknown) => (value === '' ? undefined : value);

/** An optional text parameter. */
const textParameter = (longest: number) =>
  z.preprocess(
    empty,
    z
      .string({ error: 'must appear only once' })
      .max(longest, `must be at most ${longest} characters`)
      .regex(STORABLE, 'must be text')
      .optional(),
  );

/** A name an author could have; what is nobody's finds nothing. */
export const aliasParameter = z.preprocess(
  empty,
  z.string({ error: 'must appear only once' }).regex(ALIAS_PATTERN, 'is not an alias').optional(),
);

/** PostgreSQL holds any character but this one. */
const STORABLE = /^[^\0]*$/;

export const limitParameter = (fallback: number, largest: number = MAX_PAGE_SIZE) =>
  z.preprocess(
    empty,
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(largest, `must be at most ${largest}`)
      .default(fallback),
  );

/** The two filters of every list of articles; to be used with {@link refineCategories}. */
export const categoryParameters = {
  category: z.preprocess(absent, z.enum(CATEGORY_IDS, { error: 'is not a category' }).optional()),
  subcategory: z.preprocess(
    absent,
    z.string().length(3, 'must have exactly three characters').optional(),
  ),
};

/** A subcategory needs its category, and must be one of its own (spec 5). */
export function refineCategories<
  Schema extends z.ZodType<{ category?: string | undefined; subcategory?: string | undefined }>,
>(schema: Schema) {
  return schema.superRefine(({ category, subcategory }, context) => {
    // Counted as zod counts, which has refused any other length.
    if (subcategory === undefined || [...subcategory].length !== 3) return;
    if (!category)
      context.addIssue({ code: 'custom', path: ['subcategory'], message: 'needs a category' });
    else if (!isSubcategory(category, subcategory))
      context.addIssue({
        code: 'custom',
        path: ['subcategory'],
        message: `is not a subcategory of "${category}"`,
      });
  });
}

/** The envelope of every answer that has something to say. */
export const dataSchema = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema });

/** A page of articles with those who wrote them, by alias (spec 7). */
export const articleListSchema = z.object({
  metas: z.array(articleMetaSchema),
  authors: z.record(z.string(), authorMetaSchema),
  nextToken: z.string().nullable(),
});

/** The token a list goes on with. */
const pageTokenParameter = textParameter(500);

/** What every list that comes in pages is asked with: how many at the most, and where it goes on. */
export const pageParameters = (fallback: number, largest?: number) => ({
  limit: limitParameter(fallback, largest),
  nextToken: pageTokenParameter,
});

/** The envelope of a page of a list, with the token of the next one. */
export const dataPageSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  dataSchema(z.object({ ...shape, nextToken: z.string().nullable() }));

/** What a list is searched for. */
export const searchParameter = textParameter(SEARCH_QUERY_MAX);

/** One of some values, the first where none is given. */
export const choiceParameter = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
) =>
  z.preprocess(
    empty,
    z.enum(choices, { error: `must be one of ${choices.join(', ')}` }).default(choices[0] as never),
  );

/** The envelope of every refusal. */
export const errorSchema = z.object({ error: z.string() });

/** The path of a call about an article. */
export const articleParameters = z.object({
  authorAlias: z.string(),
  articleId: uuid('is not an article id'),
});

/** The path of a call about an author. */
export const authorParameters = z.object({ alias: z.string() });

/** An answer without a body. */
export const emptyResponses = { 204: z.void(), '4xx': errorSchema };
