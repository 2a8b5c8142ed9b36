import { z } from 'zod';
import {
  ARTICLE_MAX_LENGTHS,
  type ArticleBody,
  KEY_POINT_COUNT,
  SUMMARY_BULLET_COUNT,
} from '#domain/article.ts';
import { CATEGORY_IDS, isSubcategoryOf } from '#domain/categories.ts';
import { countCharacters, createMaxCharactersPredicate } from '#domain/characters.ts';
import { type ClaimsFile, unfinishedClaimsSchema } from '#domain/claims.ts';
import { SLUG_PATTERN } from '#domain/paths.ts';
import { countWords } from '#domain/reading-time.ts';
import { createUuidSchema } from '../ids.ts';
import { createDateSchema } from '../timestamps.ts';
import { PHOTO_LIMITS } from './photo-limits.ts';
import { htmlToComparableText } from './plain-text.ts';

/**
 * Schemas for the texts of an unfinished manuscript. They allow more characters than published texts may have, so that
 * editors can save a text first and shorten it later.
 */
const lineSchema = z.string().max(500);
const paragraphSchema = z.string().max(6000);
const paragraphsSchema = z.array(paragraphSchema).max(30);

/** An article's picture: one of Octavo's drawings, or a photograph. */
export const pictureChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('drawn'),
    /**
     * Index of the article's cover drawing among its category's drawings, starting at 0. If omitted, an existing
     * article keeps its drawing, and a new article gets one that differs from those of its neighbors in article lists.
     */
    variant: z.int().min(0).max(9999).optional(),
  }),
  z.strictObject({
    kind: z.literal('photo'),
    photoId: createUuidSchema(),
    /** Number of the photograph's crop, counted from 1. */
    crop: z.int().min(1).max(PHOTO_LIMITS.crops).default(1),
  }),
]);
export type PictureChoice = z.infer<typeof pictureChoiceSchema>;

/**
 * A manuscript: an article that an editor is working on. Its structure is fixed, but its texts may be empty. Paragraphs
 * are HTML with inline tags, sanitized by the server. {@link findManuscriptProblems} returns the problems that prevent
 * publication.
 */
export const manuscriptSchema = z.strictObject({
  /** Last segment of the article's path. If it is empty, the server derives it from the title at publication. */
  slug: z.string().max(100),
  title: lineSchema,
  tagline: lineSchema,
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string().max(3),
  keywords: z.array(z.string().max(60)).max(12),
  summary: z.array(lineSchema).length(SUMMARY_BULLET_COUNT),
  introduction: paragraphsSchema,
  keyPoints: z
    .array(
      z.strictObject({ title: lineSchema, paragraphs: paragraphsSchema, takeaway: lineSchema }),
    )
    .length(KEY_POINT_COUNT),
  conclusion: paragraphsSchema,
  /** The article's claims (factual statements) and their sources; null if nobody has recorded any. */
  claims: unfinishedClaimsSchema.nullable(),
  corrections: z
    .array(z.strictObject({ on: createDateSchema(), what: z.string().max(500) }))
    .max(50),
  startsHere: z.boolean(),
  hasAudio: z.boolean(),
  picture: pictureChoiceSchema,
  /** Alternative text for the picture; empty if the picture adds no information to the title. */
  alt: z.string().max(300),
});
export type Manuscript = z.infer<typeof manuscriptSchema>;

/** Reasons for saving a version of a manuscript, with labels. */
export const SAVE_REASON_LABELS = {
  begin: 'Begun',
  write: 'Written by the AI',
  edit: 'Edited',
  improve: 'Improved by the AI',
  restore: 'Taken back to an earlier version',
  library: 'Taken from the library',
} as const;
export type SaveReason = keyof typeof SAVE_REASON_LABELS;

/** Returns an empty manuscript in a category and subcategory. */
export function createEmptyManuscript(
  categoryFields: Pick<Manuscript, 'category' | 'subcategory'>,
): Manuscript {
  return {
    slug: '',
    title: '',
    tagline: '',
    ...categoryFields,
    keywords: [],
    summary: Array(SUMMARY_BULLET_COUNT).fill(''),
    introduction: [],
    keyPoints: Array.from({ length: KEY_POINT_COUNT }, () => ({
      title: '',
      paragraphs: [],
      takeaway: '',
    })),
    conclusion: [],
    claims: null,
    corrections: [],
    startsHere: false,
    hasAudio: true,
    picture: { kind: 'drawn' },
    alt: '',
  };
}

/** Minimum and maximum number of words in an article, excluding the summary (`content/README.md`). */
export const ARTICLE_WORD_RANGE = { min: 650, max: 950 } as const;

/** A problem in a manuscript. It either prevents publication or is only a hint for the editor. */
export interface ManuscriptProblem {
  /** Position of the problem in the manuscript, such as `keyPoints.1.takeaway`, `introduction.0` or `title`. */
  path: string;
  /** Description of the problem, for the editor. */
  message: string;
  /** True if the problem prevents publication. False if it is only a hint. */
  isBlocking: boolean;
}

/** Returns a manuscript's problems: first those that prevent publication, then hints. */
export function findManuscriptProblems(manuscript: Manuscript): ManuscriptProblem[] {
  return [...findBlockingProblems(manuscript), ...findHints(manuscript)];
}

function findBlockingProblems(manuscript: Manuscript): ManuscriptProblem[] {
  const problems: ManuscriptProblem[] = [];
  const addProblem = (path: string, message: string) =>
    problems.push({ path, message, isBlocking: true });
  const checkLine = (path: string, name: string, value: string, max: number) => {
    // Single-line texts such as the title have no markup, so their characters are counted directly, as in the schema
    // for published articles.
    const line = value.trim();
    if (!line) addProblem(path, `${name} is missing.`);
    else if (!createMaxCharactersPredicate(max)(line))
      addProblem(path, `${name} has ${countCharacters(line)} characters; ${max} are the most.`);
  };
  const checkProse = (path: string, name: string, paragraphs: readonly string[]) => {
    if (!paragraphs.some(hasText)) addProblem(path, `${name} has no text.`);
  };

  checkLine('title', 'The title', manuscript.title, PUBLISHED_TEXT_MAX_LENGTHS.title);
  checkLine('tagline', 'The tagline', manuscript.tagline, PUBLISHED_TEXT_MAX_LENGTHS.tagline);
  if (manuscript.slug && !SLUG_PATTERN.test(manuscript.slug))
    addProblem('slug', 'The address is lower-case words joined by hyphens, 80 characters at most.');
  else if (!manuscript.slug && !slugify(manuscript.title) && manuscript.title)
    addProblem('slug', 'No address can be made of this title. Write one.');
  if (!isSubcategoryOf(manuscript.category, manuscript.subcategory))
    addProblem('subcategory', 'Choose a subcategory.');
  for (const [index, keyword] of manuscript.keywords.entries())
    if (
      keyword.length < 2 ||
      !createMaxCharactersPredicate(PUBLISHED_TEXT_MAX_LENGTHS.keyword)(keyword)
    )
      addProblem(`keywords.${index}`, 'A keyword has between 2 and 40 characters.');
  if (manuscript.keywords.length > 8) addProblem('keywords', 'There are eight keywords at most.');
  for (const [index, bullet] of manuscript.summary.entries())
    checkLine(
      `summary.${index}`,
      `Line ${index + 1} of the summary`,
      bullet,
      PUBLISHED_TEXT_MAX_LENGTHS.bullet,
    );
  checkProse('introduction', 'The introduction', manuscript.introduction);
  for (const [index, point] of manuscript.keyPoints.entries()) {
    checkLine(
      `keyPoints.${index}.title`,
      `The title of key point ${index + 1}`,
      point.title,
      PUBLISHED_TEXT_MAX_LENGTHS.pointTitle,
    );
    checkProse(`keyPoints.${index}.paragraphs`, `Key point ${index + 1}`, point.paragraphs);
    checkLine(
      `keyPoints.${index}.takeaway`,
      `Takeaway ${index + 1}`,
      point.takeaway,
      PUBLISHED_TEXT_MAX_LENGTHS.takeaway,
    );
  }
  checkProse('conclusion', 'The conclusion', manuscript.conclusion);
  for (const [index, { what }] of manuscript.corrections.entries())
    checkLine(`corrections.${index}`, 'A correction', what, PUBLISHED_TEXT_MAX_LENGTHS.correction);
  if (manuscript.alt.trim())
    checkLine('alt', 'What the picture shows', manuscript.alt, PUBLISHED_TEXT_MAX_LENGTHS.alt);

  if (manuscript.claims && manuscript.claims.sources.length < 2)
    addProblem('claims', 'What it claims rests on two sources at least.');
  if (manuscript.claims && !manuscript.claims.claims.length)
    addProblem('claims', 'There are sources, and no claim that rests on them.');
  return problems;
}

function findHints(manuscript: Manuscript): ManuscriptProblem[] {
  const hints: ManuscriptProblem[] = [];
  const addHint = (path: string, message: string) =>
    hints.push({ path, message, isBlocking: false });
  const words = countManuscriptWords(manuscript);
  if (words < ARTICLE_WORD_RANGE.min || words > ARTICLE_WORD_RANGE.max)
    addHint(
      'length',
      `It has ${words} words; articles have ${ARTICLE_WORD_RANGE.min} to ${ARTICLE_WORD_RANGE.max}.`,
    );
  if (!manuscript.claims)
    addHint('claims', 'Nobody has written down what it claims and on what grounds.');
  for (const { passage } of findMissingClaimPassages(manuscript))
    addHint('claims', `A claim covers “${passage}”, which stands nowhere in the text.`);
  return hints;
}

/** Maximum lengths of published texts, in characters. */
export const PUBLISHED_TEXT_MAX_LENGTHS = ARTICLE_MAX_LENGTHS;

/** Returns true if a paragraph's HTML contains text, not only tags. */
function hasText(html: string): boolean {
  return html.replace(/<[^<>]*>/g, '').trim() !== '';
}

/** Counts the words in a manuscript's introduction, key points and conclusion. */
export function countManuscriptWords(manuscript: Manuscript): number {
  return listManuscriptPassages(manuscript).reduce((sum, { text }) => sum + countWords(text), 0);
}

/**
 * Returns the paragraphs, titles and takeaways of a manuscript's introduction, key points and conclusion, in page
 * order. `path` is the position of each text in the manuscript, such as `keyPoints.0.title`.
 */
export function listManuscriptPassages({
  introduction,
  keyPoints,
  conclusion,
}: Pick<Manuscript, 'introduction' | 'keyPoints' | 'conclusion'>): {
  path: string;
  text: string;
}[] {
  const listTexts = (path: string, texts: readonly string[]) =>
    texts.map((text, at) => ({ path: `${path}.${at}`, text }));
  return [
    ...listTexts('introduction', introduction),
    ...keyPoints.flatMap(({ title, paragraphs, takeaway }, index) => [
      { path: `keyPoints.${index}.title`, text: title },
      ...listTexts(`keyPoints.${index}.paragraphs`, paragraphs),
      { path: `keyPoints.${index}.takeaway`, text: takeaway },
    ]),
    ...listTexts('conclusion', conclusion),
  ];
}

/**
 * Returns the passages that a manuscript's claims (factual statements) quote, but that do not occur in the manuscript's
 * text. `at` is the index of the claim.
 */
export function findMissingClaimPassages(
  manuscript: Manuscript,
): { at: number; passage: string }[] {
  const comparableText = [
    manuscript.title,
    manuscript.tagline,
    ...manuscript.summary,
    ...listManuscriptPassages(manuscript).map(({ text }) => text),
  ]
    .map(htmlToComparableText)
    .join('\n');
  return (manuscript.claims?.claims ?? []).flatMap(({ covers }, at) =>
    covers
      .filter((passage) => !comparableText.includes(htmlToComparableText(passage)))
      .map((passage) => ({ at, passage })),
  );
}

/**
 * Derives a slug (the last segment of an article's path) from a title. Returns an empty string if the title has no
 * usable characters.
 */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f’‘']/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let slug = '';
  for (const word of words) {
    const candidate = slug ? `${slug}-${word}` : word;
    if (candidate.length > 80) break;
    slug = candidate;
  }
  return slug;
}

/**
 * Converts a manuscript to the body of a published article. The manuscript must have no blocking problems.
 */
export function manuscriptToArticleBody(manuscript: Manuscript): ArticleBody {
  const dropEmpty = (texts: readonly string[]) => texts.filter(hasText);
  const { claims, corrections } = manuscript;
  const sources = claims?.sources.map(({ cite, url }) =>
    url === undefined ? { cite } : { cite, url },
  );
  return {
    summary: manuscript.summary.map((bullet) => bullet.trim()),
    introduction: dropEmpty(manuscript.introduction),
    keyPoints: manuscript.keyPoints.map(({ title, paragraphs, takeaway }) => ({
      title: title.trim(),
      paragraphs: dropEmpty(paragraphs),
      takeaway: takeaway.trim(),
    })),
    conclusion: dropEmpty(manuscript.conclusion),
    ...(sources?.length && { sources }),
    ...(corrections.length && {
      corrections: corrections
        .map(({ on, what }) => ({ on, what: what.trim() }))
        .toSorted((a, b) => b.on.localeCompare(a.on)),
    }),
  };
}

/** Converts a published article to a manuscript. */
export function articleToManuscript(
  article: Pick<
    Manuscript,
    | 'slug'
    | 'title'
    | 'tagline'
    | 'category'
    | 'subcategory'
    | 'keywords'
    | 'startsHere'
    | 'hasAudio'
    | 'picture'
    | 'alt'
  >,
  body: ArticleBody,
  claims: ClaimsFile | null,
): Manuscript {
  const { summary, introduction, keyPoints, conclusion, corrections = [] } = body;
  return { ...article, summary, introduction, keyPoints, conclusion, corrections, claims };
}
