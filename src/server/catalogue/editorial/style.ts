import {
  lengthOf,
  type Passage,
  proseOf,
  type Reading,
  type ReadText,
  sentencesIn,
  wordsOf,
} from './reading.ts';
import type { JUDGED_DEVICES, Review } from './reviews.ts';

/** A habit of style, and how much of it the library may have. */
interface Device {
  name: string;
  /**
   * What {@link most} bounds: the share of articles that have it, of takeaways that have it, how often it occurs an
   * article on average, how often in one article, or how many articles of one author have it.
   */
  of: 'articles' | 'takeaways' | 'an article' | 'any article' | 'any author';
  most: number;
  /** The places where an article has it, quoted. */
  find: (reading: ReadText, review?: Review) => string[];
}

const IMPERATIVES =
  /^(?:Ask|Begin|Call|Consider|Count|Draw|Follow|Forget|Go|Hold|Imagine|Listen|Look|Make|Note|Notice|Now|Picture|Put|Read|Remember|Say|Start|Stand|Stop|Suppose|Take|Think|Try|Turn|Walk|Watch)\b/u;
/** Three things of a word or two each, the last of them before a stop. Three names are no figure of speech. */
const TRIPLE =
  /(?:[\p{L}’'-]{1,40} )?[\p{L}’'-]{1,40}, (?!(?:which|who|but|and|while|that|where|when|as|if|or|so|he|she|it|they|I|we|you|for|in|with|from|to|by|on|at|of)\b)(?:[\p{L}’'-]{1,40} )?[\p{L}’'-]{1,40},? (?:and|or) (?:[\p{L}’'-]{1,40} )?(?!all\b)[\p{L}’'-]{1,40}(?=[.,;:?!)”]|$)/gu;
const NAMES = /^(?:[\p{Lu}][^,]*, ){1}[\p{Lu}].*(?:and|or) [\p{Lu}]/u;
const NUMBER =
  /^(?:\d|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|\w+teen|Twenty|Thirty|Forty|Fifty|Sixty|Seventy|Eighty|Ninety|Hundred|Thousand)\b/u;
const NEGATION = /\b(?:no|not|never|nothing|nobody|without|cannot|\w+n’t)\b/iu;
const WORN =
  /\b(?:turns out|it’s worth noting|worth noting|in other words|a reminder that|a testament to|in today’s world|needless to say|at the end of the day|little did)\b/giu;

const matches = (text: string, pattern: RegExp) => text.match(pattern) ?? [];
const titles = ({ article }: ReadText) => [article.title];
const takeaways = ({ passages }: ReadText) =>
  passages.filter(({ part }) => part === 'takeaway').map(({ text }) => text);
const judged = (name: (typeof JUDGED_DEVICES)[number]) => (_: ReadText, review?: Review) =>
  review?.devices.includes(name) ? [name] : [];

/** Words of an article from which on it is about as long as it may be. */
const LONG = 935;

/**
 * The budgets of style, over the whole library. The figures are those that reading the first twenty articles in one
 * sitting came to: one hand showed through in each of these habits.
 */
const DEVICES: readonly Device[] = [
  {
    name: 'title “The (or A) … that/who/with/on …”',
    of: 'articles',
    most: 0.15,
    find: (reading) =>
      titles(reading).filter((title) =>
        /^(?:The|An?) \S+(?: \S+)? (?:that|who|which|with|on|where|whose)\b/u.test(title),
      ),
  },
  {
    name: 'title built on a negation',
    of: 'articles',
    most: 0.05,
    find: (reading) => titles(reading).filter((title) => NEGATION.test(title)),
  },
  {
    name: 'title that opens on a number word',
    of: 'articles',
    most: 0.2,
    find: (reading) => titles(reading).filter((title) => NUMBER.test(title)),
  },
  {
    // Every list sets one under the other. Of the first 131, 88 had two, in one gait: a fact, then a twist.
    name: 'tagline of two sentences or more',
    of: 'articles',
    most: 0.4,
    find: ({ passages }) =>
      passages
        .filter(({ part, sentences }) => part === 'tagline' && sentences.length > 1)
        .map(({ text }) => text),
  },
  { name: 'ends where it began', of: 'articles', most: 0.25, find: judged('ends where it began') },
  {
    name: 'turns to modern life or AI at its end',
    of: 'articles',
    most: 0.2,
    find: judged('turns to modern life or AI'),
  },
  {
    name: 'legend told, then disowned',
    of: 'articles',
    most: 0.05,
    find: judged('legend told, then disowned'),
  },
  {
    name: 'legend told, then disowned, by one author',
    of: 'any author',
    most: 1,
    find: judged('legend told, then disowned'),
  },
  {
    name: 'introduction that opens on “The”',
    of: 'articles',
    most: 0.22,
    find: (reading) => (openingOf(reading) === 'the' ? [proseOf(reading)[0]!.sentences[0]!] : []),
  },
  {
    name: 'takeaway built on a word said twice',
    of: 'takeaways',
    most: 0.1,
    find: (reading) => takeaways(reading).filter((text) => wordsSaidTwice(text).length > 0),
  },
  {
    name: 'takeaway that opens on “A” or “An”',
    of: 'takeaways',
    // A third of the first 393: no more.
    most: 0.34,
    find: (reading) => takeaways(reading).filter((text) => /^An? /u.test(text)),
  },
  {
    name: 'takeaway built on an opposition',
    of: 'articles',
    most: 0.1,
    find: judged('opposed takeaway'),
  },
  { name: 'relay of years', of: 'articles', most: 0.05, find: judged('relay of years') },
  {
    // Where all are as long as they may be, no subject has decided: it was 37 % of the first 131 once.
    name: `${LONG} words or more`,
    of: 'articles',
    most: 0.3,
    find: (reading) => (lengthOf(reading) >= LONG ? [`${lengthOf(reading)} words`] : []),
  },
  {
    name: 'takeaway that repeats the text above it',
    of: 'any article',
    most: 0,
    find: (reading, review) => [
      ...judged('takeaway that repeats')(reading, review),
      ...takeawaysThatRepeat(reading),
    ],
  },
  {
    name: 'paragraph that opens on an imperative or “Now”',
    of: 'an article',
    most: 0.5,
    find: (reading) =>
      proseOf(reading)
        .map(({ text }) => text)
        .filter((text) => IMPERATIVES.test(text)),
  },
  {
    name: 'sentence that begins with “So”',
    of: 'an article',
    most: 0.5,
    find: (reading) => sentencesIn(reading).filter((text) => /^[“‘(]?So\b(?! far\b)/u.test(text)),
  },
  {
    // Two an article, as a reader counts; the pattern finds 25 in the first twenty articles, where a reader found 88.
    name: 'list of three',
    of: 'an article',
    most: 0.6,
    find: (reading) =>
      sentencesIn(reading)
        .flatMap((text) => matches(text, TRIPLE))
        .filter((list) => !NAMES.test(list)),
  },
  {
    name: 'verbless pair (“One study, one shock.”)',
    of: 'any article',
    most: 0,
    find: (reading) =>
      sentencesIn(reading).filter((text) => /^(?:One|No) [^,.]+, (?:one|no) [^,.]+\.$/u.test(text)),
  },
  {
    name: '“did not say” as a closing beat',
    of: 'any article',
    most: 0,
    find: (reading) =>
      proseOf(reading)
        .map(({ sentences }) => sentences.at(-1) ?? '')
        .filter((text) => /\b(?:does|did|do)(?: not|n’t) say\.?$/u.test(text)),
  },
  {
    name: 'em dash',
    of: 'any article',
    most: 0,
    find: ({ passages }) => passages.filter(({ text }) => /—/u.test(text)).map(({ text }) => text),
  },
  {
    name: 'worn phrase',
    of: 'any article',
    most: 0,
    find: ({ passages }) => passages.flatMap(({ text }) => matches(text, WORN)),
  },
  {
    name: 'three stories in one key point',
    of: 'any article',
    most: 0,
    find: judged('three stories in one key point'),
  },
  {
    name: 'image used before by the author',
    of: 'any article',
    most: 0,
    find: judged('image used before by the author'),
  },
];

/** How much of a device there is, beside its budget. */
export interface DeviceCount {
  device: Device;
  /** In the unit of the device. */
  value: number;
  isKept: boolean;
  /** `alias/slug: …`, where it was found. */
  places: string[];
}

export function countDevices(
  readings: readonly Reading[],
  reviewOf: (reading: Reading) => Review | undefined,
): DeviceCount[] {
  return DEVICES.map((device) => {
    const found = readings.map((reading) => device.find(reading, reviewOf(reading)));
    const value = figureOf(device, found, readings);
    const places = found.flatMap((quotes, at) =>
      quotes.map((quote) => `${readings[at]!.address}: ${quote}`),
    );
    return { device, value, isKept: value <= device.most, places };
  });
}

/** Habits that one article has more of than any may, quoted; those that only a reader can see are left out. */
export function habitsIn(reading: ReadText): string[] {
  return DEVICES.flatMap(({ name, of, most, find }) => {
    const found = find(reading);
    if (of !== 'any article' && of !== 'an article') return [];
    return found.length > Math.ceil(most) ? found.map((quote) => `${name}: “${quote}”`) : [];
  });
}

function figureOf({ of }: Device, found: string[][], readings: readonly Reading[]): number {
  const total = found.reduce((sum, quotes) => sum + quotes.length, 0);
  const count = readings.length || 1;
  switch (of) {
    case 'articles':
      return found.filter((quotes) => quotes.length > 0).length / count;
    case 'takeaways':
      return total / (readings.flatMap(takeaways).length || 1);
    case 'an article':
      return total / count;
    case 'any article':
      return Math.max(0, ...found.map((quotes) => quotes.length));
    case 'any author': {
      const having = readings.filter((_, at) => found[at]!.length > 0);
      const byAuthor = Map.groupBy(having, ({ address }) => address.split('/')[0]);
      return Math.max(0, ...[...byAuthor.values()].map(({ length }) => length));
    }
  }
}

/** The word that an article's introduction opens on, in small letters. */
export function openingOf(reading: Pick<ReadText, 'passages'>): string {
  return wordsOf(proseOf(reading)[0]?.text ?? '')[0] ?? '';
}

/** Words from which on a run that two articles share is too long to be chance. */
const RUN = 9;

/** Runs of {@link RUN} words that two articles share, quoted, with the addresses of both. */
export function sharedRuns(readings: readonly Reading[]): string[] {
  const first = new Map<string, string>();
  const shared = new Map<string, string>();
  for (const { address, passages } of readings)
    for (const { text } of passages) {
      const words = wordsOf(text);
      for (let at = 0; at + RUN <= words.length; at++) {
        const run = words.slice(at, at + RUN).join(' ');
        const before = first.get(run);
        if (before === undefined) first.set(run, address);
        else if (before !== address) shared.set(`${before} and ${address}`, run);
      }
    }
  return [...shared].map(([both, run]) => `${both} share “${run}”`);
}

/** Words an article may have, without summary and tagline (`content/README.md`). */
const LENGTHS = { least: 650, most: 950 };

/** What is wrong with an article's length, in words; nothing when it is within bounds. */
export function lengthFault(reading: ReadText): string | undefined {
  const words = lengthOf(reading);
  if (words >= LENGTHS.least && words <= LENGTHS.most) return undefined;
  return `${words} words; it should have ${LENGTHS.least} to ${LENGTHS.most}`;
}

const SMALL = new Set(
  'about after also another because been before being between both could does each every from have into just less made make many more most much only other over same some such than that their them then there these they thing this those through under until very were what when where which while whose will with would your'.split(
    ' ',
  ),
);

/** Words that carry meaning and stand in a sentence twice. */
function wordsSaidTwice(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length > 3 && !SMALL.has(word));
  return words.filter((word, at) => words.indexOf(word) !== at);
}

/** Words in a row from which on a takeaway repeats what stands above it. */
const ECHO = 6;

function takeawaysThatRepeat({ passages }: ReadText): string[] {
  const runsOf = ({ text }: Passage) => {
    const words = wordsOf(text);
    return words.slice(ECHO - 1).map((_, at) => words.slice(at, at + ECHO).join(' '));
  };
  return passages
    .filter(({ part }) => part === 'takeaway')
    .filter((takeaway) => {
      const above = new Set(
        passages
          .filter(({ part, section }) => part === 'prose' && section === takeaway.section)
          .flatMap(runsOf),
      );
      return runsOf(takeaway).some((run) => above.has(run));
    })
    .map(({ text }) => text);
}
