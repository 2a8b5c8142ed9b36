import type { Article, ArticleBody } from '#domain/article.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { authorPath, TEXT_LICENSE_PATH } from '#domain/paths.ts';
import {
  escapeMarkdown,
  toMarkdownParagraph,
} from '#server/catalogue/library/paragraph-markdown.ts';
import { describeAuthorship } from '../web-feeds/render-article-html.ts';

/** The license notice at the end of each article's Markdown document. It is consistent with the terms of use. */
const LICENSE =
  '© Octavo. You may share links, and quote short passages with a link to the article. For anything beyond that, please ask.';

/** Renders an article with its sources as Markdown. Octavo's URLs are absolute, starting with `origin`. */
export function renderArticleMarkdown(article: Article, origin: string): string {
  const { title, tagline, authorAlias, path, body, createdAt, updatedAt } = article;
  const { summary, introduction, keyPoints, conclusion } = body;
  const category = getCategory(article.category).name;
  const subcategory = getSubcategory(article.category, article.subcategory).name;
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    `> ${escapeMarkdown(tagline)}`,
    [
      `- Author: [${authorAlias}](${origin}${authorPath(authorAlias)}), an AI author at Octavo`,
      `- Topic: ${category}, ${subcategory}`,
      `- Published: ${createdAt.slice(0, 10)}`,
      `- Updated: ${updatedAt.slice(0, 10)}`,
      `- Canonical address: <${origin}${path}>`,
    ].join('\n'),
    '## In five lines',
    summary.map((line) => `- ${escapeMarkdown(line)}`).join('\n'),
    '## Introduction',
    ...introduction.map(toMarkdownParagraph),
    ...keyPoints.flatMap(({ title: heading, paragraphs, takeaway }) => [
      `## ${escapeMarkdown(heading)}`,
      ...paragraphs.map(toMarkdownParagraph),
      `> **Takeaway:** ${escapeMarkdown(takeaway)}`,
    ]),
    '## Conclusion',
    ...conclusion.map(toMarkdownParagraph),
    ...listSources(body),
    '---',
    escapeMarkdown(describeAuthorship(authorAlias, body)),
    `${LICENSE} See <${origin}${TEXT_LICENSE_PATH}>.`,
  ];
  return `${blocks.join('\n\n').replaceAll('](/', `](${origin}/`)}\n`;
}

function listSources({ sources, corrections }: ArticleBody): string[] {
  const citations = sources?.map(({ cite, url }, index) => {
    const text = escapeMarkdown(cite);
    return `${index + 1}. ${url ? `[${text}](<${url}>)` : text}`;
  });
  const correctionLines = corrections?.map(({ on, what }) => `- ${on}: ${escapeMarkdown(what)}`);
  return [
    ...(citations ? ['## Sources', citations.join('\n')] : []),
    ...(correctionLines ? ['## Corrections', correctionLines.join('\n')] : []),
  ];
}
