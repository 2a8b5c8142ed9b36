import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ALIAS_PATTERN } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  encodePageToken,
} from '#server/platform/db/page-token.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import {
  type AuthorIdAndSummary,
  activeAuthorCondition,
  authorSummaryColumns,
  toAuthorIdAndSummary,
} from './repository.ts';
import { authors } from './schema.ts';

/** Filters of a list of authors. A filter that is `undefined` matches all authors. */
export interface AuthorListFilters {
  category?: string | undefined;
  subcategory?: string | undefined;
  name?: NameSearchWords | undefined;
}

/**
 * Returns a page of active authors, sorted by alias. A page token contains the alias of the last author on the page, so
 * no author is skipped or repeated if authors are added or retired between two requests. Throws {@link
 * InvalidRequestError} if the page token belongs to another list.
 */
export async function listActiveAuthors(
  queries: Queries,
  filters: AuthorListFilters,
  limit: number,
  token?: string,
): Promise<{ entries: AuthorIdAndSummary[]; nextToken: string | null }> {
  const context = createTokenContext(filters);
  const [after] = token ? decodePageToken(context, token, tokenKeySchema) : [];
  const rows = await queries
    .select({ ...authorSummaryColumns, id: authors.id, aliasKey: authors.aliasKey })
    .from(authors)
    .where(and(matchesFilters(filters), after ? gt(authors.aliasKey, after) : undefined))
    .orderBy(asc(authors.aliasKey))
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [last.aliasKey]);
  return { entries: page.map(toAuthorIdAndSummary), nextToken };
}

/**
 * Throws {@link InvalidRequestError} if the page token is not one that {@link listActiveAuthors} returns. A valid token
 * is in canonical form, and its author is in the list. Without this check, clients that invent tokens could fill the
 * cache. With it, there are at most as many cached pages as authors.
 */
export async function requireValidAuthorListToken(
  queries: Queries,
  filters: AuthorListFilters,
  token: string,
): Promise<void> {
  const context = createTokenContext(filters);
  const key = decodePageToken(context, token, tokenKeySchema);
  const isListedAuthor = and(matchesFilters(filters), eq(authors.aliasKey, key[0]));
  const isGenuine =
    encodePageToken(context, key) === token && (await queries.$count(authors, isListedAuthor)) > 0;
  if (!isGenuine)
    throw new InvalidRequestError('This list has no page that starts at this nextToken.');
}

const tokenKeySchema = z.tuple([z.string().regex(ALIAS_PATTERN)]);

/**
 * Returns a string that identifies a list of authors. Page tokens contain it, so a token is only valid for the list
 * that issued it.
 */
function createTokenContext({ category = '', subcategory = '', name = [] }: AuthorListFilters) {
  return `authors ${category} ${subcategory} ${JSON.stringify(name)}`;
}

function matchesFilters({ category, subcategory, name = [] }: AuthorListFilters): SQL | undefined {
  return and(
    activeAuthorCondition,
    category ? eq(authors.category, category) : undefined,
    subcategory ? eq(authors.subcategory, subcategory) : undefined,
    createNameSearchCondition(name),
  );
}

/**
 * The words of a search for an author's name. Each word is an array of alternative spellings, which consist of
 * lower-case letters and digits.
 */
export type NameSearchWords = readonly (readonly string[])[];

/** Splits text that a reader has typed into the words of a search for an author's name. */
export function parseNameSearchWords(text: string): NameSearchWords {
  return parseSearchQuery(text).map((word) => [word]);
}

/**
 * Returns an SQL condition for the authors whose alias matches all `words`. The alias consists of parts separated by
 * hyphens. A word matches if one of its alternatives is the beginning of a part. Returns `undefined` if there are no
 * words.
 *
 * PostgreSQL finds rare words with the index `authors_by_name`. For common words, it reads the authors in the order of
 * their aliases.
 */
export function createNameSearchCondition(words: NameSearchWords): SQL | undefined {
  return and(...words.map((alternatives) => or(...alternatives.map(partBeginsWith))));
}

/** Search words contain only letters and digits, so they need not be escaped for `LIKE`. */
const partBeginsWith = (word: string) => sql`'-' || ${authors.aliasKey} LIKE ${`%-${word}%`}`;
