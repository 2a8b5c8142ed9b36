import { useEffect, useRef } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * An invisible mark at the end of an article. Counts that the surrounding article was read, and records in a signed-in
 * reader's history how far. The code that does this loads on the first scroll, because nobody can read an article
 * without scrolling.
 */
export function ReadingTracker({ article }: { article: ArticleIdentity }) {
  const end = useRef<HTMLDivElement>(null);
  const reader = useReader()?.id;

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = () =>
      prefetchChunk(async () => {
        const { trackReading } = await import('./track-reading.ts');
        if (!signal.aborted) await trackReading(article, reader, end.current!, signal);
      });
    // A timer delays the measurement until hydration is complete.
    if (scrollY > 0) setTimeout(watch);
    else addEventListener('scroll', watch, { once: true, passive: true, signal });
    return () => leaving.abort();
  }, [article, reader]);

  return <div ref={end} />;
}
