import { asksNotToBeTracked } from '#web/lib/privacy-signals.ts';
import type { RecordedArticle } from './record-furthest-part-reached.ts';

/**
 * Counts that an article was read, unless the browser asks not to be tracked, and records how far the reader, or the
 * visitor, has read it. Loads only the code that is needed. `end` is an element after the article's last part. Stops
 * when `signal` is aborted.
 */
export async function trackReading(
  article: RecordedArticle,
  reader: string | undefined,
  end: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const [countModule, recordModule] = await Promise.all([
    asksNotToBeTracked() ? undefined : import('./count-article-once-read.ts'),
    import('./record-furthest-part-reached.ts'),
  ]);
  if (signal.aborted) return;
  countModule?.countArticleOnceRead(article, end.parentElement!, signal);
  recordModule.recordFurthestPartReached(reader, article, end, signal);
}
