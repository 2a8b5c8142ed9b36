import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import type { TestDatabaseEngine } from '#server/testing/databases.ts';
import type { JobDefinition } from '../job.ts';
import { JobQueueTestHarness } from './job-queue-test-harness.ts';

/** A test suite's database and job queue. They exist while the suite's tests run. */
export interface JobQueueSuite {
  database: Database;
  queue: JobQueueTestHarness;
}

/**
 * Opens a database for the current test suite. Before each test, resets the job queue to the given job types. After
 * each test, stops the workers that the test has started.
 */
export function setUpJobQueue(
  open: TestDatabaseEngine['open'],
  ...jobTypes: JobDefinition[]
): JobQueueSuite {
  const suite = {} as JobQueueSuite;
  beforeAll(async () => {
    suite.database = await open();
    suite.queue = new JobQueueTestHarness(suite.database);
  });
  afterAll(() => suite.database.close());
  beforeEach(() => suite.queue.reset(...jobTypes));
  afterEach(() => suite.queue.stop());
  return suite;
}
