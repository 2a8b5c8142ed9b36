import { createHash } from 'node:crypto';
import {
  listProsePassages,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from '#server/catalogue/editorial/passages.ts';

/** A paragraph of a blind test, in which the words that reveal its topic are masked. */
export interface MaskedParagraph {
  number: number;
  text: string;
}

export interface BlindTest {
  questions: MaskedParagraph[];
  /** The author's alias in lower case, by question number. */
  answers: Record<number, string>;
}

/** Number of paragraphs of each author in the test. */
const OF_EACH = 2;
/**
 * Minimum and maximum number of words in a paragraph of the test: enough to show the author's voice, and few enough to
 * read many paragraphs.
 */
const LENGTHS = { min: 55, max: 140 };
/** A word counts as revealing, and is masked, if it occurs in at most this many articles. */
const TELLING = 3;

/**
 * Creates a test from shuffled paragraphs of every author. Names, numbers and rare words in the paragraphs are replaced
 * with blanks, so that only the style is left. The same seed creates the same test.
 */
export function createBlindTest(
  splitArticles: readonly SplitLibraryArticle[],
  seed: string,
): BlindTest {
  const spread = countArticlesByWord(splitArticles);
  const drawn = [...Map.groupBy(splitArticles, ({ path }) => path.split('/')[0]!)]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([author, articles]) =>
      shuffle(articles.flatMap(paragraphsOf), (text) => text, seed)
        .slice(0, OF_EACH)
        .map((text) => ({ author, text: maskSubject(text, spread, author) })),
    );
  const questions: MaskedParagraph[] = [];
  const answers: Record<number, string> = {};
  for (const [at, { author, text }] of shuffle(
    drawn,
    ({ text }) => text,
    `${seed} order`,
  ).entries()) {
    questions.push({ number: at + 1, text });
    answers[at + 1] = author;
  }
  return { questions, answers };
}

/** Returns the number of correct answers, the number of questions, and the wrong answers as pairs of aliases. */
export function scoreBlindTest(
  answers: BlindTest['answers'],
  given: Readonly<Record<string, string>>,
): { right: number; of: number; mistaken: [author: string, takenFor: string][] } {
  const all = Object.entries(answers);
  const mistaken = all
    .filter(([number, author]) => given[number]?.toLowerCase() !== author)
    .map(([number, author]): [string, string] => [author, given[number]?.toLowerCase() ?? '']);
  return { right: all.length - mistaken.length, of: all.length, mistaken };
}

function paragraphsOf(splitArticle: SplitLibraryArticle): string[] {
  return listProsePassages(splitArticle)
    .map(({ text }) => text)
    .filter((text) => {
      const { length } = splitIntoLowerCaseWords(text);
      return length >= LENGTHS.min && length <= LENGTHS.max;
    });
}

/** Returns the number of articles that contain each word. */
function countArticlesByWord(
  splitArticles: readonly SplitLibraryArticle[],
): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const { passages } of splitArticles)
    for (const word of new Set(passages.flatMap(({ text }) => splitIntoLowerCaseWords(text))))
      spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

/** Replaces names, numbers and revealing words with blanks, and joins adjacent blanks. */
function maskSubject(text: string, spread: ReadonlyMap<string, number>, author: string): string {
  const isTelling = (word: string, before: string) => {
    const plain = word.toLowerCase();
    const isName = /^\p{Lu}/u.test(word) && !/(?:^|[.?!]["”’)]* )$/u.test(before) && word !== 'I';
    return isName || /\d/.test(word) || plain === author || (spread.get(plain) ?? 0) <= TELLING;
  };
  return text
    .replace(/[\p{L}\d][\p{L}\d’'-]*(?:[.,]\d+)*/gu, (word, at: number) =>
      isTelling(word.replace(/’\p{L}+$/u, ''), text.slice(0, at)) ? '___' : word,
    )
    .replace(/___(?:[ ,-]+___)+/g, '___');
}

/** Shuffles items into an order that depends only on their texts and the seed. */
function shuffle<Thing>(
  things: readonly Thing[],
  textOf: (thing: Thing) => string,
  seed: string,
): Thing[] {
  const placeOf = (thing: Thing) =>
    createHash('sha256')
      .update(`${seed}\n${textOf(thing)}`)
      .digest('hex');
  return things
    .map((thing) => ({ thing, place: placeOf(thing) }))
    .sort((one, other) => one.place.localeCompare(other.place))
    .map(({ thing }) => thing);
}
