import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ERROR_SOURCES, type RecordedErrorGroup } from '#domain/studio/health.ts';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { Field, TextField } from '../../ui/field.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './health.module.css';
import { errorsQuery } from './queries.ts';

const words = copy.health;

const SOURCE_LABELS: Readonly<Record<RecordedErrorGroup['source'], string>> = {
  server: words.server,
  browser: words.browsers,
  job: words.jobs,
};

const ERRORS_ID = 'errors';

/** Moves focus to the search field of the error list. */
export function focusErrorSearch(): void {
  document.getElementById(ERRORS_ID)?.querySelector('input')?.focus();
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Lists the recorded errors by source. Error pages show readers the error's ID, so an editor can search the list for an
 * ID that a reader has reported.
 */
export function ErrorList({ today }: { today: number }) {
  const [source, setSource] = useState('');
  // The search text is stored in the URL, so that the list of processes can link to an error.
  const [search, setSearch] = useSearchParams();
  const searchText = search.get('error') ?? '';
  const changeSearchText = (text: string) =>
    setSearch(text ? { error: text } : {}, { replace: true });
  const id = searchText.trim();
  const isCompleteId = UUID_PATTERN.test(id);
  const query = useInfiniteQuery(errorsQuery(isCompleteId ? '' : source, isCompleteId ? id : ''));
  return (
    <Panel title={words.errors} note={`${words.errorsNote(today.toLocaleString('en-US'))}`}>
      <div className={styles.choose} id={ERRORS_ID}>
        <Field label={words.where}>
          {(props) => (
            <select {...props} value={source} onChange={({ target }) => setSource(target.value)}>
              <option value="">{words.anywhere}</option>
              {ERROR_SOURCES.map((each) => (
                <option key={each} value={each}>
                  {SOURCE_LABELS[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={words.errorId}
          value={searchText}
          isWrong={id !== '' && !isCompleteId}
          hint={id !== '' && !isCompleteId ? words.errorIdHint : undefined}
          onChange={({ target }) => changeSearchText(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <PagedList
        query={query}
        getItems={(page) => page.errors}
        className={styles.errors}
        empty={<p className={styles.none}>{isCompleteId ? words.noSuchError : words.noErrors}</p>}
      >
        {(error) => <ErrorListItem key={error.id} error={error} />}
      </PagedList>
    </Panel>
  );
}

function ErrorListItem({ error }: { error: RecordedErrorGroup }) {
  const { id, source, message, stack, path, count, lastAt } = error;
  return (
    <li>
      <details>
        <summary>
          <span className={styles.message}>{message}</span>
          <span className={styles.quiet}>
            {SOURCE_LABELS[source]} · {path || words.noAddress} ·{' '}
            <time dateTime={lastAt} title={formatDateTime(lastAt)}>
              {formatRelativeTime(lastAt)}
            </time>
          </span>
          {count > 1 && <b className={styles.times}>{`× ${count.toLocaleString('en-US')}`}</b>}
        </summary>
        <p className={styles.quiet}>{id}</p>
        {stack && <pre>{stack}</pre>}
      </details>
    </li>
  );
}
