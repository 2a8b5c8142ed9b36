import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { Voice } from '#domain/studio/personas.ts';
import { uncovered } from './coverage.ts';
import { type Passage, passagesOf } from './reading.ts';
import { habitsIn, lengthFault } from './style.ts';
import { outOfBand, rhythmOf } from './voices.ts';

/** A text as it can be read, published or not. */
export type ReadableText = Pick<Article, 'title' | 'tagline' | 'body'>;

/**
 * What the checks of the library find in one article, each a remark without a full stop: what no claim covers, its
 * length, habits of style that no article may have, and sentences out of the author's voice.
 */
export function remarksOn(
  article: ReadableText,
  alias: string,
  claims: ClaimsFile | undefined,
  voice: Voice | undefined,
): string[] {
  const passages: Passage[] = passagesOf(article, alias);
  const reading = { article, claims, passages };
  const length = lengthFault(reading);
  return [
    ...uncovered(reading),
    ...(length ? [length] : []),
    ...habitsIn(reading),
    ...(voice ? outOfBand(voice, rhythmOf([reading])) : []),
  ];
}
