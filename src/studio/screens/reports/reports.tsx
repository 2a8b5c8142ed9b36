import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { REPORT_STATES, type ReportStatus } from '#domain/statuses/machines.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { StateTabs } from '../../ui/state-tabs.tsx';
import { reportsQuery } from './queries.ts';
import { Reported } from './reported.tsx';
import styles from './reports.module.css';

const STATES = (Object.keys(REPORT_STATES.states) as ReportStatus[]).map((state) => ({
  state,
  name: REPORT_STATES.states[state].label,
}));

/** What readers reported, by article: a decision answers all reports of one. */
export function Reports() {
  const [search] = useSearchParams();
  const status = STATES.find(({ state }) => state === search.get('of'))?.state ?? 'open';
  const query = useInfiniteQuery(reportsQuery(status));
  return (
    <>
      <ScreenHead title="Reports">
        What readers think is wrong. One decision answers everybody who reported an article.
      </ScreenHead>
      <StateTabs
        label="Reports"
        states={STATES}
        current={status}
        counts={query.data?.pages.at(-1)?.counts}
        to={(state) => (state === 'open' ? '/reports' : `/reports?of=${state}`)}
      />
      <PagedList
        query={query}
        itemsOf={(page) => page.articles}
        className={styles.queue}
        empty={
          <EmptyState drawing="shelf" title={EMPTY[status].title}>
            {EMPTY[status].text}
          </EmptyState>
        }
      >
        {(reported) => <Reported key={reported.article.id} reported={reported} status={status} />}
      </PagedList>
    </>
  );
}

const EMPTY: Readonly<Record<ReportStatus, { title: string; text: string }>> = {
  open: { title: 'Nothing to look at', text: 'When a reader reports an article, it stands here.' },
  dismissed: { title: 'None dismissed', text: 'Reports you find nothing in stand here.' },
  edited: { title: 'None edited', text: 'Reports you changed an article for stand here.' },
  archived: { title: 'None archived', text: 'Reports you took an article away for stand here.' },
};
