import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AUDIT_SUBJECTS, type AuditEntry, type AuditSubject } from '#domain/studio/audit.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { studio } from '../../lib/queries.ts';
import { agoOf, momentOf } from '../../lib/times.ts';
import { Field } from '../../ui/field.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import styles from './log.module.css';
import { deedInWords } from './words.ts';

interface LogPage {
  entries: AuditEntry[];
  nextToken: string | null;
}

/** Everything that was done in the studio, newest first. */
export function Log() {
  const [search, setSearch] = useSearchParams();
  const subject = AUDIT_SUBJECTS.find((each) => each === search.get('of'));
  const query = useInfiniteQuery({
    queryKey: ['audit', subject],
    queryFn: ({ pageParam, signal }) =>
      studio.get<LogPage>('/audit', { subject, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  return (
    <>
      <ScreenHead
        title="Log"
        actions={
          <Field label="About">
            {(props) => (
              <select
                {...props}
                value={subject ?? ''}
                onChange={({ target }) => setSearch(target.value ? { of: target.value } : {})}
              >
                <option value="">Everything</option>
                {AUDIT_SUBJECTS.map((each) => (
                  <option key={each} value={each}>
                    {NAMES[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        }
      >
        Who did what. Nothing here can be changed.
      </ScreenHead>
      <PagedList
        query={query}
        itemsOf={(page) => page.entries}
        className={styles.log}
        empty={
          <EmptyState drawing="shelf" title="Nothing was done yet">
            What editors change is written down here.
          </EmptyState>
        }
      >
        {(entry) => <Entry key={entry.id} entry={entry} />}
      </PagedList>
    </>
  );
}

const NAMES: Readonly<Record<AuditSubject, string>> = {
  article: 'Articles',
  author: 'Authors',
  idea: 'Ideas',
  request: 'Requests to the AI',
  review: 'Reviews',
  concern: 'Concerns',
  report: 'Reports',
  message: 'Messages',
  member: 'Members',
  picture: 'Pictures',
  job: 'Jobs',
  settings: 'Settings',
};

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actorName, action, subjectName, before, after } = entry;
  return (
    <li className={styles.entry}>
      <time dateTime={at} title={momentOf(at)}>
        {agoOf(at)}
      </time>
      <div>
        <p>
          <b>{actorName}</b> <span className={styles.deed}>{deedInWords(action)}</span>{' '}
          {subjectName}
        </p>
        {(before !== null || after !== null) && (
          <details>
            <summary>What changed</summary>
            <dl className={styles.change}>
              <dt>Before</dt>
              <dd>{shown(before)}</dd>
              <dt>After</dt>
              <dd>{shown(after)}</dd>
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'Nothing';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${typeof each === 'object' ? JSON.stringify(each) : each}`)
    .join('\n');
}
