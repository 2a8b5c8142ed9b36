import { z } from 'zod';
import { citedSourceSchema } from './article.ts';

/**
 * Kinds of claims (factual statements) in an article. A `sum` is a calculation that the article makes itself, and its
 * `says` field contains the calculation. Claims of any other kind cite a source.
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

export const SOURCE_KINDS = ['book', 'paper', 'archive', 'data', 'law', 'report', 'page'] as const;

export const claimSourceSchema = z.strictObject({
  /** Short name by which claims refer to the source. */
  id: z.string().regex(/^[a-z0-9-]+$/, 'a short name in small letters, digits and hyphens'),
  ...citedSourceSchema.shape,
  kind: z.enum(SOURCE_KINDS),
});

export const claimSchema = z
  .strictObject({
    claim: z.string().min(1),
    kind: z.enum(CLAIM_KINDS),
    /** The passages of the article that make the claim, quoted verbatim and without markup. */
    covers: z.array(z.string().min(1)).min(1),
    source: z.string().optional(),
    /** Location within the source: chapter, section, page or table. */
    locator: z.coerce.string().optional(),
    /** The statement in the source that supports the claim. For a `sum`, the calculation. */
    says: z.string().min(1),
    /** `read` if someone read the source to check the claim, `memory` if the source is cited from memory. */
    basis: z.enum(['read', 'memory']).optional(),
    /** Confidence in the claim. The schema rejects claims with low confidence. */
    confidence: z.enum(['high', 'medium']),
    /** Strongest evidence against the claim. */
    counter: z.string().min(1),
  })
  .refine(({ kind, source, basis }) => kind === 'sum' || (source && basis), {
    path: ['source'],
    error: 'a claim names its source and its basis, unless it is a sum',
  });

/** Reports an issue for each claim whose source is not in the list of sources. */
function reportUnknownSources(
  { sources, claims }: ClaimsFile,
  { addIssue }: z.core.$RefinementCtx<ClaimsFile>,
): void {
  const sourceIds = new Set(sources.map(({ id }) => id));
  for (const [index, { source }] of claims.entries())
    if (source !== undefined && !sourceIds.has(source))
      addIssue({
        code: 'custom',
        path: ['claims', index, 'source'],
        message: `no source here is called "${source}"`,
      });
}

const claimsShape = z.strictObject({
  sources: z.array(claimSourceSchema).min(2),
  claims: z.array(claimSchema).min(1),
});

export const claimsFileSchema = claimsShape.superRefine(reportUnknownSources);

/**
 * Schema for an article's claims (factual statements) while an editor works on them in the studio. The lists of sources
 * and claims may be incomplete or empty.
 */
export const unfinishedClaimsSchema = z
  .strictObject({
    sources: z.array(claimSourceSchema).max(100),
    claims: z.array(claimSchema).max(500),
  })
  .superRefine(reportUnknownSources);

/** The claims (factual statements) of an article, and their sources (`content/README.md`, "Claims"). */
export type ClaimsFile = z.infer<typeof claimsShape>;
