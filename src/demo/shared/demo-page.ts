import type { FastifyReply } from 'fastify';

/** The file names of the demo pages' stylesheet and font, relative to the prefix of `demoAssetRoutes`. */
export const STYLESHEET_FILE_NAME = 'demonstration.css';
export const DISPLAY_FONT_FILE_NAME = 'octavo-display.woff2';

export interface DemoPage {
  title: string;
  /** The name of the demo, shown next to the name "Octavo". */
  badge: string;
  /** The path prefix under which `demoAssetRoutes` is registered. */
  prefix: string;
  /** The HTML content of the page below the heading. */
  main: string;
}

/** Renders a page of a demo service in Octavo's style. A badge marks the page as a demo. */
export function renderDemoPage({ title, badge, prefix, main }: DemoPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} – Octavo ${badge[0]!.toLowerCase()}${badge.slice(1)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF8F3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${prefix}/${STYLESHEET_FILE_NAME}">
</head>
<body>
<header>
<p class="brand"><b>O</b>ctavo</p>
<p class="badge">${badge}</p>
</header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
}

/** Sends a page of a demo service. The response headers tell clients not to store the page. */
export function sendDemoPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
