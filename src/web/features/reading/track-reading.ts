import type { ArticleIdentity } from '#domain/article.ts';
import { asksNotToBeTracked } from '#web/lib/privacy-signals.ts';

/**
 * Counts that an article was read, unless the browser asks not to be tracked, and records how far the signed-in reader
 * has read it. Loads only the code that is needed. `end` is an element after the article's last part. Stops when
 * `leaving` is aborted.
 */
export async function trackReading(
  article: ArticleIdentity,
  reader: string | undefined,
  end: HTMLElement,
  leaving: AbortSignal,
): Promise<void> {
  const [counting, recording] = await Promise.all([
    asksNotToBeTracked() ? undefined : import('./count-reading.ts'),
    reader ? import('./record-reading.ts') : undefined,
  ]);
  if (leaving.aborted) return;
  counting?.countReading(article, end.parentElement!, leaving);
  if (reader) recording?.recordReading(reader, article, end, leaving);
}
