import { getCategory, getSubcategory, isSubcategoryOf } from '#domain/categories.ts';
import { ARTICLE_STATE_MACHINE, type ArticleStatus } from '#domain/statuses/article-states.ts';
import type { StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { htmlToComparableText } from '#domain/studio/plain-text.ts';
import { copy } from '../../copy.ts';

const words = copy.articles;

/** An article in the list, with precomputed keys for searching and sorting. */
export interface ArticleRow extends StudioArticleListItem {
  categoryName: string;
  subcategoryName: string;
  /** Normalized text in which the search looks for matches. */
  haystack: string;
  titleKey: string;
  authorKey: string;
  categoryKey: string;
}

/** Values of the article list's filters, as stored in the URL. An empty string means that a filter is not set. */
export interface ArticleFilterValues {
  text: string;
  author: string;
  category: string;
  /** Status to filter by: an article status or a key of {@link ARTICLE_FLAG_FILTERS}. */
  status: string;
}

/**
 * Filters for articles with a scheduled publication, unpublished changes or a conflict. The status filter offers them
 * next to the article statuses.
 */
export const ARTICLE_FLAG_FILTERS: Readonly<
  Record<string, { label: string; isOn: (article: StudioArticleListItem) => boolean }>
> = {
  due: { label: words.due, isOn: ({ publishAt }) => publishAt !== null },
  changed: {
    label: words.changed,
    isOn: ({ status, hasChanges }) => status === 'published' && hasChanges,
  },
  conflict: { label: words.conflict, isOn: ({ hasConflict }) => hasConflict },
};

export const ARTICLE_STATUSES = Object.keys(ARTICLE_STATE_MACHINE.states) as ArticleStatus[];

export function createArticleRow(article: StudioArticleListItem): ArticleRow {
  const { title, author, category, subcategory } = article;
  const categoryName = getCategory(category).name;
  const subcategoryName = isSubcategoryOf(category, subcategory)
    ? getSubcategory(category, subcategory).name
    : '';
  return {
    ...article,
    categoryName,
    subcategoryName,
    haystack: normalizeForSearch(`${title} ${author} ${categoryName} ${subcategoryName}`),
    titleKey: normalizeForSearch(title).replace(/^[^\p{L}\p{N}]+/u, ''),
    authorKey: normalizeForSearch(author),
    categoryKey: `${categoryName} ${subcategoryName}`,
  };
}

/** Returns true if an article has the given status or flag. */
export function matchesStatusOrFlag(article: StudioArticleListItem, status: string): boolean {
  return ARTICLE_FLAG_FILTERS[status]?.isOn(article) ?? article.status === status;
}

/** Returns the rows that match all filters except the status filter. Also counts these rows by status and flag. */
export function filterAndCountRows(
  rows: readonly ArticleRow[],
  { text, author, category }: Omit<ArticleFilterValues, 'status'>,
): { rows: readonly ArticleRow[]; counts: ReadonlyMap<string, number> } {
  const searchWords = normalizeForSearch(text).split(/\s+/).filter(Boolean);
  const matchingRows = rows.filter(
    (row) =>
      (!author || row.author === author) &&
      (!category || row.category === category) &&
      searchWords.every((word) => row.haystack.includes(word)),
  );
  const counts = new Map<string, number>();
  const increment = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const row of matchingRows) {
    increment(row.status);
    for (const [name, { isOn }] of Object.entries(ARTICLE_FLAG_FILTERS))
      if (isOn(row)) increment(name);
  }
  return { rows: matchingRows, counts };
}

/**
 * Functions that return a row's sort key, by column. Titles and aliases are normalized, so that all
 * keys can be compared with `<`.
 */
export const SORT_KEY_FUNCTIONS: Readonly<Record<string, (row: ArticleRow) => string | number>> = {
  title: ({ titleKey }) => titleKey,
  author: ({ authorKey }) => authorKey,
  status: ({ status }) => ARTICLE_STATUSES.indexOf(status),
  category: ({ categoryKey }) => categoryKey,
  minutes: ({ readingMinutes }) => readingMinutes,
  publishedAt: ({ publishedAt }) => publishedAt ?? '',
  savedAt: ({ savedAt }) => savedAt,
};

/**
 * Removes accents, and converts letters to lowercase and quotation marks to a common form, so that "ore's" matches
 * "Öre’s".
 */
function normalizeForSearch(text: string): string {
  return htmlToComparableText(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
