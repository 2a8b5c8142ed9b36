import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createJobsWithoutFiles, FILE_JOB_DEFINITIONS } from './jobs.ts';
import { type BillingSetup, chooseBilling } from './membership/billing/choose-billing.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import { createErrorRecorder, type ErrorRecorder } from './platform/errors/error-recorder.ts';
import { createMetricsRegistry } from './platform/http/metrics.ts';
import type { JobWithHandler } from './platform/jobs/job.ts';
import { createOrUpdateQueues } from './platform/jobs/queues.ts';
import { openLog } from './platform/log.ts';
import { createOwnProcess, type OwnProcess } from './platform/processes/service.ts';
import { StartError } from './platform/start-error.ts';
import type { AiWriterSetup } from './studio/writer/ai-writer.ts';
import { chooseAiWriterSetup } from './studio/writer/choose-ai-writer-setup.ts';

/** The resources that every process has, regardless of its role. */
export interface ProcessResources {
  log: Logger;
  database: Database;
  errorRecorder: ErrorRecorder;
  /** The description of this process, which its heartbeat stores in the database. */
  self: OwnProcess;
  registry: Registry;
  membership: BillingSetup;
  writing: AiWriterSetup;
  /** The background jobs that do not need the file store. */
  jobs: JobWithHandler[];
}

/** Waits until the database is open, then creates this process's resources and the queues for its jobs. */
export async function createProcessResources(
  config: Config,
  opening: Promise<Database>,
): Promise<ProcessResources> {
  const log = openLog(config.LOG_LEVEL);
  const database = await opening;
  const { queries } = database;
  const registry = createMetricsRegistry(database);
  const errorRecorder = createErrorRecorder({
    queries,
    log,
    registry,
    webhookUrl: config.ERROR_WEBHOOK_URL,
  });
  const self = createOwnProcess(config.ROLE, errorRecorder);
  const [membership, writing] = await Promise.all([
    chooseBilling(config, queries),
    chooseAiWriterSetup(config, queries, log),
  ]);
  const jobs = createJobsWithoutFiles(database, config, { ...membership, log }, writing);
  await createOrUpdateQueues(database, [...jobs, ...FILE_JOB_DEFINITIONS]);
  return { log, database, errorRecorder, self, registry, membership, writing, jobs };
}

/**
 * Makes the application listen on the configured host and port. Throws {@link StartError} if the port is in use or the
 * address cannot be used.
 */
export async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${PORT} is already in use. Stop the process that uses it, or set PORT to another port.`,
      );
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`Cannot listen on ${HOST}:${PORT}: ${message}`);
    throw error;
  }
}

/** Closes the application after all running requests have ended. Closes idle connections immediately. */
export async function closeWhenIdle(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(timer));
}

/**
 * Stops the process on SIGTERM and SIGINT: waits for `drain`, calls `close` and exits with code 0. If `close` takes
 * longer than `STOP_SECONDS`, exits with code 1. A second signal makes the process exit immediately. After an uncaught
 * exception, logs the exception, calls `close` and exits with code 1, because the process's state is unknown.
 */
export function stopOnSignalOrException(
  log: Logger,
  { STOP_SECONDS }: Pick<Config, 'STOP_SECONDS'>,
  close: () => Promise<void>,
  drain: () => Promise<void> = async () => {},
): void {
  let isStopping = false;
  const closeInTime = () => {
    setTimeout(() => process.exit(1), 1000 * STOP_SECONDS).unref();
    return close();
  };
  const stop = (exitCode: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    (exitCode ? closeInTime() : drain().then(closeInTime)).then(
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
    log.fatal({ err: error }, 'Uncaught exception');
    stop(1);
  });
}
