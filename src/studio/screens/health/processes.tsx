import type { ProcessState, Standing } from '#domain/studio/health.ts';
import { Link } from '#web/ui/link.tsx';
import { agoOf, momentOf } from '../../lib/times.ts';
import { Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { goToFaults } from './faults.tsx';
import styles from './health.module.css';
import { bytesOf } from './sizes.ts';

interface ProcessesProps {
  processes: readonly ProcessState[];
}

/** Each process there is, with what it keeps in memory and what went wrong in it. */
export function Processes({ processes }: ProcessesProps) {
  return (
    <Panel
      title="Processes"
      note="Each tells every fifteen seconds how it is. One that dies without a word is silent, and forgotten after a day."
    >
      <ul>
        {processes.map((process) => (
          <Process key={process.id} process={process} />
        ))}
      </ul>
    </Panel>
  );
}

function Process({ process }: { process: ProcessState }) {
  const { id, startedAt, seenAt, isSilent, answers, standing } = process;
  return (
    <li className={styles.process}>
      <div className={styles.processHead}>
        <h3 className={styles.name}>{standing ? standing.name : `Process ${id}`}</h3>
        {answers && <Pill tone="good">Answers you</Pill>}
        {isSilent && <Pill tone="bad">{`Silent since ${momentOf(seenAt)}`}</Pill>}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Running since</dt>
          <dd title={momentOf(startedAt)}>{agoOf(startedAt)}</dd>
        </div>
        {standing ? (
          <Facts standing={standing} />
        ) : (
          <div>
            <dt>Release</dt>
            <dd>another one, which tells other things</dd>
          </div>
        )}
      </dl>
      {standing && <Met faults={standing.faults} />}
    </li>
  );
}

const DOES: Readonly<Record<Standing['role'], string>> = {
  all: 'answers readers and works jobs off',
  web: 'answers readers',
  worker: 'works jobs off',
};

function Facts({ standing: { role, version, memory, caches } }: { standing: Standing }) {
  return (
    <>
      <div>
        <dt>Octavo {version}</dt>
        <dd>{DOES[role]}</dd>
      </div>
      <div>
        <dt>Memory</dt>
        <dd>{bytesOf(memory)}</dd>
      </div>
      {caches.map(({ name, entries, bytes }) => (
        <div key={name}>
          <dt>{name} kept</dt>
          <dd>{`${entries.toLocaleString('en-US')} · ${bytesOf(bytes)}`}</dd>
        </div>
      ))}
    </>
  );
}

/** What went wrong in it, each a way to what is kept of it. */
function Met({ faults: { count, newest } }: Pick<Standing, 'faults'>) {
  if (!count) return <p className={styles.quiet}>Nothing went wrong in it.</p>;
  return (
    <details>
      <summary className={styles.summary}>
        {`${count === 1 ? 'One fault' : `${count.toLocaleString('en-US')} faults`} since it started`}
      </summary>
      <ul>
        {newest.map(({ id, message, count: times, lastAt }) => (
          <li key={id} className={styles.line}>
            <span className={styles.message}>{message}</span>
            {times > 1 && <b className={styles.times}>{`× ${times.toLocaleString('en-US')}`}</b>}
            <span className={styles.quiet}>
              <Link className="link" to={`/health?fault=${id}`} onClick={goToFaults}>
                {id}
              </Link>{' '}
              · <time dateTime={lastAt}>{agoOf(lastAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
