import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { Link } from '#ui/link.tsx';
import { articleEditorPath } from '../../lib/article-queries.ts';
import { ARTICLE_STATUS_TONES } from '../../lib/article-status-tones.ts';
import { formatRelativeTime } from '../../lib/date-format.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import styles from './article-cards.module.css';
import { ArticleFlags } from './article-flags.tsx';
import { type ArticleRow, SORT_KEY_FUNCTIONS } from './article-rows.ts';
import type { ArticleSorting } from './use-article-filter-and-sorting.ts';

interface ArticleCardsProps {
  rows: readonly ArticleRow[];
  sorting: ArticleSorting;
  onIntent: (id: string) => void;
}

/** Shows the list of articles as cards, for phones. */
export function ArticleCards({ rows: unsortedRows, sorting, onIntent }: ArticleCardsProps) {
  const { id: sortedBy, desc } = sorting;
  const rows = useMemo(() => {
    const getSortKey = SORT_KEY_FUNCTIONS[sortedBy] ?? SORT_KEY_FUNCTIONS.savedAt!;
    const sign = desc ? -1 : 1;
    return unsortedRows.toSorted((a, b) =>
      getSortKey(a) < getSortKey(b) ? -sign : getSortKey(a) > getSortKey(b) ? sign : 0,
    );
  }, [unsortedRows, sortedBy, desc]);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current!.getBoundingClientRect().top + scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 108,
    getItemKey: (index) => rows[index]!.id,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <ul className={styles.cards} ref={list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const { id, title, author, status, categoryName, savedAt } = rows[index]!;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Link
              className={styles.card}
              to={articleEditorPath(id)}
              data-row=""
              onFocus={() => onIntent(id)}
              onPointerDown={() => onIntent(id)}
            >
              <span className={styles.title}>{title}</span>
              <span className={styles.line}>
                <StatusBadge
                  machine={ARTICLE_STATE_MACHINE}
                  state={status}
                  tones={ARTICLE_STATUS_TONES}
                />
                <span className={styles.by}>{author}</span>
                <time dateTime={savedAt}>{formatRelativeTime(savedAt)}</time>
              </span>
              <span className={styles.line}>
                <span className={styles.by}>{categoryName}</span>
              </span>
              <ArticleFlags article={rows[index]!} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
