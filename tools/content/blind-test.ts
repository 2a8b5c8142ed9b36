import { createHash } from 'node:crypto';
import {
  listProsePassages,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from '#server/catalogue/editorial/passages.ts';

/**
 * A paragraph of a blind test, in which a person guesses the author. Words that reveal the topic are replaced with
 * blanks.
 */
export interface MaskedParagraph {
  number: number;
  text: string;
}

export interface AuthorshipTest {
  questions: MaskedParagraph[];
  /** The correct answers: the author's alias in lower case, by question number. */
  answers: Record<number, string>;
}

/** Number of paragraphs by each author in a blind test. */
const PARAGRAPHS_PER_AUTHOR = 2;
/**
 * Minimum and maximum number of words in a paragraph of a blind test. The minimum is long enough to show the author's
 * voice, and the maximum is short enough for a person to read many paragraphs.
 */
const WORD_COUNT_LIMITS = { min: 55, max: 140 };
/**
 * The maximum number of articles in which a revealing word occurs. Words that occur in more articles are not replaced
 * with blanks.
 */
const MAX_REVEALING_ARTICLES = 3;

/**
 * Creates a blind test, in which a person guesses the authors of paragraphs by their style. It consists of paragraphs
 * by every author in random order. Names, numbers and rare words are replaced with blanks, because they reveal the
 * topic. The same seed always creates the same test.
 */
export function createAuthorshipTest(
  splitArticles: readonly SplitLibraryArticle[],
  seed: string,
): AuthorshipTest {
  const articleCountByWord = countArticlesByWord(splitArticles);
  const paragraphs = [...Map.groupBy(splitArticles, ({ path }) => path.split('/')[0]!)]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([author, articles]) =>
      shuffle(articles.flatMap(listParagraphs), (text) => text, seed)
        .slice(0, PARAGRAPHS_PER_AUTHOR)
        .map((text) => ({ author, text: maskSubject(text, articleCountByWord, author) })),
    );
  const questions: MaskedParagraph[] = [];
  const answers: Record<number, string> = {};
  for (const [index, { author, text }] of shuffle(
    paragraphs,
    ({ text }) => text,
    `${seed} order`,
  ).entries()) {
    questions.push({ number: index + 1, text });
    answers[index + 1] = author;
  }
  return { questions, answers };
}

/**
 * Scores the answers to a blind test. Returns the number of correct answers, the number of questions, and the wrong
 * answers as pairs of aliases.
 */
export function scoreAuthorshipTest(
  answers: AuthorshipTest['answers'],
  givenAnswers: Readonly<Record<string, string>>,
): { correct: number; total: number; mistaken: [author: string, takenFor: string][] } {
  const correctAnswers = Object.entries(answers);
  const mistaken = correctAnswers
    .filter(([number, author]) => givenAnswers[number]?.toLowerCase() !== author)
    .map(([number, author]): [string, string] => [
      author,
      givenAnswers[number]?.toLowerCase() ?? '',
    ]);
  return {
    correct: correctAnswers.length - mistaken.length,
    total: correctAnswers.length,
    mistaken,
  };
}

function listParagraphs(splitArticle: SplitLibraryArticle): string[] {
  return listProsePassages(splitArticle)
    .map(({ text }) => text)
    .filter((text) => {
      const { length } = splitIntoLowerCaseWords(text);
      return length >= WORD_COUNT_LIMITS.min && length <= WORD_COUNT_LIMITS.max;
    });
}

/** Returns the number of articles that contain each word. */
function countArticlesByWord(
  splitArticles: readonly SplitLibraryArticle[],
): ReadonlyMap<string, number> {
  const articleCountByWord = new Map<string, number>();
  for (const { passages } of splitArticles)
    for (const word of new Set(passages.flatMap(({ text }) => splitIntoLowerCaseWords(text))))
      articleCountByWord.set(word, (articleCountByWord.get(word) ?? 0) + 1);
  return articleCountByWord;
}

/** Replaces names, numbers and rare words in a paragraph with blanks, and joins adjacent blanks. */
function maskSubject(
  text: string,
  articleCountByWord: ReadonlyMap<string, number>,
  author: string,
): string {
  const isRevealing = (word: string, precedingText: string) => {
    const lowerCaseWord = word.toLowerCase();
    const isName =
      /^\p{Lu}/u.test(word) && !/(?:^|[.?!]["”’)]* )$/u.test(precedingText) && word !== 'I';
    return (
      isName ||
      /\d/.test(word) ||
      lowerCaseWord === author ||
      (articleCountByWord.get(lowerCaseWord) ?? 0) <= MAX_REVEALING_ARTICLES
    );
  };
  return text
    .replace(/[\p{L}\d][\p{L}\d’'-]*(?:[.,]\d+)*/gu, (word, offset: number) =>
      isRevealing(word.replace(/’\p{L}+$/u, ''), text.slice(0, offset)) ? '___' : word,
    )
    .replace(/___(?:[ ,-]+___)+/g, '___');
}

/** Shuffles items into an order that depends only on their texts and the seed. */
function shuffle<Item>(
  items: readonly Item[],
  getText: (item: Item) => string,
  seed: string,
): Item[] {
  const computePosition = (item: Item) =>
    createHash('sha256')
      .update(`${seed}\n${getText(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, position: computePosition(item) }))
    .sort((one, other) => one.position.localeCompare(other.position))
    .map(({ item }) => item);
}
