import type { ClaimsFile } from '#domain/claims.ts';

type Claim = ClaimsFile['claims'][number];
type Source = ClaimsFile['sources'][number];

export const EMPTY_CLAIMS: ClaimsFile = { sources: [], claims: [] };

/** What the vocabularies of claims are called. */
export const CLAIM_WORDS = {
  kinds: {
    number: 'Number',
    date: 'Date',
    attribution: 'Who did or said it',
    cause: 'Cause',
    superlative: 'First, most, only',
    negative: 'That something is not so',
    fact: 'Fact',
    sum: 'Our own arithmetic',
    interpretation: 'Interpretation',
  } satisfies Record<Claim['kind'], string>,
  confidence: { high: 'Sure', medium: 'Fairly sure' } satisfies Record<Claim['confidence'], string>,
  basis: {
    read: 'The source was looked at',
    memory: 'The source is known, and was not looked at',
  } satisfies Record<NonNullable<Claim['basis']>, string>,
  sources: {
    book: 'Book',
    paper: 'Paper',
    archive: 'Archive',
    data: 'Data',
    law: 'Law',
    report: 'Report',
    page: 'Web page',
  } satisfies Record<Source['kind'], string>,
} as const;

/** A short name for a source that no other has: "smith-1969". */
export function idOf(cite: string, taken: readonly string[]): string {
  const words = cite.toLowerCase().match(/[a-z]+|\d{4}/g) ?? ['source'];
  const year = words.find((word) => /\d/.test(word));
  const name = [words.find((word) => word.length > 2 && !/\d/.test(word)) ?? 'source', year];
  const id = name.filter(Boolean).join('-');
  if (!taken.includes(id)) return id;
  let nth = 2;
  while (taken.includes(`${id}-${nth}`)) nth++;
  return `${id}-${nth}`;
}
