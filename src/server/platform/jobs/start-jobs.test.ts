import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { getTestDatabaseUrl, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { listDeadLetterJobs, retryDeadLetterJob } from './dead-letters.ts';
import { enqueue } from './enqueue.ts';
import type { JobWithHandler } from './job.ts';
import { createPgBossAdapter } from './pg-boss-adapter.ts';
import { startJobs } from './start-jobs.ts';
import { DRAW_PORTRAIT_JOB_DEFINITION } from './testing/job-queue-test-harness.ts';
import { setUpJobQueue } from './testing/set-up-job-queue.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** The job type that the tests use, with only one retry, after one or two seconds. */
const ONE_RETRY = { ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 1, delay: 1 } };
const NO_RETRY = { ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 0, delay: 1 } };

describe.each(databases)('jobs, on $name', ({ name, open }) => {
  const suite = setUpJobQueue(open, DRAW_PORTRAIT_JOB_DEFINITION);

  const draw = (author: string) =>
    enqueue(suite.database.queries, DRAW_PORTRAIT_JOB_DEFINITION, { author });
  const listStates = () => suite.queue.states('draw');
  const failWithoutPen = async () => {
    throw new Error('no pen');
  };

  it('run, and their outcomes are stored and counted', async () => {
    await draw('Plumbline');
    const metrics = suite.queue.start({
      ...DRAW_PORTRAIT_JOB_DEFINITION,
      work: async ({ author }) => ({ lines: author.length }),
    });
    await expect.poll(listStates).toEqual(['completed']);
    expect((await suite.queue.jobs('draw'))[0]!.output).toEqual({ lines: 9 });
    const exposition = await metrics.metrics();
    expect(exposition).toContain('octavo_job_attempts_total{job="draw",ending="done"} 1');
    expect(exposition).toContain('octavo_job_duration_seconds_count{job="draw"} 1');
    expect(exposition).toContain('octavo_jobs_waiting{job="draw"} 0');
  });

  it('are retried with growing delays if they fail', async () => {
    const work = vi.fn(failWithoutPen);
    await suite.queue.reset({ ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 5, delay: 60 } });
    await draw('Plumbline');
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work });
    await expect.poll(listStates).toEqual(['retry']);
    const delays = [(await suite.queue.jobs('draw'))[0]!.startsIn];
    await suite.queue.makeDue();
    await expect.poll(() => work.mock.calls.length).toBe(2);
    await expect.poll(listStates).toEqual(['retry']);
    delays.push((await suite.queue.jobs('draw'))[0]!.startsIn);
    expect(delays[0]).toBeGreaterThan(30);
    expect(delays[0]).toBeLessThan(120);
    expect(delays[1]).toBeGreaterThan(90);
    expect(delays[1]).toBeLessThan(240);
  });

  it.runIf(isRunOfAllTests())('are retried on time, without waiting for a poll', async () => {
    const work = vi.fn().mockRejectedValueOnce(new Error('no pen')).mockResolvedValue({});
    await suite.queue.reset(ONE_RETRY);
    await draw('Plumbline');
    suite.queue.start({ ...ONE_RETRY, work }, 3600);
    await expect.poll(listStates).toEqual(['completed']);
    expect(suite.queue.recordedErrors).toEqual([]);
  });

  describe('that fail permanently', () => {
    it.runIf(isRunOfAllTests())(
      'become dead letters with payload and error, and are reported once',
      async () => {
        await suite.queue.reset(ONE_RETRY);
        await draw('Plumbline');
        const job = { ...ONE_RETRY, work: failWithoutPen };
        const [metrics] = [suite.queue.start(job), suite.queue.start(job)];
        await expect.poll(() => suite.queue.recordedErrors.length).toBe(1);
        expect(suite.queue.recordedErrors[0]).toMatchObject({
          source: 'job',
          message: 'The job "draw" failed permanently after 2 attempts: no pen',
        });
        const deadJobs = await listDeadLetterJobs(suite.database.queries, 10);
        expect(deadJobs).toMatchObject([
          { job: 'draw', payload: { author: 'Plumbline' }, error: 'no pen', attempts: 2 },
        ]);
        expect(deadJobs[0]!.diedAt.getTime()).toBeGreaterThan(deadJobs[0]!.enqueuedAt.getTime());
        expect(await metrics.metrics()).toContain('octavo_jobs_dead{job="draw"} 1');
        // A dead letter is reported only once, even after a restart.
        await suite.queue.stop();
        suite.queue.start(job);
        await draw('Meridian');
        await expect.poll(() => suite.queue.recordedErrors.length).toBe(2);
        expect(suite.queue.recordedErrors[1]!.path).not.toBe(suite.queue.recordedErrors[0]!.path);
      },
    );

    it('are sent to the error webhook and stored as an error', async () => {
      const webhookCalls: Record<string, unknown>[] = [];
      const webhook = createServer(async (request, response) => {
        webhookCalls.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
        response.end();
      }).listen(0, '127.0.0.1');
      await once(webhook, 'listening');
      await suite.queue.reset(NO_RETRY);
      await draw('Plumbline');
      const { queries } = suite.database;
      const runtime = { queries, log: pino({ level: 'silent' }), registry: new Registry() };
      const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`;
      const recorder = createErrorRecorder({ ...runtime, webhookUrl });
      const jobs = startJobs({
        ...runtime,
        database: suite.database,
        jobs: [{ ...NO_RETRY, work: failWithoutPen } as JobWithHandler],
        errorRecorder: recorder,
        startDelay: 0,
        intervalSeconds: 0.5,
      });
      const reportedError = {
        source: 'job',
        message: 'The job "draw" failed permanently after one attempt: no pen',
        path: expect.stringMatching(/^draw\/[0-9a-f-]{36}$/),
      };
      await expect.poll(() => webhookCalls).toMatchObject([reportedError]);
      await jobs.stop();
      await recorder.settled();
      expect(await queries.select().from(storedErrorGroups)).toMatchObject([
        { ...reportedError, id: webhookCalls[0]!.id },
      ]);
      webhook.close();
    });

    it('can be retried once if two editors retry them', async () => {
      await suite.queue.reset(NO_RETRY);
      await draw('Plumbline');
      const work = vi.fn().mockRejectedValueOnce(new Error('no pen')).mockResolvedValue({});
      suite.queue.start({ ...NO_RETRY, work });
      await expect.poll(() => listDeadLetterJobs(suite.database.queries, 10)).toHaveLength(1);
      const [deadJob] = await listDeadLetterJobs(suite.database.queries, 10);
      const retries = [1, 2].map(() => retryDeadLetterJob(suite.database.queries, deadJob!.id));
      expect((await Promise.all(retries)).sort()).toEqual([deadJob!.job, undefined]);
      await expect.poll(listStates).toEqual(['failed', 'completed']);
      expect(await listDeadLetterJobs(suite.database.queries, 10)).toEqual([]);
    });

    it('become dead letters at once if their payload does not match the schema', async () => {
      await draw('Plumbline');
      const work = vi.fn(async () => ({}));
      const payload = z.strictObject({ author: z.string(), style: z.enum(['ink', 'wash']) });
      suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, payload, work });
      await expect.poll(() => suite.queue.recordedErrors.length).toBe(1);
      expect(suite.queue.recordedErrors[0]!.message).toMatch(
        /^The job "draw" failed permanently after one attempt: Invalid payload for the job "draw" \(.*style/s,
      );
      expect(work).not.toHaveBeenCalled();
    });
  });

  it.runIf(isRunOfAllTests())('are stopped at their time limit and retried', async () => {
    const signals: AbortSignal[] = [];
    const job = {
      ...ONE_RETRY,
      timeLimit: 0.3,
      work: async (_: unknown, signal: AbortSignal) => {
        signals.push(signal);
        // The first attempt never ends, even after its signal is aborted.
        return signals.length === 1 ? new Promise<never>(() => {}) : {};
      },
    };
    await suite.queue.reset({ ...ONE_RETRY });
    await draw('Plumbline');
    suite.queue.start(job);
    await expect.poll(listStates).toEqual(['retry']);
    expect((await suite.queue.jobs('draw'))[0]!.output).toMatchObject({
      message: 'Timed out after 0.3 s',
    });
    expect(signals[0]!.aborted).toBe(true);
    await expect.poll(listStates).toEqual(['completed']);
  });

  it('run only once each with two workers', async () => {
    const drawn: string[] = [];
    const job = {
      ...DRAW_PORTRAIT_JOB_DEFINITION,
      work: async ({ author }: { author: string }) => ({ at: drawn.push(author) }),
    };
    const authors = Array.from({ length: 40 }, (_, at) => `author ${at}`);
    suite.queue.start(job);
    suite.queue.start(job);
    await suite.database.queries.transaction(async (transaction) => {
      for (const author of authors)
        await enqueue(transaction, DRAW_PORTRAIT_JOB_DEFINITION, { author });
    });
    await expect.poll(async () => new Set(await listStates())).toEqual(new Set(['completed']));
    await suite.queue.stop();
    expect(drawn.sort()).toEqual(authors.sort());
  });

  it.runIf(name === 'PostgreSQL' && isRunOfAllTests())(
    'are run by another process if their process is killed',
    async () => {
      const child = fork(fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url)), {
        env: { PATH: process.env.PATH, DATABASE_URL: await getTestDatabaseUrl(suite.database) },
      });
      await draw('Plumbline');
      try {
        const [author] = await once(child, 'message');
        expect(author).toBe('Plumbline');
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }

      const drawn: string[] = [];
      suite.queue.start({
        ...DRAW_PORTRAIT_JOB_DEFINITION,
        work: async ({ author }) => ({ at: drawn.push(author) }),
      });
      await draw('Meridian');
      // The killed process's lease has not expired yet, so its job stays active.
      await expect.poll(listStates).toEqual(['active', 'completed']);
      await suite.queue.run(
        `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds'`,
      );
      await expect.poll(listStates).toEqual(['retry', 'completed']);
      await suite.queue.makeDue();
      await expect.poll(listStates).toEqual(['completed', 'completed']);
      expect(drawn).toEqual(['Meridian', 'Plumbline']);
    },
  );

  it('stop with the process, and run without a delay after the next start', async () => {
    const started = Promise.withResolvers<void>();
    const runUntilAborted = (_: unknown, signal: AbortSignal) => {
      started.resolve();
      return new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    await draw('Plumbline');
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: runUntilAborted });
    await started.promise;
    await suite.queue.stop();
    const [job] = await suite.queue.jobs('draw');
    expect(job).toMatchObject({ state: 'retry', retryLimit: 7 });
    expect(job!.startsIn).toBeLessThanOrEqual(0);
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: async () => ({}) });
    await expect.poll(listStates).toEqual(['completed']);
  });

  it('of another release are ignored', async () => {
    const sculpt = { ...DRAW_PORTRAIT_JOB_DEFINITION, id: 'sculpt' };
    await suite.queue.reset(DRAW_PORTRAIT_JOB_DEFINITION, sculpt);
    await enqueue(suite.database.queries, sculpt, { author: 'Plumbline' });
    await draw('Plumbline');
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: async () => ({}) });
    await expect.poll(listStates).toEqual(['completed']);
    await suite.queue.stop();
    expect(await suite.queue.states('sculpt')).toEqual(['created']);
    suite.queue.start({ ...sculpt, work: async () => ({}) });
    await expect.poll(() => suite.queue.states('sculpt')).toEqual(['completed']);
  });

  it('are logged, without other effects, if they cannot start', async () => {
    const log = pino({ level: 'silent' });
    const logged = vi.spyOn(log, 'error');
    const closedDatabase = await open();
    await closedDatabase.close();
    const jobs = startJobs({
      database: closedDatabase,
      jobs: [],
      log,
      errorRecorder: { record: () => '' },
      registry: new Registry(),
      startDelay: 0,
    });
    await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
    await jobs.stop();
  });

  it('do not affect other queries if a transaction of pg-boss fails', async () => {
    const failedTransaction = createPgBossAdapter(suite.database)
      .executeSql('BEGIN; SELECT 1 / 0; COMMIT')
      .then(String, String);
    const queries = [1, 2, 3].map(() =>
      suite.database.queries.execute('SELECT 1').then(() => 'fine', String),
    );
    expect(await failedTransaction).toMatch(/division by zero/);
    expect(await Promise.all(queries)).toEqual(['fine', 'fine', 'fine']);
  });
});
