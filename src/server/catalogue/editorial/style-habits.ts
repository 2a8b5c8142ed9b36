import {
  countWordsWithoutSummaryAndTagline,
  listProsePassages,
  listProseSentences,
  type SplitArticle,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from './passages.ts';
import { listRepetitiveTakeaways, listWordsRepeatedInSentence } from './repetitions.ts';
import type { MANUALLY_DETECTED_HABITS, Review } from './reviews.ts';

/** A style habit that should not occur too often, with its limit. */
interface StyleHabit {
  name: string;
  /**
   * The quantity that {@link max} limits:
   * - `articles`: the share of articles with the habit, from 0 to 1
   * - `takeaways`: the share of takeaways with the habit, from 0 to 1
   * - `an article`: the average number of occurrences per article
   * - `any article`: the number of occurrences in any single article
   * - `any author`: the number of articles with the habit by any single author
   */
  unit: 'articles' | 'takeaways' | 'an article' | 'any article' | 'any author';
  max: number;
  /** Returns a quote or label for each occurrence of the habit in the article. */
  find: (article: SplitArticle, review?: Review) => string[];
}

const IMPERATIVES =
  /^(?:Ask|Begin|Call|Consider|Count|Draw|Follow|Forget|Go|Hold|Imagine|Listen|Look|Make|Note|Notice|Now|Picture|Put|Read|Remember|Say|Start|Stand|Stop|Suppose|Take|Think|Try|Turn|Walk|Watch)\b/u;
/**
 * Matches enumerations of three items with one or two words each. Enumerations of names also match, and are excluded
 * later with `NAMES`.
 */
const TRIPLE =
  /(?:[\p{L}’'-]{1,40} )?[\p{L}’'-]{1,40}, (?!(?:which|who|but|and|while|that|where|when|as|if|or|so|he|she|it|they|I|we|you|for|in|with|from|to|by|on|at|of)\b)(?:[\p{L}’'-]{1,40} )?[\p{L}’'-]{1,40},? (?:and|or) (?:[\p{L}’'-]{1,40} )?(?!all\b)[\p{L}’'-]{1,40}(?=[.,;:?!)”]|$)/gu;
const NAMES = /^(?:[\p{Lu}][^,]*, ){1}[\p{Lu}].*(?:and|or) [\p{Lu}]/u;
const NUMBER =
  /^(?:\d|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|\w+teen|Twenty|Thirty|Forty|Fifty|Sixty|Seventy|Eighty|Ninety|Hundred|Thousand)\b/u;
const NEGATION = /\b(?:no|not|never|nothing|nobody|without|cannot|\w+n’t)\b/iu;
const WORN_PHRASES =
  /\b(?:turns out|it’s worth noting|worth noting|in other words|a reminder that|a testament to|in today’s world|needless to say|at the end of the day|little did)\b/giu;

const listMatches = (text: string, pattern: RegExp) => text.match(pattern) ?? [];
const listTitles = ({ article }: SplitArticle) => [article.title];
const listTakeaways = ({ passages }: SplitArticle) =>
  passages.filter(({ kind }) => kind === 'takeaway').map(({ text }) => text);
const createJudgedFinder =
  (name: (typeof MANUALLY_DETECTED_HABITS)[number]) => (_: SplitArticle, review?: Review) =>
    review?.devices.includes(name) ? [name] : [];

/** An article with at least this number of words counts as close to the maximum length. */
const LONG_ARTICLE_WORDS = 935;

/**
 * The style habits and their limits. The habits were noticed when the first twenty articles were read in one sitting,
 * because they gave away that one writer had written all of these articles.
 */
const STYLE_HABITS: readonly StyleHabit[] = [
  {
    name: 'title “The (or A) … that/who/with/on …”',
    unit: 'articles',
    max: 0.15,
    find: (article) =>
      listTitles(article).filter((title) =>
        /^(?:The|An?) \S+(?: \S+)? (?:that|who|which|with|on|where|whose)\b/u.test(title),
      ),
  },
  {
    name: 'title built on a negation',
    unit: 'articles',
    max: 0.05,
    find: (article) => listTitles(article).filter((title) => NEGATION.test(title)),
  },
  {
    name: 'title that opens on a number word',
    unit: 'articles',
    max: 0.2,
    find: (article) => listTitles(article).filter((title) => NUMBER.test(title)),
  },
  {
    // Lists of articles show many taglines at once, so readers notice a repeated rhythm. Of the first 131 taglines, 88
    // consisted of two sentences: a fact and a twist.
    name: 'tagline of two sentences or more',
    unit: 'articles',
    max: 0.4,
    find: ({ passages }) =>
      passages
        .filter(({ kind, sentences }) => kind === 'tagline' && sentences.length > 1)
        .map(({ text }) => text),
  },
  {
    name: 'ends where it began',
    unit: 'articles',
    max: 0.25,
    find: createJudgedFinder('ends where it began'),
  },
  {
    name: 'turns to modern life or AI at its end',
    unit: 'articles',
    max: 0.2,
    find: createJudgedFinder('turns to modern life or AI'),
  },
  {
    name: 'legend told, then disowned',
    unit: 'articles',
    max: 0.05,
    find: createJudgedFinder('legend told, then disowned'),
  },
  {
    name: 'legend told, then disowned, by one author',
    unit: 'any author',
    max: 1,
    find: createJudgedFinder('legend told, then disowned'),
  },
  {
    name: 'introduction that opens on “The”',
    unit: 'articles',
    max: 0.22,
    find: (article) =>
      findFirstWordOfIntroduction(article) === 'the'
        ? [listProsePassages(article)[0]!.sentences[0]!]
        : [],
  },
  {
    name: 'takeaway built on a word said twice',
    unit: 'takeaways',
    max: 0.1,
    find: (article) =>
      listTakeaways(article).filter((text) => listWordsRepeatedInSentence(text).length > 0),
  },
  {
    name: 'takeaway that opens on “A” or “An”',
    unit: 'takeaways',
    // One third of the first 393 takeaways began with “A” or “An”. The limit keeps this share from growing.
    max: 0.34,
    find: (article) => listTakeaways(article).filter((text) => /^An? /u.test(text)),
  },
  {
    name: 'takeaway built on an opposition',
    unit: 'articles',
    max: 0.1,
    find: createJudgedFinder('opposed takeaway'),
  },
  {
    name: 'relay of years',
    unit: 'articles',
    max: 0.05,
    find: createJudgedFinder('relay of years'),
  },
  {
    // An article that is close to the maximum length may be longer than its subject requires. Of the first 131
    // articles, 37% had at least 935 words.
    name: `${LONG_ARTICLE_WORDS} words or more`,
    unit: 'articles',
    max: 0.3,
    find: (article) =>
      countWordsWithoutSummaryAndTagline(article) >= LONG_ARTICLE_WORDS
        ? [`${countWordsWithoutSummaryAndTagline(article)} words`]
        : [],
  },
  {
    name: 'takeaway that repeats the text above it',
    unit: 'any article',
    max: 0,
    find: (article, review) => [
      ...createJudgedFinder('takeaway that repeats')(article, review),
      ...listRepetitiveTakeaways(article),
    ],
  },
  {
    name: 'paragraph that opens on an imperative or “Now”',
    unit: 'an article',
    max: 0.5,
    find: (article) =>
      listProsePassages(article)
        .map(({ text }) => text)
        .filter((text) => IMPERATIVES.test(text)),
  },
  {
    name: 'sentence that begins with “So”',
    unit: 'an article',
    max: 0.5,
    find: (article) =>
      listProseSentences(article).filter((text) => /^[“‘(]?So\b(?! far\b)/u.test(text)),
  },
  {
    // On average, two lists of three items per article do not disturb readers. The limit is lower than two, because the
    // regular expression finds only some of these lists: 25 of the 88 that a person found in the first twenty articles.
    name: 'list of three',
    unit: 'an article',
    max: 0.6,
    find: (article) =>
      listProseSentences(article)
        .flatMap((text) => listMatches(text, TRIPLE))
        .filter((list) => !NAMES.test(list)),
  },
  {
    name: 'verbless pair (“One study, one shock.”)',
    unit: 'any article',
    max: 0,
    find: (article) =>
      listProseSentences(article).filter((text) =>
        /^(?:One|No) [^,.]+, (?:one|no) [^,.]+\.$/u.test(text),
      ),
  },
  {
    name: '“did not say” as a closing beat',
    unit: 'any article',
    max: 0,
    find: (article) =>
      listProsePassages(article)
        .map(({ sentences }) => sentences.at(-1) ?? '')
        .filter((text) => /\b(?:does|did|do)(?: not|n’t) say\.?$/u.test(text)),
  },
  {
    name: 'em dash',
    unit: 'any article',
    max: 0,
    find: ({ passages }) => passages.filter(({ text }) => /—/u.test(text)).map(({ text }) => text),
  },
  {
    name: 'worn phrase',
    unit: 'any article',
    max: 0,
    find: ({ passages }) => passages.flatMap(({ text }) => listMatches(text, WORN_PHRASES)),
  },
  {
    name: 'three stories in one key point',
    unit: 'any article',
    max: 0,
    find: createJudgedFinder('three stories in one key point'),
  },
  {
    name: 'image used before by the author',
    unit: 'any article',
    max: 0,
    find: createJudgedFinder('image used before by the author'),
  },
];

/** The frequency of a style habit, compared with the limit for this habit. */
export interface StyleHabitLimitResult {
  habit: StyleHabit;
  /** The number or share that is compared with the limit, in the habit's unit. */
  value: number;
  isWithinLimit: boolean;
  /** The occurrences of the habit, each as `alias/slug: quote`. */
  occurrences: string[];
}

export function checkStyleHabitLimits(
  articles: readonly SplitLibraryArticle[],
  findReview: (article: SplitLibraryArticle) => Review | undefined,
): StyleHabitLimitResult[] {
  return STYLE_HABITS.map((habit) => {
    const occurrencesByArticle = articles.map((article) =>
      habit.find(article, findReview(article)),
    );
    const value = computeHabitValue(habit, occurrencesByArticle, articles);
    const occurrences = occurrencesByArticle.flatMap((quotes, index) =>
      quotes.map((quote) => `${articles[index]!.path}: ${quote}`),
    );
    return { habit, value, isWithinLimit: value <= habit.max, occurrences };
  });
}

/**
 * Returns the occurrences of each style habit that occurs too often in one article. Checks
 * only habits with the unit `any article` or `an article`. The limit for `an article` is an
 * average, so it is rounded up. Ignores habits that only a person can recognize.
 */
export function listStyleHabitProblems(article: SplitArticle): string[] {
  return STYLE_HABITS.flatMap(({ name, unit, max, find }) => {
    const occurrences = find(article);
    if (unit !== 'any article' && unit !== 'an article') return [];
    return occurrences.length > Math.ceil(max)
      ? occurrences.map((quote) => `${name}: “${quote}”`)
      : [];
  });
}

function computeHabitValue(
  { unit }: StyleHabit,
  occurrencesByArticle: string[][],
  articles: readonly SplitLibraryArticle[],
): number {
  const total = occurrencesByArticle.reduce((sum, quotes) => sum + quotes.length, 0);
  const count = articles.length || 1;
  switch (unit) {
    case 'articles':
      return occurrencesByArticle.filter((quotes) => quotes.length > 0).length / count;
    case 'takeaways':
      return total / (articles.flatMap(listTakeaways).length || 1);
    case 'an article':
      return total / count;
    case 'any article':
      return Math.max(0, ...occurrencesByArticle.map((quotes) => quotes.length));
    case 'any author': {
      const articlesWithHabit = articles.filter((_, at) => occurrencesByArticle[at]!.length > 0);
      const byAuthor = Map.groupBy(articlesWithHabit, ({ path }) => path.split('/')[0]);
      return Math.max(0, ...[...byAuthor.values()].map(({ length }) => length));
    }
  }
}

/** Returns the first word of an article's introduction in lower case. */
export function findFirstWordOfIntroduction(article: Pick<SplitArticle, 'passages'>): string {
  return splitIntoLowerCaseWords(listProsePassages(article)[0]?.text ?? '')[0] ?? '';
}

/** Minimum and maximum number of words in an article without its summary and tagline (`content/README.md`). */
const LENGTH_LIMITS = { min: 650, max: 950 };

/**
 * Returns a sentence saying that an article is too short or too long. Returns `undefined` if its length is within the
 * limits.
 */
export function describeLengthProblem(article: SplitArticle): string | undefined {
  const words = countWordsWithoutSummaryAndTagline(article);
  if (words >= LENGTH_LIMITS.min && words <= LENGTH_LIMITS.max) return undefined;
  return `${words} words; it should have ${LENGTH_LIMITS.min} to ${LENGTH_LIMITS.max}`;
}
