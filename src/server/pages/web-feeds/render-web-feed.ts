import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import type { Article } from '#domain/article.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { WEB_FEED_FILE_TYPES, type WebFeedFormat, webFeedPath } from '#domain/web-feeds.ts';
import {
  createArticleUrn,
  FEED_MINUTES_TO_LIVE,
  formatFeedAuthorName,
} from '#server/catalogue/articles/feed-items.ts';
import { trimCdataSections } from '#server/platform/text/trim-cdata-sections.ts';
import { renderArticleHtml } from './render-article-html.ts';
import type { WebFeedContent } from './web-feed-content.ts';

const ICON_PATH = '/icons/512.png';

/** The website that a feed belongs to. */
export interface WebFeedSite {
  /** The origin of the website. Octavo's URLs in the feed are absolute, starting with this origin. */
  origin: string;
  /** The URL of the WebSub hub, if there is one. */
  hubUrl?: string | undefined;
}

/** Renders a feed in the given format. */
export function renderWebFeed(
  feed: WebFeedContent,
  format: WebFeedFormat,
  site: WebFeedSite,
): string {
  return RENDERERS[format](feed, site);
}

const RENDERERS: Readonly<
  Record<WebFeedFormat, (feed: WebFeedContent, site: WebFeedSite) => string>
> = {
  rss: renderRss,
  atom: renderAtom,
  json: renderJson,
};

function renderRss(feed: WebFeedContent, { origin, hubUrl }: WebFeedSite): string {
  const { title, description, updatedAt } = feed;
  const { page, self } = resolveUrls(feed, 'rss', origin);
  return trimCdataSections(
    generateRssFeed({
      title,
      description,
      link: page,
      language: 'en',
      lastBuildDate: updatedAt,
      ttl: FEED_MINUTES_TO_LIVE,
      image: { url: origin + ICON_PATH, title, link: page },
      atom: {
        links: [
          { href: self, rel: 'self', type: WEB_FEED_FILE_TYPES.rss.type },
          ...createHubLinks(hubUrl),
        ],
      },
      items: feed.articles.map((article) => ({
        title: article.title,
        link: origin + article.path,
        guid: { value: createArticleUrn(article), isPermaLink: false },
        pubDate: article.createdAt,
        atom: { updated: article.updatedAt },
        dc: { creators: [formatFeedAuthorName(article)] },
        categories: nameCategories(article).map((name) => ({ name })),
        description: article.tagline,
        content: { encoded: renderArticleHtml(article, origin) },
        media: { contents: [{ url: coverUrl(article, origin), medium: 'image' }] },
      })),
    }),
  );
}

function renderAtom(feed: WebFeedContent, { origin, hubUrl }: WebFeedSite): string {
  const { page, self } = resolveUrls(feed, 'atom', origin);
  return trimCdataSections(
    generateAtomFeed({
      id: self,
      title: { value: feed.title },
      subtitle: { value: feed.description },
      updated: feed.updatedAt,
      links: [
        { href: self, rel: 'self', type: WEB_FEED_FILE_TYPES.atom.type },
        { href: page, rel: 'alternate', type: 'text/html' },
        ...createHubLinks(hubUrl),
      ],
      icon: origin + ICON_PATH,
      // Atom requires a feed to name an author, unless every entry names one (RFC 4287, 4.1.1). Because a feed may have
      // no entries, it always names this author.
      authors: [{ name: 'Octavo', uri: origin }],
      entries: feed.articles.map((article) => ({
        id: createArticleUrn(article),
        title: { value: article.title },
        published: article.createdAt,
        updated: article.updatedAt,
        authors: [
          { name: formatFeedAuthorName(article), uri: origin + authorPath(article.authorAlias) },
        ],
        categories: [
          { term: article.category, label: nameCategories(article)[0]! },
          {
            term: `${article.category}/${article.subcategory}`,
            label: nameCategories(article)[1]!,
          },
        ],
        links: [{ href: origin + article.path, rel: 'alternate', type: 'text/html' }],
        summary: { value: article.tagline },
        content: { value: renderArticleHtml(article, origin), type: 'html' },
      })),
    }),
  );
}

function renderJson(feed: WebFeedContent, { origin, hubUrl }: WebFeedSite): string {
  const { page, self } = resolveUrls(feed, 'json', origin);
  const json = generateJsonFeed({
    title: feed.title,
    description: feed.description,
    home_page_url: page,
    feed_url: self,
    icon: origin + ICON_PATH,
    favicon: `${origin}/favicon.ico`,
    language: 'en',
    ...(hubUrl && { hubs: [{ type: 'WebSub', url: hubUrl }] }),
    items: feed.articles.map((article) => ({
      id: createArticleUrn(article),
      url: origin + article.path,
      title: article.title,
      summary: article.tagline,
      image: coverUrl(article, origin),
      date_published: article.createdAt,
      date_modified: article.updatedAt,
      authors: [
        { name: formatFeedAuthorName(article), url: origin + authorPath(article.authorAlias) },
      ],
      tags: nameCategories(article),
      content_html: renderArticleHtml(article, origin),
    })),
  });
  // JSON Feed requires `items`, but the feed generator omits the property if the list is empty.
  return JSON.stringify({ items: [], ...(json as object) });
}

function resolveUrls({ scope, pagePath }: WebFeedContent, format: WebFeedFormat, origin: string) {
  return { page: origin + pagePath, self: origin + webFeedPath(scope, format) };
}

function createHubLinks(hubUrl: string | undefined) {
  return hubUrl ? [{ href: hubUrl, rel: 'hub' }] : [];
}

function nameCategories({ category, subcategory }: Article): string[] {
  return [getCategory(category).name, getSubcategory(category, subcategory).name];
}

function coverUrl({ image }: Article, origin: string): string {
  return new URL(image.src, origin).href;
}
