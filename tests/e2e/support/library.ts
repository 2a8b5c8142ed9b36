import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';

/** The published articles and authors on the server under test, as its API lists them. */
export interface PublishedLibrary {
  /** All published articles, newest first. */
  articles: readonly ArticleMeta[];
  authors: readonly AuthorSummary[];
}

interface ArticlesPage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

/** Reads the published articles and authors from the server at `origin`. */
export async function readPublishedLibrary(origin: string): Promise<PublishedLibrary> {
  const { authors } = await fetchData<{ authors: Record<string, AuthorSummary> }>(
    `${origin}/api/v1/authors`,
  );
  const articles: ArticleMeta[] = [];
  let token: string | null = '';
  while (token !== null) {
    const query: string = new URLSearchParams({ limit: '50', nextToken: token }).toString();
    const page: ArticlesPage = await fetchData<ArticlesPage>(`${origin}/api/v1/articles?${query}`);
    articles.push(...page.metas);
    token = page.nextToken;
  }
  return { articles, authors: Object.values(authors) };
}

/** Returns the articles by category, beginning with the largest category. */
export function listArticlesByLargestCategory({
  articles,
}: PublishedLibrary): (readonly [string, ArticleMeta[]])[] {
  const byCategory = Map.groupBy(articles, ({ category }) => category);
  return [...byCategory].sort(([, one], [, other]) => other.length - one.length);
}

async function fetchData<Data>(url: string): Promise<Data> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
