// @vitest-environment jsdom
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Article, toArticleTeaser } from '#domain/article.ts';
import { type PagePayload, toEmbeddedPayload } from '#domain/page.ts';
import { ArticleCarousel } from '#web/features/articles/article-carousel.tsx';
import { ArticleText } from '#web/features/articles/article-text.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import { readArticleContentFromHtml } from './article-markup.ts';
import { readEmbeddedPayload } from './payloads.ts';

const BODY: Article['body'] = {
  summary: ['1 < 2 & "so" on', 'Two', 'Three', 'Four', 'Five'],
  introduction: [
    'A <em>whole</em> &amp; a part',
    'See <a href="/a?b=1&amp;c=2">this</a> – “there”',
  ],
  keyPoints: ['a', 'b', 'c'].map((title) => ({
    title: `${title} & more`,
    paragraphs: [`First of ${title}.`, 'Then <strong>this</strong>.'],
    takeaway: `It’s ${title} > all.`,
  })),
  conclusion: ['In the end, x &lt; y.'],
  sources: [
    { cite: 'A book & its author' },
    { cite: 'A paper', url: 'https://doi.org/10.1/a?b&c' },
  ],
  corrections: [{ on: '2026-11-10', what: 'Ten, for twelve.' }],
  readByPersonOn: '2026-11-09',
};

const createPayload = (body: Article['body']): PagePayload => ({
  screen: 'article',
  status: 200,
  head: { title: 'A title', description: '', path: '/Plumbline/a-title' },
  props: {
    timestamp: '2026-11-10T07:00:00Z',
    article: { ...createArticleMeta('A title'), updatedAt: '2026-11-10T07:00:00Z', body },
    alsoLike: ['One & two', 'Three'].map((title) => toArticleTeaser(createArticleMeta(title))),
    moreFromAuthor: [
      toArticleTeaser(createArticleMeta('Four', { category: 'awd', subcategory: 'tim' })),
    ],
    authors: { Plumbline: createAuthorSummary('Plumbline', 'nsm', 'mea') },
    ads: { house: {}, frames: null },
  },
});

/** Creates the document of an article as the server sends it. */
function loadDocument(payload: PagePayload) {
  if (payload.screen !== 'article') throw new Error('This is no article.');
  const { article, alsoLike, moreFromAuthor } = payload.props;
  const element = (
    <>
      <h1 data-anchor="title">{article.title}</h1>
      <ArticleText article={article} />
      {[alsoLike, moreFromAuthor].map((articles) => (
        <ArticleCarousel key={articles.length} title="" articles={articles} detailOf={() => ''} />
      ))}
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  document.documentElement.lang = 'en';
  document.documentElement.dataset.status = '200';
  const json = JSON.stringify(toEmbeddedPayload(payload));
  document.body.innerHTML = `${renderToString(<RouterProvider router={router} />)}
    <script type="application/json" id="page-props">${json.replaceAll('<', '\\u003c')}</script>`;
}

afterEach(() => vi.restoreAllMocks());

it('reads the text of an article from its HTML', () => {
  const { corrections: _, readByPersonOn: __, ...text } = BODY;
  loadDocument(createPayload(BODY));
  expect(readArticleContentFromHtml(document).text).toEqual(text);
});

describe('the payload of an article', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}));

  it('is complete, although its document contains the text only once', () => {
    loadDocument(createPayload(BODY));
    expect(document.documentElement.outerHTML.split('First of b.')).toHaveLength(2);
    expect(readEmbeddedPayload()).toEqual(createPayload(BODY));
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    '[data-anchor="keyPoints.1.takeaway"]',
    '[data-anchor="keyPoints.1.paragraphs.0"], [data-anchor="keyPoints.1.paragraphs.1"]',
    '[data-summary] li',
    'li:has(> article)',
  ])('is requested again if a part of its HTML is missing: %s', (selector) => {
    loadDocument(createPayload(BODY));
    for (const part of document.querySelectorAll(selector)) part.remove();
    expect(readEmbeddedPayload()).toBeUndefined();
    expect(console.error).toHaveBeenCalled();
  });

  it('is requested again if a translator has replaced the texts of the page', () => {
    loadDocument(createPayload(BODY));
    document.querySelector('h1')!.textContent = 'Ein Titel';
    expect(readEmbeddedPayload()).toBeUndefined();
    expect(console.error).not.toHaveBeenCalled();
  });

  it('is requested again if the page has been translated', () => {
    loadDocument(createPayload(BODY));
    document.documentElement.lang = 'de';
    expect(readEmbeddedPayload()).toBeUndefined();
    expect(console.error).not.toHaveBeenCalled();
  });
});
