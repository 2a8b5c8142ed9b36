import type { Article } from '#domain/article.ts';
import type { PageHead } from '#domain/page.ts';
import { findArticleAt, listAlsoLike, listArticles } from '#server/catalogue/articles/service.ts';
import { authorsOf } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { lastChanged, page, payload, type Resolution, redirect } from './resolution.ts';
import { withdrawn } from './state-payloads.ts';

/** Articles on each shelf under an article. */
const SHELF = 8;

/** What `/{alias}/{slug}` leads to; `undefined` when there never was such an article. */
export async function resolveArticle(
  queries: Queries,
  url: URL,
  path: string,
  alias: string,
  slug: string,
): Promise<Resolution | undefined> {
  const found = await findArticleAt(queries, alias, slug);
  if (!found) return undefined;
  if (found.kind === 'moved') return redirect(found.path, url);
  if (found.kind === 'withdrawn') return page(withdrawn(await lastChanged(queries)), ['list']);
  const { article } = found;
  if (path !== article.path) return redirect(article.path, url);
  const [alsoLike, { metas }] = await Promise.all([
    listAlsoLike(queries, article, SHELF),
    listArticles(queries, { alias: article.authorAlias }, SHELF + 1),
  ]);
  const authors = await authorsOf(queries, [article, ...alsoLike]);
  const props = {
    timestamp: article.updatedAt,
    article,
    author: authors[article.authorAlias]!,
    alsoLike,
    moreFromAuthor: metas.filter(({ id }) => id !== article.id).slice(0, SHELF),
    authors,
  };
  return page(payload('article', headOfArticle(article), props), [
    `article:${article.id}`,
    // Its shelves show what is newest anywhere.
    'list',
  ]);
}

function headOfArticle({ title, tagline, path, image }: Article): PageHead {
  return { title, description: tagline, path, image: image.src };
}
