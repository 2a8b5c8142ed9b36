import { articlePath } from '#domain/paths.ts';
import { type Manuscript, slugify } from '#domain/studio/manuscript.ts';
import { isLocationTaken } from '#server/catalogue/articles/article-rows.ts';
import type { EditorArticleRow } from '#server/catalogue/articles/editor-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * Returns the slug that an editor entered, or otherwise a slug made from the title. Appends a number if another article
 * of the author has that slug.
 */
export async function chooseSlug(
  queries: Queries,
  authorId: string,
  { slug, title }: Pick<Manuscript, 'slug' | 'title'>,
  id: string,
): Promise<string> {
  if (slug) return slug;
  const made = slugify(title);
  for (let number = 1; ; number++) {
    const tried = number === 1 ? made : `${made.slice(0, 76)}-${number}`;
    if (!(await isLocationTaken(queries, { authorId, slug: tried }, id))) return tried;
  }
}

/** Returns the path that an article will have when it is published. */
export async function getPublishedPath(
  queries: Queries,
  { id, authorId, authorAlias }: EditorArticleRow,
  content: Manuscript,
): Promise<string> {
  return articlePath(authorAlias, await chooseSlug(queries, authorId, content, id));
}
