import type { Article } from './article.ts';
import { getCategory, getSubcategory } from './categories.ts';
import { COVER_WIDTHS } from './images.ts';
import type { PageHead } from './page.ts';
import { categoryPath } from './paths.ts';
import { SCREENS } from './screens.ts';

/** An element of the document's head. The server renders it, and the browser updates it during navigation. */
export interface HeadTag {
  name: 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

/** CSS selector of the elements that {@link createHeadTags} creates. */
export const HEAD_TAGS_SELECTOR =
  'meta[name="description"],link[rel="canonical"],meta[name="robots"],meta[property^="og:"],meta[name^="twitter:"],script[type="application/ld+json"]';

/** Returns the document title: "{title} – Octavo", or "Octavo" alone for the landing page. */
export function formatDocumentTitle(title: string): string {
  return title === 'Octavo' ? title : `${title} – Octavo`;
}

/**
 * Returns the elements of a page's head except the title, in order, for search engines and link previews. Relative URLs
 * are resolved against `origin`. `article` is the article that the page shows, if any.
 */
export function createHeadTags(origin: string, head: PageHead, article?: Article): HeadTag[] {
  const address = new URL(head.path, origin).href;
  return [
    named('description', head.description),
    { name: 'link', attributes: { rel: 'canonical', href: address } },
    ...(head.noIndex ? [named('robots', 'noindex')] : []),
    property('site_name', 'Octavo'),
    property('type', article ? 'article' : 'website'),
    property('title', head.title),
    property('description', head.description),
    property('url', address),
    ...previewOf(origin, head),
    ...(article ? [articleData(origin, article), breadcrumbData(origin, article)].map(data) : []),
  ];
}

const meta = (attributes: HeadTag['attributes']): HeadTag => ({ name: 'meta', attributes });
const named = (name: string, content: string) => meta({ name, content });
const property = (name: string, content: string) => meta({ property: `og:${name}`, content });
const data = (data: object): HeadTag => ({
  name: 'script',
  attributes: { type: 'application/ld+json' },
  text: JSON.stringify(data),
});

function previewOf(origin: string, { image }: PageHead): HeadTag[] {
  if (!image) return [];
  const largest = image.replace(/\/\d+\.\w+$/, `/${COVER_WIDTHS.at(-1)}.jpg`);
  const href = new URL(image.includes('/covers/') ? largest : image, origin).href;
  return [property('image', href), named('twitter:card', 'summary_large_image')];
}

/** Returns the structured data of an article for search engines (schema.org's `Article`). */
function articleData(origin: string, article: Article) {
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
      name: `${article.authorAlias}, an AI author at Octavo`,
      url: new URL(`/authors/${article.authorAlias}`, origin).href,
    },
    publisher: { '@type': 'Organization', name: 'Octavo', url: origin },
    mainEntityOfPage: new URL(article.path, origin).href,
  };
}

/**
 * Returns the breadcrumbs of an article for search engines (schema.org's `BreadcrumbList`): Explore,
 * category, subcategory, article.
 */
function breadcrumbData(origin: string, { category, subcategory, title, path }: Article) {
  const steps = [
    ['Explore', SCREENS.articles.path],
    [getCategory(category).name, categoryPath(category)],
    [getSubcategory(category, subcategory).name, categoryPath(category, subcategory)],
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
