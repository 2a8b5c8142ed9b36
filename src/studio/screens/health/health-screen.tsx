import { useQuery } from '@tanstack/react-query';
import type { HealthReport, QueueJobCounts } from '#domain/studio/health.ts';
import { copy } from '../../copy.ts';
import { aiWriterStatusQuery } from '../../lib/ai-requests.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { AiWriterStatusLine } from '../../ui/ai-writer-status-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { DeadLetterJobs } from './dead-letter-jobs.tsx';
import { ErrorList } from './error-list.tsx';
import styles from './health.module.css';
import { ProcessList } from './process-list.tsx';
import { healthQuery } from './queries.ts';

const words = copy.health;

/** Shows the state of the installation: processes, jobs, errors, disk space and versions. */
export function HealthScreen() {
  const query = useQuery(healthQuery);
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={query.data && <HealthSummary report={query.data} />}
      >
        {words.note}
      </ScreenHeader>
      <QueryContent query={query} lines={9}>
        {(report) => (
          <div className={styles.parts}>
            {report.dead.length > 0 && <DeadLetterJobs dead={report.dead} />}
            <ProcessList processes={report.processes} />
            <QueueTable queues={report.queues} />
            <div className={styles.pair}>
              <StoragePanel report={report} />
              <VersionsPanel report={report} />
            </div>
            <Panel title={words.budget} note={words.budgetNote}>
              <AiWriterStatusLine />
            </Panel>
            <ErrorList today={report.errorsToday} />
          </div>
        )}
      </QueryContent>
    </>
  );
}

/** Fraction of free disk space below which the screen shows a warning. */
const LOW_DISK_SHARE = 0.1;

function isDiskLow({ disk }: HealthReport): boolean {
  return disk !== null && disk.free / disk.total < LOW_DISK_SHARE;
}

function HealthSummary({ report }: { report: HealthReport }) {
  const { dead, errorsToday } = report;
  const silentCount = report.processes.filter(({ isSilent }) => isSilent).length;
  const voicelessCount = report.processes.filter(
    ({ isSilent, status }) => !isSilent && status?.voicesProblem,
  ).length;
  const { data: aiWriter } = useQuery(aiWriterStatusQuery);
  const problems = [
    dead.length && words.failedJobs(dead.length),
    errorsToday && words.errorsToday(errorsToday),
    silentCount && words.silent(silentCount),
    voicelessCount && words.voiceless(voicelessCount),
    isDiskLow(report) && words.diskFull,
    aiWriter?.isAvailable && aiWriter.budget.left <= 0 && words.budgetSpent,
  ].filter((each) => typeof each === 'string');
  return (
    <p className={styles.verdict} role="status">
      {problems.length ? (
        problems.map((problem) => (
          <Badge key={problem} tone="bad">
            {problem}
          </Badge>
        ))
      ) : (
        <Badge tone="good">{words.allWell}</Badge>
      )}
    </p>
  );
}

const COLUMNS = {
  dead: words.failed,
  retrying: words.retrying,
  waiting: words.waiting,
  active: words.running,
  scheduled: words.scheduled,
  done: words.done,
} as const satisfies Partial<Record<keyof QueueJobCounts, string>>;
type Column = keyof typeof COLUMNS;

function QueueTable({ queues }: { queues: readonly QueueJobCounts[] }) {
  return (
    <Panel title={words.jobs} note={words.jobsNote}>
      {queues.length ? (
        <ScrollRegion label={words.jobsTable}>
          <table className={styles.table}>
            <caption className="vh">{words.jobsByKind}</caption>
            <thead>
              <tr>
                <th scope="col">{words.job}</th>
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
                    <td key={column} data-bad={isAlarming(column, queue[column]) || undefined}>
                      {queue[column] ? queue[column].toLocaleString('en-US') : '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : (
        <p className={styles.none}>{words.noWorker}</p>
      )}
    </Panel>
  );
}

function isAlarming(column: Column, count: number): boolean {
  return count > 0 && (column === 'dead' || column === 'retrying');
}

function StoragePanel({ report }: { report: HealthReport }) {
  const { disk, database, files } = report;
  return (
    <Panel title={words.disk} note={words.thisProcess}>
      <FactList>
        {disk && (
          <Fact name={words.disk}>
            <span>{words.free(formatBytes(disk.free), formatBytes(disk.total))}</span>
            <meter
              className={styles.meter}
              min={0}
              max={disk.total}
              high={disk.total * (1 - LOW_DISK_SHARE)}
              value={disk.total - disk.free}
              aria-label={words.diskUsed}
            />
          </Fact>
        )}
        <Fact name={words.database}>{formatBytes(database.bytes)}</Fact>
        <Fact name={words.media}>in the {files}</Fact>
      </FactList>
    </Panel>
  );
}

function VersionsPanel({ report: { database, versions, mail } }: { report: HealthReport }) {
  const engine = database.engine === 'embedded' ? 'Embedded (PGlite)' : database.engine;
  const facts: readonly [name: string, value: string][] = [
    [words.octavo, versions.octavo],
    [words.build, versions.build],
    [words.library, words.edition(versions.library)],
    [words.database, `${engine} ${database.version}`],
    [words.node, versions.node],
    [words.mail, mail ? words.hasMail : words.noMail],
  ];
  return (
    <Panel title={words.versions} note={words.thisProcess}>
      <FactList>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </FactList>
    </Panel>
  );
}
