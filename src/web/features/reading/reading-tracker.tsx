import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Article } from '#domain/article.ts';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Starts to track how far the reader reads an article, and calls `addControls` with controls for keeping passages.
 * `end` is an element after the last part of the article. Stops when `signal` is aborted.
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
  /** Loads the code that tracks reading. The function must be the same in each render. */
  load: () => Promise<{ trackReadingAndAddLineControls: TrackReadingAndAddLineControls }>;
}

/**
 * Renders an invisible element at the end of an article, and tracks reading. The tracking code counts the article as
 * read, and records how far it was read: in a signed-in reader's history, or in a signed-out visitor's browser. The
 * code loads on the first scroll or selection, because nobody can read an article without scrolling. The controls for
 * keeping passages load with it.
 */
export function ReadingTracker({ article, load }: ReadingTrackerProps) {
  const end = useRef<HTMLDivElement>(null);
  const reader = useReader()?.id;
  /** The ID of the last article that this component has shown to a signed-in reader. */
  const openedArticleId = useRef<string>(undefined);
  const [controls, setControls] = useState<ReactNode>();

  useEffect(() => {
    // If the reader signs out while the article is open, their further reading must not be stored as that of a
    // signed-out visitor.
    if (reader) openedArticleId.current = article.id;
    else if (openedArticleId.current === article.id) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The element is read here, because React sets the ref to `null` before it runs this effect's cleanup function.
    const element = end.current!;
    let isStarted = false;
    const start = () =>
      prefetchChunk(async () => {
        if (isStarted) return;
        isStarted = true;
        const { trackReadingAndAddLineControls } = await load().catch((error) => {
          // After a failure, the next scroll or selection loads the code again.
          isStarted = false;
          throw error;
        });
        if (!signal.aborted)
          await trackReadingAndAddLineControls(article, reader, element, signal, setControls);
      });
    // If the page is already scrolled, tracking does not wait for a scroll event. The timer delays it until hydration
    // is complete.
    if (scrollY > 0) setTimeout(start);
    for (const eventType of ['scroll', 'selectionchange'])
      document.addEventListener(eventType, start, { signal });
    return () => controller.abort();
  }, [article, reader, load]);

  return <div ref={end}>{controls}</div>;
}
