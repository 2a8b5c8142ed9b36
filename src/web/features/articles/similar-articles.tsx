import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ArticleTeaser } from '#domain/article.ts';
import { articleCopy } from '#web/copy/article.ts';
import { isInView } from '#web/lib/is-in-view.ts';
import { finishedSet, sortUnfinishedFirst } from '#web/reader/finished-set.ts';
import { useReaderSetItems } from '#web/reader/reader-sets.ts';
import { ArticleCarousel } from './article-carousel.tsx';

/** A carousel of articles that are similar to the current one. For a signed-in reader, unread articles come first. */
export function SimilarArticles({ articles }: { articles: readonly ArticleTeaser[] }) {
  const carousel = useRef<HTMLElement>(null);
  return (
    <ArticleCarousel
      ref={carousel}
      title={articleCopy.alsoLike}
      articles={useUnreadFirst(articles, carousel)}
      detailOf={({ authorAlias }) => authorAlias}
    />
  );
}

/**
 * Returns the articles with unread ones first. Sorts them after hydration, because the server renders the same order
 * for all readers. Does not change the order while the carousel is in view, for example after a reload at the bottom of
 * the page.
 */
function useUnreadFirst(
  articles: readonly ArticleTeaser[],
  carousel: RefObject<HTMLElement | null>,
): readonly ArticleTeaser[] {
  const finishedIds = useReaderSetItems(finishedSet);
  const [sortedByIds, setSortedByIds] = useState(finishedIds);

  useEffect(() => {
    if (!carousel.current || !isInView(carousel.current)) setSortedByIds(finishedIds);
  }, [finishedIds, carousel]);

  return sortUnfinishedFirst(articles, sortedByIds);
}
