import type { ArticleSource, KeyPoint } from '#domain/article.ts';
import type { ArticleText } from '#domain/page.ts';

/**
 * Reads the text of an article from its HTML, as `ArticleText` renders it. The payload in a document does not repeat this
 * text. Throws if a part is missing.
 */
export function readArticleText(article: ParentNode): ArticleText {
  const find = (selector: string) => {
    const found = [...article.querySelectorAll(selector)];
    if (found.length === 0) throw new Error(`The article has no ${selector}.`);
    return found;
  };
  const readText = (selector: string) => find(selector)[0]!.textContent;
  const readParagraphs = (anchor: string) =>
    find(`[data-anchor^="${anchor}."]`).map(({ innerHTML }) => innerHTML);
  const readPoint = (anchor: string): KeyPoint => ({
    title: readText(`[data-anchor="${anchor}.title"]`),
    paragraphs: readParagraphs(`${anchor}.paragraphs`),
    takeaway: readText(`[data-anchor="${anchor}.takeaway"]`),
  });
  const titles = find('[data-anchor^="keyPoints."][data-anchor$=".title"]');
  const sources = [...article.querySelectorAll('[data-sources] li')].map(readSource);
  return {
    summary: find('[data-summary] li').map(({ textContent }) => textContent),
    introduction: readParagraphs('introduction'),
    keyPoints: titles.map((_, index) => readPoint(`keyPoints.${index}`)),
    conclusion: readParagraphs('conclusion'),
    ...(sources.length ? { sources } : {}),
  };
}

function readSource(entry: Element): ArticleSource {
  const url = entry.querySelector('a')?.getAttribute('href');
  return { cite: entry.textContent, ...(url ? { url } : {}) };
}
