import { generateOpml, type Opml, parseOpml } from 'feedsmith';
import { authorPath } from '#domain/paths.ts';
import { webFeedPath } from '#domain/web-feeds.ts';
import { findActiveAuthorIdByAnyAlias } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ForbiddenError, InvalidRequestError, NotFoundError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { followAuthor, listFollowedAliases } from './repository.ts';

/** Maximum number of authors that are imported from an OPML file. Further authors are ignored. */
const MAX_IMPORTED_AUTHORS = 300;
/** Maximum depth of nested folders in an OPML file. Deeper folders are ignored. */
const MAX_DEPTH = 10;

/** The result of importing followed authors from an OPML file. */
export interface FollowsImportResult {
  /**
   * Aliases of the authors in the file that the reader now follows, including those that the reader followed before.
   */
  followed: string[];
  /** Number of feeds in the file that do not belong to an author on Octavo. */
  unknown: number;
  /** Error message about the limit that stopped the import, or `null` if no limit was reached. */
  refusal: string | null;
}

/**
 * Exports the authors that a reader follows as an OPML 2.0 file for feed readers. The file lists the URLs of each
 * author's page and web feed, which begin with `origin`. Throws {@link NotFoundError} if the reader follows no authors,
 * because an OPML file must not be empty.
 */
export async function exportFollows(queries: Queries, user: User, origin: string): Promise<string> {
  const aliases = await listFollowedAliases(queries, user);
  if (aliases.length === 0) throw new NotFoundError('You don’t follow any authors yet.');
  return generateOpml({
    head: { title: 'Authors followed on Octavo', dateCreated: new Date() },
    body: {
      outlines: aliases.map((alias) => ({
        type: 'rss',
        text: alias,
        title: alias,
        xmlUrl: origin + webFeedPath({ alias }, 'rss'),
        htmlUrl: origin + authorPath(alias),
      })),
    },
  });
}

/**
 * Makes a reader follow the authors whose web feeds or pages are listed in an OPML file, one after the other. Stops
 * when a limit is reached. Throws {@link InvalidRequestError} if `opml` is not an OPML file.
 */
export async function importFollows(
  queries: Queries,
  user: User,
  opml: string,
  origin: string,
): Promise<FollowsImportResult> {
  const { aliases, unknown } = parseAuthorAliases(opml, origin);
  const result: FollowsImportResult = { followed: [], unknown, refusal: null };
  for (const alias of aliases) {
    const authorId = await findActiveAuthorIdByAnyAlias(queries, alias);
    if (!authorId) {
      result.unknown++;
      continue;
    }
    try {
      await followAuthor(queries, user, authorId);
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      return { ...result, refusal: error.message };
    }
    result.followed.push(alias);
  }
  return result;
}

/**
 * Returns the distinct aliases of the authors that an OPML file lists, and the number of feeds that do not belong to an
 * author.
 */
function parseAuthorAliases(
  opml: string,
  origin: string,
): { aliases: ReadonlySet<string>; unknown: number } {
  const aliases = new Set<string>();
  let unknown = 0;
  for (const { xmlUrl, htmlUrl } of listFeeds(parseOpmlOrThrow(opml).body?.outlines ?? [])) {
    const alias = [xmlUrl, htmlUrl].map((url) => parseAuthorUrl(url, origin)).find(Boolean);
    if (!alias) unknown++;
    else if (aliases.size < MAX_IMPORTED_AUTHORS) aliases.add(alias);
  }
  return { aliases, unknown };
}

function parseOpmlOrThrow(opml: string): ReturnType<typeof parseOpml> {
  try {
    return parseOpml(opml);
  } catch {
    throw new InvalidRequestError('This is not an OPML file.');
  }
}

type Outline = Pick<Opml.Outline<string>, 'xmlUrl' | 'htmlUrl'> & {
  outlines?: Outline[] | undefined;
};

/** Lists the feeds in an OPML file, including those in nested folders. */
function listFeeds(outlines: readonly Outline[], depth = 0): Outline[] {
  if (depth > MAX_DEPTH) return [];
  return outlines.flatMap((outline) => [
    ...(outline.xmlUrl || outline.htmlUrl ? [outline] : []),
    ...listFeeds(outline.outlines ?? [], depth + 1),
  ]);
}

/**
 * Returns the alias in the URL of an author's page or web feed, or `undefined` for other URLs. Ignores the URL's
 * scheme.
 */
function parseAuthorUrl(text: string | undefined, origin: string): string | undefined {
  const url = text ? URL.parse(text) : null;
  if (!url || url.host !== new URL(origin).host) return undefined;
  return /^\/authors\/([^/]+)(\/|$)/.exec(url.pathname)?.[1];
}
