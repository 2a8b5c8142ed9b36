import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import {
  type ArticleFigures,
  COMPLETION_RATES,
  type CompletionRateKey,
  calculateCompletionRate,
  type DailyFiguresReport,
  type FigureRange,
  MIN_STARTS_FOR_RATE,
} from '#domain/studio/figures.ts';
import { getSubscriptionStatusLabel } from '#domain/subscription.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useWaitingEntryCounts } from '../../lib/waiting-entry-counts.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { CsvLink } from './chart-panel.tsx';
import styles from './dashboard.module.css';
import {
  articleFiguresQuery,
  authorFiguresQuery,
  dashboardScreenPath,
  figuresCsvPath,
} from './queries.ts';

/** Maximum number of rows in a ranking list. */
const RANKING_LENGTH = 6;

const words = copy.dashboard;

/** Shows a ranking of articles by the fraction of readers who finish reading, or of listeners who finish listening. */
export function CompletionRanking({
  range,
  share,
}: {
  range: FigureRange;
  share: CompletionRateKey;
}) {
  const query = useQuery(articleFiguresQuery(range, share, RANKING_LENGTH));
  const { title, note, none } = words[share];
  const { startedMetric, finishedMetric } = COMPLETION_RATES[share];
  return (
    <Panel
      title={title}
      note={note(MIN_STARTS_FOR_RATE)}
      action={
        <CsvLink
          href={figuresCsvPath('articles', { range, order: share })}
          subject={words.shareFile}
        />
      }
    >
      <QueryContent query={query} lines={RANKING_LENGTH}>
        {({ articles }) => (
          <RankingBars
            rows={articles.map((article) => ({
              ...toRankingRow(article, range),
              share: calculateCompletionRate(article, share)!,
              figure: `${Math.round(calculateCompletionRate(article, share)! * 100)}%`,
              detail: words.outOf(
                article[finishedMetric].toLocaleString('en-US'),
                article[startedMetric].toLocaleString('en-US'),
              ),
            }))}
            none={none(MIN_STARTS_FOR_RATE)}
          />
        )}
      </QueryContent>
    </Panel>
  );
}

/** Shows a ranking of authors by their number of new followers. */
export function NewFollowerRanking({ range }: { range: FigureRange }) {
  const query = useInfiniteQuery(authorFiguresQuery(range, 'follows', RANKING_LENGTH));
  return (
    <Panel
      title={words.gaining}
      note={words.gainingNote}
      action={<CsvLink href={figuresCsvPath('authors', { range })} subject={words.authorsFile} />}
    >
      <QueryContent query={query} lines={RANKING_LENGTH}>
        {({ pages }) => {
          const growingAuthors = pages[0]!.authors.filter(({ follows }) => follows > 0);
          const max = growingAuthors[0]?.follows ?? 1;
          return (
            <RankingBars
              rows={growingAuthors.map(({ alias, follows, followers }) => ({
                key: alias,
                name: alias,
                to: dashboardScreenPath(range, { author: alias }),
                share: follows / max,
                figure: `+${follows.toLocaleString('en-US')}`,
                detail: words.inAll(followers.toLocaleString('en-US')),
              }))}
              none={words.gainingNone}
            />
          );
        }}
      </QueryContent>
    </Panel>
  );
}

/** Shows a ranking of articles by their number of reports. */
export function ReportRanking({ range }: { range: FigureRange }) {
  const query = useQuery(articleFiguresQuery(range, 'reports', RANKING_LENGTH));
  const openReportCount = useWaitingEntryCounts()?.reports ?? 0;
  return (
    <Panel
      title={words.reported}
      note={words.openReports(openReportCount)}
      action={
        <Link className={`btn btn-text ${styles.action}`} to="/reports">
          {words.goToReports}
        </Link>
      }
    >
      <QueryContent query={query} lines={RANKING_LENGTH}>
        {({ articles }) => {
          const max = articles[0]?.reports ?? 1;
          return (
            <RankingBars
              rows={articles.map((article) => ({
                ...toRankingRow(article, range),
                share: article.reports / max,
                figure: article.reports.toLocaleString('en-US'),
                detail: article.read ? words.readsOf(article.read) : words.notRead,
              }))}
              none={words.reportedNone}
            />
          );
        }}
      </QueryContent>
    </Panel>
  );
}

interface SubscriptionFiguresProps {
  figures: DailyFiguresReport;
  range: FigureRange;
  /**
   * True if the figures are not filtered by author or category. Only unfiltered figures include subscriptions, because
   * subscriptions are not counted by author or category.
   */
  isOfAll: boolean;
}

/**
 * Shows the current number of subscribers by status. If the figures are not filtered, also shows how many subscriptions
 * started, and how many ended, during the selected time range.
 */
export function SubscriptionFigures({
  figures: { days, before, subscribers },
  range,
  isOfAll,
}: SubscriptionFiguresProps) {
  const sum = (name: 'started' | 'ended') => days.reduce((total, day) => total + day[name], 0);
  const startedCount = sum('started');
  const endedCount = sum('ended');
  return (
    <Panel
      title={words.subscriptions}
      note={words.subscriptionsNote}
      action={
        <CsvLink href={figuresCsvPath('days', { range })} subject={words.subscriptionsFile} />
      }
    >
      <dl className={styles.paying}>
        {Object.entries(subscribers).map(([status, count]) => (
          <div key={status} data-status={status} data-none={count === 0 || undefined}>
            <dt>{getSubscriptionStatusLabel(status)}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {isOfAll && (
        <p key={range} className={styles.turns}>
          {words.turns(
            range,
            startedCount.toLocaleString('en-US'),
            endedCount.toLocaleString('en-US'),
            [before.started.toLocaleString('en-US'), before.ended.toLocaleString('en-US')],
          )}
        </p>
      )}
    </Panel>
  );
}

interface RankingRow {
  key: string;
  name: string;
  /** Path of the dashboard that shows this row's article or author. */
  to: string;
  /** Alias of the article's author. */
  by?: string;
  /** Length of the bar, as a fraction of the row's width from 0 to 1. */
  share: number;
  figure: string;
  detail: string;
}

function toRankingRow({ id, title, authorAlias }: ArticleFigures, range: FigureRange) {
  return { key: id, name: title, to: dashboardScreenPath(range, { article: id }), by: authorAlias };
}

/** Shows a ranking as a list with a bar for each row. */
function RankingBars({ rows, none }: { rows: readonly RankingRow[]; none: ReactNode }) {
  if (!rows.length) return <p className={styles.none}>{none}</p>;
  return (
    <ol className={styles.bars}>
      {rows.map(({ key, name, to, by, share, figure, detail }) => (
        <li key={key} style={{ '--share': share } as CSSProperties}>
          <Link to={to}>{name}</Link>
          {by && <span className={styles.by}>{by}</span>}
          <b>{figure}</b>
          <span className={styles.detail}>{detail}</span>
        </li>
      ))}
    </ol>
  );
}
