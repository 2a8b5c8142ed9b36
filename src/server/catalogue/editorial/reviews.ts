import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ArticleFrontMatter } from '#domain/article.ts';
import type { ParsedArticle } from './passages.ts';

/**
 * Devices that only a reader can see. The editor of an article names those it has, and the budgets of `style.ts`
 * count them over the library.
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

/** What the checker found of a claim. `unsourced`: nothing was found for it, or against it. */
const VERDICTS = ['wrong', 'misleading', 'unsourced', 'imprecise'] as const;

const readerSchema = z.strictObject({
  /** A language model, or a person's name. */
  by: z.string().min(1),
  on: z.iso.date(),
});

/** What somebody found who saw nothing of an article's making, in one out of ten that are drawn. */
const auditSchema = z.strictObject({
  on: z.iso.date(),
  by: z.string().min(1),
  /** That the auditor took out of the text, and how many of them were each. */
  claims: z.int().min(1),
  wrong: z.int().min(0),
  misleading: z.int().min(0),
  unsourced: z.int().min(0),
});

/** In which batch of ten, of different authors, an article was read whole: what repeats shows there and nowhere else. */
const sittingSchema = readerSchema.extend({
  batch: z.int().min(1),
});

/** As many articles as one editor reads in one sitting. */
const MAX_ARTICLES_PER_SITTING = 10;

const findingSchema = z.strictObject({
  passage: z.string().min(1),
  verdict: z.enum(VERDICTS),
  /** What is so, and where that stands. */
  what: z.string().min(1),
  /** What the editor did about it. */
  done: z.string().min(1),
});

/** The record of an article's review (`content/README.md`, "Reviews"). */
export const reviewSchema = z.strictObject({
  /** {@link hashArticleText} of the text it is of. */
  text: z.string().regex(/^[0-9a-f]{16}$/, 'the first sixteen hexadecimal digits of a hash'),
  writer: readerSchema,
  /** Saw the text alone, and looked for sources of their own. */
  checker: readerSchema,
  editor: readerSchema,
  claims: z.strictObject({
    /** That the checker took out of the text. */
    checked: z.int().min(1),
    /** Of these, confirmed by a source that was found and read. */
    confirmed: z.int().min(0),
    /** Of these, resting on what the checker knows: no source could be had. */
    fromKnowledge: z.int().min(0),
  }),
  findings: z.array(findingSchema),
  devices: z.array(z.enum(JUDGED_DEVICES)),
  sitting: sittingSchema.optional(),
  audit: auditSchema.optional(),
  /** What no reader of the record should take for more than it is. */
  restsOn: z.string().min(1),
});
export type Review = z.infer<typeof reviewSchema>;

/**
 * What a review is bound to: title, tagline and text, as they are read. Dates, markup of the file and the claims'
 * wording may change without another review; a word of the article may not.
 */
export function hashArticleText({ passages }: ParsedArticle): string {
  const text = passages.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What the reviews of a library come to. */
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

/** Shares of the claims in an audit that may be wrong or misleading; beyond them, all of the library is checked again. */
const MAX_WRONG_SHARE = 0.005;
const MAX_MISLEADING_SHARE = 0.015;

/** What the last audit of a library comes to, with the shares of its claims. */
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

/** Of the articles that were drawn on the last day that any were: what an earlier audit found has been answered. */
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

/** Why what was audited last does not do, if it does not. */
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

/** Why an article's last word is not its editor's, if it is not: they decide after the checker, and about each change. */
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
 * Which date of an article cannot be, if one cannot. Readers are shown when it was published, and nobody writes or reviews an
 * article after that: only its editor signs again, for an article that was `updated`, and an auditor reads it later.
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

/** How many of the reviewed articles were read in sittings, in how many of them, and which had more than it may have. */
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
