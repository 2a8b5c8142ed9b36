import type {
  Article as ArticleData,
  BreadcrumbList,
  Graph,
  ItemList,
  Organization,
  ProfilePage,
  SearchActionLeaf,
  Thing,
  WebSite,
  WithActionConstraints,
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
 * Returns a page's structured data for search engines: JSON-LD that uses the schema.org vocabulary. Returns `undefined`
 * for pages without structured data. Octavo's URLs are absolute, starting with `origin`.
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
  if (screen === 'authors' && 'query' in props) {
    const items = Object.values(props.authors).map(({ alias }) => ({ path: authorPath(alias) }));
    return items.length ? { ...CONTEXT, ...createItemList(origin, items) } : undefined;
  }
  if (head.path === SCREENS.about.path)
    return { ...CONTEXT, ...PUBLISHER, url: origin, logo: `${origin}/icons/512.png` };
  return screen === 'landing' ? { ...CONTEXT, ...createWebSite(origin) } : undefined;
}

const CONTEXT = { '@context': 'https://schema.org' } as const;

function createArticleData(origin: string, article: Article): ArticleData {
  const { title, tagline, category, subcategory, readingMinutes, image } = article;
  return {
    '@type': 'Article',
    headline: title,
    description: tagline,
    datePublished: article.createdAt,
    dateModified: article.updatedAt,
    image: new URL(image.src, origin).href,
    author: createAuthor(origin, article.authorAlias),
    publisher: PUBLISHER,
    articleSection: [getCategory(category).name, getSubcategory(category, subcategory).name],
    timeRequired: `PT${readingMinutes}M`,
    inLanguage: 'en',
    isAccessibleForFree: true,
    ...(article.hasAudio && { audio: NARRATION }),
    speakable: { '@type': 'SpeakableSpecification', cssSelector: ['h1', '[data-summary]'] },
  };
}

/**
 * The structured data of an article's narration. `contentUrl` is omitted, because the full recording requires Premium,
 * and the preview is recorded when it is first requested. If the URL of the preview were listed, crawlers that load
 * previews would cause Octavo to record the whole library.
 */
const NARRATION = { '@type': 'AudioObject', isAccessibleForFree: false } as const;

/**
 * Returns the structured data of an author. The type is `Organization`, because authors are AI personas and schema.org
 * has no type for personas. The type `Person` would imply that a human being wrote the article.
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
  { category, subcategory, title }: Article,
): BreadcrumbList {
  const steps: (readonly [name: string, path?: string])[] = [
    ['Explore', SCREENS.articles.path],
    [getCategory(category).name, categoryPath(category)],
    [getSubcategory(category, subcategory).name, categoryPath(category, subcategory)],
    // The last breadcrumb is the article's own page. Its URL is omitted, because search engines already know it.
    [title],
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: { '@id': origin + path } }),
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

function createItemList(origin: string, items: readonly { path: string }[]): ItemList {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + path,
    })),
  };
}

/** The publisher of all articles. The page about Octavo contains the full description. */
const PUBLISHER = { '@type': 'Organization', name: 'Octavo' } as const;

function createWebSite(origin: string): WebSite {
  return {
    '@type': 'WebSite',
    name: 'Octavo',
    url: origin,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/articles?q={query}`,
      'query-input': 'required name=query',
    } as WithActionConstraints<SearchActionLeaf>,
  };
}
