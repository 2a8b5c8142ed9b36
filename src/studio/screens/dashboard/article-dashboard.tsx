import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCategory } from '#domain/categories.ts';
import {
  type ArticleFiguresWithGroupTotals,
  calculateMetricPerHundredReads,
  type FigureRange,
  METRIC_KEYS,
  METRIC_LABELS,
  type Metric,
  type MetricTotals,
  MIN_STARTS_FOR_RATE,
} from '#domain/studio/figures.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { articleEditorPath } from '../../lib/article-queries.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './dashboard.module.css';
import { FiguresByDay } from './figures-by-day.tsx';
import { articleComparisonQuery, dailyFiguresQuery, dashboardScreenPath } from './queries.ts';
import { FiguresSkeleton } from './skeleton.tsx';

const words = copy.dashboard;

interface ArticleDashboardProps {
  range: FigureRange;
  id: string;
  /** Controls that select the time range, and the author, category or article whose figures are shown. */
  controls: ReactNode;
}

/**
 * Shows one article's daily figures, and compares them with the figures for its author, its category and all articles.
 */
export function ArticleDashboard({ range, id, controls }: ArticleDashboardProps) {
  const scope = { article: id };
  const query = useQuery(articleComparisonQuery(range, id));
  const days = useQuery(dailyFiguresQuery(range, scope));
  return (
    <QueryContent query={query} skeleton={<FiguresSkeleton />}>
      {(comparison) => (
        <>
          <ScreenHeader title={comparison.article.title} actions={controls}>
            {words.by}{' '}
            <Link
              className="link"
              to={dashboardScreenPath(range, { author: comparison.article.authorAlias })}
            >
              {comparison.article.authorAlias}
            </Link>
            , {words.in}{' '}
            <Link
              className="link"
              to={dashboardScreenPath(range, { category: comparison.article.category })}
            >
              {getCategory(comparison.article.category).name}
            </Link>
            .{' '}
            <Link className="link" to={articleEditorPath(id)}>
              {words.openInEditor}
            </Link>
            {comparison.article.isPublished && (
              <>
                {' · '}
                <a className="link" href={comparison.article.path} target="_blank" rel="noreferrer">
                  {words.viewOnOctavo}
                </a>
              </>
            )}
          </ScreenHeader>
          <QueryContent query={days} skeleton={<FiguresSkeleton />}>
            {(figures) => <FiguresByDay figures={figures} range={range} scope={scope} />}
          </QueryContent>
          <div className={styles.questions}>
            <ArticleComparisonTable comparison={comparison} />
          </div>
        </>
      )}
    </QueryContent>
  );
}

/**
 * Shows a table that compares an article's figures per hundred reads with those of its author, its category and all
 * articles.
 */
function ArticleComparisonTable({
  comparison: { article, author, category, all },
}: {
  comparison: ArticleFiguresWithGroupTotals;
}) {
  const columns: readonly { name: string; figures: MetricTotals }[] = [
    { name: words.thisArticle, figures: article },
    { name: article.authorAlias, figures: author },
    { name: getCategory(article.category).name, figures: category },
    { name: words.allOfOctavo, figures: all },
  ];
  return (
    <Panel title={words.perHundred} note={words.perHundredNote(MIN_STARTS_FOR_RATE)}>
      <ScrollRegion label={words.tableOf(words.perHundred)}>
        <table className={`${styles.table} ${styles.beside}`}>
          <caption className="vh">{words.perHundredCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.perHundred}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARED_METRICS.map((metric) => (
              <tr key={metric}>
                <th scope="row">{METRIC_LABELS[metric]}</th>
                {columns.map(({ name, figures }) => (
                  <td key={name}>
                    {formatPerHundred(calculateMetricPerHundredReads(figures, metric))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{METRIC_LABELS.read}</th>
              {columns.map(({ name, figures }) => (
                <td key={name}>{figures.read.toLocaleString('en-US')}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

/**
 * Metrics that the table compares. Follows are omitted, because readers follow authors rather than articles. Reads are
 * omitted, because each metric is given per hundred reads.
 */
const COMPARED_METRICS = METRIC_KEYS.filter(
  (name): name is Exclude<Metric, 'read' | 'follows'> => name !== 'read' && name !== 'follows',
);

function formatPerHundred(perHundred: number | null): string {
  if (perHundred === null) return '–';
  return perHundred.toLocaleString('en-US', { maximumFractionDigits: perHundred < 10 ? 1 : 0 });
}
