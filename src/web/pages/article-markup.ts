import type { ArticleContentReadFromHtml, CardContentReadFromHtml } from '#domain/page.ts';

/**
 * Reads the content of an article from the page's HTML, because the payload embedded in the document does not repeat
 * this content. Throws if a part is missing.
 */
export function readArticleContentFromHtml(page: ParentNode): ArticleContentReadFromHtml {
  const find = (selector: string) => [...page.querySelectorAll(selector)];
  const readTexts = (selector: string) => find(selector).map(({ textContent }) => textContent);
  const readParagraphs = (part: string) =>
    find(`[data-anchor^="${part}."]`).map(({ innerHTML }) => innerHTML);
  const takeaways = readTexts('[data-anchor$=takeaway]');
  const sources = find('[data-sources] li').map((entry) => {
    const url = entry.querySelector('a')?.getAttribute('href');
    return { cite: entry.textContent, ...(url && { url }) };
  });
  const text = {
    summary: readTexts('[data-summary] li'),
    introduction: readParagraphs('introduction'),
    keyPoints: readTexts('h2[data-anchor^=keyPoints]').map((title, index) => ({
      title,
      paragraphs: readParagraphs(`keyPoints.${index}.paragraphs`),
      takeaway: takeaways[index]!,
    })),
    conclusion: readParagraphs('conclusion'),
    ...(sources[0] && { sources }),
  };
  const { summary, introduction, keyPoints, conclusion } = text;
  const parts = [summary, introduction, conclusion, ...keyPoints.map((each) => each.paragraphs)];
  const isComplete =
    keyPoints.length > 0 &&
    takeaways.length === keyPoints.length &&
    parts.every(({ length }) => length > 0);
  if (!isComplete) throw new Error('The text of the article is incomplete.');
  return { text, cards: find('li > article').map(readCard) };
}

function readCard(card: Element): CardContentReadFromHtml {
  const readAttribute = (selector: string, attribute: string) =>
    card.querySelector(selector)!.getAttribute(attribute)!;
  const path = readAttribute('a', 'href');
  return {
    path,
    title: card.querySelector('h3')!.textContent,
    authorAlias: path.split('/')[1]!,
    image: {
      src: readAttribute('img', 'src'),
      ground: readAttribute('[data-ground]', 'data-ground'),
    },
  };
}
