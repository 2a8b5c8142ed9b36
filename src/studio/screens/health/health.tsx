import { useQuery } from '@tanstack/react-query';
import type { Health as House, QueueState } from '#domain/studio/health.ts';
import { writingQuery } from '../../lib/writing.ts';
import { Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Scrolled } from '../../ui/scrolled.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { WritingLine } from '../../ui/writing-line.tsx';
import { DeadJobs } from './dead-jobs.tsx';
import { Faults } from './faults.tsx';
import styles from './health.module.css';
import { Processes } from './processes.tsx';
import { healthQuery } from './queries.ts';
import { bytesOf } from './sizes.ts';

/** How the house stands: processes, jobs, faults, disk, versions. */
export function Health() {
  const query = useQuery(healthQuery);
  return (
    <>
      <ScreenHead title="Health" actions={query.data && <Verdict house={query.data} />}>
        How Octavo itself is doing. Looked at anew every fifteen seconds.
      </ScreenHead>
      <Waiting query={query} lines={9}>
        {(house) => (
          <div className={styles.parts}>
            {house.dead.length > 0 && <DeadJobs dead={house.dead} />}
            <Processes processes={house.processes} />
            <Queues queues={house.queues} />
            <div className={styles.pair}>
              <Storage house={house} />
              <About house={house} />
            </div>
            <Panel
              title="Writing with AI"
              note="At the month’s limit no new request is made; what is asked for already is finished."
            >
              <WritingLine />
            </Panel>
            <Faults today={house.faults} />
          </div>
        )}
      </Waiting>
    </>
  );
}

/** Below this share of a disk, somebody should look. */
const LITTLE = 0.1;

function isShort({ disk }: House): boolean {
  return disk !== null && disk.free / disk.total < LITTLE;
}

function Verdict({ house }: { house: House }) {
  const { dead, faults } = house;
  const silent = house.processes.filter(({ isSilent }) => isSilent).length;
  const { data: writing } = useQuery(writingQuery);
  const troubles = [
    dead.length &&
      (dead.length === 1 ? 'One job was given up' : `${dead.length} jobs were given up`),
    faults && (faults === 1 ? 'One fault today' : `${faults.toLocaleString('en-US')} faults today`),
    silent && (silent === 1 ? 'One process fell silent' : `${silent} processes fell silent`),
    isShort(house) && 'The disk is nearly full',
    writing?.isAvailable && writing.budget.left <= 0 && 'The month’s budget is spent',
  ].filter((each) => typeof each === 'string');
  return (
    <p className={styles.verdict} role="status">
      {troubles.length ? (
        troubles.map((trouble) => (
          <Pill key={trouble} tone="bad">
            {trouble}
          </Pill>
        ))
      ) : (
        <Pill tone="good">All is well</Pill>
      )}
    </p>
  );
}

const COLUMNS = {
  dead: 'Given up',
  retrying: 'To be retried',
  waiting: 'Waiting',
  active: 'At work',
  scheduled: 'For later',
  done: 'Done',
} as const satisfies Partial<Record<keyof QueueState, string>>;
type Column = keyof typeof COLUMNS;

function Queues({ queues }: { queues: readonly QueueState[] }) {
  return (
    <Panel
      title="Jobs"
      note="What Octavo does that is no request. What is done is remembered for seven days."
    >
      {queues.length ? (
        <Scrolled label="Jobs, table">
          <table className={styles.table}>
            <caption className="vh">Jobs by kind</caption>
            <thead>
              <tr>
                <th scope="col">Job</th>
                {Object.values(COLUMNS).map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map((queue) => (
                <tr key={queue.job}>
                  <th scope="row">{queue.job}</th>
                  {(Object.keys(COLUMNS) as Column[]).map((column) => (
                    <td key={column} data-bad={isBad(column, queue[column]) || undefined}>
                      {queue[column] ? queue[column].toLocaleString('en-US') : '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      ) : (
        <p className={styles.none}>No process has begun to work jobs off yet.</p>
      )}
    </Panel>
  );
}

function isBad(column: Column, count: number): boolean {
  return count > 0 && (column === 'dead' || column === 'retrying');
}

function Storage({ house }: { house: House }) {
  const { disk, database, files } = house;
  return (
    <Panel title="Disk" note="Of the process that answered you.">
      <dl className={styles.facts}>
        {disk && (
          <div className={styles.disk}>
            <dt>Disk</dt>
            <dd>
              <span>{`${bytesOf(disk.free)} free of ${bytesOf(disk.total)}`}</span>
              <meter
                min={0}
                max={disk.total}
                high={disk.total * (1 - LITTLE)}
                value={disk.total - disk.free}
                aria-label="Disk in use"
              />
            </dd>
          </div>
        )}
        <div>
          <dt>Database</dt>
          <dd>{bytesOf(database.bytes)}</dd>
        </div>
        <div>
          <dt>Pictures and narrations</dt>
          <dd>in the {files}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function About({ house: { database, versions, mail } }: { house: House }) {
  const engine = database.engine === 'embedded' ? 'Embedded (PGlite)' : database.engine;
  const facts: readonly [name: string, value: string][] = [
    ['Octavo', versions.octavo],
    ['Build', versions.build],
    ['Library', `edition ${versions.library}`],
    ['Database', `${engine} ${database.version}`],
    ['Node', versions.node],
    ['Mail', mail ? 'sent through a mail server' : 'no mail server is set up'],
  ];
  return (
    <Panel title="What it stands on" note="Of the process that answered you.">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
