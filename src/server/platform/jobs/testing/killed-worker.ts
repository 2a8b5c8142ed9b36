/**
 * Entry point of a test process that uses the database at `DATABASE_URL` and runs a job that never ends. Tests kill
 * this process while the job is running.
 */
import { openDatabase } from '#server/platform/db/open.ts';
import { DRAW_PORTRAIT_JOB_DEFINITION, JobQueueTestHarness } from './job-queue-test-harness.ts';

const database = await openDatabase({ url: process.env.DATABASE_URL! });
new JobQueueTestHarness(database).start({
  ...DRAW_PORTRAIT_JOB_DEFINITION,
  work({ author }) {
    process.send!(author);
    return new Promise(() => {});
  },
});
