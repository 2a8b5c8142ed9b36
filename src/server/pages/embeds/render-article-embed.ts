import { createHash } from 'node:crypto';
import type { Article } from '#domain/article.ts';
import { getSubcategory } from '#domain/categories.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { createPictureSrcSet, createWebpPictureUrl, parsePicturePath } from '#domain/images.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';

const { paper, ink, quiet, line, red } = THEME_COLORS;

/** The maximum display width, in CSS pixels, of an article's cover in the card that other sites embed. */
const COVER_SIZES = '192px';

const STYLES = `
:root { color-scheme: light dark; --paper: ${paper.day}; --ink: ${ink.day}; --quiet: ${quiet.day}; --line: ${line.day}; --red: ${red.day}; }
@media (prefers-color-scheme: dark) { :root { --paper: ${paper.night}; --ink: ${ink.night}; --quiet: ${quiet.night}; --line: ${line.night}; --red: ${red.night}; } }
* { box-sizing: border-box; margin: 0; }
body { color: var(--ink); font: 400 0.875rem / 1.25rem system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { display: flex; min-height: 100vh; overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: inherit; text-decoration: none; }
picture { position: relative; flex: none; width: min(80vh, 36vw); }
img { position: absolute; width: 100%; height: 100%; object-fit: cover; }
div { display: flex; flex: 1; flex-direction: column; min-width: 0; padding: 1rem 1.25rem; overflow-wrap: break-word; }
.label { color: var(--red); }
h1, .tagline { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
h1 { margin: 0.25rem 0; font: 400 1.375rem / 1.5rem Georgia, "Times New Roman", serif; letter-spacing: -0.01em; text-wrap: balance; }
.tagline { -webkit-line-clamp: 2; }
.foot { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; margin-top: auto; padding-top: 0.375rem; color: var(--quiet); }
.site { color: var(--ink); font: 400 1.125rem / 1.25rem Georgia, "Times New Roman", serif; }
b { font-weight: 400; color: var(--red); }
a:hover h1 { text-decoration: underline; text-decoration-color: var(--red); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--red); outline-offset: -4px; }
.missing { min-height: 100vh; justify-content: center; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--quiet); }
.missing h1 { color: var(--ink); }
.missing a { display: inline; border: 0; text-decoration: underline; }
@media (max-width: 539px) { .tagline { display: none; } h1 { font-size: 1.125rem; line-height: 1.375rem; -webkit-line-clamp: 5; } div { padding: 0.875rem 1rem; } }
@media (max-width: 359px) { .label { display: none; } h1 { margin-top: 0; -webkit-line-clamp: 4; } }
@media (max-height: 199px) { .label, .tagline, .site { display: none; } div { padding-block: 0.625rem; } h1 { margin-top: 0; font-size: 1.125rem; line-height: 1.375rem; -webkit-line-clamp: 3; } .foot { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } }
`;

const STYLE_HASH = `sha256-${createHash('sha256').update(STYLES).digest('base64')}`;

/**
 * The headers of the documents that other sites show in frames. The content security policy allows only the document's
 * own style sheet and Octavo's pictures. It allows any site to show the document in a frame.
 */
export const EMBED_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "img-src 'self'",
    `style-src '${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join(';'),
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};

/**
 * Renders an article as a small card that other sites show in a frame. The whole card is one link, which opens the
 * article in a new tab. The document has no script. It omits photographs that a stock photo service hosts, because
 * these must be credited, and the card has no room for a credit. `origin` is Octavo's origin.
 */
export function renderArticleEmbed(article: Article, origin: string): string {
  const { title, tagline, path, authorAlias, category, subcategory, readingMinutes } = article;
  return renderDocument(
    title,
    `<a href="${origin}${path}" target="_blank" rel="noopener">
${renderCover(article)}<div>
<p class="label">${escapeHtml(getSubcategory(category, subcategory).name)}</p>
<h1>${escapeHtml(title)}</h1>
<p class="tagline">${escapeHtml(tagline)}</p>
<p class="foot">${readingMinutes} min read by ${escapeHtml(authorAlias)}, an AI author <span class="site"><b>O</b>ctavo</span></p>
</div>
</a>`,
    `<link rel="canonical" href="${origin}${path}">\n`,
  );
}

/** Renders the document that a frame shows if its article was withdrawn or never existed. */
export function renderMissingEmbed(origin: string): string {
  return renderDocument(
    'Article not found',
    `<div class="missing">
<h1>This article isn’t available.</h1>
<p>Find others on <a href="${origin}/articles" target="_blank" rel="noopener">Octavo</a>.</p>
</div>`,
  );
}

function renderCover({ image: { src } }: Article): string {
  if (!parsePicturePath(src)) return '';
  return `<picture>
<source type="image/avif" srcset="${createPictureSrcSet(src, 'avif', COVER_SIZES)}" sizes="${COVER_SIZES}">
<img src="${createWebpPictureUrl(src, COVER_SIZES)}" width="160" height="200" alt="">
</picture>
`;
}

function renderDocument(title: string, content: string, links = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Octavo</title>
${links}<style>${STYLES}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
