import { stringify } from 'yaml';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { listManuscriptTexts } from './passages.ts';

/** A manuscript as a model is shown it: each text on a line of its own, after where it stands. */
export function formatManuscript(manuscript: Manuscript): string {
  return listManuscriptTexts(manuscript)
    .filter(({ text }) => text)
    .map(({ path, text }) => `[${path}] ${text}`)
    .join('\n');
}

/** What a manuscript claims, as a model is told. */
export function formatClaims({ claims }: Manuscript): string {
  return claims ? stringify(claims).trim() : 'Nobody has written down what it claims.';
}
