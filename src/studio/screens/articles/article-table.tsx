import {
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { articleEditorPath } from '../../lib/article-queries.ts';
import { ARTICLE_STATUS_TONES } from '../../lib/article-status-tones.ts';
import { formatDateTime, formatRelativeTime, formatShortDate } from '../../lib/date-format.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ArticleFlags } from './article-flags.tsx';
import { type ArticleRow, SORT_KEY_FUNCTIONS } from './article-rows.ts';
import styles from './article-table.module.css';
import type { ArticleSorting } from './use-article-filter-and-sorting.ts';

const words = copy.articles;

/** Height of a table row in pixels. The style sheet has the same value. */
const ROW_HEIGHT = 60;

interface ArticleTableProps {
  rows: readonly ArticleRow[];
  sorting: ArticleSorting;
  onSort: (sorting: ArticleSorting) => void;
  /** Called with an article's ID when the editor is likely to open that article. */
  onIntent: (id: string) => void;
}

/**
 * Shows the articles as a table. Only the visible rows are rendered. Spacers above and below them take up the height of
 * the other rows.
 */
export function ArticleTable({ rows, sorting, onSort, onIntent }: ArticleTableProps) {
  const { id: sortedBy, desc } = sorting;
  const state = useMemo(() => ({ sorting: [{ id: sortedBy, desc }] }), [sortedBy, desc]);
  const table = useTable({
    features: FEATURES,
    columns: COLUMNS,
    data: rows as ArticleRow[],
    state,
    getRowId: ({ id }) => id,
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change([sorting]) : change;
      if (next) onSort(next);
    },
  });
  const sortedRows = table.getRowModel().rows;
  return (
    <table className={styles.table} aria-rowcount={sortedRows.length + 1}>
      <caption className="vh">{words.title}</caption>
      <thead>
        <tr aria-rowindex={1}>
          {table.getFlatHeaders().map((header) => {
            const { id, columnDef } = header.column;
            const direction = header.column.getIsSorted();
            return (
              <th
                key={id}
                scope="col"
                className={styles[columnDef.meta!.width]}
                aria-sort={
                  direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined
                }
              >
                <button type="button" onClick={header.column.getToggleSortingHandler()}>
                  <table.FlexRender header={header} />
                  <span className={styles.arrow} data-direction={direction || undefined}>
                    <Icon name={direction === 'desc' ? 'down' : 'up'} />
                  </span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <TableBody rows={sortedRows} onIntent={onIntent} />
    </table>
  );
}

interface TableBodyProps {
  rows: readonly { id: string; original: ArticleRow }[];
  onIntent: (id: string) => void;
}

/**
 * The body of the article table. It is a separate component, so that scrolling does not re-render the rest of the
 * table.
 */
function TableBody({ rows, onIntent }: TableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(getPageTop(body.current!)), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
  });
  const virtualItems = virtualizer.getVirtualItems();
  const heightBefore = (virtualItems[0]?.start ?? top) - top;
  const heightAfter = virtualizer.getTotalSize() - ((virtualItems.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      {heightBefore > 0 && <Spacer height={heightBefore} />}
      {virtualItems.map(({ index }) => {
        const { id, original } = rows[index]!;
        return <TableRow key={id} article={original} index={index + 2} onIntent={onIntent} />;
      })}
      {heightAfter > 0 && <Spacer height={heightAfter} />}
    </tbody>
  );
}

/** Renders an empty row that takes up the height of the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot receive focus
    <tr aria-hidden="true">
      <td className={styles.room} colSpan={COLUMNS.length} style={{ height }} />
    </tr>
  );
}

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<{ width: string }>(),
});

/** Compares normalized sort keys by code unit. This is ten times as fast as comparing them with a collator. */
const compareKeys: SortFn<typeof FEATURES, ArticleRow> = (a, b, column) => {
  const leftKey = a.getValue<string | number>(column);
  const rightKey = b.getValue<string | number>(column);
  return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0;
};

const columnHelper = createColumnHelper<typeof FEATURES, ArticleRow>();
const COLUMNS = columnHelper.columns(
  (
    [
      ['title', words.titleField, 'title'],
      ['author', words.author, 'author'],
      ['status', words.status, 'status', { sortDescFirst: false }],
      ['category', words.category, 'category'],
      ['minutes', words.minutes, 'minutes'],
      ['publishedAt', words.published, 'day', { sortDescFirst: true }],
      ['savedAt', words.saved, 'ago', { sortDescFirst: true }],
    ] as const
  ).map(([id, header, width, order]) =>
    columnHelper.accessor(SORT_KEY_FUNCTIONS[id]!, {
      id,
      header,
      sortFn: compareKeys,
      meta: { width },
      ...order,
    }),
  ),
);

interface TableRowProps {
  article: ArticleRow;
  index: number;
  onIntent: (id: string) => void;
}

const TableRow = memo(function ArticleTableRow({ article, index, onIntent }: TableRowProps) {
  const { id, title, author, status, categoryName, subcategoryName } = article;
  const { readingMinutes, publishedAt, savedAt } = article;
  return (
    <tr className={styles.row} aria-rowindex={index} onPointerEnter={() => onIntent(id)}>
      <th scope="row">
        <Link
          className={styles.link}
          to={articleEditorPath(id)}
          data-row=""
          onFocus={() => onIntent(id)}
        >
          {title}
        </Link>
        <ArticleFlags article={article} />
      </th>
      <td className={styles.cut}>{author}</td>
      <td>
        <StatusBadge machine={ARTICLE_STATE_MACHINE} state={status} tones={ARTICLE_STATUS_TONES} />
      </td>
      <td className={styles.cut}>
        <span>{categoryName}</span>
        <span className={styles.under}>{subcategoryName}</span>
      </td>
      <td className={styles.number}>{readingMinutes}</td>
      <td className={styles.number}>
        {publishedAt && (
          <time dateTime={publishedAt} title={formatDateTime(publishedAt)}>
            {formatShortDate(publishedAt)}
          </time>
        )}
      </td>
      <td className={styles.number}>
        <time dateTime={savedAt} title={formatDateTime(savedAt)}>
          {formatRelativeTime(savedAt)}
        </time>
      </td>
    </tr>
  );
});

function getPageTop(element: HTMLElement): number {
  return element.getBoundingClientRect().top + scrollY;
}
