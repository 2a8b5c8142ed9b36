import {
  type Passage,
  type SplitArticle,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from './passages.ts';

/* Finds repeated words and phrases in a sentence, in a section, and in the whole library. */

/** Length in words at which a phrase that occurs in two articles is unlikely to be a coincidence. */
const SHARED_PHRASE_WORDS = 9;

/**
 * Returns a sentence for each pair of articles that share a phrase of {@link SHARED_PHRASE_WORDS} words. Each sentence
 * contains the paths of both articles and one of the shared phrases.
 */
export function listSharedPhrases(articles: readonly SplitLibraryArticle[]): string[] {
  const first = new Map<string, string>();
  const shared = new Map<string, string>();
  for (const { path, passages } of articles)
    for (const { text } of passages) {
      const words = splitIntoLowerCaseWords(text);
      for (let at = 0; at + SHARED_PHRASE_WORDS <= words.length; at++) {
        const run = words.slice(at, at + SHARED_PHRASE_WORDS).join(' ');
        const other = first.get(run);
        if (other === undefined) first.set(run, path);
        else if (other !== path) shared.set(`${other} and ${path}`, run);
      }
    }
  return [...shared].map(([both, run]) => `${both} share “${run}”`);
}

/** Returns the content words that occur in a sentence more than once. */
export function listWordsRepeatedInSentence(text: string): string[] {
  const words = splitIntoLowerCaseWords(text).filter(
    (word) => word.length > 3 && !COMMON_WORDS.has(word),
  );
  return words.filter((word, at) => words.indexOf(word) !== at);
}

const COMMON_WORDS = new Set(
  'about after also another because been before being between both could does each every from have into just less made make many more most much only other over same some such than that their them then there these they thing this those through under until very were what when where which while whose will with would your'.split(
    ' ',
  ),
);

/** Minimum number of consecutive words that a takeaway must share with its section to count as a repetition. */
const ECHO_WORDS = 6;

/**
 * Returns the takeaways that share {@link ECHO_WORDS} consecutive words with the prose of their section.
 */
export function listRepetitiveTakeaways({ passages }: SplitArticle): string[] {
  const runsOf = ({ text }: Passage) => {
    const words = splitIntoLowerCaseWords(text);
    return words.slice(ECHO_WORDS - 1).map((_, at) => words.slice(at, at + ECHO_WORDS).join(' '));
  };
  return passages
    .filter(({ kind }) => kind === 'takeaway')
    .filter((takeaway) => {
      const above = new Set(
        passages
          .filter(({ kind, section }) => kind === 'prose' && section === takeaway.section)
          .flatMap(runsOf),
      );
      return runsOf(takeaway).some((run) => above.has(run));
    })
    .map(({ text }) => text);
}
