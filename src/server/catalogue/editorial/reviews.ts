import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ArticleFrontMatter } from '#domain/article.ts';
import type { SplitLibraryArticle } from './passages.ts';

/**
 * Style habits that only a person can recognize, because no regular expression can find them. The editor lists an
 * article's habits in the article's review. `style-habits.ts` counts them across the whole content library.
 */
export const MANUALLY_DETECTED_HABITS = [
  'ends where it began',
  'turns to modern life or AI',
  'legend told, then disowned',
  'takeaway that repeats',
  'three stories in one key point',
  'image used before by the author',
  'opposed takeaway',
  'relay of years',
] as const;

/** The possible verdicts on a claim in an article. `unsourced` means that no source confirms or refutes the claim. */
const VERDICTS = ['wrong', 'misleading', 'unsourced', 'imprecise'] as const;

const readerSchema = z.strictObject({
  /** Name of the person or language model that did one step of the review, such as writing or checking. */
  by: z.string().min(1),
  on: z.iso.date(),
});

/**
 * Schema of a blind audit. One article in ten is selected at random, and is checked by a person or model that took no
 * part in writing it.
 */
const auditSchema = z.strictObject({
  on: z.iso.date(),
  by: z.string().min(1),
  /**
   * Number of claims that the auditor found in the text. `wrong`, `misleading` and `unsourced` count the claims with
   * each of these verdicts.
   */
  claims: z.int().min(1),
  wrong: z.int().min(0),
  misleading: z.int().min(0),
  unsourced: z.int().min(0),
});

/**
 * Schema of the sitting in which an article was read. In one sitting, up to ten articles by different authors are read
 * without interruption, because repeated phrases and structures become noticeable only then.
 */
const sittingSchema = readerSchema.extend({
  batch: z.int().min(1),
});

const MAX_ARTICLES_PER_SITTING = 10;

const findingSchema = z.strictObject({
  passage: z.string().min(1),
  verdict: z.enum(VERDICTS),
  /** The correct fact that should replace the one in the passage, with its source. */
  what: z.string().min(1),
  /** The change that the editor made to the article because of the finding. */
  done: z.string().min(1),
});

/** Schema of the review of an article (`content/README.md`, "Reviews"). */
export const reviewSchema = z.strictObject({
  /** The hash of the text that was reviewed, as {@link computeArticleTextFingerprint} returns it. */
  text: z.string().regex(/^[0-9a-f]{16}$/, 'the first sixteen hexadecimal digits of a hash'),
  writer: readerSchema,
  /**
   * The person or model that checked the claims. The checker had only the text of the article, and searched for sources
   * independently of the writer.
   */
  checker: readerSchema,
  editor: readerSchema,
  claims: z.strictObject({
    /** Number of claims that the checker found in the text. */
    checked: z.int().min(1),
    /** Number of claims for which the checker found a source that confirms them. */
    confirmed: z.int().min(0),
    /** Number of claims that the checker considers true without having found a source. */
    fromKnowledge: z.int().min(0),
  }),
  findings: z.array(findingSchema),
  devices: z.array(z.enum(MANUALLY_DETECTED_HABITS)),
  sitting: sittingSchema.optional(),
  audit: auditSchema.optional(),
  /** A sentence that warns about the limits of this review. */
  restsOn: z.string().min(1),
});
export type Review = z.infer<typeof reviewSchema>;

/**
 * Returns a hash of the title, tagline and text of an article. A review is valid only for the text whose hash it
 * contains, so a changed text needs a new review. Changes to dates, markup or the wording of claims do not affect the
 * hash.
 */
export function computeArticleTextFingerprint({ passages }: SplitLibraryArticle): string {
  const text = passages.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The totals of all reviews in a content library. */
export interface ReviewTotals {
  articles: number;
  checked: number;
  confirmed: number;
  fromKnowledge: number;
  findings: Record<(typeof VERDICTS)[number], number>;
}

export function sumReviews(reviews: readonly Review[]): ReviewTotals {
  const sum = (getCount: (review: Review) => number) =>
    reviews.reduce((total, review) => total + getCount(review), 0);
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
 * Maximum shares of wrong and misleading claims in an audit. If an audit finds more, the whole content library must be
 * checked again.
 */
const MAX_WRONG_SHARE = 0.005;
const MAX_MISLEADING_SHARE = 0.015;

/** The totals of the last audit, with the shares of wrong and misleading claims. */
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

/**
 * Adds up the audits of the latest day on which articles were audited. Ignores earlier audits, because the errors that
 * they found have been corrected.
 */
export function sumLatestAudit(reviews: readonly Review[]): AuditTotals {
  const allAudits = reviews.flatMap(({ audit }) => audit ?? []);
  const on = allAudits
    .map((audit) => audit.on)
    .sort()
    .at(-1);
  const audits = allAudits.filter((audit) => audit.on === on);
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

/** Returns the reason why the last audit failed, or `undefined` if it passed. */
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
 * Returns the reason why the editor's sign-off is invalid, or `undefined` if it is valid. The editor must sign off
 * after the checker has finished, and again after each change to the article.
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
 * Returns a sentence about an impossible date in the review or the article, or `undefined` if all dates are possible.
 * Every step of a review except the audit must be finished by the day of publication. If the article was updated, the
 * editor may sign off later. An article must not be updated or corrected before its publication, or have a date in the
 * future.
 */
export function describeReviewDateProblem(
  { writer, checker, editor, sitting }: Review,
  {
    published,
    updated,
    corrected,
  }: Pick<ArticleFrontMatter, 'published' | 'updated' | 'corrected'>,
  now = new Date(),
): string | undefined {
  const day = published.slice(0, 10);
  const steps = [
    { on: writer.on, step: 'written' },
    { on: checker.on, step: 'checked' },
    ...(sitting ? [{ on: sitting.on, step: 'read in a sitting' }] : []),
    ...(updated ? [] : [{ on: editor.on, step: 'signed by its editor' }]),
  ];
  const lateStep = steps.find(({ on }) => on > day);
  if (lateStep) return `it is published on ${day}, and was ${lateStep.step} on ${lateStep.on}`;
  if (updated && updated < published) return `it is updated before it is published, on ${day}`;
  const earlyCorrection = corrected.find(({ on }) => on < day);
  if (earlyCorrection)
    return `it is corrected on ${earlyCorrection.on}, before readers could read it, on ${day}`;
  if (new Date(updated ?? published) > now) return 'it has a date that is still to come';
  return undefined;
}

/**
 * Statistics on sittings, in which several articles are read without interruption: the total number of articles read,
 * the number of sittings, and the sittings that covered too many articles.
 */
export interface ReviewSittingTotals {
  articles: number;
  sittings: number;
  overfull: { batch: number; articles: number }[];
}

export function sumReviewSittings(reviews: readonly Review[]): ReviewSittingTotals {
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
