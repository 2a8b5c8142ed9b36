import { createHash } from 'node:crypto';
import type { LineNoteUpdate } from '#domain/line-schema.ts';
import type { Line } from '#domain/lines.ts';
import type { LineOfDay } from '#domain/page.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import {
  type ArticleTextAndTitle,
  findArticleTextsAndTitles,
  findArticleTitlesAndPaths,
} from '#server/catalogue/articles/joins.ts';
import { findPublishedArticleById } from '#server/catalogue/articles/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError, NotFoundError } from '#server/platform/errors.ts';
import { splitIntoFoldedWords } from '#server/platform/text/words.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { findPassage } from './find-passage.ts';
import {
  chooseLineBySeed,
  findKeptLine,
  insertKeptLine,
  type KeptLineRow,
  type LineFilters,
  listKeptLineRows,
  updateLineNote,
} from './repository.ts';
import { lines } from './schema.ts';

/**
 * Saves a passage of a published article for a reader, and returns it. If the reader has already saved the passage,
 * returns the existing one. Throws {@link NotFoundError} if the article is not published. Throws
 * {@link InvalidRequestError} if the article does not contain the passage. Also throws the same errors as
 * {@link insertKeptLine}.
 */
export async function saveKeptLine(
  queries: Queries,
  user: User,
  articleId: string,
  text: string,
): Promise<Line> {
  const article = await findPublishedArticleById(queries, articleId);
  if (!article) throw new NotFoundError('Article not found.');
  const passage = findPassage(article.body, text);
  if (!passage) throw new InvalidRequestError('This article does not contain this text.');
  const { authorAlias: author, category } = article;
  const words = toSearchWords(passage.text, article.title, author);
  const line = await insertKeptLine(queries, user, { articleId, category, ...passage, words });
  return toLine(line, { ...article, author, isPublished: true });
}

/**
 * Replaces the note on a reader's saved passage. `previous` is the note that the reader saw before the change. Throws
 * {@link ConflictError} if another client has changed the note since then, and {@link NotFoundError} if the reader has
 * no passage with this ID.
 */
export async function changeLineNote(
  queries: Queries,
  user: User,
  id: string,
  { note, previous }: LineNoteUpdate,
): Promise<void> {
  const line = await findKeptLine(queries, user, id);
  if (!line) throw new NotFoundError('Line not found.');
  const labels = await findArticleTitlesAndPaths(queries, [line.articleId]);
  const { title, author } = labels.get(line.articleId)!;
  const words = toSearchWords(line.text, note, title, author);
  if (!(await updateLineNote(queries, user, id, { note, words }, previous)))
    throw new ConflictError('This note was changed in another tab or on another device.');
}

/** Returns a page of a reader's saved passages, most recently saved first, and the token for the next page. */
export async function listKeptLines(
  queries: Queries,
  user: User,
  filters: LineFilters,
  limit: number,
  token?: string,
): Promise<{ lines: Line[]; nextToken: string | null }> {
  const { page, nextToken } = await listKeptLineRows(queries, user, filters, limit, token);
  return { lines: await toLines(queries, page), nextToken };
}

/**
 * Average number of days between two lines of the day. A line of the day is a saved passage that the home page shows.
 */
const DAYS_PER_LINE = 3;
/** Number of days after which a saved passage can become the line of the day. */
const MIN_AGE_IN_DAYS = 7;

/**
 * Returns the line of the day, which is one of the reader's saved passages. Returns `null` on most days, because on
 * average, there is a line of the day only every {@link DAYS_PER_LINE} days. Also returns `null` if no passage is old
 * enough, or if the article of the chosen passage was withdrawn. The result depends only on the reader, the UTC day and
 * the saved passages.
 */
export async function getLineOfDay(
  queries: Queries,
  user: User,
  now = new Date(),
): Promise<LineOfDay | null> {
  const today = toUtcDay(now);
  const [byte] = createHash('sha256').update(`${user.id} ${today}`).digest();
  if (byte! % DAYS_PER_LINE !== 0) return null;
  const keptBefore = new Date(Date.parse(today) - (MIN_AGE_IN_DAYS - 1) * 86_400_000);
  const storedLine = await chooseLineBySeed(queries, user, keptBefore, today);
  const [line] = storedLine ? await toLines(queries, [storedLine]) : [];
  return line?.article.isPublished ? { line, today } : null;
}

/** For each saved passage, adds its article and whether the article still contains the passage. */
async function toLines(queries: Queries, storedLines: readonly KeptLineRow[]): Promise<Line[]> {
  const articles = await findArticleTextsAndTitles(
    queries,
    storedLines.map(({ articleId }) => articleId),
  );
  return storedLines.map((line) => toLine(line, articles.get(line.articleId)!));
}

function toLine(
  { id, articleId, text, note, section, keptAt }: KeptLineRow,
  { author, title, path, category, isPublished, body }: ArticleTextAndTitle,
): Line {
  return {
    id,
    text,
    note,
    section,
    keptAt: keptAt.toISOString(),
    article: { id: articleId, authorAlias: author, title, path, category, isPublished },
    isInArticle: isPublished && findPassage(body, text) !== undefined,
  };
}

/** Returns the distinct words of the given texts in one string, each preceded by a space. */
function toSearchWords(...texts: readonly string[]): string {
  return [...new Set(texts.flatMap(splitIntoFoldedWords))].map((word) => ` ${word}`).join('');
}

export const linesPersonalDataTable: PersonalDataTable = {
  table: lines,
  changedAt: lines.keptAt,
  deleteImmediately: true,
  hiddenColumns: ['words'],
};
