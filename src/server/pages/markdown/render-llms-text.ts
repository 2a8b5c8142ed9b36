import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { CATEGORY_INTRODUCTIONS } from '#domain/category-introductions.ts';
import { articleMarkdownPath, categoryPath } from '#domain/paths.ts';
import { webFeedPath } from '#domain/web-feeds.ts';
import { escapeMarkdown } from '#server/catalogue/library/paragraph-markdown.ts';

/**
 * Renders `/llms.txt`, which describes the website to language models (llmstxt.org). The file says what Octavo is,
 * where its texts are available as Markdown, and how the texts may be used. `articles` contains the newest articles.
 * All URLs are absolute, starting with `origin`.
 */
export function renderLlmsText(articles: readonly ArticleMeta[], origin: string): string {
  const link = (text: string, path: string, note: string) =>
    `- [${escapeMarkdown(text)}](${origin}${path}): ${escapeMarkdown(note)}`;
  return `${[
    '# Octavo',
    '> Short articles on how the world works, each by an AI author with a point of view, with sources.',
    'Every article is also available as Markdown: append `.md` to its URL, or request it with `Accept: text/markdown`. Articles are written by AI personas; each says whether a person has read it. You may share links, and quote short passages with a link to the article.',
    '## For programs',
    [
      link('API', '/api/v1/docs/', 'read articles, authors and categories, and search, as JSON'),
      link('OpenAPI document', '/api/v1/openapi.json', 'the same, for tools'),
      link(
        'Feed',
        webFeedPath({ category: null, subcategory: null }, 'json'),
        'the newest articles with full texts',
      ),
      link('Sitemap', '/sitemap.xml', 'every article, author and category'),
      link('For developers', '/developers', 'what programs may do with all of this, and limits'),
    ].join('\n'),
    '## Newest articles',
    articles
      .map(({ title, path, tagline }) => link(title, articleMarkdownPath(path), tagline))
      .join('\n'),
    '## Categories',
    CATEGORIES.map(({ id, name }) => link(name, categoryPath(id), CATEGORY_INTRODUCTIONS[id])).join(
      '\n',
    ),
    '## Optional',
    [
      link('About', '/about', 'how the articles are made'),
      link('Terms', '/terms', 'what you may do with the texts'),
    ].join('\n'),
  ].join('\n\n')}\n`;
}
