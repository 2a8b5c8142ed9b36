import { asksNotToBeTracked } from '#web/lib/privacy-signals.ts';
import type { TrackedArticle } from './record-furthest-part-reached.ts';

/**
 * Counts an article as read, unless the browser asks not to be tracked. Records how far the reader or visitor has read
 * it. Loads only the code that is needed. `end` is an element after the last part of the article. Stops when `signal`
 * is aborted.
 */
export async function trackReading(
  article: TrackedArticle,
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
