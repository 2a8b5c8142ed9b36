import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Article } from '#domain/article.ts';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Starts to track the reading of an article, and calls `addControls` with controls that are used while reading. `end`
 * is an element after the article's last part. Stops when `signal` is aborted.
 */
export type TrackReadingAndAddLineControls = (
  article: Article,
  reader: string | undefined,
  end: HTMLElement,
  signal: AbortSignal,
  addControls: (controls: ReactNode) => void,
) => Promise<void>;

interface ReadingTrackerProps {
  article: Article;
  /** Loads the code for reading. Must be stable between renders. */
  load: () => Promise<{ trackReadingAndAddLineControls: TrackReadingAndAddLineControls }>;
}

/**
 * An invisible element at the end of an article. Counts that the article was read, and records how far it was read: in
 * the history for a signed-in reader, or in this browser for a visitor. The code that does this loads on the first
 * scroll or selection, because nobody can read an article without scrolling. Controls that are used while reading load
 * with it.
 */
export function ReadingTracker({ article, load }: ReadingTrackerProps) {
  const end = useRef<HTMLDivElement>(null);
  const reader = useReader()?.id;
  /** ID of the article that a signed-in reader has opened. */
  const openedArticleId = useRef<string>(undefined);
  const [controls, setControls] = useState<ReactNode>();

  useEffect(() => {
    // If the reader signs out while the article is open, in this or another tab, the rest of the visit is not stored
    // for visitors.
    if (reader) openedArticleId.current = article.id;
    else if (openedArticleId.current === article.id) return;
    const controller = new AbortController();
    const { signal } = controller;
    // React empties the reference before it runs the cleanup function of this effect.
    const element = end.current!;
    let isStarted = false;
    const start = () =>
      prefetchChunk(async () => {
        const { trackReadingAndAddLineControls } = await load();
        if (isStarted || signal.aborted) return;
        isStarted = true;
        await trackReadingAndAddLineControls(article, reader, element, signal, setControls);
      });
    // A timer delays the measurement until hydration is complete.
    if (scrollY > 0) setTimeout(start);
    else
      for (const eventType of ['scroll', 'selectionchange'])
        document.addEventListener(eventType, start, { once: true, signal });
    return () => controller.abort();
  }, [article, reader, load]);

  return <div ref={end}>{controls}</div>;
}
