import path from 'node:path';
import { SHIPPED_LIBRARY_FOLDER } from './catalogue/library/sync-library.ts';
import { createNarrationServices } from './catalogue/narration/create-narration-services.ts';
import { applyAndWatchNarrationSettings } from './catalogue/narration/follow-settings.ts';
import { createPictureService } from './catalogue/pictures/service.ts';
import { createFileJobs } from './jobs.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/open.ts';
import { openFileStore } from './platform/files/service.ts';
import type { JobWithHandler } from './platform/jobs/job.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { startProcessHeartbeat } from './platform/processes/service.ts';
import {
  closeWhenIdle,
  createProcessResources,
  listen,
  type ProcessResources,
  stopOnSignalOrException,
} from './process-resources.ts';
import { buildWorkerProbeApp } from './worker-probe-app.ts';

/**
 * Runs a worker process until it is stopped. The process runs background jobs, and serves only health checks and
 * metrics. It does not need a data folder. If an S3 bucket is configured, it also runs jobs that write files, such as
 * narrations. Otherwise, no process runs these jobs, because readers could not load files from a worker's own disk. Web
 * processes then create narrations and pictures when readers first request them.
 */
export async function runWorker(config: Config): Promise<void> {
  const opening = openDatabase(
    { url: config.DATABASE_URL! },
    { allowNewerSchema: config.ALLOW_NEWER_SCHEMA },
  );
  const runtime = await createProcessResources(config, opening);
  const { database, log, errorRecorder, registry } = runtime;
  const shutdown = new AbortController();
  const fileJobs = config.FILES_S3_BUCKET
    ? await createFileJobsFromConfig(runtime, config, shutdown.signal)
    : undefined;
  const app = buildWorkerProbeApp({
    queries: database.queries,
    log,
    registry,
    metricsToken: config.METRICS_TOKEN,
  });
  await listen(app, config);
  const stopHeartbeat = startProcessHeartbeat(database, runtime.self);
  const jobRunner = startJobs({
    ...runtime,
    jobs: [...runtime.jobs, ...(fileJobs?.jobs ?? [])],
    startDelay: 0,
  });
  stopOnSignalOrException(log, config, async () => {
    shutdown.abort();
    await Promise.all([closeWhenIdle(app), jobRunner.stop(), stopHeartbeat()]);
    await Promise.all([errorRecorder.settled(), fileJobs?.stop()]);
    await database.close();
  });
  // The banner is printed last, since tools wait for it. By this point, the process also handles signals.
  console.log(`
  Octavo is running background jobs. Health check: http://${config.HOST}:${config.PORT}/health

  narrations and pictures  ${fileJobs ? `created here, stored in bucket ${config.FILES_S3_BUCKET}` : 'created by web processes on request; set FILES_S3_BUCKET to create them here'}
`);
}

async function createFileJobsFromConfig(
  { database, log, self }: ProcessResources,
  config: Config,
  ending: AbortSignal,
): Promise<{ jobs: JobWithHandler[]; stop: () => Promise<void> }> {
  const files = await openFileStore(config, path.join(config.DATA_DIR, 'files'));
  const pictures = createPictureService(database, files, log);
  const resources = { database, files, pictures, content: SHIPPED_LIBRARY_FOLDER, config, ending };
  const audio = await createNarrationServices(resources);
  self.setVoices(audio.speech);
  const stopFollowing = await applyAndWatchNarrationSettings(database, audio);
  return { jobs: createFileJobs(database, pictures, audio, config), stop: stopFollowing };
}
