/**
 * Runs Octavo on a cluster of database nodes. Causes one failure after another while simulated readers read and write,
 * and checks that no data is lost. Exits with code 1 in any of these cases:
 *
 * - An acknowledged write was lost or duplicated, or no write was acknowledged.
 * - A cached page was not served, or a response was neither a success nor 503 with `Retry-After`. The requests that
 *   a web process was answering when it was killed do not count.
 * - Octavo does not respond successfully again once the cluster has recovered.
 * - One of Octavo's processes exited, although the test did not kill it.
 * - A failure had no effect.
 *
 *   npm run test:cluster -- [--rounds N] [--only TEXT] [--store etcd|etcd3] [--logs FOLDER]
 *
 * --rounds  number of failures, one after the other; default: 20
 * --only    causes only failures whose names contain this text
 * --store   version of etcd's API that Patroni uses; default: etcd (version 2). With etcd3, Patroni before 3.0.3 loses
 *           acknowledged writes, see docs/operations.md.
 * --logs    folder for the logs of all programs; by default they are removed
 *
 * Needs Linux, root privileges, and Debian's packages patroni, etcd-server, haproxy, postgresql and redis-server. If
 * any of them is missing, prints that nothing was tested, and exits with code 0. Everything runs in separate Linux
 * namespaces, so that all processes, networks, disks and files are removed at the end and when the test is interrupted.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSignedInAccounts } from './accounts.ts';
import { Application } from './application.ts';
import { WebClient } from './client.ts';
import { Cluster, withSuperuserConnection } from './cluster.ts';
import { causeFailure, type Failure, planFailures, type TestedSystem } from './failures.ts';
import { getIsolatedFolder, runIsolated } from './isolation.ts';
import type { EtcdApiVersion } from './node.ts';
import { Observations } from './observations.ts';
import {
  listMissingFailoverProblems,
  listRecoveryProblems,
  listWriteAndResponseProblems,
} from './problems.ts';
import { waitForValue } from './programs.ts';
import { fillPageCaches, READER_GROUPS, runReader } from './readers.ts';
import { findMissingRequirements } from './requirements.ts';
import { verifyWrites } from './verify.ts';
import { ACCOUNTS_PER_WRITER, type PublishedContent, runWriter, WriteLog } from './writers.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'etcd' },
    logs: { type: 'string' },
  },
});

const WRITERS = 6;
/**
 * Milliseconds between the recovery from a failure and the next failure. Within this time, requests from the writers
 * and from each group of readers must succeed again.
 */
const ROUND_INTERVAL = 3000;
/** Maximum milliseconds to wait until the database can be queried for the rows of all writes. */
const VERIFY_LIMIT = 30_000;

const COLUMNS = [
  ...['target', 'no writes', 'no uncached', 'no personal', 'failovers'],
  ...['acknowledged', 'refused', 'slowest', 'lost', 'doubled'],
];

const missing = findMissingRequirements();
const folder = getIsolatedFolder();
if (missing.length)
  console.log(`The cluster test is skipped. Nothing was tested.\n${missing.join('\n')}`);
else if (folder) process.exit(await testCluster(folder));
else process.exitCode = await runIsolated(import.meta.filename, process.argv.slice(2));

async function testCluster(folder: string): Promise<number> {
  if (!isConfigurationStore(options.store)) throw new Error('The store must be etcd or etcd3.');
  const rounds = planFailures(Number(options.rounds), options.only);
  const logs = options.logs ?? `${folder}/logs`;
  mkdirSync(logs, { recursive: true });
  const cluster = await Cluster.start(folder, logs, options.store);
  console.log('The database cluster runs: three nodes with PostgreSQL, Patroni and etcd.');
  const application = await Application.start(folder, logs);
  const content = await readPublishedContent();
  await fillPageCaches(content);
  console.log('Octavo runs: two web processes and a worker. Readers begin to read and write.\n');

  const writeLog = new WriteLog();
  const observations = new Observations(writeLog, application.kills);
  const stopReaders = await startReaders(content, writeLog, observations);
  printRow('round', 'failure', ...COLUMNS);
  let roundProblems = 0;
  for (const [index, failure] of rounds.entries()) {
    const system = { cluster, application, content };
    const problems = await runRound(index + 1, failure, system, { writeLog, observations });
    for (const problem of problems) console.log(`       ! ${problem}`);
    roundProblems += problems.length;
  }
  await stopReaders();
  const verification = await verify(writeLog);
  const total = observations.summarize(0, Number.POSITIVE_INFINITY);
  const problems = listWriteAndResponseProblems(total, verification);
  if (application.unexpectedExitCount) problems.push('a process of Octavo has ended');
  if (roundProblems) problems.push(`${roundProblems} problems in single rounds, see above`);
  const { acknowledged } = verification;
  if (acknowledged === 0) problems.push('no write was acknowledged');
  console.log(`\n${acknowledged} writes were acknowledged in ${rounds.length} rounds.`);
  console.log(`${total.cached.successes} of ${total.cached.requests} cached pages were served.`);
  console.log(problems.length ? problems.join('\n') : 'Nothing was lost or doubled.');
  return problems.length ? 1 : 0;
}

/**
 * Causes a failure, waits until the cluster is healthy again, and prints a line with the result. Returns descriptions
 * of all problems.
 */
async function runRound(
  number: number,
  failure: Failure,
  system: TestedSystem,
  { writeLog, observations }: { writeLog: WriteLog; observations: Observations },
): Promise<string[]> {
  const { cluster } = system;
  const { state: before } = await cluster.findPrimary();
  const from = performance.now();
  const node = await causeFailure(system, failure);
  await cluster.waitUntilHealthy();
  const recoveredAt = performance.now();
  await wait(ROUND_INTERVAL);
  const to = performance.now();
  const { state: after } = await cluster.findPrimary();
  const period = observations.summarize(from, to);
  const { writes, uncached, personal } = period;
  const failovers = after.timeline - before.timeline;
  const verification = await verify(writeLog);
  printRow(
    number,
    failure.name,
    node,
    ...[writes, uncached, personal].map(({ longestGap }) => longestGap.toFixed(1)),
    failovers,
    writes.successes,
    writes.refusals,
    writes.slowest.toFixed(1),
    verification.lost.length,
    verification.doubled.length,
  );
  const interrupted = Object.values(period).reduce((sum, group) => sum + group.interrupted, 0);
  if (interrupted)
    console.log(`       ${interrupted} requests of the killed process were interrupted`);
  return [
    ...listWriteAndResponseProblems(period, verification),
    ...listRecoveryProblems(observations.summarize(recoveredAt, to)),
    ...listMissingFailoverProblems(failure, failovers),
  ];
}

function isConfigurationStore(text: string): text is EtcdApiVersion {
  return text === 'etcd' || text === 'etcd3';
}

function verify(writeLog: WriteLog) {
  return waitForValue('the rows of all writes', () => verifyWrites(writeLog), VERIFY_LIMIT);
}

/** Starts the simulated writers and readers. Returns a function that stops them. */
async function startReaders(
  content: PublishedContent,
  writeLog: WriteLog,
  observations: Observations,
): Promise<() => Promise<void>> {
  const accounts = await createSignedInAccounts(WRITERS * ACCOUNTS_PER_WRITER + 1);
  const reader = accounts.pop()!;
  const controller = new AbortController();
  const running = [
    ...Array.from({ length: WRITERS }, (_, index) =>
      runWriter(
        accounts.slice(index * ACCOUNTS_PER_WRITER, (index + 1) * ACCOUNTS_PER_WRITER),
        content,
        writeLog,
        controller.signal,
      ),
    ),
    ...READER_GROUPS.map((group) =>
      runReader(
        group,
        content,
        reader,
        (outcome, path) => observations.recordRead(group, outcome, path),
        controller.signal,
      ),
    ),
  ];
  return async () => {
    controller.abort();
    await Promise.all(running);
  };
}

async function readPublishedContent(): Promise<PublishedContent> {
  const articles = await waitForValue(
    'the list of articles through HAProxy',
    async () => {
      const { status, body } = await new WebClient().request('/api/v1/articles?limit=50');
      if (status === 200)
        return (JSON.parse(body) as { data: { metas: PublishedContent['articles'] } }).data.metas;
      throw new Error(`${status} ${body}`);
    },
    30_000,
  );
  const authorIds = await withSuperuserConnection('octavo', async (client) => {
    const { rows } = await client.query<{ alias: string; id: string }>(
      `SELECT alias, id FROM authors WHERE status = 'active'`,
    );
    return new Map(rows.map(({ alias, id }) => [alias, id]));
  });
  return { articles, authorIds };
}

function printRow(...cells: (string | number)[]): void {
  const widths = [6, 24, 6, 10, 12, 12, 10, 13, 8, 8, 5, 8];
  console.log(cells.map((cell, index) => String(cell).padEnd(widths[index]!)).join(' '));
}
