import { useEffect, useRef } from 'react';
import { recordReadArticle } from '#web/reader/read-articles.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * An invisible mark at the end of an article. When a signed-in reader reaches it, the article is recorded as read, so
 * that suggestions list it after unread articles.
 */
export function ReadToEndRecorder({ id }: { id: string }) {
  const end = useRef<HTMLDivElement>(null);
  const reader = useReader()?.id;

  useEffect(() => {
    if (!reader) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      recordReadArticle(reader, id);
      observer.disconnect();
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [reader, id]);

  return <div ref={end} aria-hidden="true" />;
}
