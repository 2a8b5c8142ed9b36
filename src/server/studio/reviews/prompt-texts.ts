import { stringify } from 'yaml';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { listManuscriptTexts } from './passages.ts';

/**
 * Formats a manuscript for a prompt. Each line contains the path of a text, such as `introduction.0`, followed by the
 * text itself.
 */
export function formatManuscriptForPrompt(manuscript: Manuscript): string {
  return listManuscriptTexts(manuscript)
    .filter(({ text }) => text)
    .map(({ path, text }) => `[${path}] ${text}`)
    .join('\n');
}

/** Formats a manuscript's claims (statements with sources) for a prompt. */
export function formatClaimsForPrompt({ claims }: Manuscript): string {
  return claims ? stringify(claims).trim() : 'Nobody has written down what it claims.';
}
