/**
 * Attacks Octavo as an anonymous client would, and reports how the attacks affect other clients. Exits with code 1 if a
 * limit is exceeded, or if the server responds to an attack with the status 500.
 *
 *   npm run test:attack -- [--seconds N] [--requests N] [--only TEXT]
 *
 * --seconds   duration of each attack; default: 5
 * --requests  number of mixed requests during which the server's memory must not grow by more than
 *             20 %; default: 200,000
 * --only      runs the attacks whose names contain this text, without the mixed requests
 *
 * The attacks run against a server with the embedded database. They also run against a server with PostgreSQL, if
 * `TEST_DATABASE_URL` is set or PostgreSQL runs on this machine. The attacks over HTTP/2 run against a server with a
 * TLS certificate. All traffic stays on the machine, and all files are removed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeCertificateFiles } from '#server/testing/certificate.ts';
import {
  getTestDatabaseUrl,
  selectTestDatabaseEngines,
  type TestDatabaseEngine,
} from '#server/testing/databases.ts';
import { selectAllTests } from '../../scripts/test-scope.mjs';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  type RunningProcess,
  startOctavoAndWait,
} from '../support/octavo.ts';
import { type Attack, HTTP1_ATTACKS, type ResponseCounts } from './http1-attacks.ts';
import { HTTP2_ATTACKS } from './http2-attacks.ts';
import { type AttackResult, getProcessMemory, measureAttack } from './measure-attack.ts';
import { sendSustainedLoad } from './sustained-load.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200000' },
    only: { type: 'string' },
  },
});
const isSelected = ({ name }: Attack) => name.includes(options.only ?? '');
const [attacks, streamAttacks] = [
  HTTP1_ATTACKS.filter(isSelected),
  HTTP2_ATTACKS.filter(isSelected),
];

/**
 * Time limits in milliseconds: for a cached page's response times (99th percentile), and for the time until a search
 * succeeds after an attack.
 */
const [MAX_CACHED_MILLISECONDS, MAX_RECOVERY_MILLISECONDS] = [50, 3000];
/** Limits for the server's memory in bytes: after its first start, and during attacks. */
const [MAX_MEMORY_AFTER_START, MAX_MEMORY_DURING_ATTACKS] = [500 * 1024 ** 2, 600 * 1024 ** 2];
/** Milliseconds to wait after a server has started, so that its background work does not affect the measurements. */
const SETTLING_TIME = 8000;
/**
 * Maximum growth of the server's memory under a sustained load: the memory after the last part of the requests, divided
 * by the memory after the first part.
 */
const MAX_MEMORY_GROWTH = 1.2;

selectAllTests();
let hasPassed = true;
try {
  for (const database of await selectTestDatabaseEngines()) await attackOnDatabase(database);
  await attackOverHttp2();
} finally {
  await killStartedProcesses();
}
process.exitCode = hasPassed ? 0 : 1;

async function attackOnDatabase({ name, open: openDatabase }: TestDatabaseEngine): Promise<void> {
  const database = name === 'PGlite' ? undefined : await openDatabase();
  const env: Record<string, string> = {
    DATA_DIR: await createDataFolderWithPictures(),
    LOG_LEVEL: 'silent',
    ...(database ? { DATABASE_URL: await getTestDatabaseUrl(database) } : {}),
  };
  console.log(`\n${name}\n`);
  try {
    await withServer(env, async (server) => {
      await pause(SETTLING_TIME);
      await reportFirstStart(server);
      await runAttacks(attacks, server);
    });
    // With `TRUST_PROXY`, the server reads a client's IP address from a proxy header, so the requests of the sustained
    // load can have many different IP addresses.
    if (!options.only) await withServer({ ...env, TRUST_PROXY: 'loopback' }, reportEndurance);
  } finally {
    await database?.close();
  }
}

/** Runs the attacks over HTTP/2. They run once, because they do not depend on the kind of database. */
async function attackOverHttp2(): Promise<void> {
  console.log('\nHTTP/2\n');
  const { TLS_CERT, TLS_KEY, remove } = writeCertificateFiles();
  const env = {
    DATA_DIR: await createDataFolderWithPictures(),
    LOG_LEVEL: 'silent',
    TLS_CERT,
    TLS_KEY,
  };
  await withServer(env, async (server) => {
    await pause(SETTLING_TIME);
    await runAttacks(streamAttacks, server);
  }).finally(remove);
}

async function runAttacks(attacks: readonly Attack[], server: RunningProcess): Promise<void> {
  for (const { name } of attacks)
    report(await measureAttack({ name }, getTarget(server), 1000 * Number(options.seconds)));
}

async function withServer(
  env: Record<string, string>,
  use: (server: RunningProcess) => Promise<void>,
): Promise<void> {
  const server = await startOctavoAndWait(env);
  try {
    await use(server);
  } finally {
    server.process.kill('SIGTERM');
    await server.exitCode;
  }
}

async function reportFirstStart({ process }: RunningProcess): Promise<void> {
  const memory = await getProcessMemory(process.pid!);
  const isWithinLimit = memory <= MAX_MEMORY_AFTER_START;
  hasPassed &&= isWithinLimit;
  console.log(
    `${isWithinLimit ? '✓' : '✗'} a first start\n    memory         ${formatMegabytes(memory)}`,
  );
}

function getTarget({ origin, process }: RunningProcess) {
  return { origin, pid: process.pid! };
}

function report({ name, outcome, cached, recovery, memory = 0 }: AttackResult): void {
  const isWithinLimits =
    cached.p99 <= MAX_CACHED_MILLISECONDS &&
    recovery <= MAX_RECOVERY_MILLISECONDS &&
    memory <= MAX_MEMORY_DURING_ATTACKS &&
    !outcome['500'];
  hasPassed &&= isWithinLimits;
  const [p50, p99, max] = [cached.p50, cached.p99, cached.max].map((each) => each.toFixed(1));
  console.log(`${isWithinLimits ? '✓' : '✗'} ${name}
    answered       ${formatOutcome(outcome)}
    a cached page  ${p50} ms (p50), ${p99} ms (p99), ${max} ms at most, of ${cached.count}
    after it       a search after ${recovery.toFixed(0)} ms; ${formatMegabytes(memory)} at most`);
}

async function reportEndurance(server: RunningProcess): Promise<void> {
  const requests = Number(options.requests);
  const { outcome, memoryByPart } = await sendSustainedLoad(getTarget(server), requests);
  const isStable = memoryByPart.at(-1)! <= MAX_MEMORY_GROWTH * memoryByPart[0]!;
  hasPassed &&= isStable;
  console.log(`${isStable ? '✓' : '✗'} ${requests} mixed requests
    answered       ${formatOutcome(outcome)}
    memory         ${memoryByPart.map(formatMegabytes).join(', ')} after each quarter`);
}

function formatOutcome(outcome: ResponseCounts): string {
  const counts = Object.entries(outcome).map(([status, count]) => `${status}: ${count}`);
  return counts.join(', ') || 'nothing';
}

function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
