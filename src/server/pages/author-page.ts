import { authorPath } from '#domain/addresses.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { listArticles } from '#server/catalogue/articles/service.ts';
import { findAuthor, findAuthors, mapByAlias } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { COUNT_AGE, countFollowers } from '#server/readers/follows/service.ts';
import { lastChanged, page, payload, type Resolution, redirect } from './resolution.ts';
import { notFound } from './state-payloads.ts';

/** An author's profile, or the tab with their articles. `path` is the address asked for. */
export async function resolveAuthor(
  queries: Queries,
  url: URL,
  path: string,
  alias: string,
  tab: 'articles' | undefined,
): Promise<Resolution> {
  const found = await findAuthor(queries, alias);
  if (!found) return page(notFound(await lastChanged(queries)), []);
  const { id, author } = found;
  const canonical = authorPath(author.alias) + (tab ? `/${tab}` : '');
  if (path !== canonical) return redirect(canonical, url);
  const [{ metas, nextToken }, authors, followerCount, timestamp] = await Promise.all([
    listArticles(queries, { alias: author.alias }, PAGE_SIZES.articles),
    findAuthors(queries, [author.alias]),
    countFollowers(queries, id),
    lastChanged(queries),
  ]);
  const head = {
    title: tab ? `Articles by ${author.alias}` : author.alias,
    description: author.tagline,
    path: canonical,
    image: author.profileImage.src,
  };
  const props = {
    timestamp,
    author: { ...author, followerCount },
    articles: metas,
    authors: mapByAlias(authors),
    nextToken,
  };
  return page(payload('author', head, props), [`author:${id}`], 'public', COUNT_AGE);
}
