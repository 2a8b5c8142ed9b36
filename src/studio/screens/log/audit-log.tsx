import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AI_REQUEST_TYPE_LABELS, type AiRequestType } from '#domain/studio/ai-requests.ts';
import {
  AUDIT_SUBJECT_KINDS,
  type AuditEntry,
  type AuditSubjectKind,
} from '#domain/studio/audit.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Field } from '../../ui/field.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './audit-log.module.css';
import { describeAuditAction, formatAuditValues } from './describe-entry.ts';

const words = copy.log;

interface LogPage {
  entries: AuditEntry[];
  nextToken: string | null;
}

/** Shows the audit log, newest entries first. */
export function AuditLog() {
  const [search, setSearch] = useSearchParams();
  const subject = AUDIT_SUBJECT_KINDS.find((each) => each === search.get('of'));
  const query = useInfiniteQuery({
    queryKey: ['audit', subject],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<LogPage>('/audit', { subject, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <Field label={words.about}>
            {(props) => (
              <select
                {...props}
                value={subject ?? ''}
                onChange={({ target }) => setSearch(target.value ? { of: target.value } : {})}
              >
                <option value="">{words.everything}</option>
                {AUDIT_SUBJECT_KINDS.map((each) => (
                  <option key={each} value={each}>
                    {SUBJECT_NAMES[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        }
      >
        {words.note}
      </ScreenHeader>
      <PagedList
        query={query}
        getItems={(page) => page.entries}
        className={styles.log}
        empty={
          <EmptyState drawing="shelf" title={words.emptyTitle}>
            {words.empty}
          </EmptyState>
        }
      >
        {(entry) => <AuditLogEntry key={entry.id} entry={entry} />}
      </PagedList>
    </>
  );
}

const SUBJECT_NAMES: Readonly<Record<AuditSubjectKind, string>> = {
  article: words.articles,
  author: words.authors,
  idea: words.ideas,
  request: words.requests,
  review: words.reviews,
  concern: words.concerns,
  report: words.reports,
  message: words.messages,
  member: words.members,
  picture: words.pictures,
  narrator: words.narrators,
  job: words.jobs,
  settings: words.settings,
};

function AuditLogEntry({ entry }: { entry: AuditEntry }) {
  const { at, actorName, action, subjectName, before, after } = entry;
  return (
    <li className={styles.entry}>
      <time dateTime={at} title={formatDateTime(at)}>
        {formatRelativeTime(at)}
      </time>
      <div>
        <p>
          <b>{actorName}</b> <span className={styles.deed}>{describeAuditAction(action)}</span>{' '}
          {isRequestType(subjectName)
            ? AI_REQUEST_TYPE_LABELS[subjectName].toLowerCase()
            : subjectName}
        </p>
        {(before !== null || after !== null) && (
          <details>
            <summary>{words.changes}</summary>
            <dl className={styles.change}>
              <dt>{words.before}</dt>
              <dd>{formatAuditValues(before)}</dd>
              <dt>{words.after}</dt>
              <dd>{formatAuditValues(after)}</dd>
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

/**
 * Returns true if `name` is a type of AI request. AI requests have no names, so audit log entries about them contain
 * the request's type instead of a name.
 */
function isRequestType(name: string): name is AiRequestType {
  return name in AI_REQUEST_TYPE_LABELS;
}
