import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';

/** Creates a sample article with a title. `overrides` replaces other fields. */
export function createArticleMeta(
  title: string,
  overrides: Partial<ArticleMeta> = {},
): ArticleMeta {
  const { authorAlias = 'Plumbline' } = overrides;
  const slug = title.toLowerCase().replaceAll(' ', '-');
  return {
    id: slug,
    authorAlias,
    path: `/${authorAlias}/${slug}`,
    title,
    tagline: 'A tagline.',
    category: 'nsm',
    subcategory: 'mea',
    level: 'beginner',
    readingMinutes: 4,
    createdAt: '2026-11-20T06:00:00.000Z',
    hasAudio: true,
    image: { src: '/x.jpg', alt: '', attributionHtml: '', ground: 'nsm-dark' },
    ...overrides,
  };
}

/** Creates a sample author in a category and subcategory. */
export function createAuthorSummary(
  alias: string,
  category: CategoryId,
  subcategory: string,
): AuthorSummary {
  return {
    alias,
    tagline: `${alias} writes.`,
    profileImage: { src: '/x.jpg', alt: '' },
    expertise: { category, subcategory },
    level: 'beginner',
    publishedArticleCount: 1,
  };
}
