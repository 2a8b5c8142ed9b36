/**
 * Runs Octavo on a cluster of database nodes, breaks one node after the other while readers read and write, and checks
 * that nothing is lost. Exits with 1 if an acknowledged write was lost or doubled, a cached page was not served, or a
 * response was neither a success nor 503 with `Retry-After`.
 *
 *   npm run test:cluster -- [--rounds N] [--only TEXT] [--store etcd|etcd3] [--logs FOLDER]
 *
 * --rounds  number of failures, one after the other; default: 20
 * --only    applies the failures whose names contain this text
 * --store   version of etcd's API that Patroni uses; default: etcd (version 2). With etcd3, Patroni before 3.0.3 loses
 *           acknowledged writes, see docs/operations.md.
 * --logs    folder for the logs of all programs; by default they are removed
 *
 * Needs Linux, root, and Debian's packages patroni, etcd-server, haproxy, postgresql and redis-server.
 * Everything runs in namespaces of its own, so that all processes, networks, disks and files are removed at the end and
 * when the test is interrupted.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSignedInAccounts } from './accounts.ts';
import { Application } from './application.ts';
import { WebClient } from './client.ts';
import { Cluster, withSuperuserConnection } from './cluster.ts';
import { causeFailure, type NodeFailure, planFailures } from './failures.ts';
import { getIsolatedFolder, runIsolated } from './isolation.ts';
import type { ConfigurationStore } from './node.ts';
import { Observations, type PeriodSummary } from './observations.ts';
import { waitForValue } from './programs.ts';
import { fillPageCaches, READER_GROUPS, runReader } from './readers.ts';
import { findMissingRequirements } from './requirements.ts';
import { type ReceiptVerification, verifyReceipts } from './verify.ts';
import { ACCOUNTS_PER_WRITER, runWriter, type TestContent, WriteReceipts } from './writers.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'etcd' },
    logs: { type: 'string' },
  },
});

const WRITERS = 6;
/** Milliseconds between the recovery from a failure and the next failure. */
const BETWEEN_ROUNDS = 1000;
/** Milliseconds within which the rows must be readable after a round. */
const VERIFY_LIMIT = 30_000;
/** Maximum number of lost, doubled and unknown writes to print. */
const MAX_EXAMPLES = 3;

const COLUMNS = [
  ...['node', 'no writes', 'no uncached', 'no personal', 'failovers'],
  ...['acknowledged', 'refused', 'slowest', 'lost', 'doubled'],
];

const missing = findMissingRequirements();
const folder = getIsolatedFolder();
if (missing.length) console.log(`The cluster test is skipped:\n${missing.join('\n')}`);
else if (folder) process.exit(await testCluster(folder));
else process.exitCode = await runIsolated(import.meta.filename, process.argv.slice(2));

async function testCluster(folder: string): Promise<number> {
  if (!isStore(options.store)) throw new Error('The store must be etcd or etcd3.');
  const rounds = planFailures(Number(options.rounds), options.only);
  const logs = options.logs ?? `${folder}/logs`;
  mkdirSync(logs, { recursive: true });
  const cluster = await Cluster.start(folder, logs, options.store);
  console.log('The database cluster runs: three nodes with PostgreSQL, Patroni and etcd.');
  const application = await Application.start(folder, logs);
  const content = await readContent();
  await fillPageCaches(content);
  console.log('Octavo runs: two web processes and a worker. Readers begin to read and write.\n');

  const receipts = new WriteReceipts();
  const observations = new Observations(receipts);
  const stop = await startReaders(content, receipts, observations);
  printRow('round', 'failure', ...COLUMNS);
  for (const [index, failure] of rounds.entries()) {
    const problems = await runRound(index + 1, failure, cluster, { receipts, observations });
    for (const problem of problems) console.log(`       ! ${problem}`);
  }
  await stop();
  const verification = await verify(receipts);
  const whole = observations.summarize(0, Number.POSITIVE_INFINITY);
  const problems = listProblems(whole, verification);
  if (application.endedProcesses) problems.push('a process of Octavo has ended');
  const { acknowledged } = verification;
  console.log(`\n${acknowledged} writes were acknowledged in ${rounds.length} rounds.`);
  console.log(`${whole.cached.successes} of ${whole.cached.requests} cached pages were served.`);
  console.log(problems.length ? problems.join('\n') : 'Nothing was lost or doubled.');
  return problems.length ? 1 : 0;
}

/**
 * Applies a failure, waits until the cluster is healthy again, and prints a line. Returns descriptions of all problems.
 */
async function runRound(
  number: number,
  failure: NodeFailure,
  cluster: Cluster,
  { receipts, observations }: { receipts: WriteReceipts; observations: Observations },
): Promise<string[]> {
  const { state: before } = await cluster.findPrimary();
  const from = performance.now();
  const node = await causeFailure(cluster, failure);
  await cluster.waitUntilWhole();
  await wait(BETWEEN_ROUNDS);
  const to = performance.now();
  const { state: after } = await cluster.findPrimary();
  const period = observations.summarize(from, to);
  const { writes, uncached, personal } = period;
  const verification = await verify(receipts);
  printRow(
    number,
    failure.name,
    node,
    ...[writes, uncached, personal].map(({ longestGap }) => longestGap.toFixed(1)),
    after.timeline - before.timeline,
    writes.successes,
    writes.refusals,
    writes.slowest.toFixed(1),
    verification.lost.length,
    verification.doubled.length,
  );
  return listProblems(period, verification);
}

function isStore(text: string): text is ConfigurationStore {
  return text === 'etcd' || text === 'etcd3';
}

function listProblems(
  period: PeriodSummary,
  { lost, doubled, unknown }: ReceiptVerification,
): string[] {
  return [
    ...Object.values(period).flatMap(({ unexpected }) => unexpected),
    ...lost.slice(0, MAX_EXAMPLES).map((identity) => `lost: ${identity}`),
    ...doubled.slice(0, MAX_EXAMPLES).map((identity) => `doubled: ${identity}`),
    ...unknown.slice(0, MAX_EXAMPLES).map((identity) => `never sent: ${identity}`),
  ];
}

function verify(receipts: WriteReceipts) {
  return waitForValue('the rows of all writes', () => verifyReceipts(receipts), VERIFY_LIMIT);
}

/** Starts the writers and readers. Returns a function that stops them. */
async function startReaders(
  content: TestContent,
  receipts: WriteReceipts,
  observations: Observations,
): Promise<() => Promise<void>> {
  const accounts = await createSignedInAccounts(WRITERS * ACCOUNTS_PER_WRITER + 1);
  const reader = accounts.pop()!;
  const stopping = new AbortController();
  const running = [
    ...Array.from({ length: WRITERS }, (_, index) =>
      runWriter(
        accounts.slice(index * ACCOUNTS_PER_WRITER, (index + 1) * ACCOUNTS_PER_WRITER),
        content,
        receipts,
        stopping.signal,
      ),
    ),
    ...READER_GROUPS.map((group) =>
      runReader(
        group,
        content,
        reader,
        (outcome, path) => observations.noteRead(group, outcome, path),
        stopping.signal,
      ),
    ),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function readContent(): Promise<TestContent> {
  const articles = await waitForValue(
    'the list of articles through HAProxy',
    async () => {
      const { status, body } = await new WebClient().request('/api/v1/articles?limit=50');
      if (status === 200)
        return (JSON.parse(body) as { data: { metas: TestContent['articles'] } }).data.metas;
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
