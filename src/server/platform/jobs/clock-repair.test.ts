import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { enqueue } from './enqueue.ts';
import type { JobWithHandler } from './job.ts';
import {
  DRAW_PORTRAIT_JOB_DEFINITION,
  JobQueueTestHarness,
} from './testing/job-queue-test-harness.ts';

const HOUR = 60 * 60;

describe.each(await selectTestDatabaseEngines())(
  'scheduled jobs and the clock, on $name',
  ({ open }) => {
    let database: Database;
    let queue: JobQueueTestHarness;
    const sweep = vi.fn(async () => ({}));
    /** A job type that is scheduled every hour, at a minute other than the current one. */
    const SWEEP: JobWithHandler = {
      id: 'sweep',
      payload: z.strictObject({}),
      cron: `${(new Date().getMinutes() + 30) % 60} * * * *`,
      work: sweep,
    };
    const DAILY: JobWithHandler = {
      ...SWEEP,
      cron: `0 ${(new Date().getUTCHours() + 12) % 24} * * *`,
    };

    beforeAll(async () => {
      database = await open();
      queue = new JobQueueTestHarness(database);
    });
    afterAll(() => database.close());
    beforeEach(async () => {
      sweep.mockClear();
      await queue.reset(SWEEP, DRAW_PORTRAIT_JOB_DEFINITION);
    });
    afterEach(() => queue.stop());

    const listWaitingJobs = async () =>
      (await queue.jobs('sweep')).filter(({ state }) => state === 'created');
    const waitUntilScheduled = () => expect.poll(listWaitingJobs).toHaveLength(1);

    it.runIf(isRunOfAllTests())(
      'wait once for their next run, regardless of how many processes start',
      async () => {
        for (const _ of [1, 2, 3]) queue.start(SWEEP);
        await waitUntilScheduled();
        await queue.waitForUpkeepAndPolls(2);
        const [nextRun, ...duplicates] = await listWaitingJobs();
        expect(duplicates).toEqual([]);
        expect(nextRun!.startsIn).toBeGreaterThan(20 * 60);
        expect(nextRun!.startsIn).toBeLessThan(31 * 60);
        expect(sweep).not.toHaveBeenCalled();
      },
    );

    it.runIf(isRunOfAllTests())(
      'run once if they were missed while no process was running, and wait for the next run',
      async () => {
        queue.start(SWEEP);
        await waitUntilScheduled();
        await queue.stop();
        await queue.setClockOffset(3 * 24);
        for (const _ of [1, 2, 3]) queue.start(SWEEP);
        await expect.poll(() => queue.states('sweep')).toEqual(['completed', 'created']);
        await queue.waitForUpkeepAndPolls(2);
        expect(sweep).toHaveBeenCalledTimes(1);
        expect(await listWaitingJobs()).toHaveLength(1);
        expect((await listWaitingJobs())[0]!.startsIn).toBeGreaterThan(20 * 60);
      },
    );

    it('are moved forward if a release runs them more often', async () => {
      queue.start(DAILY);
      await waitUntilScheduled();
      expect((await listWaitingJobs())[0]!.startsIn).toBeGreaterThan(HOUR);
      await queue.stop();
      queue.start(SWEEP);
      await expect
        .poll(async () => (await listWaitingJobs())[0]!.startsIn)
        .toBeLessThanOrEqual(HOUR);
      expect(await listWaitingJobs()).toHaveLength(1);
    });

    it.runIf(isRunOfAllTests()).each([
      ['forward', 5],
      ['back', -5],
    ] as const)('neither accumulate nor stop if the clock jumps %s', async (_, hours) => {
      queue.start(DAILY);
      await waitUntilScheduled();
      await queue.setClockOffset(hours * 24);
      await queue.waitForUpkeepAndPolls(3);
      expect(sweep.mock.calls.length).toBeLessThanOrEqual(1);
      const waitingJobs = await listWaitingJobs();
      expect(waitingJobs).toHaveLength(1);
      expect(waitingJobs[0]!.startsIn).toBeGreaterThan(0);
      expect(waitingJobs[0]!.startsIn).toBeLessThanOrEqual(24 * HOUR);
    });

    it('start at once if the clock was set back after they were enqueued', async () => {
      await queue.setClockOffset(7);
      await enqueue(database.queries, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
      const startAfter = new Date(Date.now() + 7.5 * HOUR * 1000);
      await enqueue(
        database.queries,
        DRAW_PORTRAIT_JOB_DEFINITION,
        { author: 'Meridian' },
        { startAfter },
      );
      await queue.setClockOffset(0);
      queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: async () => ({}) });
      const findJob = async (author: string) =>
        (await queue.jobs('draw')).find(({ data }) => data.author === author)!;
      await expect.poll(async () => (await findJob('Plumbline')).state).toBe('completed');
      expect(await findJob('Meridian')).toMatchObject({ state: 'created' });
      expect((await findJob('Meridian')).startsIn).toBeCloseTo(HOUR / 2, -2);
    });

    it.runIf(isRunOfAllTests())(
      'are retried after their delay if the clock was set back',
      async () => {
        await queue.reset({ ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 3, delay: 1 } });
        await queue.setClockOffset(7);
        await enqueue(database.queries, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
        const work = vi.fn().mockRejectedValueOnce(new Error('no pen')).mockResolvedValue({});
        queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work });
        await expect.poll(() => queue.states('draw')).toEqual(['retry']);
        await queue.setClockOffset(0);
        await expect.poll(() => queue.states('draw')).toEqual(['completed']);
      },
    );

    it.runIf(isRunOfAllTests())(
      'are recovered when abandoned, even if the clock was set back',
      async () => {
        await queue.setClockOffset(7);
        await enqueue(database.queries, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
        await queue.run(
          `UPDATE pgboss.job SET state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now()`,
        );
        // Stores the current database time as the time of pg-boss's last maintenance. Once the clock is set back, this
        // time is in the future.
        await queue.run(
          `UPDATE pgboss.queue SET monitor_claim_on = pgboss.job_now(), monitor_on = pgboss.job_now()`,
        );
        await queue.setClockOffset(0);
        queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: async () => ({}) });
        await queue.waitForUpkeepAndPolls(2);
        await queue.run(
          `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds'`,
        );
        await expect.poll(() => queue.states('draw')).toEqual(['retry']);
      },
    );

    it.runIf(isRunOfAllTests())(
      'keep their lease while they run and the clock is set forward',
      async () => {
        const started = Promise.withResolvers<void>();
        const gate = Promise.withResolvers<void>();
        const work = vi.fn(async () => {
          started.resolve();
          await gate.promise;
          return {};
        });
        for (const _ of [1, 2]) queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work });
        await enqueue(database.queries, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
        await started.promise;
        await queue.waitForUpkeepAndPolls(2);
        await queue.setClockOffset(7);
        await queue.waitForUpkeepAndPolls(4);
        expect(await queue.states('draw')).toEqual(['active']);
        gate.resolve();
        await expect.poll(() => queue.states('draw')).toEqual(['completed']);
        expect(work).toHaveBeenCalledTimes(1);
      },
    );
  },
);
