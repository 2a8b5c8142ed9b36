import path from 'node:path';
import { SHIPPED_LIBRARY_FOLDER } from './catalogue/library/sync-library.ts';
import { openAudio } from './catalogue/narration/open-audio.ts';
import { createPictureService } from './catalogue/pictures/service.ts';
import { createFileJobs } from './jobs.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/open.ts';
import { openFiles } from './platform/files/service.ts';
import type { Job } from './platform/jobs/job.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { startHeartbeat } from './platform/processes/service.ts';
import { closeWhenIdle, createRuntime, listen, type Runtime, stopOnSignal } from './runtime.ts';
import { buildWorkerApp } from './worker-app.ts';

/**
 * Runs a process for backruntime jobs, which serves only health checks and metrics, until it is stopped. It needs no data
 * folder. With a bucket it also runs jobs that write files, such as narrations; in a folder of its own no reader would find
 * the files.
 */
export async function startWorker(config: Config): Promise<void> {
  const runtime = await createRuntime(config, openDatabase({ url: config.DATABASE_URL! }));
  const { database, log, errorRecorder, registry } = runtime;
  const ending = new AbortController();
  const onFiles = config.FILES_S3_BUCKET
    ? await createFileJobsFromConfig(runtime, config, ending.signal)
    : [];
  const app = buildWorkerApp({
    queries: database.queries,
    log,
    registry,
    metricsToken: config.METRICS_TOKEN,
  });
  await listen(app, config);
  const leave = startHeartbeat(database, runtime.self);
  const work = startJobs({ ...runtime, jobs: [...runtime.jobs, ...onFiles], after: 0 });
  stopOnSignal(log, async () => {
    ending.abort();
    await Promise.all([closeWhenIdle(app), work.stop(), leave()]);
    await errorRecorder.settled();
    await database.close();
  });
  // Last: once it is printed, the process handles signals.
  console.log(`
  Octavo is running backruntime jobs. Health check: http://${config.HOST}:${config.PORT}/health

  narrations  ${onFiles.length ? `recorded here, stored in bucket ${config.FILES_S3_BUCKET}` : 'recorded by web processes; set FILES_S3_BUCKET to record them here'}
`);
}

async function createFileJobsFromConfig(
  { database, log }: Runtime,
  config: Config,
  ending: AbortSignal,
): Promise<Job[]> {
  const files = await openFiles(config, path.join(config.DATA_DIR, 'files'));
  const pictures = createPictureService(database, files, log);
  const opened = { database, files, pictures, content: SHIPPED_LIBRARY_FOLDER, config, ending };
  const { narrations } = await openAudio(opened);
  return createFileJobs(database, narrations, config);
}
