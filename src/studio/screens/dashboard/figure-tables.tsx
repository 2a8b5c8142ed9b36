import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getCategory } from '#domain/categories.ts';
import { FEEDBACK_TYPE_DETAILS, type FeedbackType } from '#domain/feedback.ts';
import {
  type ArticleFigureSortColumn,
  COMPLETION_RATE_KEYS,
  COMPLETION_RATES,
  calculateCompletionRate,
  type FigureColumnKey,
  type FigureRange,
  isCompletionRateKey,
  METRIC_LABELS,
  type Metric,
  type MetricTotals,
} from '#domain/studio/figures.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { Field } from '../../ui/field.tsx';
import { ShowMoreButton } from '../../ui/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CsvLink } from './chart-panel.tsx';
import styles from './dashboard.module.css';
import {
  articleFiguresQuery,
  authorFiguresQuery,
  categoryFiguresQuery,
  dashboardScreenPath,
  figuresCsvPath,
} from './queries.ts';

const words = copy.dashboard;
const VIEWS = words.viewNames;
type View = keyof typeof VIEWS;

/** Maximum number of articles in the table. The CSV file contains up to 10,000 articles. */
const MAX_ARTICLES = 25;

/** Shows tables with figures for articles, authors and categories. Editors can sort a table by any column. */
export function FigureTables({ range }: { range: FigureRange }) {
  const [view, setView] = useState<View>('articles');
  const [sortColumn, setSortColumn] = useState<FigureColumnKey>('read');
  // The table of articles has no column for follows, because readers follow authors.
  const hiddenColumn = view === 'articles' ? 'follows' : undefined;
  const articleOrder: ArticleFigureSortColumn = sortColumn === 'follows' ? 'read' : sortColumn;
  const order = view === 'articles' ? articleOrder : sortColumn;
  const csvQuery = view === 'articles' ? { range, order: articleOrder } : { range };
  return (
    <Panel
      title={words.compare}
      action={<CsvLink href={figuresCsvPath(view, csvQuery)} subject={VIEWS[view].toLowerCase()} />}
    >
      <div className={styles.choose}>
        <fieldset className={styles.ranges}>
          <legend className="vh">{words.compareWhat}</legend>
          {(Object.keys(VIEWS) as View[]).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="view"
                checked={each === view}
                onChange={() => setView(each)}
              />
              <span>{VIEWS[each]}</span>
            </label>
          ))}
        </fieldset>
        <Field label={words.sortBy}>
          {(props) => (
            <select
              {...props}
              value={order}
              onChange={({ target }) => setSortColumn(target.value as FigureColumnKey)}
            >
              {COLUMNS.filter(({ key }) => key !== hiddenColumn).map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ScrollRegion label={words.tableOf(VIEWS[view])}>
        {view === 'articles' && <ArticleFiguresTable range={range} order={articleOrder} />}
        {view === 'authors' && <AuthorFiguresTable range={range} order={order} />}
        {view === 'categories' && <CategoryFiguresTable range={range} order={order} />}
      </ScrollRegion>
    </Panel>
  );
}

interface FigureTableProps {
  range: FigureRange;
  order: FigureColumnKey;
}

function ArticleFiguresTable({
  range,
  order,
}: {
  range: FigureRange;
  order: ArticleFigureSortColumn;
}) {
  const query = useQuery(articleFiguresQuery(range, order, MAX_ARTICLES));
  return (
    <QueryContent query={query}>
      {({ articles }) => (
        <FigureTable
          caption={words.firstArticles(MAX_ARTICLES)}
          rowHeader={words.article}
          hiddenColumn="follows"
          rows={articles.map((article) => ({
            ...article,
            key: article.id,
            name: (
              <>
                <Link to={dashboardScreenPath(range, { article: article.id })}>
                  {article.title}
                </Link>
                <span className={styles.by}>{article.authorAlias}</span>
              </>
            ),
          }))}
        />
      )}
    </QueryContent>
  );
}

function AuthorFiguresTable({ range, order }: FigureTableProps) {
  const query = useInfiniteQuery(authorFiguresQuery(range, order));
  const { data, error, refetch } = query;
  return (
    <QueryContent query={{ data: data?.pages.flatMap(({ authors }) => authors), error, refetch }}>
      {(authors) => (
        <>
          <FigureTable
            caption={words.authors}
            rowHeader={words.author}
            rows={authors.map((author) => ({
              ...author,
              key: author.alias,
              name: (
                <Link to={dashboardScreenPath(range, { author: author.alias })}>
                  {author.alias}
                </Link>
              ),
            }))}
          />
          <ShowMoreButton query={query}>{words.moreAuthors}</ShowMoreButton>
        </>
      )}
    </QueryContent>
  );
}

function CategoryFiguresTable({ range, order }: FigureTableProps) {
  const query = useQuery(categoryFiguresQuery(range));
  return (
    <QueryContent query={query}>
      {({ categories }) => (
        <FigureTable
          caption={words.categories}
          rowHeader={words.category}
          rows={sortByFigure(categories, order).map((row) => ({
            ...row,
            key: row.category,
            name: (
              <Link to={dashboardScreenPath(range, { category: row.category })}>
                {getCategory(row.category).name}
              </Link>
            ),
          }))}
        />
      )}
    </QueryContent>
  );
}

interface FigureTableRows {
  /** Column that is hidden because it does not apply to the table's rows, such as follows in a table of articles. */
  hiddenColumn?: FigureColumnKey;
  caption: string;
  /** Header of the first column, which contains names. */
  rowHeader: string;
  rows: readonly (MetricTotals & { key: string; name: ReactNode })[];
}

function FigureTable({ caption, rowHeader, rows, hiddenColumn }: FigureTableRows) {
  const columns = COLUMNS.filter(({ key }) => key !== hiddenColumn);
  if (!rows.length) return <p className={styles.none}>{words.noFigures}</p>;
  return (
    <table className={styles.table}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{rowHeader}</th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {columns.map(({ key }) => (
              <td key={key}>{formatFigure(row, key)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Columns of the tables. The CSV file has more columns. */
const COLUMNS: readonly { key: FigureColumnKey; name: string }[] = [
  ...(['read', 'finished', 'listen25', 'listen100'] as const).map((key) => ({
    ...{ key, name: METRIC_LABELS[key] },
  })),
  ...COMPLETION_RATE_KEYS.map((key) => ({ key, name: COMPLETION_RATES[key].name })),
  ...(
    ['bookmarks', 'share', 'follows', ...Object.keys(FEEDBACK_TYPE_DETAILS), 'reports'] as (
      | Exclude<Metric, FeedbackType>
      | FeedbackType
    )[]
  ).map((key) => ({ key, name: METRIC_LABELS[key] })),
];

function getFigure(row: MetricTotals, key: FigureColumnKey): number | null {
  return isCompletionRateKey(key) ? calculateCompletionRate(row, key) : row[key];
}

function formatFigure(row: MetricTotals, key: FigureColumnKey): string {
  const value = getFigure(row, key);
  if (value === null) return '–';
  return isCompletionRateKey(key) ? `${Math.round(value * 100)}%` : value.toLocaleString('en-US');
}

function sortByFigure<Row extends MetricTotals>(
  rows: readonly Row[],
  order: FigureColumnKey,
): Row[] {
  return rows.toSorted((a, b) => (getFigure(b, order) ?? -1) - (getFigure(a, order) ?? -1));
}
