import type {
  Article as ArticleData,
  BreadcrumbList,
  Graph,
  ItemList,
  Organization,
  ProfilePage,
  Thing,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { Article } from '#domain/article.ts';
import type { Author } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import type { PagePayload } from '#domain/page.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { SCREENS } from '#domain/screens.ts';

type OrganizationData = Exclude<Organization, string>;

/**
 * Returns the structured data of a page for search engines, as JSON-LD with the vocabulary of schema.org. Returns
 * `undefined` for pages without any. URLs begin with `origin`.
 */
export function createStructuredData(
  origin: string,
  { screen, head, props }: PagePayload,
): Graph | WithContext<Thing> | undefined {
  if (screen === 'article' && 'article' in props) {
    const { article } = props;
    return {
      ...CONTEXT,
      '@graph': [createArticleData(origin, article), createBreadcrumbs(origin, article)],
    };
  }
  if (screen === 'author' && 'author' in props)
    return { ...CONTEXT, ...createProfilePage(origin, props.author) };
  if (screen === 'articles' && 'articles' in props && props.articles.length > 0)
    return { ...CONTEXT, ...createItemList(origin, props.articles) };
  if (head.path === SCREENS.about.path) return { ...CONTEXT, ...createPublisher(origin) };
  return screen === 'landing' ? { ...CONTEXT, ...createWebSite(origin) } : undefined;
}

const CONTEXT = { '@context': 'https://schema.org' } as const;

function createArticleData(origin: string, article: Article): ArticleData {
  const { title, tagline, category, subcategory, readingMinutes, image, path } = article;
  return {
    '@type': 'Article',
    headline: title,
    description: tagline,
    datePublished: article.createdAt,
    dateModified: article.updatedAt,
    image: new URL(image.src, origin).href,
    author: createAuthor(origin, article.authorAlias),
    publisher: createPublisher(origin),
    mainEntityOfPage: origin + path,
    articleSection: [getCategory(category).name, getSubcategory(category, subcategory).name],
    timeRequired: `PT${readingMinutes}M`,
    inLanguage: 'en',
    isAccessibleForFree: true,
    speakable: { '@type': 'SpeakableSpecification', cssSelector: ['h1', '[data-summary]'] },
  };
}

/**
 * Describes an author. Authors are AI personas, and schema.org has no type for these. A `Person` would claim that a
 * human being wrote the article.
 */
function createAuthor(origin: string, alias: string): OrganizationData {
  return {
    '@type': 'Organization',
    name: `${alias}, an AI author at Octavo`,
    url: origin + authorPath(alias),
  };
}

function createBreadcrumbs(
  origin: string,
  { category, subcategory, title, path }: Article,
): BreadcrumbList {
  const steps = [
    ['Explore', SCREENS.articles.path],
    [getCategory(category).name, categoryPath(category)],
    [getSubcategory(category, subcategory).name, categoryPath(category, subcategory)],
    [title, path],
  ] as const;
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, address], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + address,
    })),
  };
}

function createProfilePage(origin: string, { alias, tagline, profileImage }: Author): ProfilePage {
  return {
    '@type': 'ProfilePage',
    mainEntity: {
      ...createAuthor(origin, alias),
      description: tagline,
      image: new URL(profileImage.src, origin).href,
    },
  };
}

function createItemList(origin: string, articles: readonly { path: string }[]): ItemList {
  return {
    '@type': 'ItemList',
    itemListElement: articles.map(({ path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      url: origin + path,
    })),
  };
}

function createPublisher(origin: string): OrganizationData {
  return {
    '@type': 'Organization',
    name: 'Octavo',
    logo: `${origin}/icons/512.png`,
  };
}

function createWebSite(origin: string): WebSite {
  return {
    '@type': 'WebSite',
    name: 'Octavo',
    url: origin,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/articles?q={query}`,
    },
  };
}
