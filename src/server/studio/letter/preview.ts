import { createHash } from 'node:crypto';
import type { LetterTheme } from '#domain/studio/letter-preview.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { collectLetterPreviewContent } from '#server/readers/letter/letter-content.ts';
import { formatLetterDay } from '#server/readers/letter/letter-week.ts';
import { createUnsubscribeUrl } from '#server/readers/letter/link-urls.ts';
import { setMailTheme } from '#server/readers/letter/mail-frame.ts';
import { type RenderedMail, renderLetter } from '#server/readers/letter/render-letter.ts';

/**
 * The weekly letter that a reader would receive now, and the number of articles in it by authors whom the reader
 * follows.
 */
interface RenderedPreview {
  letter: RenderedMail | undefined;
  followedCount: number;
}

/** Renders the weekly letter of a reader who follows the authors with the given aliases. */
export async function renderLetterPreview(
  queries: Queries,
  aliases: readonly string[],
  origin: string,
): Promise<RenderedPreview> {
  const now = new Date();
  const content = await collectLetterPreviewContent(queries, aliases, now);
  if (!content) return { letter: undefined, followedCount: 0 };
  const links = { origin, unsubscribeUrl: createUnsubscribeUrl(origin, 'preview') };
  const letter = renderLetter(content, formatLetterDay('UTC', now), links);
  return { letter, followedCount: content.followed.length };
}

/**
 * Returns the letter as an HTML document for a frame. The document has the given theme regardless of the device's
 * theme, and opens links in new tabs. Also returns the document's content security policy, which allows the letter's
 * inline styles by their hashes, and sandboxes the document without allowing scripts.
 */
export function createLetterPreviewDocument(
  { html }: RenderedMail,
  theme: LetterTheme,
  origin: string,
): { html: string; policy: string } {
  const document = setMailTheme(html, theme).replace('<head>', '<head><base target="_blank">');
  const policy = [
    "default-src 'none'",
    `img-src 'self' ${origin}`,
    `style-src 'unsafe-hashes' ${listStyleHashes(document).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join(';');
  return { html: document, policy };
}

/** Returns the hashes of a document's style sheet and style attributes, as sources for a content security policy. */
function listStyleHashes(html: string): string[] {
  const styles = [...html.matchAll(/<style>([^<]*)<\/style>|\sstyle="([^"]*)"/g)];
  const texts = new Set(styles.map(([, sheet, attribute]) => sheet ?? attribute!));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
