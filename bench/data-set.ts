import { createHash } from 'node:crypto';
import { createSeededRandom, type RandomSource } from '#covers/random.ts';
import { type ArticleBody, listArticleBodyTexts } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import { rebuildCategoryCounts } from '#server/catalogue/articles/category-counts.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { indexArticles } from '#server/catalogue/search/search-index.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { addReaders } from './readers.ts';
import { createVocabulary, pickFunctionWord } from './vocabulary.ts';

/**
 * This module generates data sets of any size for benchmarks. The text of an article depends only on its number, so the
 * first articles have the same texts in every data set. A word therefore occurs in about the same share of articles,
 * however large the data set is.
 */

/**
 * The version of the generated data sets. Increase it when their content changes. A database with an older version is
 * filled again.
 */
export const DATA_SET_VERSION = 2;

const MAX_AUTHORS = 300;
/** The number of rows that are inserted in one statement and transaction. */
const BATCH = 100;
/** The time of the first publication, and the interval between two publications, in milliseconds. */
const [FIRST_PUBLICATION_TIME, PUBLICATION_INTERVAL] = [Date.UTC(2022, 0, 1), 10 * 60 * 1000];
/** The share of function words, such as "the", in a text. */
const FUNCTION_SHARE = 0.48;
/**
 * The approximate number of content words (all words except function words) in an article. It is used to calculate the
 * share of articles that contain a word.
 */
const CONTENT_WORDS = 430;
/** The share of an article's content words that belong to the article's topics. */
const TOPIC_SHARE = 0.12;

const vocabulary = createVocabulary();
const FIELDS = CATEGORIES.flatMap(({ id, subcategories }) =>
  subcategories.map((sub) => ({ category: id, subcategory: sub.id })),
);

/** Fills an empty database with a data set of `size` articles. The database's tables must already exist. */
export async function fillDataSet(queries: Queries, size: number): Promise<void> {
  await addAuthors(queries, size);
  await addArticles(queries, size, 0, size);
  await rebuildCategoryCounts(queries);
  await addReaders(queries, size);
}

export function calculateAuthorCount(size: number): number {
  return Math.min(MAX_AUTHORS, Math.ceil(size / 2));
}

export async function addAuthors(queries: Queries, size: number): Promise<void> {
  const count = calculateAuthorCount(size);
  const rows = Array.from({ length: count }, (_, at) => generateAuthor(at));
  const rowsWithCounts = rows.map((row, at) => ({
    ...row,
    publishedArticleCount: Math.floor((size - 1 - at) / count) + 1,
  }));
  await queries.insert(authors).values(rowsWithCounts);
}

/** Adds and indexes the articles from number `from` to `to` (exclusive), with one transaction per batch. */
export async function addArticles(
  queries: Queries,
  size: number,
  from: number,
  to: number,
): Promise<void> {
  const count = calculateAuthorCount(size);
  for (let start = from; start < to; start += BATCH) {
    const length = Math.min(BATCH, to - start);
    const rows = Array.from({ length }, (_, at) => generateArticle(start + at, count));
    await queries.transaction(async (transaction) => {
      await transaction.insert(articles).values(rows);
      await indexArticles(
        transaction,
        rows.map(({ id }) => id),
      );
    });
  }
}

/** A search query whose response time is measured. */
export interface SampleSearchQuery {
  name: string;
  query: string;
}

/**
 * Returns one search query of each kind, such as a rare word or a misspelled word. All data sets of 1,000 articles or
 * more contain the words of these queries.
 */
export function createSampleSearchQueries(): SampleSearchQuery[] {
  const inShare = (share: number, step = 0) =>
    vocabulary.word(vocabulary.rankInShare(share, CONTENT_WORDS) + step);
  const [rare, middling, common] = [inShare(0.003), inShare(0.02), inShare(0.1)];
  const long = findLongWord(vocabulary.rankInShare(0.02, CONTENT_WORDS));
  return [
    { name: 'rare word', query: rare },
    { name: 'middling word', query: middling },
    { name: 'common word', query: common },
    { name: 'two words', query: `${common} ${inShare(0.02, 1)}` },
    { name: 'three words', query: `${common} ${inShare(0.1, 1)} ${inShare(0.05)}` },
    { name: 'half-typed word', query: `${inShare(0.1, 2)} ${long.slice(0, -2)}` },
    { name: 'misspelt word', query: long.slice(0, 3) + long.slice(4) },
  ];
}

/**
 * Returns the first word, starting at the given frequency rank, that is long enough to be shortened or misspelled in a
 * search.
 */
function findLongWord(rank: number): string {
  const word = vocabulary.word(rank);
  return word.length >= 7 ? word : findLongWord(rank + 1);
}

/** Returns the path of article `number` in a data set of `size` articles. */
export function getArticlePath(number: number, size: number): string {
  const { slug } = generateArticle(number, calculateAuthorCount(size));
  return `/${getAuthorAlias(number % calculateAuthorCount(size))}/${slug}`;
}

export function getArticleId(number: number): string {
  return createUuid(`article ${number}`, publishedAt(number));
}

export function getAuthorAlias(author: number): string {
  const word = vocabulary.word(5000 + author * 7);
  return `${word[0]!.toUpperCase()}${word.slice(1)}-${author + 1}`;
}

function generateAuthor(number: number) {
  const random = createSeededRandom(`author ${number}`);
  const id = createUuid(`author ${number}`, FIRST_PUBLICATION_TIME);
  const field = FIELDS[(number * 7) % FIELDS.length]!;
  const generateText = (words: number) =>
    generateSentence(random, words, () => vocabulary.draw(random));
  const alias = getAuthorAlias(number);
  return {
    id,
    alias,
    aliasKey: alias.toLowerCase(),
    status: 'active' as const,
    tagline: generateText(7),
    mission: generateText(20),
    about: [generateText(40), generateText(30)],
    perspective: generateText(30),
    ...field,
    subjects: Array.from({ length: 5 }, () => vocabulary.draw(random)),
    level: LEVELS[number % LEVELS.length]!,
    audience: generateText(15),
    influences: [{ name: 'Nobody', influence: generateText(15) }],
    portrait: `${id}.1`,
  };
}

function generateArticle(number: number, authorTotal: number) {
  const random = createSeededRandom(`article ${number}`);
  const field = FIELDS[random.integer(0, FIELDS.length - 1)]!;
  const topics = chooseTopics(field.subcategory, random);
  const drawWord = () =>
    random.chance(TOPIC_SHARE) ? random.pick(topics) : vocabulary.draw(random);
  const id = getArticleId(number);
  const title = generateTitle(random, topics);
  const body = generateBody(random, drawWord);
  const published = new Date(publishedAt(number));
  return {
    id,
    authorId: createUuid(`author ${number % authorTotal}`, FIRST_PUBLICATION_TIME),
    slug: `${title.toLowerCase().replaceAll(' ', '-').slice(0, 60).replace(/-$/, '')}-${number}`,
    status: 'published' as const,
    title,
    tagline: truncate(generateSentence(random, random.integer(9, 15), drawWord), 180),
    ...field,
    readingMinutes: estimateReadingMinutes(listArticleBodyTexts(body)),
    image: {
      cover: `${id}.${field.category}0.1`,
      variant: 0,
      alt: '',
      ground: `${field.category}-main`,
    },
    body,
    publishedAt: published,
    updatedAt: published,
  };
}

function publishedAt(number: number): number {
  return FIRST_PUBLICATION_TIME + number * PUBLICATION_INTERVAL;
}

/**
 * Returns the topics of an article: words that are common in its subcategory, and rarer words that are specific to the
 * article.
 */
function chooseTopics(subcategory: string, random: RandomSource): string[] {
  const own = createSeededRandom(`topics ${subcategory}`);
  const shared = Array.from({ length: 60 }, () => vocabulary.word(own.integer(150, 5000)));
  return [
    ...random.shuffle(shared).slice(0, 8),
    ...Array.from({ length: 4 }, () => vocabulary.word(random.integer(2000, 60_000))),
  ];
}

function generateTitle(random: RandomSource, topics: readonly string[]): string {
  const words = [
    pickFunctionWord(random),
    random.pick(topics),
    pickFunctionWord(random),
    vocabulary.draw(random),
    random.pick(topics),
  ];
  return truncate(capitalize(words.slice(0, random.integer(3, 5)).join(' ')), 88);
}

/** Generates an article of about 850 words with all sections that an article must have. */
function generateBody(random: RandomSource, drawWord: () => string): ArticleBody {
  const paragraph = (words: number) => {
    const sentences: string[] = [];
    for (let left = words; left > 0; ) {
      const length = Math.min(left, random.integer(7, 19));
      sentences.push(generateSentence(random, length, drawWord));
      left -= length;
    }
    return sentences.join(' ');
  };
  const paragraphs = (count: number) =>
    Array.from({ length: count }, () => paragraph(random.integer(48, 66)));
  const keyPoint = () => ({
    title: truncate(capitalize(`${drawWord()} ${pickFunctionWord(random)} ${drawWord()}`), 88),
    paragraphs: paragraphs(3),
    takeaway: truncate(generateSentence(random, random.integer(12, 18), drawWord), 240),
  });
  return {
    summary: Array.from({ length: 5 }, () => truncate(generateSentence(random, 12, drawWord), 138)),
    introduction: paragraphs(2),
    keyPoints: [keyPoint(), keyPoint(), keyPoint()],
    conclusion: paragraphs(2),
  };
}

function generateSentence(random: RandomSource, length: number, drawWord: () => string): string {
  const words = Array.from({ length }, () =>
    random.chance(FUNCTION_SHARE) ? pickFunctionWord(random) : drawWord(),
  );
  return `${capitalize(words.join(' '))}.`;
}

function capitalize(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Shortens a text to a maximum number of characters. Cuts it between two words. */
function truncate(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, text.lastIndexOf(' ', max));
}

/** Returns a version 7 UUID that depends only on a name and a time. */
function createUuid(name: string, milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hash[3]!, 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
