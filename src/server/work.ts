import type { Config } from './platform/config.ts';
import { startJobs } from './platform/jobs/service.ts';
import { closeWhenIdle, listen, openGround, stopOnSignal } from './process.ts';
import { buildWorkerApp } from './worker-app.ts';

/**
 * Runs Octavo as a process that works jobs off and serves nobody but whoever looks after it, until it is told to
 * stop. It needs no data folder: what it knows is in the database.
 */
export async function workJobsOff(config: Config): Promise<void> {
  const ground = await openGround(config, { url: config.DATABASE_URL! });
  const { database, log, faults, registry } = ground;
  const app = buildWorkerApp({ queries: database.queries, log, registry });
  await listen(app, config);
  const work = startJobs({ ...ground, after: 0 });
  console.log(`
  Octavo works jobs off; ask http://${config.HOST}:${config.PORT}/health how it is
`);
  stopOnSignal(log, async () => {
    await Promise.all([closeWhenIdle(app), work.stop()]);
    await faults.settled();
    await database.close();
  });
}
