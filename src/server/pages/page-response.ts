import { createHeadTags, formatDocumentTitle, type HeadTag } from '#domain/document-head.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { type PageHead, type PagePayload, toEmbeddedPayload } from '#domain/page.ts';
import { ALL_ARTICLES_SCOPE } from '#domain/web-feeds.ts';
import {
  createArticleShareCardKey,
  createAuthorShareCardKey,
  createCategoryShareCardKey,
  SITE_SHARE_CARD_KEY,
  shareCardPath,
} from '#server/catalogue/pictures/share-card-keys.ts';
import { allowInlineBlocks } from '#server/platform/http/security-headers.ts';
import {
  CachedResponse,
  computeEtag,
  type RenderedBodyWithHeaders,
  type ResponseTraits,
} from '#server/platform/http-cache/cached-response.ts';
import { createAuthorAndLicenseLinks } from './author-and-license-links.ts';
import { createOEmbedUrl, OEMBED_LINK_TYPE } from './embeds/oembed-urls.ts';
import { createLinkHeader, type ResponseLink } from './link-header.ts';
import type { PageRepresentation } from './page-url.ts';
import { createPreviewTags, type PagePreviewData } from './preview-tags.ts';
import { createStructuredData } from './structured-data.ts';
import type { WebBuild } from './web-build.ts';

/** The settings and assets for rendering pages. */
export interface PageRenderSettings {
  web: WebBuild;
  /** The origin of the website, such as `https://example.com`. URLs in document heads start with it. */
  origin: string;
  /** The part of the content security policy that all responses have in common. */
  policy: string;
  /** True if Premium can be bought. Documents pass this value to the browser. */
  sellsPremium: boolean;
}

/**
 * Creates the cacheable response for a page. `payload` is the page's data. It is stored as bytes,
 * which take up much less memory than objects. The HTML document is rendered from the payload when
 * the document is first requested. `url` is the path and query for which React renders the page.
 */
export function createCachedPageResponse(
  settings: PageRenderSettings,
  url: string,
  payload: PagePayload,
  traits: Pick<ResponseTraits, 'keys' | 'audience' | 'maxAge'>,
): CachedResponse {
  const { web, sellsPremium } = settings;
  const bytes = Buffer.from(JSON.stringify(payload));
  const representations = {
    document: {
      type: 'text/html; charset=utf-8',
      hasHeaders: true,
      render: () => renderDocument(settings, url, JSON.parse(bytes.toString()) as PagePayload),
    },
    payload: { type: 'application/json; charset=utf-8', render: () => bytes.toString() },
  } satisfies Record<PageRepresentation, unknown>;
  const { status } = payload;
  return new CachedResponse(
    { ...traits, status, etag: computeEtag(sellsPremium ? `${web.id} sells` : web.id, bytes) },
    representations,
    bytes.length,
  );
}

/**
 * Renders a page as an HTML document. Also returns a content security policy that allows the document's inline scripts
 * and styles. The policy is also sent with 304 responses, because browsers replace the headers of the cached document
 * with those of a 304 response.
 */
async function renderDocument(
  { web, origin, policy, sellsPremium }: PageRenderSettings,
  url: string,
  payload: PagePayload,
): Promise<RenderedBodyWithHeaders> {
  const html = await web.renderScreen(origin + url, payload);
  const { tags, inlineBlockHashes } = web.createDocumentAssets(url, html);
  const subject = describePage(origin, payload);
  const headers = {
    'content-security-policy': allowInlineBlocks(policy, inlineBlockHashes),
    ...(subject.hasEmbed && { link: createLinkHeader(listResponseLinks(origin, payload)) }),
  };
  const text = `<!doctype html>
<html lang="en" data-status="${payload.status}"${'userInfo' in payload.props ? ' data-signed-in' : ''}${sellsPremium ? ' data-sells-premium' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="expect" href="#${findFirstPaintElement(html)}" blocking="render">
${renderHead(origin, payload.head, subject)}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF8F3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311">
<meta name="theme-color" media="sepia" content="#F1E7D0">
<link rel="icon" href="/favicon.svg">
<link rel="manifest" href="/manifest.webmanifest">
${tags}
</head>
<body>
<div id="root">${html}</div>
<script type="application/json" id="page-props">${escapeForScript(JSON.stringify(toEmbeddedPayload(payload)))}</script>
</body>
</html>
`;
  return { text, headers };
}

/**
 * Returns the ID of the element that a browser must have parsed before it paints the page for the first time. This is
 * the element after the page's opening section, or the main element if the page has no opening section. A browser
 * receives the document in pieces. If the browser painted the page earlier, unfinished elements would move when the
 * rest of the document arrives. Opening sections are short enough to arrive in the first network packets.
 */
function findFirstPaintElement(html: string): string {
  return html.includes(' id="opening-end"') ? 'opening-end' : 'main';
}

function renderHead(origin: string, head: PageHead, subject: PagePreviewData): string {
  const title = `<title>${escapeHtml(formatDocumentTitle(head.title))}</title>`;
  const tags = [...createHeadTags(origin, head), ...createPreviewTags(origin, head, subject)];
  return [title, ...tags.map(renderTag)].join('');
}

/** Returns the data about a page that link previews, search engines and feed readers use. */
function describePage(origin: string, payload: PagePayload): PagePreviewData {
  const { feed, cardPath } = findFeedAndCard(payload);
  return {
    isArticle: payload.screen === 'article',
    hasOwnCard: cardPath !== SITE_CARD_PATH,
    hasEmbed: hasEmbed(payload),
    structuredData: createStructuredData(origin, payload),
    feed,
    cardPath,
  };
}

/** Returns true if an oEmbed response exists for a page. */
function hasEmbed({ screen, props }: PagePayload): boolean {
  return (screen === 'article' && 'article' in props) || (screen === 'author' && 'author' in props);
}

/**
 * Lists the response links of a page: to its oEmbed response and, if the page is an article, to the author and the
 * license.
 */
function listResponseLinks(origin: string, { screen, head, props }: PagePayload): ResponseLink[] {
  const embed = {
    url: createOEmbedUrl(origin, head.path),
    rel: 'alternate',
    type: OEMBED_LINK_TYPE,
  };
  return screen === 'article' && 'article' in props
    ? [embed, ...createAuthorAndLicenseLinks(origin, props.article.authorAlias)]
    : [embed];
}

/**
 * Returns the scope of the web feed that contains a page's articles, and the path of the picture for the page's link
 * previews.
 */
function findFeedAndCard({
  screen,
  props,
}: PagePayload): Pick<PagePreviewData, 'feed' | 'cardPath'> {
  if (screen === 'article' && 'article' in props) {
    const { article, authors } = props;
    const portrait = authors[article.authorAlias]?.profileImage.src ?? '';
    return { cardPath: shareCardPath(createArticleShareCardKey(article, portrait)) };
  }
  if (screen === 'author' && 'author' in props) {
    const { author } = props;
    return {
      feed: { alias: author.alias },
      cardPath: shareCardPath(createAuthorShareCardKey(author)),
    };
  }
  if (screen === 'articles' && 'filters' in props)
    return {
      feed: props.filters,
      cardPath: shareCardPath(createCategoryShareCardKey(props.filters)),
    };
  return screen === 'landing'
    ? { feed: ALL_ARTICLES_SCOPE, cardPath: SITE_CARD_PATH }
    : { cardPath: SITE_CARD_PATH };
}

/** The path of the picture that link previews show for pages without a picture of their own. */
const SITE_CARD_PATH = shareCardPath(SITE_SHARE_CARD_KEY);

function renderTag({ name, attributes, text }: HeadTag): string {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const end = text === undefined ? '' : `${escapeForScript(text)}</${name}>`;
  return `<${name}${start.join('')}>${end}`;
}

/** Escapes JSON so that it cannot close the script element that contains it. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
