/**
 * Attacks the product as an anonymous client could, and reports the effect on other clients. Exits with 1 if a limit is
 * exceeded.
 *
 *   npm run test:attack -- [--seconds N] [--requests N] [--only TEXT]
 *
 * --seconds   duration of each attack; default: 5
 * --requests  number of mixed requests during which the server's memory must not grow; default: 200,000
 * --only      runs the attacks whose names contain this text
 *
 * The attacks run against a server with the embedded database. They also run against a server with PostgreSQL, if
 * `TEST_DATABASE_URL` is set or PostgreSQL runs on this machine. The attacks over HTTP/2 run against a server with a
 * TLS certificate. All traffic stays on the machine, and all files are removed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeCertificateFiles } from '#server/testing/certificate.ts';
import {
  getDatabaseUrl,
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
const isWanted = ({ name }: Attack) => name.includes(options.only ?? '');
const [attacks, streamAttacks] = [HTTP1_ATTACKS.filter(isWanted), HTTP2_ATTACKS.filter(isWanted)];

/**
 * Time limits in milliseconds: for the 99th percentile of cached pages, and until a search succeeds after an attack.
 */
const [MAX_CACHED_MILLISECONDS, MAX_RECOVERY_MILLISECONDS] = [50, 3000];
/** Memory limits in bytes: after a server's first start, and during attacks. */
const [MAX_MEMORY_AFTER_START, MAX_MEMORY_DURING_ATTACKS] = [500 * 1024 ** 2, 600 * 1024 ** 2];
/** Milliseconds after which a server has completed its start-up work. */
const SETTLING_TIME = 8000;
/** Maximum ratio of a process's memory after all mixed requests to its memory after the first part. */
const MAX_MEMORY_GROWTH = 1.2;

selectAllTests();
let isGood = true;
try {
  for (const database of await selectTestDatabaseEngines()) await tryOn(database);
  await tryStreams();
} finally {
  await killStartedProcesses();
}
process.exitCode = isGood ? 0 : 1;

async function tryOn({ name, open: openDatabase }: TestDatabaseEngine): Promise<void> {
  const database = name === 'PGlite' ? undefined : await openDatabase();
  const env: Record<string, string> = {
    DATA_DIR: await createDataFolderWithPictures(),
    LOG_LEVEL: 'silent',
    ...(database ? { DATABASE_URL: await getDatabaseUrl(database) } : {}),
  };
  console.log(`\n${name}\n`);
  try {
    await withServer(env, async (server) => {
      await pause(SETTLING_TIME);
      await reportFirstStart(server);
      await tryAll(attacks, server);
    });
    // The server trusts this machine as a proxy, so that the mixed requests seem to come from many
    // readers.
    if (!options.only) await withServer({ ...env, TRUST_PROXY: 'loopback' }, reportEndurance);
  } finally {
    await database?.close();
  }
}

/** Runs the attacks over HTTP/2, which do not depend on the database. */
async function tryStreams(): Promise<void> {
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
    await tryAll(streamAttacks, server);
  }).finally(remove);
}

async function tryAll(attacks: readonly Attack[], server: RunningProcess): Promise<void> {
  for (const { name } of attacks)
    report(await measureAttack({ name }, targetOf(server), 1000 * Number(options.seconds)));
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
    await server.ended;
  }
}

async function reportFirstStart({ process }: RunningProcess): Promise<void> {
  const memory = await getProcessMemory(process.pid!);
  const isLight = memory <= MAX_MEMORY_AFTER_START;
  isGood &&= isLight;
  console.log(`${isLight ? '✓' : '✗'} a first start\n    memory         ${megabytes(memory)}`);
}

function targetOf({ origin, process }: RunningProcess) {
  return { origin, pid: process.pid! };
}

function report({ name, outcome, cached, recovery, memory = 0 }: AttackResult): void {
  const isTrialGood =
    cached.p99 <= MAX_CACHED_MILLISECONDS &&
    recovery <= MAX_RECOVERY_MILLISECONDS &&
    memory <= MAX_MEMORY_DURING_ATTACKS &&
    !outcome['500'];
  isGood &&= isTrialGood;
  const [p50, p99, max] = [cached.p50, cached.p99, cached.max].map((each) => each.toFixed(1));
  console.log(`${isTrialGood ? '✓' : '✗'} ${name}
    answered       ${listed(outcome)}
    a cached page  ${p50} ms (p50), ${p99} ms (p99), ${max} ms at most, of ${cached.count}
    after it       a search after ${recovery.toFixed(0)} ms; ${megabytes(memory)} at most`);
}

async function reportEndurance(server: RunningProcess): Promise<void> {
  const requests = Number(options.requests);
  const { outcome, weights } = await sendSustainedLoad(targetOf(server), requests);
  const isFlat = weights.at(-1)! <= MAX_MEMORY_GROWTH * weights[0]!;
  isGood &&= isFlat;
  console.log(`${isFlat ? '✓' : '✗'} ${requests} mixed requests
    answered       ${listed(outcome)}
    memory         ${weights.map(megabytes).join(', ')} after each quarter`);
}

function listed(outcome: ResponseCounts): string {
  const answers = Object.entries(outcome).map(([status, count]) => `${status}: ${count}`);
  return answers.join(', ') || 'nothing';
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
