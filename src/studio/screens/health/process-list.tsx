import type { ProcessHealth, ProcessStatus } from '#domain/studio/health.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { focusErrorSearch } from './error-list.tsx';
import styles from './health.module.css';

const words = copy.health;

interface ProcessesProps {
  processes: readonly ProcessHealth[];
}

/** Lists the running processes, with each process's caches and errors. */
export function ProcessList({ processes }: ProcessesProps) {
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

function ProcessEntry({ process }: { process: ProcessHealth }) {
  const { id, startedAt, seenAt, isSilent, answers, standing } = process;
  return (
    <li className={styles.process}>
      <div className={styles.processHead}>
        <h3 className={styles.name}>{standing ? standing.name : words.process(id)}</h3>
        {answers && <Badge tone="good">{words.answersYou}</Badge>}
        {isSilent && <Badge tone="bad">{words.silentSince(formatDateTime(seenAt))}</Badge>}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{words.runningSince}</dt>
          <dd title={formatDateTime(startedAt)}>{formatRelativeTime(startedAt)}</dd>
        </div>
        {standing ? (
          <ProcessFacts standing={standing} />
        ) : (
          <div>
            <dt>{words.release}</dt>
            <dd>{words.otherRelease}</dd>
          </div>
        )}
      </dl>
      {standing && <ProcessErrors faults={standing.faults} />}
    </li>
  );
}

const ROLE_LABELS: Readonly<Record<ProcessStatus['role'], string>> = {
  all: words.both,
  web: words.serves,
  worker: words.works,
};

function ProcessFacts({
  standing: { role, version, memory, caches, voicesProblem },
}: {
  standing: ProcessStatus;
}) {
  return (
    <>
      <div>
        <dt>Octavo {version}</dt>
        <dd>{ROLE_LABELS[role]}</dd>
      </div>
      <div>
        <dt>{words.memory}</dt>
        <dd>{formatBytes(memory)}</dd>
      </div>
      {caches.map(({ name, entries, bytes }) => (
        <div key={name}>
          <dt>{words.cached(name)}</dt>
          <dd>{`${entries.toLocaleString('en-US')} · ${formatBytes(bytes)}`}</dd>
        </div>
      ))}
      {voicesProblem && (
        <div>
          <dt>{words.narrations}</dt>
          <dd className={styles.problem}>
            <Link className="link" to="/narrators">
              {words.recordsNothing}
            </Link>
            <span>{voicesProblem}</span>
          </dd>
        </div>
      )}
    </>
  );
}

/** Shows the errors of a process. Each error links to the list of errors, filtered by the error's ID. */
function ProcessErrors({ faults: { count, newest } }: Pick<ProcessStatus, 'faults'>) {
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
              <Link className="link" to={`/health?fault=${id}`} onClick={focusErrorSearch}>
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
