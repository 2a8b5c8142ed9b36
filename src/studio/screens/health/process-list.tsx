import type { MonitoredProcess, ProcessStatusReport } from '#domain/studio/health.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { focusErrorSearch } from './error-list.tsx';
import styles from './health.module.css';

const words = copy.health;

interface ProcessListProps {
  processes: readonly MonitoredProcess[];
}

/**
 * Lists the installation's processes, each with its errors and the sizes of its caches. Includes processes that stopped
 * reporting within the last day.
 */
export function ProcessList({ processes }: ProcessListProps) {
  return (
    <Panel title={words.processes} note={words.processesNote}>
      <ul>
        {processes.map((process) => (
          <ProcessEntry key={process.id} process={process} />
        ))}
      </ul>
    </Panel>
  );
}

function ProcessEntry({ process }: { process: MonitoredProcess }) {
  const { id, startedAt, seenAt, isSilent, isResponding, status } = process;
  return (
    <li className={styles.process}>
      <div className={styles.processHead}>
        <h3 className={styles.name}>{status ? status.name : words.process(id)}</h3>
        {isResponding && <Badge tone="good">{words.connectedToThis}</Badge>}
        {isSilent && <Badge tone="bad">{words.silentSince(formatDateTime(seenAt))}</Badge>}
      </div>
      <FactList>
        <Fact name={words.runningSince} title={formatDateTime(startedAt)}>
          {formatRelativeTime(startedAt)}
        </Fact>
        {status ? (
          <ProcessFacts status={status} />
        ) : (
          <Fact name={words.release}>{words.otherRelease}</Fact>
        )}
      </FactList>
      {status && <ProcessErrors errors={status.errors} />}
    </li>
  );
}

const ROLE_LABELS: Readonly<Record<ProcessStatusReport['role'], string>> = {
  all: words.both,
  web: words.serves,
  worker: words.works,
};

function ProcessFacts({
  status: { role, version, memory, caches, voicesProblem },
}: {
  status: ProcessStatusReport;
}) {
  return (
    <>
      <Fact name={`Octavo ${version}`}>{ROLE_LABELS[role]}</Fact>
      <Fact name={words.memory}>{formatBytes(memory)}</Fact>
      {caches.map(({ name, entries, bytes }) => (
        <Fact key={name} name={words.cached(name)}>
          {`${entries.toLocaleString('en-US')} · ${formatBytes(bytes)}`}
        </Fact>
      ))}
      {voicesProblem && (
        <Fact name={words.narrations}>
          <span className={styles.problem}>
            <Link className="link" to="/narrators">
              {words.recordsNothing}
            </Link>
            <span>{voicesProblem}</span>
          </span>
        </Fact>
      )}
    </>
  );
}

/** Shows the errors of a process. Each error links to the error list, filtered by the error's ID. */
function ProcessErrors({ errors: { count, newest } }: Pick<ProcessStatusReport, 'errors'>) {
  if (!count) return <p className={styles.quiet}>{words.noProcessErrors}</p>;
  return (
    <details>
      <summary className={styles.summary}>{words.errorsSince(count)}</summary>
      <ul>
        {newest.map(({ id, message, count: times, lastAt }) => (
          <li key={id} className={styles.line}>
            <span className={styles.message}>{message}</span>
            {times > 1 && <b className={styles.times}>{`× ${times.toLocaleString('en-US')}`}</b>}
            <span className={styles.quiet}>
              <Link className="link" to={`/health?error=${id}`} onClick={focusErrorSearch}>
                {id}
              </Link>{' '}
              · <time dateTime={lastAt}>{formatRelativeTime(lastAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
