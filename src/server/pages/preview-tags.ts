import { createNamedMeta, type HeadTag } from '#domain/document-head.ts';
import type { PageHead } from '#domain/page.ts';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { WEB_FEED_FILE_TYPES, type WebFeedScope, webFeedPath } from '#domain/web-feeds.ts';
import { OEMBED_LINK_TYPE, oEmbedUrl } from './embeds/oembed-urls.ts';

/** Description of a page for its previews. */
export interface PageSubject {
  /** True if the page shows an article. */
  isArticle: boolean;
  /** Scope of the feed with the page's articles. */
  feed?: WebFeedScope | undefined;
  /** True if the picture for links to the page shows what the page is about, not just the website's name. */
  hasOwnCard: boolean;
  /** True if an oEmbed response exists for the page. */
  hasEmbed: boolean;
  /** Path of the picture for links to the page. */
  cardPath: string;
  /** Description of the page for search engines, as JSON-LD. */
  structuredData?: object | undefined;
}

/**
 * Returns the elements of a page's head for link previews, search engines and feed readers. They read documents only,
 * so the browser does not update these elements during navigation. Relative URLs are resolved against `origin`.
 */
export function createPreviewTags(
  origin: string,
  head: PageHead,
  { isArticle, hasOwnCard, hasEmbed, feed, cardPath, structuredData }: PageSubject,
): HeadTag[] {
  return [
    createProperty('site_name', 'Octavo'),
    // Any other page is a website, which is the default (ogp.me).
    ...(isArticle ? [createProperty('type', 'article')] : []),
    createProperty('title', head.title),
    createProperty('description', head.description),
    createProperty('image', origin + cardPath),
    createProperty('image:width', String(SHARE_CARD_SIZE.width)),
    createProperty('image:height', String(SHARE_CARD_SIZE.height)),
    createProperty('image:alt', hasOwnCard ? head.title : 'Octavo'),
    createNamedMeta('twitter:card', 'summary_large_image'),
    ...(hasEmbed ? [createAlternateLink(OEMBED_LINK_TYPE, oEmbedUrl(origin, head.path))] : []),
    ...(feed ? [createWebFeedLink(feed)] : []),
    ...(structuredData ? [createJsonLd(structuredData)] : []),
  ];
}

function createProperty(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { property: `og:${name}`, content } };
}

function createJsonLd(content: object): HeadTag {
  const attributes = { type: 'application/ld+json' };
  return { name: 'script', attributes, text: JSON.stringify(content) };
}

/** Returns the link with which feed readers find the feed of a page. */
function createWebFeedLink(scope: WebFeedScope): HeadTag {
  return createAlternateLink(WEB_FEED_FILE_TYPES.rss.type, webFeedPath(scope, 'rss'));
}

function createAlternateLink(type: string, href: string): HeadTag {
  return { name: 'link', attributes: { rel: 'alternate', type, href } };
}
