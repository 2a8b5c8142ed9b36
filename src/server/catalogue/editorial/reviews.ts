import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ArticleFrontMatter } from '#domain/article.ts';
import type { ParsedArticle } from './passages.ts';

/**
 * Style habits that no pattern can find. The editor of an article names those it has; `style-habits.ts` counts them
 * over the library.
 */
export const JUDGED_DEVICES = [
  'ends where it began',
  'turns to modern life or AI',
  'legend told, then disowned',
  'takeaway that repeats',
  'three stories in one key point',
  'image used before by the author',
  'opposed takeaway',
  'relay of years',
] as const;

/** The checker's verdict on a claim. `unsourced`: no source confirms or refutes it. */
const VERDICTS = ['wrong', 'misleading', 'unsourced', 'imprecise'] as const;

const readerSchema = z.strictObject({
  /** A language model, or a person's name. */
  by: z.string().min(1),
  on: z.iso.date(),
});

/** The result of a blind audit. One article in ten is drawn and checked by someone who saw nothing of its making. */
const auditSchema = z.strictObject({
  on: z.iso.date(),
  by: z.string().min(1),
  /** How many claims the auditor found in the text, and how many of them were wrong, misleading or unsourced. */
  claims: z.int().min(1),
  wrong: z.int().min(0),
  misleading: z.int().min(0),
  unsourced: z.int().min(0),
});

/**
 * The batch of ten articles by different authors in which this one was read. Only reading in batches shows what
 * repeats.
 */
const sittingSchema = readerSchema.extend({
  batch: z.int().min(1),
});

const MAX_ARTICLES_PER_SITTING = 10;

const findingSchema = z.strictObject({
  passage: z.string().min(1),
  verdict: z.enum(VERDICTS),
  /** The correct statement and its source. */
  what: z.string().min(1),
  /** What the editor changed. */
  done: z.string().min(1),
});

/** The record of an article's review (`content/README.md`, "Reviews"). */
export const reviewSchema = z.strictObject({
  /** The {@link hashArticleText} of the reviewed text. */
  text: z.string().regex(/^[0-9a-f]{16}$/, 'the first sixteen hexadecimal digits of a hash'),
  writer: readerSchema,
  /** Checked the text alone and looked for sources independently. */
  checker: readerSchema,
  editor: readerSchema,
  claims: z.strictObject({
    /** Claims that the checker found in the text. */
    checked: z.int().min(1),
    /** Claims that a source confirmed. */
    confirmed: z.int().min(0),
    /** Claims that the checker knew to be right but found no source for. */
    fromKnowledge: z.int().min(0),
  }),
  findings: z.array(findingSchema),
  devices: z.array(z.enum(JUDGED_DEVICES)),
  sitting: sittingSchema.optional(),
  audit: auditSchema.optional(),
  /** A warning about the limits of this review. */
  restsOn: z.string().min(1),
});
export type Review = z.infer<typeof reviewSchema>;

/**
 * Hashes the title, tagline and text, to which a review is bound. Dates, markup and the wording of claims may change
 * without a new review; the text may not.
 */
export function hashArticleText({ passages }: ParsedArticle): string {
  const text = passages.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The sums over all reviews of a library. */
export interface ReviewTotals {
  articles: number;
  checked: number;
  confirmed: number;
  fromKnowledge: number;
  findings: Record<(typeof VERDICTS)[number], number>;
}

export function sumReviews(reviews: readonly Review[]): ReviewTotals {
  const sum = (countOf: (review: Review) => number) =>
    reviews.reduce((total, review) => total + countOf(review), 0);
  const countFindings = (verdict: string) =>
    sum(({ findings }) => findings.filter((finding) => finding.verdict === verdict).length);
  return {
    articles: reviews.length,
    checked: sum(({ claims }) => claims.checked),
    confirmed: sum(({ claims }) => claims.confirmed),
    fromKnowledge: sum(({ claims }) => claims.fromKnowledge),
    findings: {
      wrong: countFindings('wrong'),
      misleading: countFindings('misleading'),
      unsourced: countFindings('unsourced'),
      imprecise: countFindings('imprecise'),
    },
  };
}

/**
 * The shares of wrong and misleading claims that an audit tolerates. Above them, the whole library is checked again.
 */
const MAX_WRONG_SHARE = 0.005;
const MAX_MISLEADING_SHARE = 0.015;

/** The result of the last audit, with shares of its claims. */
export interface AuditTotals {
  on: string | undefined;
  articles: number;
  claims: number;
  wrong: number;
  misleading: number;
  unsourced: number;
  wrongShare: number;
  misleadingShare: number;
}

/** Sums the audits of the last audit day. Earlier findings have been fixed since. */
export function sumLatestAudit(reviews: readonly Review[]): AuditTotals {
  const all = reviews.flatMap(({ audit }) => audit ?? []);
  const on = all
    .map((audit) => audit.on)
    .sort()
    .at(-1);
  const audits = all.filter((audit) => audit.on === on);
  const sum = (field: 'claims' | 'wrong' | 'misleading' | 'unsourced') =>
    audits.reduce((total, audit) => total + audit[field], 0);
  const claims = sum('claims');
  return {
    on,
    articles: audits.length,
    claims,
    wrong: sum('wrong'),
    misleading: sum('misleading'),
    unsourced: sum('unsourced'),
    wrongShare: sum('wrong') / (claims || 1),
    misleadingShare: sum('misleading') / (claims || 1),
  };
}

/** Returns why the last audit failed; `undefined` if it passed. */
export function describeAuditProblem({
  wrongShare,
  misleadingShare,
}: AuditTotals): string | undefined {
  if (wrongShare <= MAX_WRONG_SHARE && misleadingShare <= MAX_MISLEADING_SHARE) return undefined;
  const [wrong, misleading] = [wrongShare, misleadingShare].map((share) =>
    (100 * share).toFixed(2),
  );
  return `the last audit found ${wrong} % of its claims wrong and ${misleading} % misleading; recheck every article`;
}

/**
 * Returns why the editor's sign-off does not count; `undefined` if it does. The editor signs off after the checker, and
 * again after each change.
 */
export function describeSignOffProblem(
  { checker, editor }: Review,
  updated?: string,
): string | undefined {
  if (editor.on < checker.on) return 'its editor signed off before its checker had read it';
  if (updated && editor.on < updated.slice(0, 10))
    return 'it was changed after its editor signed off';
  return undefined;
}

/**
 * Returns which date of an article is impossible; `undefined` if all are possible. Everything but an audit happens
 * before publication; after an update, only the editor signs off again.
 */
export function describeDateProblem(
  { writer, checker, editor, sitting }: Review,
  {
    published,
    updated,
    corrected,
  }: Pick<ArticleFrontMatter, 'published' | 'updated' | 'corrected'>,
  now = new Date(),
): string | undefined {
  const day = published.slice(0, 10);
  const before = [
    { on: writer.on, what: 'written' },
    { on: checker.on, what: 'checked' },
    ...(sitting ? [{ on: sitting.on, what: 'read in a sitting' }] : []),
    ...(updated ? [] : [{ on: editor.on, what: 'signed by its editor' }]),
  ];
  const late = before.find(({ on }) => on > day);
  if (late) return `it is published on ${day}, and was ${late.what} on ${late.on}`;
  if (updated && updated < published) return `it is updated before it is published, on ${day}`;
  const early = corrected.find(({ on }) => on < day);
  if (early) return `it is corrected on ${early.on}, before readers could read it, on ${day}`;
  if (new Date(updated ?? published) > now) return 'it has a date that is still to come';
  return undefined;
}

/** How many articles were read in sittings, how many sittings there were, and which had too many articles. */
export interface SittingTotals {
  articles: number;
  sittings: number;
  overfull: { batch: number; articles: number }[];
}

export function sumSittings(reviews: readonly Review[]): SittingTotals {
  const batches = reviews.flatMap(({ sitting }) => sitting?.batch ?? []);
  const sittings = [...Map.groupBy(batches, (batch) => batch)].map(([batch, { length }]) => ({
    batch,
    articles: length,
  }));
  return {
    articles: batches.length,
    sittings: sittings.length,
    overfull: sittings.filter(({ articles }) => articles > MAX_ARTICLES_PER_SITTING),
  };
}
