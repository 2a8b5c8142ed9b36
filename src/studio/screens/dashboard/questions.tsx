import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import {
  type ArticleFigures,
  calculateShare,
  type FigureRange,
  type FiguresOfDays,
  MIN_STARTED_READS,
  SHARES,
  type Share,
} from '#domain/studio/figures.ts';
import { subscriptionLabel } from '#domain/subscription.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useOpenCounts } from '../../lib/open-counts.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import styles from './dashboard.module.css';
import { FileLink } from './parts.tsx';
import { articlesQuery, authorsQuery, figuresPath, fileOf } from './queries.ts';

/** Rows of an answer: enough to act on. */
const SHOWN = 6;

const words = copy.dashboard;

/** Which texts, or narrations, hold those who begin them. */
export function Holding({ range, share }: { range: FigureRange; share: Share }) {
  const query = useQuery(articlesQuery(range, share, SHOWN));
  const { title, note, none } = words[share];
  const { begun, done } = SHARES[share];
  return (
    <Panel
      title={title}
      note={note(MIN_STARTED_READS)}
      action={
        <FileLink href={fileOf('articles', { range, order: share })} what={words.shareFile} />
      }
    >
      <QueryBoundary query={query} lines={SHOWN}>
        {({ articles }) => (
          <Bars
            rows={articles.map((article) => ({
              ...nameOf(article, range),
              share: calculateShare(article, share)!,
              figure: `${Math.round(calculateShare(article, share)! * 100)}%`,
              detail: words.outOf(
                article[done].toLocaleString('en-US'),
                article[begun].toLocaleString('en-US'),
              ),
            }))}
            none={none(MIN_STARTED_READS)}
          />
        )}
      </QueryBoundary>
    </Panel>
  );
}

/** Which authors readers want more of. */
export function Gaining({ range }: { range: FigureRange }) {
  const query = useQuery(authorsQuery(range));
  return (
    <Panel
      title={words.gaining}
      note={words.gainingNote}
      action={<FileLink href={fileOf('authors', { range })} what={words.authorsFile} />}
    >
      <QueryBoundary query={query} lines={SHOWN}>
        {({ authors }) => {
          const gaining = authors.filter(({ follows }) => follows > 0).slice(0, SHOWN);
          const most = gaining[0]?.follows ?? 1;
          return (
            <Bars
              rows={gaining.map(({ alias, follows, followers }) => ({
                key: alias,
                name: alias,
                to: figuresPath(range, { author: alias }),
                share: follows / most,
                figure: `+${follows.toLocaleString('en-US')}`,
                detail: words.inAll(followers.toLocaleString('en-US')),
              }))}
              none={words.gainingNone}
            />
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

/** Where readers say that something is wrong. */
export function Reported({ range }: { range: FigureRange }) {
  const query = useQuery(articlesQuery(range, 'reports', SHOWN));
  const open = useOpenCounts()?.reports ?? 0;
  return (
    <Panel
      title={words.reported}
      note={words.openReports(open)}
      action={
        <Link className={`btn btn-text ${styles.way}`} to="/reports">
          {words.goToReports}
        </Link>
      }
    >
      <QueryBoundary query={query} lines={SHOWN}>
        {({ articles }) => {
          const most = articles[0]?.reports ?? 1;
          return (
            <Bars
              rows={articles.map((article) => ({
                ...nameOf(article, range),
                share: article.reports / most,
                figure: article.reports.toLocaleString('en-US'),
                detail: article.read
                  ? words.readsOf(article.read.toLocaleString('en-US'))
                  : words.notRead,
              }))}
              none={words.reportedNone}
            />
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

interface PayingProps {
  figures: FiguresOfDays;
  range: FigureRange;
  /** Whether the days are everybody's: nobody subscribes to an author. */
  isOfAll: boolean;
}

/** Who has a subscription, and how that changes. */
export function Paying({ figures: { days, before, subscribers }, range, isOfAll }: PayingProps) {
  const sum = (name: 'started' | 'ended') => days.reduce((all, day) => all + day[name], 0);
  const began = sum('started');
  const ended = sum('ended');
  return (
    <Panel
      title={words.subscriptions}
      note={words.subscriptionsNote}
      action={<FileLink href={fileOf('days', { range })} what={words.subscriptionsFile} />}
    >
      <dl className={styles.paying}>
        {Object.entries(subscribers).map(([status, count]) => (
          <div key={status} data-status={status} data-none={count === 0 || undefined}>
            <dt>{subscriptionLabel(status)}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {isOfAll && (
        <p key={range} className={styles.turns}>
          {words.turns(range, began.toLocaleString('en-US'), ended.toLocaleString('en-US'), [
            before.started.toLocaleString('en-US'),
            before.ended.toLocaleString('en-US'),
          ])}
        </p>
      )}
    </Panel>
  );
}

interface Row {
  key: string;
  name: string;
  /** Where there is more of it. */
  to: string;
  /** Who wrote it. */
  by?: string;
  /** Of the longest bar, from 0 to 1. */
  share: number;
  figure: string;
  detail: string;
}

function nameOf({ id, title, authorAlias }: ArticleFigures, range: FigureRange) {
  return { key: id, name: title, to: figuresPath(range, { article: id }), by: authorAlias };
}

/** A short ranking: each row says its figure, and shows it as a line. */
function Bars({ rows, none }: { rows: readonly Row[]; none: ReactNode }) {
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
