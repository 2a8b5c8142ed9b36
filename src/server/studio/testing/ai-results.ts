import type { IdeaFields, ProposedIdea } from '#domain/studio/ideas.ts';

/** Returns an idea that consists of made-up words. Ideas with different seeds do not resemble each other. */
export function createIdeaFields(seed: string, changes: Partial<IdeaFields> = {}): IdeaFields {
  const createWords = (count: number, suffix: string) =>
    Array.from({ length: count }, (_, at) => `${seed}${suffix}${'abcdefghij'[at]}`).join(' ');
  return {
    title: createWords(3, 'tit'),
    thesis: createWords(8, 'the'),
    surprise: createWords(6, 'sur'),
    object: createWords(4, 'obj'),
    points: [createWords(5, 'one'), { so: createWords(5, 'two') }, { but: createWords(5, 'thr') }],
    region: 'oceania',
    century: 21,
    protagonist: 'woman',
    level: 'beginner',
    ending: 'method',
    category: 'nsm',
    subcategory: 'mea',
    ...changes,
  };
}

/**
 * Returns an idea from {@link createIdeaFields} in the format of an AI result. The result also
 * names the nearest existing idea.
 */
export function createProposedIdea(
  seed: string,
  changes: Partial<ProposedIdea> = {},
): ProposedIdea {
  // Null is a valid value for `nearest`, so the default applies only if `nearest` is undefined.
  const { nearest = NEAREST_IDEA, ...rest } = changes;
  return { ...createIdeaFields(seed, rest), nearest };
}

const NEAREST_IDEA: ProposedIdea['nearest'] = {
  key: 'ballast/total-loss-still-afloat',
  whatIsNew: 'All of it.',
  nearness: 'apart',
};

/** Returns an AI result that contains an article and its claims (statements with sources). */
export function createArticleResult(title: string) {
  const sentence = `The gauge of ${title} stood on a roof, and somebody read it each morning.`;
  const paragraph = Array(12).fill(sentence).join(' ');
  return {
    claims: {
      sources: [
        { id: 'one', cite: 'A. Author, A book (Press, 2001)', kind: 'book' },
        { id: 'two', cite: 'B. Author, A paper (Journal, 2002)', kind: 'paper' },
      ],
      claims: [
        {
          claim: 'It stood on a roof.',
          kind: 'fact',
          covers: ['stood on a roof'],
          source: 'one',
          says: 'It did.',
          basis: 'memory',
          confidence: 'high',
          counter: 'None is known.',
        },
      ],
    },
    article: {
      title,
      tagline: 'A gauge on a roof',
      keywords: ['rain gauge'],
      summary: ['One line', 'Another line', 'A third line', 'A fourth line', 'A fifth line'],
      introduction: [`An opening with an <em>odd</em> passage & more. ${paragraph}`],
      keyPoints: ['First', 'Second', 'Third'].map((each) => ({
        title: `${each} point`,
        paragraphs: [`${each} it rained. ${paragraph}`],
        takeaway: `${each} thing to keep.`,
      })),
      conclusion: [`It never ended elsewhere. ${paragraph}`],
    },
  };
}

export const CONCERN_RESULTS = [
  {
    kind: 'framing' as const,
    passage: 'An opening with an <em>odd</em> passage &#x26; more.',
    concern: 'It says less than it seems to.',
  },
  { kind: 'style' as const, passage: 'Second thing to keep.', concern: 'It repeats the text.' },
];

export function createPersonaResult(alias: string) {
  return {
    alias,
    tagline: 'What rivers carry',
    mission: 'Following what water moves.',
    about: ['An AI persona that follows water.'],
    perspective: 'Everything downstream came from somewhere.',
    expertise: { category: 'nsm', subcategory: 'mea', subjects: ['rivers', 'gauges'] },
    targetAudience: { level: 'beginner', description: 'Whoever lives by a river.' },
    influencedBy: [{ name: 'Mary Somerville', influence: 'Connecting the sciences.' }],
    voice: {
      promise: 'Every piece follows one thing downstream.',
      sentences: { mean: [10, 13], short: [0.1, 0.2] },
      openings: ['a gauge', 'a bank'],
      endings: ['the sea', 'a reading'],
      evidence: 'Gauges and their books.',
      forbidden: ['scolds', 'marvels', 'lists'],
      sample: 'The river stood at two metres. '.repeat(8),
    },
  };
}
