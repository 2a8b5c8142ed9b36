import { createNamedMeta, type HeadTag } from '#domain/document-head.ts';
import type { PageHead } from '#domain/page.ts';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { WEB_FEED_FILE_TYPES, type WebFeedScope, webFeedPath } from '#domain/web-feeds.ts';
import { createOEmbedUrl, OEMBED_LINK_TYPE } from './embeds/oembed-urls.ts';

/** The data about a page that link previews, search engines and feed readers use. */
export interface PagePreviewData {
  /** True if the page shows an article. */
  isArticle: boolean;
  /** The scope of the web feed that contains the page's articles. */
  feed?: WebFeedScope | undefined;
  /**
   * True if the page has a preview picture of its own. False if link previews show the general picture with the
   * website's name.
   */
  hasOwnCard: boolean;
  /** True if an oEmbed response exists for the page. */
  hasEmbed: boolean;
  /** The path of the picture for link previews of the page. */
  cardPath: string;
  /** A description of the page for search engines, as JSON-LD. */
  structuredData?: object | undefined;
}

/**
 * Returns the elements of a page's head for link previews, search engines and feed readers. Client-side navigation does
 * not update these elements, because such programs load only HTML documents. The URLs of the picture and of the oEmbed
 * response are absolute, starting with `origin`.
 */
export function createPreviewTags(
  origin: string,
  head: PageHead,
  { isArticle, hasOwnCard, hasEmbed, feed, cardPath, structuredData }: PagePreviewData,
): HeadTag[] {
  return [
    createProperty('site_name', 'Octavo'),
    // Pages without the tag `og:type` have the default type `website` (ogp.me).
    ...(isArticle ? [createProperty('type', 'article')] : []),
    createProperty('title', head.title),
    createProperty('description', head.description),
    createProperty('image', origin + cardPath),
    createProperty('image:width', String(SHARE_CARD_SIZE.width)),
    createProperty('image:height', String(SHARE_CARD_SIZE.height)),
    createProperty('image:alt', hasOwnCard ? head.title : 'Octavo'),
    createNamedMeta('twitter:card', 'summary_large_image'),
    ...(hasEmbed
      ? [createAlternateLink(OEMBED_LINK_TYPE, createOEmbedUrl(origin, head.path))]
      : []),
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

/** Returns the `link` element that tells feed readers the URL of a page's feed. */
function createWebFeedLink(scope: WebFeedScope): HeadTag {
  return createAlternateLink(WEB_FEED_FILE_TYPES.rss.type, webFeedPath(scope, 'rss'));
}

function createAlternateLink(type: string, href: string): HeadTag {
  return { name: 'link', attributes: { rel: 'alternate', type, href } };
}
