import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorMetaSchema } from '#domain/author.ts';
import { CATEGORY_IDS, isSubcategory } from '#domain/categories.ts';
import { uuid } from '#domain/ids.ts';
import { MAX_PAGE_SIZE, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { ALIAS_PATTERN } from '#domain/paths.ts';

/** Treats parameters without a value, and filters with the value `all`, as absent (spec 5). */
const absent = (value: unknown) => (value === '' || value === 'all' ? undefined : value);
const empty = (value: unknown) => (value === '' ? undefined : value);

/** Returns the schema of an optional text parameter. */
const textParameter = (longest: number) =>
  z.preprocess(
    empty,
    z
      .string({ error: 'must appear only once' })
      .max(longest, `must be at most ${longest} characters`)
      .regex(STORABLE, 'must be text')
      .optional(),
  );

/** Schema of an author's alias. Only checks the form: an unknown alias is valid. */
export const aliasParameter = z.preprocess(
  empty,
  z.string({ error: 'must appear only once' }).regex(ALIAS_PATTERN, 'is not an alias').optional(),
);

/** Matches text without NUL, the only character that PostgreSQL's text type rejects. */
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

/** The filters that every list of articles has. Use them together with {@link refineCategories}. */
export const categoryParameters = {
  category: z.preprocess(absent, z.enum(CATEGORY_IDS, { error: 'is not a category' }).optional()),
  subcategory: z.preprocess(
    absent,
    z.string().length(3, 'must have exactly three characters').optional(),
  ),
};

/** Checks that a subcategory comes with a category and belongs to it (spec 5). */
export function refineCategories<
  Schema extends z.ZodType<{ category?: string | undefined; subcategory?: string | undefined }>,
>(schema: Schema) {
  return schema.superRefine(({ category, subcategory }, context) => {
    // Characters are counted as code points. Zod counts the same way and has already rejected any other length.
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

/** Returns the schema of a response with data. */
export const dataSchema = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema });

/** Schema of a page of articles, with their authors by alias (spec 7). */
export const articleListSchema = z.object({
  metas: z.array(articleMetaSchema),
  authors: z.record(z.string(), authorMetaSchema),
  nextToken: z.string().nullable(),
});

/** Schema of the token of a list's next page. */
const pageTokenParameter = textParameter(500);

/** Returns the parameters of a paged list: the page size and the page token. */
export const pageParameters = (fallback: number, largest?: number) => ({
  limit: limitParameter(fallback, largest),
  nextToken: pageTokenParameter,
});

/** Returns the schema of a page of a list, with the token of the next page. */
export const dataPageSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  dataSchema(z.object({ ...shape, nextToken: z.string().nullable() }));

/** Schema of the search text of a list. */
export const searchParameter = textParameter(SEARCH_QUERY_MAX);

/** Returns the schema of a parameter with a fixed set of values. The first value is the default. */
export const choiceParameter = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
) =>
  z.preprocess(
    empty,
    z.enum(choices, { error: `must be one of ${choices.join(', ')}` }).default(choices[0] as never),
  );

/** Schema of an error response. */
export const errorSchema = z.object({ error: z.string() });

/** Schema of the path parameters of a call about an article. */
export const articleParameters = z.object({
  authorAlias: z.string(),
  articleId: uuid('is not an article id'),
});

/** Schema of the path parameters of a call about an author. */
export const authorParameters = z.object({ alias: z.string() });

/** Schemas of the responses of a call without a response body. */
export const emptyResponses = { 204: z.void(), '4xx': errorSchema };
