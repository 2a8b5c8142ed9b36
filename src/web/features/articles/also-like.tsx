import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { articleCopy } from '#web/copy/article.ts';
import { sortUnreadFirst } from '#web/reader/read-articles.ts';
import { useReader } from '#web/reader/session.ts';
import { Shelf } from './shelf.tsx';

/** Articles that lie near to the one on show; for a signed-in reader, those they have not read first. */
export function AlsoLike({ articles }: { articles: readonly ArticleMeta[] }) {
  const shelf = useRef<HTMLElement>(null);
  return (
    <Shelf
      ref={shelf}
      title={articleCopy.alsoLike}
      articles={useUnreadFirst(articles, shelf)}
      detailOf={({ authorAlias }) => authorAlias}
    />
  );
}

/**
 * The page comes from the server the same for everybody, and is put in the reader's order once the browser has taken
 * it over: where the shelf is on show by then, as after a reload at its foot, it stays as it is.
 */
function useUnreadFirst(
  articles: readonly ArticleMeta[],
  shelf: RefObject<HTMLElement | null>,
): readonly ArticleMeta[] {
  const reader = useReader()?.id;
  const [arrangedFor, setArrangedFor] = useState(reader);

  useEffect(() => {
    if (!isInView(shelf.current)) setArrangedFor(reader);
  }, [reader, shelf]);

  return useMemo(
    () => (arrangedFor ? sortUnreadFirst(arrangedFor, articles) : articles),
    [arrangedFor, articles],
  );
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
