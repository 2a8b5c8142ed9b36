import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getCategory } from '#domain/categories.ts';
import { REPORT_REASON_DETAILS } from '#domain/report.ts';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import type { ReportStatus } from '#domain/statuses/inbox-states.ts';
import {
  type ArticleReport,
  MAX_RETURNED_REPORTS_OF_ARTICLE,
  type ReportDecision,
  type ReportedArticle,
} from '#domain/studio/reports.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { focusScreenHeading } from '../../lib/focus.ts';
import { LETTER_SHORTCUTS_BY_SCREEN } from '../../lib/list-shortcuts.ts';
import { showErrorToast } from '../../lib/studio-api.ts';
import { waitingEntryCountsQuery } from '../../lib/waiting-entry-counts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { decideReportsOfArticle, reportsOfArticleQuery } from './queries.ts';
import styles from './reports.module.css';

const words = copy.reports;

interface ReportedArticleCardProps {
  reported: ReportedArticle;
  status: ReportStatus;
}

/** Shows a reported article with its reports and buttons for deciding about the reports. */
export function ReportedArticleCard({ reported, status }: ReportedArticleCardProps) {
  const { article, count, reasons, latestAt } = reported;
  return (
    <li className={styles.reported} aria-label={article.title} data-row="" tabIndex={-1}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <a href={article.path} target="_blank" rel="noreferrer" data-opens="">
              {article.title}
              <span className="vh"> (opens as readers see it)</span>
            </a>
          </h2>
          <p className={styles.about}>
            <span>{`${article.authorAlias} · ${getCategory(article.category).name}`}</span>
            {article.status !== 'published' && (
              <span>{` · ${ARTICLE_STATE_MACHINE.states[article.status].label}`}</span>
            )}
          </p>
        </div>
        <p className={styles.count}>
          <b>{count}</b> <span>{count === 1 ? 'report' : 'reports'}</span>
          <time dateTime={latestAt} title={formatDateTime(latestAt)}>
            {formatRelativeTime(latestAt)}
          </time>
        </p>
      </header>
      <ul className={styles.reasons} aria-label={words.reasons}>
        {reasons.map(({ reason, count: times }) => (
          <li key={reason}>
            <Badge tone={status === 'open' ? 'waiting' : 'quiet'}>
              {`${REPORT_REASON_DETAILS[reason].label}${times > 1 ? ` × ${times}` : ''}`}
            </Badge>
          </li>
        ))}
      </ul>
      <ReportExplanations reported={reported} status={status} />
      {status === 'open' && <ReportActions reported={reported} />}
    </li>
  );
}

/** Lists the explanations that readers have written. Many reports have no explanation. */
function ReportExplanations({ reported, status }: ReportedArticleCardProps) {
  const { article, count, reports } = reported;
  const [showsAll, setShowsAll] = useState(false);
  const allReportsQuery = useQuery({
    ...reportsOfArticleQuery(article.id, status),
    enabled: showsAll,
  });
  const loadedReports = (showsAll && allReportsQuery.data?.reports) || reports;
  const explainedReports = loadedReports.filter(({ explanation }) => explanation.trim());
  const { isError, refetch } = allReportsQuery;
  const hasMore = count > loadedReports.length && (!showsAll || isError);
  return (
    <>
      {explainedReports.length > 0 && (
        <ul className={styles.said} aria-label={words.explanations}>
          {explainedReports.map((report) => (
            <ReportExplanation key={`${report.at} ${report.explanation}`} report={report} />
          ))}
        </ul>
      )}
      {explainedReports.length === 0 && !hasMore && (
        <p className={styles.silent}>{count === 1 ? words.noExplanation : words.noExplanations}</p>
      )}
      {hasMore && (
        <button
          className={`btn btn-text ${styles.more}`}
          type="button"
          onClick={() => (showsAll ? void refetch() : setShowsAll(true))}
        >
          {count > MAX_RETURNED_REPORTS_OF_ARTICLE
            ? words.readNewest(MAX_RETURNED_REPORTS_OF_ARTICLE)
            : words.readAll(count)}
        </button>
      )}
      {isError && (
        <p className={styles.silent} role="alert">
          {copy.common.notLoaded}
        </p>
      )}
    </>
  );
}

function ReportExplanation({ report: { reason, explanation, at } }: { report: ArticleReport }) {
  return (
    <li>
      <blockquote>{explanation}</blockquote>
      <p>
        {REPORT_REASON_DETAILS[reason].label} · <time dateTime={at}>{formatRelativeTime(at)}</time>
      </p>
    </li>
  );
}

function ReportActions({ reported }: { reported: ReportedArticle }) {
  const { article, count } = reported;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const decide = useMutation({
    mutationFn: (decision: ReportDecision) => decideReportsOfArticle(reported, decision),
    onSuccess: ({ answered }, decision) => {
      const reports = answered === 1 ? words.one : words.many(answered);
      showToast({ kind: 'success', text: words.done(reports, decision) });
      if (decision === 'edit') navigate(`/articles/${article.id}`);
      // The article disappears from the list together with its buttons, so the screen's heading receives focus.
      else focusScreenHeading();
    },
    onError: showErrorToast,
    onSettled: async () => {
      setConfirming(false);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['reports'] }),
        queryClient.invalidateQueries({ queryKey: waitingEntryCountsQuery.queryKey }),
      ]);
    },
  });
  return (
    <div className={styles.decisions}>
      <Button
        className="btn btn-line"
        type="button"
        aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.reports.dismiss.key}
        isBusy={decide.isPending}
        onClick={() => decide.mutate('dismiss')}
      >
        {words.dismiss}
      </Button>
      <Button
        className="btn btn-line"
        type="button"
        aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.reports.edit.key}
        isBusy={decide.isPending}
        onClick={() => decide.mutate('edit')}
      >
        {words.edit}
      </Button>
      <Button
        ref={opener}
        className={`btn btn-line ${styles.archive}`}
        type="button"
        aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.reports.archive.key}
        isBusy={decide.isPending}
        onClick={() => setConfirming(true)}
      >
        <Icon name="trash" />
        {words.archive}
      </Button>
      <ConfirmDialog
        title={words.archiveTitle(article.title)}
        action={words.archive}
        isOpen={isConfirming}
        isBusy={decide.isPending}
        opener={opener}
        onClose={() => setConfirming(false)}
        onConfirm={() => decide.mutate('archive')}
      >
        {words.archiveNote(count)}
      </ConfirmDialog>
    </div>
  );
}
