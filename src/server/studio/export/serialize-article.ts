import { stringify } from 'yaml';
import type { ArticleBody } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { ArticleForEditors } from '#server/catalogue/articles/editor-articles.ts';
import {
  escapeMarkdown,
  toMarkdownParagraph,
} from '#server/catalogue/library/paragraph-markdown.ts';

/**
 * Serializes an article as a file in the library's format (`content/README.md`). An import of the file yields the same
 * article. `formerly` lists the article's former paths.
 */
export function serializeArticle(
  article: ArticleForEditors,
  formerly: readonly string[] = [],
): string {
  const { id, title, tagline, category, subcategory, level, keywords, image, body } = article;
  const { startsHere, hasAudio, publishedAt, updatedAt } = article;
  const { alt, variant, photo } = image;
  const head = {
    id,
    title,
    tagline,
    category,
    subcategory,
    ...(level && { level }),
    ...(keywords.length && { keywords }),
    ...(formerly.length && { formerly }),
    published: publishedAt.toISOString(),
    ...(updatedAt.getTime() !== publishedAt.getTime() && { updated: updatedAt.toISOString() }),
    ...(body.readByPersonOn && { readByPersonOn: body.readByPersonOn }),
    ...(startsHere && { startHere: true }),
    ...(!hasAudio && { audio: false }),
    ...(alt && { alt }),
    // The variant of the generated drawing is always written to the file. Otherwise, an import would choose a variant,
    // and the choice would depend on the other articles in the folder.
    drawing: variant,
    ...(photo && { photo: { id: photo.id, crop: photo.crop } }),
    ...(body.corrections && { corrected: body.corrections }),
  };
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n${serializeSections(body).join('\n\n')}\n`;
}

/** Serializes an article's claims (statements with sources) as a file in the library's format. */
export function serializeClaims(claims: ClaimsFile): string {
  return stringify(claims, { lineWidth: 0 });
}

function serializeSections({
  summary,
  introduction,
  keyPoints,
  conclusion,
}: ArticleBody): string[] {
  return [
    '## Summary',
    summary.map((line) => `- ${escapeMarkdown(line)}`).join('\n'),
    '## Introduction',
    ...introduction.map(toMarkdownParagraph),
    ...keyPoints.flatMap(({ title, paragraphs, takeaway }) => [
      `## Key point: ${escapeMarkdown(title)}`,
      ...paragraphs.map(toMarkdownParagraph),
      `> Takeaway: ${escapeMarkdown(takeaway)}`,
    ]),
    '## Conclusion',
    ...conclusion.map(toMarkdownParagraph),
  ];
}
