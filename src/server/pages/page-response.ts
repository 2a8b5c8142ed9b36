import { createHeadTags, formatDocumentTitle, type HeadTag } from '#domain/document-head.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import type { PagePayload } from '#domain/page.ts';
import { allowInlineBlocks } from '#server/platform/http/security-headers.ts';
import {
  CachedResponse,
  computeEtag,
  type ResponseTraits,
} from '#server/platform/http-cache/cached-response.ts';
import type { PageRepresentation } from './page-url.ts';
import type { DocumentAssets, WebBuild } from './web-build.ts';

/** Settings and assets for rendering pages. */
export interface PageRenderSettings {
  web: WebBuild;
  /** Origin of the website, such as `https://example.com`. URLs in document heads begin with it. */
  origin: string;
  /** The part of the content security policy that all responses have in common. */
  policy: string;
  /** True if Premium can be bought. Documents pass this value to the browser. */
  sellsPremium: boolean;
}

/**
 * Creates the cached response for a page. The payload is stored as bytes, which need a fraction of the memory of
 * objects. The document is rendered from the payload on its first request. `url` is the URL for which React renders the
 * page.
 */
export function createPageResponse(
  renderer: PageRenderSettings,
  url: string,
  payload: PagePayload,
  traits: Pick<ResponseTraits, 'keys' | 'audience' | 'maxAge'>,
): CachedResponse {
  const { web, policy, sellsPremium } = renderer;
  const bytes = Buffer.from(JSON.stringify(payload));
  const parts = {
    document: {
      type: 'text/html; charset=utf-8',
      headers: createDocumentHeaders(web.getDocumentAssets(url), policy),
      text() {
        const json = bytes.toString();
        return renderDocument(renderer, url, JSON.parse(json) as PagePayload, json);
      },
    },
    payload: { type: 'application/json; charset=utf-8', text: () => bytes.toString() },
  } satisfies Record<PageRepresentation, unknown>;
  const { status } = payload;
  return new CachedResponse(
    { ...traits, status, etag: computeEtag(sellsPremium ? `${web.id} sells` : web.id, bytes) },
    parts,
    bytes.length,
  );
}

/**
 * Returns the headers of an HTML document. A 304 response includes them too, since browsers update the headers in their
 * cache.
 */
function createDocumentHeaders({ inline }: DocumentAssets, policy: string): Record<string, string> {
  return { 'content-security-policy': allowInlineBlocks(policy, inline) };
}

/** Renders a page as an HTML document. `json` is the JSON payload that the document embeds. */
async function renderDocument(
  { web, origin, sellsPremium }: PageRenderSettings,
  url: string,
  payload: PagePayload,
  json: string,
): Promise<string> {
  const html = await web.renderScreen(origin + url, payload);
  return `<!doctype html>
<html lang="en" data-status="${payload.status}"${'userInfo' in payload.props ? ' data-signed-in' : ''}${sellsPremium ? ' data-sells-premium' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${renderHead(origin, payload)}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF8F3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${web.getDocumentAssets(url).tags}
</head>
<body>
<div id="root">${html}</div>
<script type="application/json" id="page-props">${escapeForScript(json)}</script>
</body>
</html>
`;
}

function renderHead(origin: string, { head, screen, props }: PagePayload): string {
  const article = screen === 'article' && 'article' in props ? props.article : undefined;
  const title = `<title>${escapeHtml(formatDocumentTitle(head.title))}</title>`;
  return [title, ...createHeadTags(origin, head, article).map(renderTag)].join('\n');
}

function renderTag({ name, attributes, text }: HeadTag): string {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const end = text === undefined ? '' : `${escapeForScript(text)}</${name}>`;
  return `<${name}${start.join('')}>${end}`;
}

/** Escapes JSON so that it cannot close the script element that contains it. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
