import type { Queries } from '#server/platform/db/database.ts';
import { type AuthorAndSlug, findUrlsReservedByEditors } from '../articles/article-rows.ts';
import { findBlockedImports } from './blocked-imports.ts';

/** An article's ID, author and slug. The author and the slug determine the article's URL. */
interface ArticleLocation extends AuthorAndSlug {
  id: string;
}

/**
 * Finds the articles in the content library that cannot be imported because another article already has their URL.
 * Returns a map from the ID of each such article to the ID of the article that has the URL. `current` contains the
 * locations of the articles that are already imported.
 */
export async function findArticlesWithTakenUrls(
  transaction: Queries,
  requested: readonly ArticleLocation[],
  current: readonly ArticleLocation[],
): Promise<Map<string, string>> {
  const reserved = await findUrlsReservedByEditors(transaction, requested);
  return findBlockedImports(
    requested.map(toKeyedItem),
    reserved.map(toKeyedItem),
    new Map(current.map((location) => [location.id, toLocationKey(location)])),
  );
}

/** Returns the stored locations of the articles that receive a different author or slug in this import. */
export function listLocationsBeforeMove<Location extends ArticleLocation>(
  requested: readonly ArticleLocation[],
  current: ReadonlyMap<string, Location>,
): Location[] {
  return requested.flatMap((location) => {
    const currentLocation = current.get(location.id);
    return currentLocation && toLocationKey(currentLocation) !== toLocationKey(location)
      ? [currentLocation]
      : [];
  });
}

/** Returns the stored locations that this import assigns to other articles. */
export function listDisplacedLocations<Location extends ArticleLocation>(
  requested: readonly ArticleLocation[],
  current: readonly Location[],
): Location[] {
  const requestedIds = new Map(requested.map((location) => [toLocationKey(location), location.id]));
  return current.filter(
    (location) => (requestedIds.get(toLocationKey(location)) ?? location.id) !== location.id,
  );
}

/** Returns the former URLs that are listed in an article file. Skips the URLs of authors who are not in the library. */
export function listDeclaredFormerLocations(
  { id, formerly }: { id: string; formerly: readonly string[] },
  authorIds: ReadonlyMap<string, string>,
): ArticleLocation[] {
  return formerly.flatMap((path) => {
    const [alias, slug] = path.split('/') as [string, string];
    const authorId = authorIds.get(alias);
    return authorId ? [{ id, authorId, slug }] : [];
  });
}

function toKeyedItem(location: ArticleLocation) {
  return { id: location.id, key: toLocationKey(location) };
}

function toLocationKey({ authorId, slug }: AuthorAndSlug): string {
  return `${authorId}/${slug}`;
}
