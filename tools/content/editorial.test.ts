import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { v7 as newId } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  checkPreparedPhoto,
  type PreparedPhoto,
  preparePhotoForStorage,
} from '#covers/photographs.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { WritingVoice } from '#domain/studio/personas.ts';
import {
  type LibraryWithAuthoringFiles,
  readLibraryWithAuthoringFiles,
} from '#server/catalogue/editorial/authoring-files.ts';
import { listClaimCoverageProblems } from '#server/catalogue/editorial/claim-coverage.ts';
import {
  compareIdeaPropertySharesWithQuotas,
  type Idea,
  listSimilarIdeaPairs,
} from '#server/catalogue/editorial/ideas.ts';
import {
  countWordsWithoutSummaryAndTagline,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
  splitLibraryArticle,
} from '#server/catalogue/editorial/passages.ts';
import { listSharedPhraseProblems } from '#server/catalogue/editorial/repetitions.ts';
import {
  computeArticleTextFingerprint,
  describeAuditProblem,
  describeReviewDateProblem,
  describeSignOffProblem,
  type Review,
  reviewSchema,
  sumLatestAudit,
  sumReviewSittings,
  sumReviews,
} from '#server/catalogue/editorial/reviews.ts';
import {
  listRhythmDeviationsFromVoice,
  measureSentenceRhythm,
} from '#server/catalogue/editorial/sentence-rhythm.ts';
import {
  checkStyleHabitLimits,
  describeLengthProblem,
} from '#server/catalogue/editorial/style-habits.ts';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { parseClaimsYaml } from '#server/catalogue/library/claims.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { readLexicon } from '#server/catalogue/narration/lexicon-file.ts';
import { PICTURE_FILE_FACTORIES } from '#server/studio/pictures/testing/files.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { createAuthorshipTest, scoreAuthorshipTest } from './blind-test.ts';
import { findArticleProblems, findLibraryWideProblems } from './find-problems.ts';
import { findIsolatedArticles } from './links.ts';
import { findPhotoProblems } from './photos.ts';

const CLAIMS = `
sources:
  - { id: parish, cite: 'Parish register of Eyam, 1665', kind: archive }
  - { id: wallis, cite: 'P. Wallis, A dreadful heritage (2006)', kind: paper }
claims:
  - claim: Of 276 deaths, most fell in 1666.
    kind: number
    covers: [most of the 276 deaths]
    source: parish
    says: The register lists them.
    basis: memory
    confidence: high
    counter: Counts between 257 and 276 are printed.
`;

/** Creates an article in which the given fields replace the defaults. */
function createArticle({
  introduction = 'A village shut its gates.',
  title = 'A village shut',
  tagline = 'Why a village shut its gates.',
  takeaway = 'Distance is a kind of medicine.',
  bullet = 'A village stayed at home.',
  articlePath = 'gantry/a-village-shut',
  level = '',
  claims = undefined as ClaimsFile | undefined,
} = {}): SplitLibraryArticle {
  const [aliasKey, slug] = articlePath.split('/') as [string, string];
  const createKeyPoint = (index: number) =>
    `## Key point: Part ${'abc'[index]}\n\nThe wells were left alone.\n\n> Takeaway: ${takeaway}\n`;
  const text = `---
id: ${newId()}
title: ${title}
tagline: ${tagline}
category: haw
subcategory: epi${level && `\nlevel: ${level}`}
published: 2026-01-01T00:00:00Z
---

## Summary

${`- ${bullet}\n`.repeat(5)}
## Introduction

${introduction}

${[0, 1, 2].map(createKeyPoint).join('\n')}
## Conclusion

The gates stand open.
`;
  const article = parseArticleFile(text);
  return splitLibraryArticle({
    id: article.id,
    file: '',
    hash: '',
    aliasKey,
    slug,
    article,
    claims,
  });
}

/**
 * Returns a sentence about an impossible date in an article or its review, or `undefined` if there is none. The article
 * was published and reviewed on the same day, unless the arguments contain other dates.
 */
function findDateProblem(
  days: Partial<Record<'writer' | 'checker' | 'editor' | 'sitting', string>>,
  { corrected = '', ...dates }: { published?: string; updated?: string; corrected?: string },
) {
  const createSignature = (reader: keyof typeof days) => ({ on: days[reader] ?? '2026-03-02' });
  const review = {
    writer: createSignature('writer'),
    checker: createSignature('checker'),
    editor: createSignature('editor'),
  };
  return describeReviewDateProblem(
    { ...review, ...(days.sitting && { sitting: createSignature('sitting') }) } as Review,
    {
      published: '2026-03-02T06:00:00Z',
      corrected: corrected ? [{ on: corrected, what: 'It was wrong.' }] : [],
      ...dates,
    },
    new Date('2026-03-04T00:00:00Z'),
  );
}

describe('uncovered sentences', () => {
  const claims = parseClaimsYaml(CLAIMS);

  it.each([
    ['a sentence with a number', 'It lost 83 people.', ['no claim covers “It lost 83 people.”']],
    ['a date', 'It began in 1665.', ['no claim covers “It began in 1665.”']],
    [
      'a number in words',
      'It took fourteen months.',
      ['no claim covers “It took fourteen months.”'],
    ],
    ['a negative', 'Nobody left.', ['no claim covers “Nobody left.”']],
    [
      'a superlative',
      'It was the first of its kind.',
      ['no claim covers “It was the first of its kind.”'],
    ],
    ['what a persona says of itself', 'I have never had a wall.', []],
    ['small numbers', 'Two doors were shut.', []],
  ])('are found as expected: %s', (_, introduction, problems) => {
    const found = listClaimCoverageProblems(createArticle({ introduction, claims }));
    expect(found.filter((problem) => !problem.startsWith('a claim covers'))).toEqual(problems);
  });

  it('exclude sentences that a claim covers, regardless of quotes and spaces', () => {
    const introduction = 'In that year most of\nthe 276 deaths fell.';
    expect(listClaimCoverageProblems(createArticle({ introduction, claims }))).toEqual([]);
  });

  it('include claims that cover no words of the article', () => {
    expect(listClaimCoverageProblems(createArticle({ claims }))).toEqual([
      'a claim covers “most of the 276 deaths”, which is not in the article',
    ]);
  });

  it('include numbers of the summary that no claim has', () => {
    const introduction = 'There were most of the 276 deaths.';
    const problems = listClaimCoverageProblems(
      createArticle({ introduction, bullet: 'It lost 277 of 350.', claims }),
    );
    expect(new Set(problems)).toEqual(
      new Set([
        'no claim contains the number 277 from its summary',
        'no claim contains the number 350 from its summary',
      ]),
    );
  });

  it('are all sentences if there are no claims', () => {
    expect(listClaimCoverageProblems(createArticle())).toEqual([
      expect.stringContaining('no claims file'),
    ]);
  });
});

describe('a file of claims', () => {
  it('must name existing sources', () => {
    expect(() => parseClaimsYaml(CLAIMS.replace('source: parish', 'source: parson'))).toThrow(
      'no source here is called "parson"',
    );
  });

  it('needs no source for a sum', () => {
    const sum = CLAIMS.replace('kind: number', 'kind: sum')
      .replace('    source: parish\n', '')
      .replace('    basis: memory\n', '');
    expect(parseClaimsYaml(sum).claims[0]!.kind).toBe('sum');
    expect(() => parseClaimsYaml(sum.replace('kind: sum', 'kind: cause'))).toThrow(
      'names its source',
    );
  });
});

describe('habits of style', () => {
  const measureHabit = (name: string, ...splitArticles: SplitLibraryArticle[]) =>
    checkStyleHabitLimits(splitArticles, () => undefined).find(({ habit }) =>
      habit.name.startsWith(name),
    )!.value;

  it.each([
    ['title “The (or A) … that', { title: 'The ink that eats' }, 1],
    ['title “The (or A) … that', { title: 'A hull with one flat side' }, 1],
    ['title “The (or A) … that', { title: 'An island on a map' }, 1],
    ['title “The (or A) … that', { title: 'Ink and the page' }, 0],
    ['title that opens on a number', { title: 'Fourteen ships' }, 1],
    ['title that opens on a number', { title: 'Tents and ships' }, 0],
    ['takeaway that opens on “A”', { takeaway: 'A gate is a kind of medicine.' }, 1],
    ['introduction that opens on “The”', { introduction: '“The gates were shut.”' }, 1],
    ['introduction that opens on “The”', { introduction: 'There were gates.' }, 0],
    ['935 words or more', { introduction: 'A gate was shut. '.repeat(234) }, 1],
    ['935 words or more', {}, 0],
    ['title built on a negation', { title: 'Fourteen ships and no canal' }, 1],
    ['tagline of two sentences', { tagline: 'A village shut its gates. One man left.' }, 1],
    ['tagline of two sentences', { tagline: 'What J. Wood, or Dr. Hall, shut out.' }, 0],
    ['sentence that begins with “So”', { introduction: 'So it went. So far, two.' }, 1],
    [
      'paragraph that opens on an imperative',
      { introduction: 'Imagine a gate.\n\nNow shut it.' },
      2,
    ],
    ['list of three', { introduction: 'They had bread, old beer and salt.' }, 1],
    ['verbless pair', { introduction: 'One study, one shock.' }, 1],
    ['“did not say”', { introduction: 'A stone was left. The stone does not say.' }, 1],
    ['em dash', { introduction: 'A gate — shut.' }, 1],
    ['worn phrase', { introduction: 'It turns out the gate was shut.' }, 1],
    ['takeaway built on a word said twice', { takeaway: 'A gate kept shut is a gate.' }, 1],
    ['takeaway that repeats', { takeaway: 'All the wells were left alone.' }, 0],
    [
      'takeaway that repeats',
      { takeaway: 'He knew that the wells were left alone that day.', introduction: 'x' },
      0,
    ],
  ] as const)('%s, in %j', (name, parts, value) => {
    expect(measureHabit(name, createArticle(parts))).toBe(value);
  });

  it('finds a takeaway that repeats six words of its section', () => {
    const other = createArticle({ takeaway: 'Then the wells were left alone.' });
    for (const passage of other.passages)
      if (passage.kind === 'prose') passage.text = 'And then the wells were left alone.';
    expect(measureHabit('takeaway that repeats', other)).toBe(3);
  });

  it('counts the stylistic devices that the reviews of all articles list', () => {
    const review = { devices: ['ends where it began'] } as unknown as Review;
    const [one, other] = [createArticle(), createArticle({ articlePath: 'gantry/another' })];
    const counts = checkStyleHabitLimits([one, other], (found) =>
      found === one ? review : undefined,
    );
    const ending = counts.find(({ habit }) => habit.name === 'ends where it began')!;
    expect(ending).toMatchObject({
      value: 0.5,
      isWithinLimit: false,
      occurrences: [`${one.path}: ends where it began`],
    });
  });

  it.each([
    ['opposed takeaway', 'takeaway built on an opposition'],
    ['relay of years', 'relay of years'],
  ] as const)('counts “%s” only in articles in which an editor noted it', (device, name) => {
    const review = { devices: [device] } as unknown as Review;
    const countHabit = (givenReview: Review | undefined) =>
      checkStyleHabitLimits([createArticle()], () => givenReview).find(
        ({ habit }) => habit.name === name,
      );
    expect(countHabit(review)).toMatchObject({ value: 1, isWithinLimit: false });
    expect(countHabit(undefined)).toMatchObject({ value: 0, isWithinLimit: true });
  });

  it('allows an author to disown one legend, but not two', () => {
    const review = { devices: ['legend told, then disowned'] } as unknown as Review;
    const isWithinLimit = (...articlePaths: string[]) =>
      checkStyleHabitLimits(
        articlePaths.map((articlePath) => createArticle({ articlePath })),
        () => review,
      ).find(({ habit }) => habit.name.endsWith('by one author'))!.isWithinLimit;
    expect(isWithinLimit('gantry/one', 'ballast/two')).toBe(true);
    expect(isWithinLimit('gantry/one', 'gantry/two')).toBe(false);
  });

  it('finds a run of nine words that two articles share', () => {
    const introduction = 'A wall of nine words is long enough to show.';
    const twins = ['gantry/one', 'ballast/two'].map((articlePath) =>
      createArticle({
        introduction,
        articlePath,
        title: articlePath,
        takeaway: articlePath,
        bullet: articlePath,
      }),
    );
    for (const { passages } of twins) passages.splice(2, passages.length, passages[1]!);
    expect(listSharedPhraseProblems(twins)).toEqual([
      expect.stringContaining('gantry/one and ballast/two share “'),
    ]);
  });
});

describe('editorial checks', () => {
  it('count words as readers do', () => {
    expect(
      splitIntoLowerCaseWords('The Queen’s 3.5 per-cent loan, of 1,200 – “old” ones.'),
    ).toEqual(['the', 'queen’s', '3.5', 'per-cent', 'loan', 'of', '1,200', 'old', 'ones']);
  });

  it('leave summary and tagline out of the length', () => {
    const [short, long] = [
      createArticle(),
      createArticle({ bullet: 'A village stayed at home, all of it.' }),
    ];
    expect(countWordsWithoutSummaryAndTagline(short)).toBe(
      countWordsWithoutSummaryAndTagline(long),
    );
    expect(describeLengthProblem(short)).toMatch(/^\d+ words; it should have 650 to 950/);
  });

  it('report a voice outside its limits', () => {
    const voice = { sentences: { mean: [10, 12], short: [0, 0.2] } } as unknown as WritingVoice;
    const rhythm = measureSentenceRhythm([
      createArticle({ introduction: 'Shut. The gates of the village were all shut.' }),
    ]);
    expect(rhythm.sentences).toBe(6);
    expect(listRhythmDeviationsFromVoice(voice, rhythm)).toEqual([
      expect.stringContaining('the voice has 10 to 12'),
      expect.stringContaining('are short'),
    ]);
  });

  it('bind a review to every word of an article, and to nothing else in its file', () => {
    const one = createArticle();
    expect(computeArticleTextFingerprint(createArticle())).toBe(computeArticleTextFingerprint(one));
    expect(
      computeArticleTextFingerprint(createArticle({ introduction: 'A village shut its gate.' })),
    ).not.toBe(computeArticleTextFingerprint(one));
  });

  it('find articles that no link leads to or from', () => {
    const one = createArticle({
      articlePath: 'gantry/one',
      introduction: 'As [another](/ballast/two) told, and [a lost one](/gantry/lost).',
    });
    const splitArticles = ['ballast/two', 'gantry/three'].map((articlePath) =>
      createArticle({ articlePath }),
    );
    expect(findIsolatedArticles([one, ...splitArticles])).toEqual(['gantry/three']);
    const many = Array.from({ length: 9 }, (_, index) =>
      createArticle({ articlePath: `gantry/${index}` }),
    );
    const content = { published: many, ideas: [], voices: new Map(), reviews: new Map() };
    expect(findLibraryWideProblems(content as unknown as LibraryWithAuthoringFiles)).toContainEqual(
      expect.objectContaining({ reason: '9 of 9 have no links to or from other articles' }),
    );
  });

  it('sum the last audit, and report too many errors', () => {
    const audit = { on: '2026-03-02', claims: 200, wrong: 1, misleading: 3, unsourced: 2 };
    const before = { ...audit, on: '2026-03-01', wrong: 9 };
    const sumAudits = (...audits: object[]) =>
      sumLatestAudit(audits.map((audit) => ({ audit })) as unknown as Review[]);
    expect(sumAudits(audit, before, audit)).toEqual({
      on: '2026-03-02',
      articles: 2,
      claims: 400,
      wrong: 2,
      misleading: 6,
      unsourced: 4,
      wrongShare: 0.005,
      misleadingShare: 0.015,
    });
    expect(describeAuditProblem(sumAudits(audit, before))).toBeUndefined();
    expect(describeAuditProblem(sumLatestAudit([]))).toBeUndefined();
    for (const worse of [
      { ...audit, wrong: 2 },
      { ...audit, misleading: 4 },
    ])
      expect(describeAuditProblem(sumAudits(worse))).toContain('recheck every article');
  });

  it.each([
    ['2026-03-02', '2026-03-02', '2026-03-02T18:00:00Z', undefined],
    ['2026-03-02', '2026-03-01', undefined, 'its editor signed off before its checker had read it'],
    [
      '2026-03-01',
      '2026-03-02',
      '2026-03-03T06:00:00Z',
      'it was changed after its editor signed off',
    ],
  ])(
    'require that the editor signs off last: checked %s, signed %s, changed %s',
    (checked, signed, changed, reason) => {
      const review = { checker: { on: checked }, editor: { on: signed } } as Review;
      expect(describeSignOffProblem(review, changed)).toBe(reason);
    },
  );

  it.each([
    ['written', { writer: '2026-03-03' }, {}, 'it is published on 2026-03-02, and was written on'],
    ['checked', { checker: '2026-03-03' }, {}, 'and was checked on 2026-03-03'],
    ['signed', { editor: '2026-03-03' }, {}, 'and was signed by its editor on 2026-03-03'],
    ['read in a sitting', { sitting: '2026-03-03' }, {}, 'and was read in a sitting on'],
    ['updated', {}, { updated: '2026-03-02T05:00:00Z' }, 'it is updated before it is published'],
    ['corrected', {}, { corrected: '2026-03-01' }, 'it is corrected on 2026-03-01, before readers'],
    ['still to come', {}, { published: '2026-03-05T06:00:00Z' }, 'a date that is still to come'],
  ])('reject an article with contradictory dates: %s', (_, days, dates, reason) => {
    expect(findDateProblem(days, dates)).toContain(reason);
  });

  it('accept an article that was reviewed on the day of publication, or signed again later', () => {
    expect(findDateProblem({}, {})).toBeUndefined();
    const since = { updated: '2026-03-03T07:00:00Z', corrected: '2026-03-03' };
    expect(findDateProblem({ editor: '2026-03-03' }, since)).toBeUndefined();
  });

  it('compare the dates of a published article with its review, and its level with its idea', () => {
    const one = createArticle({ level: 'advanced' });
    const sign = (on: string) => ({ by: 'language model', on });
    const review = (on: string) => ({
      ...{
        text: computeArticleTextFingerprint(one),
        writer: sign(on),
        checker: sign(on),
        editor: sign(on),
      },
    });
    const listReasons = (on: string, level: string) =>
      findArticleProblems(one, {
        published: [one],
        library: { authors: [] },
        ideas: [{ article: one.path, title: one.article.title, field: 'haw.epi', level }],
        reviews: new Map([[one.path, review(on)]]),
      } as unknown as LibraryWithAuthoringFiles).map(({ reason }) => reason);
    const [lateReason, levelReason] = [
      'it is published on 2026-01-01, and was written on 2026-01-02',
      'its level is advanced, but its idea’s is beginner',
    ];
    expect(listReasons('2026-01-02', 'beginner')).toEqual(
      expect.arrayContaining([lateReason, levelReason]),
    );
    const reasons = listReasons('2026-01-01', 'advanced');
    expect(reasons).not.toContain(lateReason);
    expect(reasons.join()).not.toContain('its level');
  });

  it('report a batch with more than ten articles', () => {
    const createSittingRecords = (batch: number, articles: number) =>
      Array.from({ length: articles }, (_, index) => [
        `gantry/${batch}-${index}`,
        { sitting: { batch } },
      ]);
    const records = [
      ...createSittingRecords(1, 10),
      ...createSittingRecords(2, 11),
      ['gantry/alone', {}],
    ];
    const reviews = new Map(records as unknown as [string, Review][]);
    expect(sumReviewSittings([...reviews.values()])).toEqual({
      articles: 21,
      sittings: 2,
      overfull: [{ batch: 2, articles: 11 }],
    });
    const content = { published: [createArticle()], ideas: [], voices: new Map(), reviews };
    const problems = findLibraryWideProblems(
      content as unknown as LibraryWithAuthoringFiles,
    ).filter(({ file }) => file === 'reviews');
    expect(problems).toEqual([
      expect.objectContaining({ reason: 'batch 2 has 11 articles; a sitting has at most ten' }),
    ]);
  });

  it('accept a review with and without a batch', () => {
    const signature = { by: 'language model', on: '2026-11-25' };
    const review = {
      text: '3fd9a1c07be24d15',
      ...{ writer: signature, checker: signature, editor: signature },
      claims: { checked: 41, confirmed: 29, fromKnowledge: 12 },
      findings: [],
      devices: [],
      restsOn: 'Nothing was looked up.',
    };
    expect(reviewSchema.parse(review).sitting).toBeUndefined();
    const sitting = { ...signature, batch: 4 };
    expect(reviewSchema.parse({ ...review, sitting }).sitting).toEqual(sitting);
    expect(reviewSchema.safeParse({ ...review, sitting: signature }).success).toBe(false);
  });

  it('sum reviews', () => {
    const review = {
      claims: { checked: 30, confirmed: 20, fromKnowledge: 10 },
      findings: [{ verdict: 'misleading' }, { verdict: 'wrong' }],
    } as unknown as Review;
    expect(sumReviews([review, review])).toEqual({
      articles: 2,
      checked: 60,
      confirmed: 40,
      fromKnowledge: 20,
      findings: { wrong: 2, misleading: 2, unsourced: 0, imprecise: 0 },
    });
  });
});

describe('a blind test of voices', () => {
  const createParagraph = (name: string) =>
    `${`There was a morning when ${name} walked out with 12 zithers and counted what the water had left. `.repeat(4)}`;
  const splitArticles = ['gantry', 'ballast'].flatMap((alias) =>
    Array.from({ length: 8 }, (_, index) =>
      createArticle({
        articlePath: `${alias}/${index}`,
        introduction: createParagraph(index ? 'Wallis' : 'Somebody'),
      }),
    ),
  );

  it('asks about two paragraphs of each author, with their subjects masked', () => {
    const { questions, answers } = createAuthorshipTest(splitArticles, '1');
    expect(questions.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(Object.values(answers).sort()).toEqual(['ballast', 'ballast', 'gantry', 'gantry']);
    for (const { text } of questions) {
      expect(text).toContain('There was a morning when ___ walked out with ___ zithers');
      expect(text).not.toMatch(/Wallis|Somebody|12/);
    }
    expect(createAuthorshipTest(splitArticles, '1')).toEqual({ questions, answers });
  });

  it('is scored by the number of correct answers', () => {
    const answers = { 1: 'gantry', 2: 'ballast', 3: 'quipu' };
    expect(scoreAuthorshipTest(answers, { 1: 'Gantry', 2: 'quipu' })).toEqual({
      correct: 1,
      total: 3,
      mistaken: [
        ['ballast', 'quipu'],
        ['quipu', ''],
      ],
    });
  });
});

describe('the register of ideas', () => {
  const idea = (changes: Partial<Idea>): Idea => ({
    article: 'gantry/one',
    title: 'One',
    field: 'tae.bri',
    level: 'beginner',
    subject: 'A bridge',
    thesis: 'Its arches carry what its deck cannot hold.',
    surprise: 'It sways.',
    object: 'a rivet',
    points: ['Arches carry.', { so: 'A deck may be thin.' }, { but: 'It sways.' }],
    region: 'africa',
    century: 21,
    protagonist: 'woman',
    ending: 'method',
    ...changes,
  });

  it('reports missed quotas', () => {
    const tally = compareIdeaPropertySharesWithQuotas([
      idea({}),
      idea({ region: 'europe', protagonist: 'man' }),
    ]);
    const missed = tally.filter(({ isMet }) => !isMet).map(({ name }) => name);
    expect(missed).toEqual([
      'outside Europe and North America',
      'before 1900',
      'a man’s story',
      'advanced',
    ]);
  });

  it('finds two ideas that say the same in other words', () => {
    const twin = idea({
      article: 'ballast/two',
      subject: 'Arches',
      thesis: 'A deck is carried by its arches.',
    });
    const other = idea({
      article: 'lullwater/three',
      subject: 'Sleep',
      thesis: 'Hamsters keep time.',
      object: 'a wheel',
    });
    expect(
      listSimilarIdeaPairs([idea({}), twin, other]).map((pair) =>
        pair.map(({ article }) => article),
      ),
    ).toEqual([['gantry/one', 'ballast/two']]);
  });
});

const content = await readLibraryWithAuthoringFiles(SHIPPED_LIBRARY_FOLDER);

/** Author names that the speech synthesizer flite pronounces correctly, according to the phonemes that it prints. */
const CORRECTLY_PRONOUNCED_NAMES = new Set(
  'Ballast Dither Fencepost Gantry Kiosk Lullwater Ostinato Parity Tenterhook Threadbare Tontine Waystone'.split(
    ' ',
  ),
);

describe('the shipped library', () => {
  it('has no problems in articles and photographs', async () => {
    expect(content.errors).toEqual([]);
    expect(content.published.length).toBeGreaterThan(100);
    expect(content.published.flatMap((article) => findArticleProblems(article, content))).toEqual(
      [],
    );
    expect(
      await findPhotoProblems(SHIPPED_LIBRARY_FOLDER, content.library, checkPreparedPhoto),
    ).toEqual([]);
  });

  it('meets its quotas, voice sheets and limits of style', () => {
    expect(findLibraryWideProblems(content)).toEqual([]);
  });

  it('has pronunciations for authors’ names that a speech engine would get wrong', async () => {
    const { exact } = await readLexicon(SHIPPED_LIBRARY_FOLDER, []);
    const names = content.library.authors.map(({ alias }) => alias);
    expect(
      names.filter((name) => !exact.has(name) && !CORRECTLY_PRONOUNCED_NAMES.has(name)),
    ).toEqual([]);
  });

  it('has an article or a draft in every subcategory', () => {
    const listFields = (splitArticles: typeof content.published) =>
      new Set(splitArticles.map(({ article }) => `${article.category}.${article.subcategory}`));
    expect(listFields([...content.published, ...content.drafts]).size).toBe(130);
  });
});

describe('the commands', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** Creates a library with one author and one idea. */
  const createLibrary = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-editorial-'));
    folders.push(folder);
    await cp(
      path.join(SHIPPED_LIBRARY_FOLDER, 'authors/gantry.yaml'),
      path.join(folder, 'authors/gantry.yaml'),
    );
    await writeFile(
      path.join(folder, 'ideas.yaml'),
      `- { article: gantry/a-hull, title: A hull, field: tae.veh, level: beginner, subject: A, thesis: B, surprise: C,
          object: D, points: [E, so: F, but: G], region: oceania, century: 18, protagonist: people, ending: exception }\n`,
    );
    return folder;
  };
  const runCommand = async (script: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, script), ...args]).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
    );

  it.runIf(isRunOfAllTests())(
    'create the files of an idea once, as a draft without text',
    async () => {
      const folder = await createLibrary();
      const createFiles = () =>
        runCommand('new.ts', 'article', 'gantry/a-hull', '--folder', folder);
      expect(await createFiles()).toEqual({
        code: 0,
        output: 'articles/gantry/a-hull.md\nclaims/gantry/a-hull.yaml\n',
      });
      const text = await readFile(path.join(folder, 'articles/gantry/a-hull.md'), 'utf8');
      expect(text).toContain(
        'title: A hull\ntagline: ""\ncategory: tae\nsubcategory: veh\nlevel: beginner\nstatus: draft',
      );
      expect(await createFiles()).toMatchObject({
        code: 1,
        output: expect.stringContaining('EEXIST'),
      });
      const { code, output } = await runCommand('check.ts', folder);
      expect(code).toBe(1);
      expect(output).toContain('articles/gantry/a-hull.md:1: its claims, line 1: sources');
    },
  );

  it.runIf(isRunOfAllTests())(
    'report errors in photographs, and photographs without a sheet',
    async () => {
      const folder = await createLibrary();
      await mkdir(path.join(folder, 'photos'));
      const writePhotoFile = (name: string, data: string | Uint8Array) =>
        writeFile(path.join(folder, 'photos', name), data);
      const [good, none, gone, broken] = Array.from({ length: 4 }, () => newId());
      const { bytes } = (await preparePhotoForStorage(
        await PICTURE_FILE_FACTORIES.jpeg(),
      )) as PreparedPhoto;
      const sheet = stringify({
        source: 'upload',
        user: 'Ann',
        userProfile: 'https://ann.example',
        width: 1600,
        height: 1200,
        crops: [{ x: 0.5, y: 0.5, ground: 'tae-dark' }],
        hash: hash('sha256', bytes),
      });
      for (const id of [good, none, gone]) await writePhotoFile(`${id}.yaml`, sheet);
      await writePhotoFile(`${broken}.yaml`, sheet.replace('Ann', '""'));
      await writePhotoFile(`${good}.jpg`, bytes);
      await writePhotoFile(`${none}.jpg`, await PICTURE_FILE_FACTORIES.html());
      await writePhotoFile('cat.png', await PICTURE_FILE_FACTORIES.png());
      const { code, output } = await runCommand('check.ts', folder);
      expect(code).toBe(1);
      expect(output).toContain('2 photos');
      expect(
        new Set(output.split('\n').filter((line: string) => line.startsWith('photos/'))),
      ).toEqual(
        new Set([
          `photos/${gone}.yaml:1: ${gone}.jpg is missing next to it`,
          `photos/${broken}.yaml:2: user: Say who took the picture.`,
          `photos/${good}.yaml:1: no article uses it`,
          `photos/${none}.yaml:1: no article uses it`,
          `photos/${none}.yaml:1: ${none}.jpg: That’s not a JPEG, PNG, WebP, or AVIF. Choose a picture in one of these formats`,
          'photos/cat.png:1: every photo <id>.jpg needs an <id>.yaml with its credit',
        ]),
      );
    },
  );

  it.runIf(isRunOfAllTests())('create no article without an idea in the register', async () => {
    const folder = await createLibrary();
    expect(await runCommand('new.ts', 'article', 'gantry/a-keel', '--folder', folder)).toEqual({
      code: 1,
      output: 'ideas.yaml has no idea for gantry/a-keel. Write the idea first.\n',
    });
    expect(await runCommand('new.ts', 'poem', 'gantry/a-keel', '--folder', folder)).toMatchObject({
      code: 2,
    });
  });

  it.runIf(isRunOfAllTests())(
    'reject an idea whose points are separate stories, and an idea without points',
    async () => {
      const folder = await createLibrary();
      const file = path.join(folder, 'ideas.yaml');
      const register = await readFile(file, 'utf8');
      await writeFile(file, register.replace('so: F', 'and: F'));
      expect(await runCommand('check.ts', folder)).toMatchObject({
        code: 1,
        output: expect.stringContaining(
          'ideas.yaml:1: gantry/a-hull: Its points are separate stories: the second is joined to the one before it by no more than “and”\n',
        ),
      });
      await writeFile(file, register.replace('points: [E, so: F, but: G], ', ''));
      const { output } = await runCommand('check.ts', folder);
      expect(output).toContain('ideas.yaml:1: 0.points: ');
    },
  );

  it.runIf(isRunOfAllTests())(
    'create an author with a voice sheet, and print statistics',
    async () => {
      const folder = await createLibrary();
      expect(await runCommand('new.ts', 'author', 'Quipu', '--folder', folder)).toEqual({
        code: 0,
        output: 'authors/quipu.yaml\nvoices/quipu.yaml\n',
      });
      const { output } = await runCommand('check.ts', folder, '--figures');
      expect(output).toContain('outside Europe and North America');
      expect(output).toContain('authors/quipu.yaml:');
    },
  );
});
