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
 * Runs Octavo as a process that works jobs off and serves nobody but whoever looks after it, until it is told to
 * stop. It needs no data folder: what it knows is in the database. Where files are kept in a bucket it does what
 * takes files too, such as narrations; in a folder of its own no reader would find them.
 */
export async function startWorker(config: Config): Promise<void> {
  const ground = await createRuntime(config, openDatabase({ url: config.DATABASE_URL! }));
  const { database, log, errorRecorder, registry } = ground;
  const ending = new AbortController();
  const onFiles = config.FILES_S3_BUCKET
    ? await createFileJobsFromConfig(ground, config, ending.signal)
    : [];
  const app = buildWorkerApp({
    queries: database.queries,
    log,
    registry,
    metricsToken: config.METRICS_TOKEN,
  });
  await listen(app, config);
  const leave = startHeartbeat(database, ground.self);
  const work = startJobs({ ...ground, jobs: [...ground.jobs, ...onFiles], after: 0 });
  stopOnSignal(log, async () => {
    ending.abort();
    await Promise.all([closeWhenIdle(app), work.stop(), leave()]);
    await errorRecorder.settled();
    await database.close();
  });
  // Last, so that a process that says it is ready can also be stopped.
  console.log(`
  Octavo is running background jobs. Health check: http://${config.HOST}:${config.PORT}/health

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
