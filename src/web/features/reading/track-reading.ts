import type { ArticleIdentity } from '#domain/article.ts';
import { asksNotToBeTracked } from '#web/lib/privacy-signals.ts';
import { countReading } from './count-reading.ts';
import { recordReading } from './record-reading.ts';

/**
 * Counts that an article was read, unless the browser asks not to be tracked, and records how far the signed-in reader
 * has read it. `end` is an element after the article's last part. Stops when `leaving` is aborted.
 */
export function trackReading(
  article: ArticleIdentity,
  reader: string | undefined,
  end: HTMLElement,
  leaving: AbortSignal,
): void {
  if (!asksNotToBeTracked()) countReading(article, end.parentElement!, leaving);
  if (reader) recordReading(reader, article, end, leaving);
}
