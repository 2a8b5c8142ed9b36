import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorSummarySchema } from '#domain/author.ts';
import { CATEGORY_IDS, isSubcategoryOf } from '#domain/categories.ts';
import { createUuidSchema } from '#domain/ids.ts';
import { MAX_PAGE_SIZE, MAX_SEARCH_QUERY_LENGTH } from '#domain/paging.ts';
import { ALIAS_PATTERN } from '#domain/paths.ts';

/** Converts an empty parameter and the filter value `all` to `undefined`, which is treated as absent (spec 5). */
const treatAsAbsent = (value: unknown) => (value === '' || value === 'all' ? undefined : value);
const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);

/** Returns the schema of an optional text parameter with at most `maxLength` characters. */
const textParameter = (maxLength: number) =>
  z.preprocess(
    emptyToUndefined,
    z
      .string({ error: 'must appear only once' })
      .max(maxLength, `must be at most ${maxLength} characters`)
      .regex(WITHOUT_NUL, 'must be text')
      .optional(),
  );

/** Schema of a parameter with an author's alias. Checks only the format, not that an author with this alias exists. */
export const aliasParameterSchema = z.preprocess(
  emptyToUndefined,
  z.string({ error: 'must appear only once' }).regex(ALIAS_PATTERN, 'is not an alias').optional(),
);

/** Matches text without NUL characters, which PostgreSQL's `text` type rejects. */
const WITHOUT_NUL = /^[^\0]*$/;

export const createLimitParameterSchema = (fallback: number, max: number = MAX_PAGE_SIZE) =>
  z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(max, `must be at most ${max}`)
      .default(fallback),
  );

/**
 * Parameters that filter a list by category and subcategory. A schema with both parameters must be
 * passed to {@link withCategoryCheck}.
 */
export const categoryParameterSchemas = {
  category: z.preprocess(
    treatAsAbsent,
    z.enum(CATEGORY_IDS, { error: 'is not a category' }).optional(),
  ),
  subcategory: z.preprocess(
    treatAsAbsent,
    z.string().length(3, 'must have exactly three characters').optional(),
  ),
};

/**
 * Adds a check to a schema. If a subcategory is given, the category must also be given, and the subcategory must belong
 * to the category (spec 5).
 */
export function withCategoryCheck<
  Schema extends z.ZodType<{ category?: string | undefined; subcategory?: string | undefined }>,
>(schema: Schema) {
  return schema.superRefine(({ category, subcategory }, context) => {
    // Skips subcategories that do not have three characters, because `categoryParameterSchemas` has already rejected
    // them. Like Zod's `length`, this check counts Unicode code points.
    if (subcategory === undefined || [...subcategory].length !== 3) return;
    if (!category)
      context.addIssue({ code: 'custom', path: ['subcategory'], message: 'needs a category' });
    else if (!isSubcategoryOf(category, subcategory))
      context.addIssue({
        code: 'custom',
        path: ['subcategory'],
        message: `is not a subcategory of "${category}"`,
      });
  });
}

/** Returns the schema of a response whose field `data` has the given schema. */
export const createDataResponseSchema = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ data: schema });

/** Schema of one page of an article list. `authors` contains the articles' authors by alias (spec 7). */
export const articleListSchema = z.object({
  metas: z.array(articleMetaSchema),
  authors: z.record(z.string(), authorSummarySchema),
  nextToken: z.string().nullable(),
});

/** Schema of the page token in a request for the next page of a list. */
const pageTokenParameter = textParameter(500);

/** Returns the schemas of a paged list's parameters: the page size and the page token. */
export const createPageParameterSchemas = (fallback: number, max?: number) => ({
  limit: createLimitParameterSchema(fallback, max),
  nextToken: pageTokenParameter,
});

/** Returns the schema of a response that contains one page of a list and the token for the next page. */
export const createPagedDataResponseSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  createDataResponseSchema(z.object({ ...shape, nextToken: z.string().nullable() }));

/** Schema of the search text in a request for a list. */
export const searchParameterSchema = textParameter(MAX_SEARCH_QUERY_LENGTH);

/** Returns the schema of a parameter with a fixed set of values. The first value is the default. */
export const createChoiceParameterSchema = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
) =>
  z.preprocess(
    emptyToUndefined,
    z.enum(choices, { error: `must be one of ${choices.join(', ')}` }).default(choices[0] as never),
  );

/** Schema of an error response. */
export const errorResponseSchema = z.object({ error: z.string() });

/** Schema of the path parameters in API calls about one article. */
export const articlePathParametersSchema = z.object({
  authorAlias: z.string(),
  articleId: createUuidSchema('is not an article id'),
});

/** Schema of the path parameters in API calls about one author. */
export const authorPathParametersSchema = z.object({ alias: z.string() });

/** Response schemas for an API call that returns no body on success. */
export const emptyResponseSchemas = { 204: z.void(), '4xx': errorResponseSchema };
