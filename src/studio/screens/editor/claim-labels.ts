import type { ClaimsFile } from '#domain/claims.ts';
import { copy } from '../../copy.ts';

const words = copy.claims;

type Claim = ClaimsFile['claims'][number];
type Source = ClaimsFile['sources'][number];

export const EMPTY_CLAIMS: ClaimsFile = { sources: [], claims: [] };

/** Labels for the possible values of a claim's fields: kind, confidence, basis and kind of source. */
export const CLAIM_VALUE_LABELS = {
  kinds: {
    number: words.number,
    date: words.date,
    attribution: words.attribution,
    cause: words.cause,
    superlative: words.superlative,
    negative: words.negation,
    fact: words.fact,
    sum: words.arithmetic,
    interpretation: words.interpretation,
  } satisfies Record<Claim['kind'], string>,
  confidence: { high: words.sure, medium: words.fairlySure } satisfies Record<
    Claim['confidence'],
    string
  >,
  basis: {
    read: words.checked,
    memory: words.unchecked,
  } satisfies Record<NonNullable<Claim['basis']>, string>,
  sources: {
    book: words.book,
    paper: words.paper,
    archive: words.archive,
    data: words.data,
    law: words.law,
    report: words.report,
    page: words.webPage,
  } satisfies Record<Source['kind'], string>,
} as const;

/** Creates a short ID for a source from its name, such as "smith-1969". The ID differs from all `existingIds`. */
export function createClaimSourceId(cite: string, existingIds: readonly string[]): string {
  const nameWords = cite.toLowerCase().match(/[a-z]+|\d{4}/g) ?? ['source'];
  const year = nameWords.find((word) => /\d/.test(word));
  const name = [nameWords.find((word) => word.length > 2 && !/\d/.test(word)) ?? 'source', year];
  const id = name.filter(Boolean).join('-');
  if (!existingIds.includes(id)) return id;
  let suffix = 2;
  while (existingIds.includes(`${id}-${suffix}`)) suffix++;
  return `${id}-${suffix}`;
}
