import { inArray, sql } from 'drizzle-orm';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { stripInvisibleCharacters } from '#domain/invisible-characters.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';
import { findArticlesForSearchIndex } from '#server/catalogue/articles/article-rows.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { extractVocabulary, foldText } from '#server/platform/text/words.ts';
import { articleSearch, searchWords } from './schema.ts';

/** The parts of an article that the search index contains. */
export interface SearchableArticle {
  title: string;
  alias: string;
  tagline: string;
  category: string;
  subcategory: string;
  keywords: readonly string[];
  summary: readonly string[];
  /** The paragraphs of the article as HTML. */
  text: readonly string[];
}

/**
 * Returns the texts from which the three text search vectors are built, in lower case and without diacritics. Also
 * returns the plain text for snippets.
 */
function createSearchTexts(article: SearchableArticle) {
  const { title, alias, tagline, category, subcategory, keywords } = article;
  const names = `${getCategory(category).name} ${getSubcategory(category, subcategory).name}`;
  const plain = stripInvisibleCharacters(
    [...article.summary, ...article.text].map(htmlToPlainText).join(' '),
  );
  return {
    title: foldText(`${title} ${alias}`),
    tagline: foldText([tagline, ...keywords].join(' ')),
    summary: foldText(`${article.summary.join(' ')} ${names}`),
    body: foldText(plain),
    plain,
  };
}

/**
 * Adds articles to the search index, or updates their entries. The caller must pass the transaction that changes the
 * articles.
 */
export async function indexArticles(
  transaction: Queries,
  articleIds: readonly string[],
): Promise<void> {
  if (!articleIds.length) return;
  const rows = await findArticlesForSearchIndex(transaction, articleIds);
  const words = new Set<string>();
  const indexRows = rows.map((article) => {
    const texts = createRowTexts(article);
    for (const word of extractWords(texts)) words.add(word);
    return { articleId: article.id, publishedAt: article.publishedAt, ...createVectors(texts) };
  });
  for (let start = 0; start < indexRows.length; start += BATCH_SIZE)
    await transaction
      .insert(articleSearch)
      .values(indexRows.slice(start, start + BATCH_SIZE) as never)
      .onConflictDoUpdate({ target: articleSearch.articleId, set: CONFLICT_UPDATES as never });
  await insertSearchWords(transaction, words);
}

/** Returns all words that occur in the given articles, in lower case, without diacritics and without duplicates. */
export async function listArticleWords(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Set<string>> {
  const rows = await findArticlesForSearchIndex(queries, articleIds);
  return new Set(rows.flatMap((article) => [...extractWords(createRowTexts(article))]));
}

function createRowTexts(article: Awaited<ReturnType<typeof findArticlesForSearchIndex>>[number]) {
  const { summary, introduction, keyPoints, conclusion } = article.body;
  const points = keyPoints.flatMap(({ title, paragraphs, takeaway }) => [
    title,
    ...paragraphs,
    takeaway,
  ]);
  return createSearchTexts({
    ...article,
    summary,
    text: [...introduction, ...points, ...conclusion],
  });
}

function extractWords({ title, tagline, summary, body }: ReturnType<typeof createSearchTexts>) {
  return extractVocabulary([title, tagline, summary, body].join(' '));
}

/**
 * Number of rows that one SQL statement inserts. Each row has about a dozen parameters, so a statement stays far below
 * PostgreSQL's limit of 65,535 parameters.
 */
const BATCH_SIZE = 100;
const CONFLICT_UPDATES = {
  publishedAt: sql`excluded.published_at`,
  title: sql`excluded.title`,
  head: sql`excluded.head`,
  document: sql`excluded.document`,
  text: sql`excluded.text`,
};

/** Removes articles from the search index. */
export async function unindexArticles(
  transaction: Queries,
  articleIds: readonly string[],
): Promise<void> {
  if (articleIds.length)
    await transaction
      .delete(articleSearch)
      .where(inArray(articleSearch.articleId, [...articleIds]));
}

function createVectors({
  title,
  tagline,
  summary,
  body,
  plain,
}: ReturnType<typeof createSearchTexts>) {
  // The title vector also contains the title's unstemmed words. A partially typed word has no known stem, so a search
  // compares it with unstemmed words.
  const titleVector = sql`(to_tsvector('english', ${title}) || to_tsvector('simple', ${title}))`;
  const head = sql`(setweight(${titleVector}, 'A') || setweight(to_tsvector('english', ${tagline}), 'B') || setweight(to_tsvector('english', ${summary}), 'C'))`;
  return {
    title: titleVector,
    head,
    document: sql`strip(${head} || to_tsvector('english', ${body}))`,
    text: plain,
  };
}

/**
 * Inserts words into the search vocabulary. Sorts the words first, so that two transactions that insert the same words
 * cannot deadlock.
 */
export async function insertSearchWords(
  transaction: Queries,
  words: ReadonlySet<string>,
): Promise<void> {
  if (words.size)
    await transaction.execute(
      sql`INSERT INTO ${searchWords} (word) SELECT unnest(${sql.param([...words].sort())}::text[]) ON CONFLICT DO NOTHING`,
    );
}
