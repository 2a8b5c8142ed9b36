import {
  type Passage,
  type SplitArticle,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from './passages.ts';

/* Functions that find repeated words and phrases: in a sentence, in a section, or in the whole content library. */

/** Number of words in a phrase that two articles are unlikely to share by coincidence. */
const SHARED_PHRASE_WORDS = 9;

/**
 * Returns a sentence for each pair of articles that share a phrase of {@link SHARED_PHRASE_WORDS} words. The sentence
 * contains the paths of both articles and one such phrase. If more than two articles contain the same phrase, each
 * later article in the list is paired with the first one.
 */
export function listSharedPhraseProblems(articles: readonly SplitLibraryArticle[]): string[] {
  const firstPaths = new Map<string, string>();
  const sharedPhrases = new Map<string, string>();
  for (const { path, passages } of articles)
    for (const { text } of passages) {
      const words = splitIntoLowerCaseWords(text);
      for (let start = 0; start + SHARED_PHRASE_WORDS <= words.length; start++) {
        const phrase = words.slice(start, start + SHARED_PHRASE_WORDS).join(' ');
        const otherPath = firstPaths.get(phrase);
        if (otherPath === undefined) firstPaths.set(phrase, path);
        else if (otherPath !== path) sharedPhrases.set(`${otherPath} and ${path}`, phrase);
      }
    }
  return [...sharedPhrases].map(([pair, phrase]) => `${pair} share “${phrase}”`);
}

/** Returns the words that occur more than once in a sentence. Ignores short and very common words. */
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

/** Number of consecutive words that a takeaway must share with its section to be reported as a repetition. */
const REPETITION_WORDS = 6;

/**
 * Returns the takeaways that share {@link REPETITION_WORDS} or more consecutive words with a paragraph in their
 * section.
 */
export function listRepetitiveTakeaways({ passages }: SplitArticle): string[] {
  const listPhrases = ({ text }: Passage) => {
    const words = splitIntoLowerCaseWords(text);
    return words
      .slice(REPETITION_WORDS - 1)
      .map((_, at) => words.slice(at, at + REPETITION_WORDS).join(' '));
  };
  return passages
    .filter(({ kind }) => kind === 'takeaway')
    .filter((takeaway) => {
      const sectionPhrases = new Set(
        passages
          .filter(({ kind, section }) => kind === 'prose' && section === takeaway.section)
          .flatMap(listPhrases),
      );
      return listPhrases(takeaway).some((phrase) => sectionPhrases.has(phrase));
    })
    .map(({ text }) => text);
}
