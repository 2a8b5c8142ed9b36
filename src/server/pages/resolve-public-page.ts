import { type Article, type ArticleMeta, toArticleTeaser } from '#domain/article.ts';
import type {
  ExampleArticle,
  LandingPageCoverArticle,
  PageHead,
  SignInProvider,
  VisitorDailyFiveArticle,
} from '#domain/page.ts';
import { authorPath } from '#domain/paths.ts';
import { formatReadingTimeSlogan } from '#domain/reading-time.ts';
import { getStaticPageHead } from '#domain/screen-heads.ts';
import type { ScreenId } from '#domain/screens.ts';
import { chooseHouseAds } from '#server/membership/ads/house-ads.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { resolveAuthorPage } from './author-page.ts';
import { resolveArticlesPage, resolveAuthorsPage } from './explore-pages.ts';
import type { PageUrl } from './page-url.ts';
import {
  createErrorPayload,
  createNotFoundPayload,
  createPageResolution,
  createRedirect,
  createWithdrawnPayload,
  NOT_FOUND_RESOLUTION,
  type PageResolution,
} from './resolution.ts';
import type { TrackedContentReader } from './tracked-content-reader.ts';

/** The settings and services that pages use in addition to public content. */
export interface PublicPageContext {
  queries: Queries;
  /** The identity providers that readers can sign in with. */
  providers: readonly SignInProvider[];
  /** The URL of the frame that shows ads. Null if no ad network is configured. */
  adFrameUrl: string | null;
  /** True if Premium, the paid plan, can be bought. */
  sellsPremium: boolean;
  /** True if readers can subscribe to the weekly email letter. */
  offersLetter: boolean;
  /** The time of the build, in ISO 8601 format. It is the timestamp of static pages. */
  builtAt: string;
}

/**
 * Returns the page or redirect for a URL that a signed-out visitor requests. Reads content through `content`, which
 * records the content that the page depends on. Rejects only if the database fails.
 */
export function resolvePublicPage(
  url: PageUrl,
  content: TrackedContentReader,
  site: PublicPageContext,
): Promise<PageResolution> {
  const resolve = RESOLVERS[url.screen] ?? resolveTextPage;
  return Promise.resolve(resolve(url, content, site));
}

type Resolve = (
  url: PageUrl,
  content: TrackedContentReader,
  site: PublicPageContext,
) => PageResolution | Promise<PageResolution>;

/** The functions that create pages with data, by screen. Screens without such a function are static. */
const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: (_, content) => resolveLandingPage(content),
  articles: (url, content, { queries }) => resolveArticlesPage(content, url, queries),
  authors: (url, content) => resolveAuthorsPage(content, url),
  author: (url, content) => resolveAuthorPage(content, url),
  'author-articles': (url, content) => resolveAuthorPage(content, url),
  article: (url, content, site) => resolveArticlePage(content, url, site),
  auth: (_, __, { providers, builtAt }) =>
    createPageResolution('auth', getStaticPageHead('auth'), { timestamp: builtAt, providers }),
  settings: (_, __, { offersLetter, builtAt }) =>
    createPageResolution('settings', getStaticPageHead('settings'), {
      timestamp: builtAt,
      offersLetter,
    }),
  health: () =>
    createPageResolution('health', getStaticPageHead('health'), {
      timestamp: new Date().toISOString(),
    }),
  error: (_, __, { builtAt }) => ({
    kind: 'page',
    payload: createErrorPayload(undefined, builtAt),
  }),
  'not-found': (_, __, { builtAt }) => ({ kind: 'page', payload: createNotFoundPayload(builtAt) }),
};

/** Returns the page of a static screen. Personal screens are static for signed-out visitors. */
function resolveTextPage(
  { screen }: PageUrl,
  _: TrackedContentReader,
  { builtAt }: PublicPageContext,
): PageResolution {
  return createPageResolution('text', getStaticPageHead(screen), { timestamp: builtAt });
}

/** The maximum number of articles in each list of suggestions. */
const SUGGESTIONS_PER_CAROUSEL = 8;

/**
 * Returns the article page at `/{alias}/{slug}`. Returns a redirect if the article has moved, or if
 * it never existed but its author does. Returns the page for withdrawn articles if the article was
 * withdrawn, and {@link NOT_FOUND_RESOLUTION} if there is no such author.
 */
async function resolveArticlePage(
  content: TrackedContentReader,
  { params }: PageUrl,
  { adFrameUrl, sellsPremium }: { adFrameUrl: string | null; sellsPremium: boolean },
): Promise<PageResolution> {
  const lookup = await content.findArticleByPath(params.alias!, params.slug!);
  if (!lookup) return resolveMistypedArticle(content, params.alias!, params.slug!);
  if (lookup.kind === 'moved') return createRedirect(lookup.path);
  if (lookup.kind === 'withdrawn')
    return { kind: 'page', payload: createWithdrawnPayload(await content.findLastChange()) };
  const { article } = lookup;
  const { alsoLike, moreFromAuthor } = await content.listArticleSuggestions(
    article,
    SUGGESTIONS_PER_CAROUSEL,
  );
  const authors = await content.findAuthorsOfArticles([article, ...alsoLike]);
  const author = authors[article.authorAlias];
  // If the author was retired after the article was loaded, the article is treated as withdrawn.
  if (!author)
    return { kind: 'page', payload: createWithdrawnPayload(await content.findLastChange()) };
  const counts = await content.getArticleCountsByCategory();
  const house = chooseHouseAds({ article, authors, counts, sellsPremium });
  const ads = { house, frames: adFrameUrl };
  const timestamp = article.updatedAt;
  return createPageResolution('article', createArticleHead(article), {
    timestamp,
    article,
    alsoLike: alsoLike.map(toArticleTeaser),
    moreFromAuthor: moreFromAuthor.map(toArticleTeaser),
    authors: { [author.alias]: author },
    ads,
  });
}

/**
 * Returns a redirect for the path of an article that never existed. The target is the author's article with the most
 * similar slug, or the author's page if no slug is similar. The redirect is temporary, because an article may be
 * published at this path later.
 */
async function resolveMistypedArticle(
  content: TrackedContentReader,
  alias: string,
  slug: string,
): Promise<PageResolution> {
  const match = await content.findActiveAuthorByAnyAlias(alias);
  if (!match) return NOT_FOUND_RESOLUTION;
  const { alias: currentAlias } = match.author;
  const path = await content.findSimilarArticlePath(currentAlias, slug);
  return createRedirect(path ?? authorPath(currentAlias), false);
}

function createArticleHead({ title, tagline, path }: Article): PageHead {
  return { title, description: tagline, path };
}

const WALL_COVER_COUNT = 12;

/** Returns the landing page, which introduces Octavo with examples. */
async function resolveLandingPage(content: TrackedContentReader): Promise<PageResolution> {
  const [articles, dailyFive, counts, readingMinutes, timestamp] = await Promise.all([
    content.listLandingPageArticles(WALL_COVER_COUNT),
    content.getDailyFive(),
    content.getArticleCountsByCategory(),
    content.computeMedianReadingMinutes(),
    content.findLastChange(),
  ]);
  const example = articles[0] && (await content.findPublishedArticleById(articles[0].id));
  const head = {
    title: 'Octavo',
    description: `Short articles on how the world works, each by an AI author with a point of view. ${formatReadingTimeSlogan(readingMinutes)}.`,
    path: '/',
  };
  return createPageResolution('landing', head, {
    timestamp,
    articles: articles.map(toWallCover),
    dailyFive: dailyFive.map(toVisitorFiveArticle),
    example: example ? toExampleArticle(example) : null,
    counts,
    readingMinutes,
  });
}

function toVisitorFiveArticle(article: ArticleMeta): VisitorDailyFiveArticle {
  const { category, readingMinutes } = article;
  return { ...toWallCover(article), category, readingMinutes };
}

function toWallCover(article: ArticleMeta): LandingPageCoverArticle {
  const { id, path, title, image } = toArticleTeaser(article);
  return { id, path, title, image };
}

function toExampleArticle({
  title,
  authorAlias,
  path,
  readingMinutes,
  body,
}: Article): ExampleArticle {
  const { summary, keyPoints } = body;
  return {
    ...{ title, authorAlias, path, readingMinutes },
    body: { summary, keyPoints: keyPoints.slice(0, 1) },
  };
}
