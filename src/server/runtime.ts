import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createJobs, FILE_TASKS } from './jobs.ts';
import { type BillingSetup, chooseBilling } from './membership/billing/choose-billing.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import { createErrorRecorder, type ErrorRecorder } from './platform/errors/error-recorder.ts';
import { metricsRegistry } from './platform/http/metrics.ts';
import type { Job } from './platform/jobs/job.ts';
import { prepareQueues } from './platform/jobs/queues.ts';
import { openLog } from './platform/log.ts';
import { createOwnProcess, type OwnProcess } from './platform/processes/service.ts';
import { StartError } from './platform/start-error.ts';
import type { AiWriting } from './studio/writer/ai-writer.ts';
import { chooseAiWriting } from './studio/writer/choose-ai-writing.ts';

/** Milliseconds a stop may take; requests in flight longer than this are cut off. */
const STOP_WITHIN = 8000;

/** What every process has, whatever its role. */
export interface Runtime {
  log: Logger;
  database: Database;
  errorRecorder: ErrorRecorder;
  /** Told to the others from when it is at work. */
  self: OwnProcess;
  registry: Registry;
  membership: BillingSetup;
  writing: AiWriting;
  /** What any process can do. */
  jobs: Job[];
}

/** Waits for the database, and makes a queue for every job: from then on they can be enqueued. */
export async function createRuntime(config: Config, opening: Promise<Database>): Promise<Runtime> {
  const log = openLog(config.LOG_LEVEL);
  const database = await opening;
  const { queries } = database;
  const registry = metricsRegistry();
  const errorRecorder = createErrorRecorder({
    queries,
    log,
    registry,
    webhookUrl: config.ERROR_WEBHOOK_URL,
  });
  const self = createOwnProcess(config.ROLE, errorRecorder);
  const [membership, writing] = await Promise.all([
    chooseBilling(config, queries),
    chooseAiWriting(config, queries, log),
  ]);
  const jobs = createJobs(database, config, { ...membership, log }, writing);
  await prepareQueues(database, [...jobs, ...FILE_TASKS]);
  return { log, database, errorRecorder, self, registry, membership, writing, jobs };
}

/** Listens where it is configured to. Throws {@link StartError} when that cannot be. */
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

/** Lets requests in flight finish; connections kept alive after that are closed, not waited for. */
export async function closeWhenIdle(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweep));
}

/**
 * Finishes what is in flight, closes everything, and ends with 0; a second signal ends at once. After a fault
 * nobody caught the process is in no known state: it is logged, and the process stops in the same way, with 1.
 */
export function stopOnSignal(log: Logger, close: () => Promise<void>): void {
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
    log.fatal({ err: error }, 'Uncaught exception');
    stop(1);
  });
}
