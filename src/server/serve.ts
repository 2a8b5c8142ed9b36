import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { fillShelves } from './catalogue/library/service.ts';
import { storedPictures } from './catalogue/pictures/service.ts';
import { allJobs } from './jobs.ts';
import type { WebBuild } from './pages/assets.ts';
import { purgeWithEveryChange } from './pages/purge.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { takeDataFolder } from './platform/db/data-folder.ts';
import type { Database } from './platform/db/database.ts';
import { openDatabase } from './platform/db/open.ts';
import { faultRecorder } from './platform/faults/service.ts';
import { openFiles } from './platform/files/service.ts';
import { metricsRegistry } from './platform/http/metrics.ts';
import { prepareQueues, startJobs } from './platform/jobs/service.ts';
import { showProgress } from './platform/progress.ts';
import { StartError } from './platform/start-error.ts';
import { addReadyAccounts } from './readers/accounts/service.ts';
import { DEMO_ACCOUNTS } from './readers/demo-identity/service.ts';
import { type ChosenProviders, chooseProviders } from './readers/sign-in/service.ts';

const CONTENT = path.join(fileURLToPath(import.meta.url), '../../../content');
/** Milliseconds a stop may take; requests in flight longer than this are cut off. */
const STOP_WITHIN = 8000;
/** Milliseconds until jobs are started: whoever waits for the first page does not wait for them too. */
const JOBS_AFTER = 5000;

/**
 * Runs Octavo as this process until it is told to stop: reads the environment, takes the data folder, opens
 * the database, fills the shelf, listens. Ends the process with 1 and a sentence when it cannot start.
 */
export async function serve(loadWeb: () => Promise<WebBuild>): Promise<void> {
  try {
    await start(readConfig(process.env), loadWeb);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function start(config: Config, loadWeb: () => Promise<WebBuild>): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL });
  const folder = await takeDataFolder(config.DATA_DIR);
  const [database, web] = await Promise.all([
    openDatabase(config.DATABASE_URL ? { url: config.DATABASE_URL } : { folder }),
    loadWeb(),
  ]);
  const { queries } = database;
  const registry = metricsRegistry();
  const faults = faultRecorder({ queries, log, registry, webhookUrl: config.ERROR_WEBHOOK_URL });
  const jobs = allJobs(queries, config);
  await prepareQueues(database, jobs);
  if (config.CDN_PURGE_URL) purgeWithEveryChange();
  await fill(database, config);
  const files = await openFiles(config, path.join(folder.path, 'files'));
  const pictures = storedPictures(database, files, log);
  const signIn = chooseProviders(config);
  if (signIn.isDemonstration) await addReadyAccounts(queries, DEMO_ACCOUNTS);
  const app = await buildApp({ config, database, pictures, web, signIn, log, faults, registry });
  await listen(app, config);
  printBanner(config, database, signIn);

  const work = startJobs({ database, jobs, log, faults, registry, after: JOBS_AFTER });
  const drawing = new AbortController();
  const drawn = pictures
    .drawMissing(showProgress('Drawing covers'), drawing.signal)
    .catch((error: unknown) => log.error({ err: error }, 'The pictures could not be drawn'));
  stopOnSignal(log, async () => {
    drawing.abort();
    await Promise.all([closeWhenIdle(app), drawn, work.stop()]);
    await faults.settled();
    await database.close();
    await folder.release();
  });
}

/** Brings the shelves in line with the library that ships, and says what changed or is broken. */
async function fill(database: Database, { ALLOW_OLDER_LIBRARY }: Config): Promise<void> {
  const { warnings, changes } = await fillShelves(database, CONTENT, {
    mayGoBack: ALLOW_OLDER_LIBRARY,
  });
  for (const warning of warnings) console.warn(warning);
  if (changes.length) console.log(`Library: ${changes.join(', ')}.`);
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${PORT} is taken. Stop what is using it, or set PORT to another.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`Cannot listen on ${HOST}:${PORT}: ${message}`);
    throw error;
  }
}

/** Lets requests in flight finish; connections kept alive after that are closed, not waited for. */
async function closeWhenIdle(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweep));
}

function printBanner(
  { ORIGIN, DATA_DIR, FILES_S3_BUCKET }: Config,
  { engine }: Database,
  { isDemonstration, providers }: ChosenProviders,
): void {
  const signIn = isDemonstration
    ? 'embedded (a demonstration: anyone can be anyone)'
    : providers.settings.map(({ label }) => label).join(', ');
  const files = FILES_S3_BUCKET ? `bucket ${FILES_S3_BUCKET}` : 'embedded (in the data folder)';
  const database = engine === 'embedded' ? 'embedded (PGlite)' : engine;
  console.log(`
  Octavo is open at ${ORIGIN}

  data      ${DATA_DIR}
  database  ${database}
  files     ${files}
  sign-in   ${signIn}
`);
}

/**
 * Finishes what is in flight, closes everything, and ends with 0; a second signal ends at once. After a fault
 * nobody caught the process is in no known state: it is logged, and the process stops in the same way, with 1.
 */
function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (exitCode: number) => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'A fault nobody caught');
    stop(1);
  });
}
