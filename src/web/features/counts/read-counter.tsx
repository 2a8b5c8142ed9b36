import { useEffect, useRef } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { asksNotToBeTracked } from '#web/lib/privacy-signals.ts';

/**
 * Counts the surrounding article as read once half of it has been in view for long enough. The code that measures this
 * loads on the first scroll, because readers cannot reach the middle of an article without scrolling.
 */
export function ReadCounter({ article: { authorAlias, id } }: { article: ArticleIdentity }) {
  const mark = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (asksNotToBeTracked()) return;
    const text = mark.current!.parentElement!;
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = () =>
      prefetchChunk(async () => {
        const { trackReading } = await import('./track-reading.ts');
        if (!signal.aborted) trackReading({ authorAlias, id }, text, signal);
      });
    // A timer delays the measurement until hydration is complete.
    if (scrollY > 0) setTimeout(watch);
    else addEventListener('scroll', watch, { once: true, passive: true, signal });
    return () => leaving.abort();
  }, [authorAlias, id]);

  return <div ref={mark} hidden />;
}
