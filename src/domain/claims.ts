import { z } from 'zod';
import { articleSourceSchema } from './article.ts';

/**
 * What kind of thing a claim says. A `sum` is the article's own arithmetic, which `says` shows; everything else
 * names a source.
 */
export const CLAIM_KINDS = [
  'number',
  'date',
  'attribution',
  'cause',
  'superlative',
  'negative',
  'fact',
  'sum',
  'interpretation',
] as const;

/** What a source is. */
export const SOURCE_KINDS = ['book', 'paper', 'archive', 'data', 'law', 'report', 'page'] as const;

export const sourceSchema = z.strictObject({
  /** What the claims call it. */
  id: z.string().regex(/^[a-z0-9-]+$/, 'a short name in small letters, digits and hyphens'),
  ...articleSourceSchema.shape,
  kind: z.enum(SOURCE_KINDS),
});

export const claimSchema = z
  .strictObject({
    claim: z.string().min(1),
    kind: z.enum(CLAIM_KINDS),
    /** Passages of the article that say it, word for word, without markup. */
    covers: z.array(z.string().min(1)).min(1),
    source: z.string().optional(),
    /** Chapter, section, page or table. */
    locator: z.coerce.string().optional(),
    /** What the source says, or how the sum is done. */
    says: z.string().min(1),
    /** Whether the source was looked at when the claim was written, or is known. */
    basis: z.enum(['read', 'memory']).optional(),
    /** What is of low confidence does not get into an article. */
    confidence: z.enum(['high', 'medium']),
    /** The strongest evidence against it. */
    counter: z.string().min(1),
  })
  .refine(({ kind, source, basis }) => kind === 'sum' || (source && basis), {
    path: ['source'],
    error: 'a claim names its source and its basis, unless it is a sum',
  });

/** Claims name sources that are there. */
function namesItsSources(
  { sources, claims }: ClaimsFile,
  { addIssue }: z.core.$RefinementCtx<ClaimsFile>,
): void {
  const known = new Set(sources.map(({ id }) => id));
  for (const [at, { source }] of claims.entries())
    if (source !== undefined && !known.has(source))
      addIssue({
        code: 'custom',
        path: ['claims', at, 'source'],
        message: `no source here is called "${source}"`,
      });
}

const claimsShape = z.strictObject({
  sources: z.array(sourceSchema).min(2),
  claims: z.array(claimSchema).min(1),
});

export const claimsSchema = claimsShape.superRefine(namesItsSources);

/** Claims as they are being written down: there may be no source yet, or no claim. */
export const unfinishedClaimsSchema = z
  .strictObject({
    sources: z.array(sourceSchema).max(100),
    claims: z.array(claimSchema).max(500),
  })
  .superRefine(namesItsSources);

/** What an article claims, and what that rests on (`content/README.md`, "Claims"). */
export type ClaimsFile = z.infer<typeof claimsShape>;
