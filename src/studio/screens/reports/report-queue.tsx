import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { REPORT_STATE_MACHINE, type ReportStatus } from '#domain/statuses/inbox-states.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { copy } from '../../copy.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { StatusTabs } from '../../ui/status-tabs.tsx';
import { reportedArticlesQuery } from './queries.ts';
import { ReportedArticleCard } from './reported-article-card.tsx';
import styles from './reports.module.css';

const words = copy.reports;

const STATUS_TABS = (Object.keys(REPORT_STATE_MACHINE.states) as ReportStatus[]).map((state) => ({
  state,
  name: REPORT_STATE_MACHINE.states[state].label,
}));

/**
 * Lists reported articles with their reports. A decision about an article resolves the open reports that the editor has
 * seen. Archiving the article resolves all of its open reports.
 */
export function ReportQueue() {
  const [search] = useSearchParams();
  const status = STATUS_TABS.find(({ state }) => state === search.get('of'))?.state ?? 'open';
  const query = useInfiniteQuery(reportedArticlesQuery(status));
  return (
    <>
      <ScreenHeader title={words.title}>{words.note}</ScreenHeader>
      <StatusTabs
        label={words.title}
        states={STATUS_TABS}
        current={status}
        counts={query.data?.pages.at(-1)?.counts}
        to={(state) => (state === 'open' ? '/reports' : `/reports?of=${state}`)}
      />
      <PagedList
        query={query}
        getItems={(page) => page.articles}
        className={styles.queue}
        empty={
          <EmptyState drawing="shelf" title={EMPTY_MESSAGES[status].title}>
            {EMPTY_MESSAGES[status].text}
          </EmptyState>
        }
      >
        {(reported) => (
          <ReportedArticleCard key={reported.article.id} reported={reported} status={status} />
        )}
      </PagedList>
    </>
  );
}

const EMPTY_MESSAGES: Readonly<Record<ReportStatus, { title: string; text: string }>> = {
  open: { title: words.pendingTitle, text: words.pendingNote },
  dismissed: { title: words.dismissedTitle, text: words.dismissedNote },
  edited: { title: words.editedTitle, text: words.editedNote },
  archived: { title: words.archivedTitle, text: words.archivedNote },
};
