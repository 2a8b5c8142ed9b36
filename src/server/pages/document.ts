import { shelfPath } from '#domain/addresses.ts';
import { categoryOf, subcategoryOf } from '#domain/categories.ts';
import { COVER_WIDTHS } from '#domain/images.ts';
import type { ArticleProps, PageHead, PagePayload } from '#domain/page.ts';
import { SCREENS } from '#domain/screens.ts';
import type { WebBuild } from './assets.ts';

/**
 * The rendered page as one HTML document. `origin` makes the addresses in its head absolute; `json` is the payload as
 * it is embedded.
 */
export async function renderDocument(
  build: WebBuild,
  origin: string,
  address: string,
  payload: PagePayload,
  json: string,
): Promise<string> {
  const { html, module } = await build.renderScreen(origin + address, payload);
  return `<!doctype html>
<html lang="en" data-status="${payload.status}"${'userInfo' in payload.props ? ' data-signed-in' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${headOf(origin, payload)}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF8F3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${build.tagsFor(module)}
</head>
<body>
<div id="root">${html}</div>
<script type="application/json" id="page-props">${forScript(json)}</script>
</body>
</html>
`;
}

function headOf(origin: string, { head, screen, props }: PagePayload): string {
  const title = escapeHtml(head.title === 'Octavo' ? head.title : `${head.title} – Octavo`);
  const description = escapeHtml(head.description);
  const address = escapeHtml(new URL(head.path, origin).href);
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${address}">`,
    ...(head.noIndex ? ['<meta name="robots" content="noindex">'] : []),
    `<meta property="og:site_name" content="Octavo">`,
    `<meta property="og:type" content="${screen === 'article' ? 'article' : 'website'}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    ...previewOf(origin, head),
    ...(screen === 'article' && 'article' in props
      ? [articleData(origin, props), wayTo(origin, props)].map(
          (data) =>
            `<script type="application/ld+json">${forScript(JSON.stringify(data))}</script>`,
        )
      : []),
  ].join('\n');
}

function previewOf(origin: string, { image }: PageHead): string[] {
  if (!image) return [];
  const largest = image.replace(/\/\d+\.\w+$/, `/${COVER_WIDTHS.at(-1)}.jpg`);
  const href = new URL(image.includes('/covers/') ? largest : image, origin).href;
  return [
    `<meta property="og:image" content="${escapeHtml(href)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** schema.org's Article, for search engines. */
function articleData(origin: string, { article }: ArticleProps) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    description: article.tagline,
    datePublished: article.createdAt,
    dateModified: article.updatedAt,
    image: new URL(article.image.src, origin).href,
    author: {
      '@type': 'Organization',
      name: `${article.authorAlias}, an AI author of Octavo`,
      url: new URL(`/authors/${article.authorAlias}`, origin).href,
    },
    publisher: { '@type': 'Organization', name: 'Octavo', url: origin },
    mainEntityOfPage: new URL(article.path, origin).href,
  };
}

/** schema.org's BreadcrumbList: from Explore by the category and the subcategory to the article. */
function wayTo(origin: string, { article }: ArticleProps) {
  const { category, subcategory, title, path } = article;
  const steps = [
    ['Explore', SCREENS.articles.path],
    [categoryOf(category).name, shelfPath(category)],
    [subcategoryOf(category, subcategory).name, shelfPath(category, subcategory)],
    [title, path],
  ] as const;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, address], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(address, origin).href,
    })),
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

/** JSON that cannot end the script element it stands in. */
function forScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
