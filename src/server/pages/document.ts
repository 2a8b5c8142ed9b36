import { documentTitle, type HeadTag, headTags } from '#domain/document-head.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import type { PagePayload } from '#domain/page.ts';
import type { RenderContext } from './render-context.ts';

/** Renders a page as an HTML document. `json` is the payload as JSON, which the document contains. */
export async function renderDocument(
  { web, origin, sellsPremium }: RenderContext,
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
  const title = `<title>${escapeHtml(documentTitle(head.title))}</title>`;
  return [title, ...headTags(origin, head, article).map(renderTag)].join('\n');
}

function renderTag({ name, attributes, text }: HeadTag): string {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const end = text === undefined ? '' : `${escapeForScript(text)}</${name}>`;
  return `<${name}${start.join('')}>${end}`;
}

/** Escapes JSON so that no character sequence in it can close the script element that contains it. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
