import { useEffect, useRef } from 'react';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { useReader } from '#web/reader/session.ts';
import type { RecordedArticle } from './record-reading.ts';

/**
 * An invisible mark at the end of an article. Counts that the surrounding article was read, and records how far: for a
 * signed-in reader in the history, for a visitor in this browser. The code that does this loads on the first scroll,
 * because nobody can read an article without scrolling.
 */
export function ReadingTracker({ article }: { article: RecordedArticle }) {
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
