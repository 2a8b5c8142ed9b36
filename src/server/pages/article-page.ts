import type { Article } from '#domain/article.ts';
import type { PageHead } from '#domain/page.ts';
import { createHouseAds } from '#server/membership/ads/service.ts';
import type { ContentReader } from './content-reader.ts';
import type { PageUrl } from './page-url.ts';
import { createPage, createRedirect, NOT_FOUND, type PageResolution } from './resolution.ts';
import { createWithdrawnPayload } from './state-payloads.ts';

/** Maximum number of articles in each list of suggestions. */
const SUGGESTIONS_PER_SHELF = 8;

/** Resolves the URL of an article, `/{alias}/{slug}`, to the article page. */
export async function resolveArticlePage(
  content: ContentReader,
  { params }: PageUrl,
  { adFrames, sellsPremium }: { adFrames: string | null; sellsPremium: boolean },
): Promise<PageResolution> {
  const found = await content.findArticleByPath(params.alias!, params.slug!);
  if (!found) return NOT_FOUND;
  if (found.kind === 'moved') return createRedirect(found.path);
  if (found.kind === 'withdrawn')
    return { kind: 'page', payload: createWithdrawnPayload(await content.findLastChange()) };
  const { article } = found;
  const { alsoLike, moreFromAuthor } = await content.listSuggestions(
    article,
    SUGGESTIONS_PER_SHELF,
  );
  const authors = await content.findAuthorsOfArticles([article, ...alsoLike]);
  const author = authors[article.authorAlias];
  // The author may have been retired since the article was read, in which case the article counts as withdrawn.
  if (!author)
    return { kind: 'page', payload: createWithdrawnPayload(await content.findLastChange()) };
  const counts = await content.getShelfCounts();
  const house = createHouseAds({ article, authors, counts, sellsPremium });
  const ads = { house, frames: adFrames };
  const timestamp = article.updatedAt;
  const props = { timestamp, article, author, alsoLike, moreFromAuthor, authors, ads };
  return createPage('article', createArticleHead(article), props);
}

function createArticleHead({ title, tagline, path, image }: Article): PageHead {
  return { title, description: tagline, path, image: image.src };
}
