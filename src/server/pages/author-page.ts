import { PAGE_SIZES } from '#domain/paging.ts';
import { authorPath } from '#domain/paths.ts';
import { createFirstPageRedirect, getPageToken, loadListPage } from './list-page.ts';
import type { PageUrl } from './page-url.ts';
import {
  createPageResolution,
  createRedirect,
  NOT_FOUND_RESOLUTION,
  type PageResolution,
} from './resolution.ts';
import type { TrackedContentReader } from './tracked-content-reader.ts';

/**
 * Returns the page for the URL of an author's profile, or of the profile's article tab. Returns a redirect if the URL
 * is not canonical, and {@link NOT_FOUND_RESOLUTION} if the author does not exist.
 */
export async function resolveAuthorPage(
  content: TrackedContentReader,
  url: PageUrl,
): Promise<PageResolution> {
  const { screen, params, path } = url;
  const match = await content.findActiveAuthorByAnyAlias(params.alias!);
  if (!match) return NOT_FOUND_RESOLUTION;
  const { id, author } = match;
  const isTab = screen === 'author-articles';
  const canonical = authorPath(author.alias) + (isTab ? '/articles' : '');
  if (path !== canonical) return createRedirect(canonical);
  const [page, authors, followerCount, timestamp] = await Promise.all([
    loadListPage(url, (token) =>
      content.listPublishedArticles({ alias: author.alias }, PAGE_SIZES.articles, token),
    ),
    content.findAuthorsOfArticles([{ authorAlias: author.alias }]),
    content.countFollowers(id),
    content.findLastChange(),
  ]);
  if (!page) return createFirstPageRedirect(url);
  const from = getPageToken(url);
  const head = {
    title: isTab ? `Articles by ${author.alias}` : author.alias,
    description: author.tagline,
    path: canonical,
    ...(from ? { noIndex: true } : {}),
  };
  return createPageResolution('author', head, {
    timestamp,
    author: { ...author, followerCount },
    articles: page.metas,
    authors,
    nextToken: page.nextToken,
    from,
  });
}
