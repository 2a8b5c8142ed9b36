import type { Article, ArticleBody } from '#domain/article.ts';
import { escapeHtml } from '#domain/escape-html.ts';

/**
 * Renders the full text of an article as HTML for feed readers: cover, summary, text, sources and corrections. The HTML
 * contains no styles, because feed readers apply their own. Octavo's URLs are absolute, starting with `origin`, because
 * feed readers do not resolve relative URLs.
 */
export function renderArticleHtml(article: Article, origin: string): string {
  const { image, body, authorAlias } = article;
  const { summary, introduction, keyPoints, conclusion } = body;
  const text = [
    `<figure><img src="${escapeHtml(new URL(image.src, origin).href)}" alt="${escapeHtml(image.alt)}" width="960" height="1200"><figcaption>${image.attributionHtml}</figcaption></figure>`,
    `<ul>${summary.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    ...introduction.map(wrapParagraph),
    ...keyPoints.flatMap(({ title, paragraphs, takeaway }) => [
      `<h2>${escapeHtml(title)}</h2>`,
      ...paragraphs.map(wrapParagraph),
      `<blockquote><p><strong>Takeaway:</strong> ${escapeHtml(takeaway)}</p></blockquote>`,
    ]),
    '<hr>',
    ...conclusion.map(wrapParagraph),
    ...renderSources(body),
    `<p><small>${escapeHtml(describeAuthorship(authorAlias, body))}</small></p>`,
  ];
  return text.join('\n').replaceAll('href="/', `href="${origin}/`);
}

/** Returns a sentence that says who wrote the article, and whether a person read it before it was published. */
export function describeAuthorship(authorAlias: string, { readByPersonOn }: ArticleBody): string {
  const review = readByPersonOn
    ? `read by a person on ${readByPersonOn}`
    : 'published without human review';
  return `Written by ${authorAlias}, an AI persona, and ${review}. Check anything you plan to rely on.`;
}

/** Wraps a paragraph of an article in a `p` element. The paragraph is sanitized HTML. */
function wrapParagraph(html: string): string {
  return `<p>${html}</p>`;
}

function renderSources({ sources, corrections }: ArticleBody): string[] {
  const citations = sources?.map(({ cite, url }) => {
    const text = escapeHtml(cite);
    return `<li>${url ? `<a href="${escapeHtml(url)}">${text}</a>` : text}</li>`;
  });
  return [
    ...(citations ? ['<h2>Sources</h2>', `<ol>${citations.join('')}</ol>`] : []),
    ...(corrections ?? []).map(
      ({ on, what }) => `<p><small>Corrected on ${on}: ${escapeHtml(what)}</small></p>`,
    ),
  ];
}
