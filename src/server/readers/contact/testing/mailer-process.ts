/**
 * A process that runs the jobs for sending emails until a test kills it. It uses the database at `DATABASE_URL` and the
 * mail server at `SMTP_URL`.
 */
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { createContactJobs } from '../service.ts';

const config = readConfig(process.env);
const database = await openDatabase({ url: config.DATABASE_URL! });
new JobQueueTestHarness(database).start(createContactJobs(database.queries, config));
