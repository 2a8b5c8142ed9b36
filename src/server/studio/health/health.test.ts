import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HealthReport, MonitoredProcess, RecordedErrorGroup } from '#domain/studio/health.ts';
import {
  readNarrationSettings,
  saveNarrationSettings,
} from '#server/catalogue/narration/narration-settings.ts';
import { createErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import {
  DRAW_PORTRAIT_JOB_DEFINITION,
  JobQueueTestHarness,
} from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { createOwnProcess, startProcessHeartbeat } from '#server/platform/processes/service.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import {
  createLibraryTestApp,
  createPostRequest,
  createTestApp,
  type LibraryTestApp,
} from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const JOB_WITHOUT_RETRIES = { ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 0, delay: 1 } };

describe.each(databases)('the health report, on $name', (engine) => {
  let test: LibraryTestApp;
  let queue: JobQueueTestHarness;
  let editor: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    test = await createLibraryTestApp(engine.openFilled);
    const reader = await signInTestReader(test.database, 'edith');
    await updateRole(test.database.queries, reader.user.id, 'editor');
    editor = createApiCaller(test, reader);
  });
  afterAll(() => test.close());

  const fetchReport = async () =>
    (await editor('GET', '/studio/health')).json().data as HealthReport;

  it('responds before any queue exists', async () => {
    await test.database.queries.execute(sql`DROP SCHEMA pgboss CASCADE`);
    const report = await fetchReport();
    expect(report).toMatchObject({ queues: [], dead: [], errorsToday: 0 });
    expect((await editor('POST', `/studio/jobs/${randomUUID()}/retry`, {})).statusCode).toBe(404);
  });

  it('reports engine, versions and disk', async () => {
    const { database, versions, processes, disk } = await fetchReport();
    expect(database.engine).toBe(engine.name === 'PGlite' ? 'embedded' : 'PostgreSQL');
    expect(database.version).toMatch(/^\d+/);
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(versions).toMatchObject({ build: 'test-build', node: process.versions.node });
    expect(versions.library).toBeGreaterThan(0);
    expect(disk!.total).toBeGreaterThan(disk!.free);
    expect(processes).toEqual([
      expect.objectContaining({
        isSilent: false,
        isResponding: true,
        status: expect.objectContaining({
          role: 'all',
          version: versions.octavo,
          errors: { count: 0, newest: [] },
        }),
      }),
    ]);
    expect(processes[0]!.status!.memory).toBeGreaterThan(10_000_000);
    await test.app.inject(test.library[0]!.path);
    const countCachedPages = ({ status }: MonitoredProcess) =>
      status!.caches.find((each) => each.name === 'Pages')!.entries;
    expect(countCachedPages((await fetchReport()).processes[0]!)).toBeGreaterThan(
      countCachedPages(processes[0]!),
    );
  });

  it('counts this process’s errors, by ID', async () => {
    const reportError = (message: string) =>
      test.app.inject(createPostRequest('/api/v1/errors', { message, path: '/somewhere' }));
    const fetchErrors = async () => (await fetchReport()).processes[0]!.status!.errors;
    const { count: before } = await fetchErrors();
    // The reported errors occur in the same millisecond, as can happen on a busy machine.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (const message of ['Something broke', 'Something else broke', 'Something broke'])
      expect((await reportError(message)).statusCode).toBe(204);
    vi.useRealTimers();
    const { count, newest } = await fetchErrors();
    expect(count).toBe(before + 3);
    expect(newest.map(({ message, count }) => [message, count])).toEqual([
      ['Something broke', 2],
      ['Something else broke', 1],
    ]);
    const { id } = newest[0]!;
    await expect
      .poll(async () => (await editor('GET', `/studio/errors?id=${id}`)).json().data.errors)
      .toEqual([expect.objectContaining({ message: 'Something broke' })]);
  });

  it('tells why a process cannot record with the chosen voices', async () => {
    const { queries } = test.database;
    const fetchVoicesProblem = async () =>
      (await fetchReport()).processes[0]!.status!.voicesProblem;
    const saveVoices = (voices: { engine: 'neural' | null; engineVersion: string | null }) =>
      queries.transaction(async (transaction) => {
        const settings = await readNarrationSettings(transaction);
        await saveNarrationSettings(transaction, { ...settings, ...voices });
      });
    expect(await fetchVoicesProblem()).toBeNull();
    await saveVoices({ engine: 'neural', engineVersion: 'missing' });
    await expect.poll(fetchVoicesProblem).toBe('No voice model is installed on this machine.');
    await saveVoices({ engine: null, engineVersion: null });
    await expect.poll(fetchVoicesProblem).toBeNull();
  });

  describe.runIf(engine.name === 'PostgreSQL')('of several processes', () => {
    const stopCallbacks: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const stop of stopCallbacks.splice(0)) await stop();
      await emptyTables(test.database.queries, 'processes');
    });

    /** Starts another process, which uses the same database and reports its status there. */
    const startProcess = async (role: 'web' | 'worker') => {
      const database = await openSecondConnection(test.database);
      const { queries } = database;
      const log = pino({ level: 'silent' });
      const errorRecorder = createErrorRecorder({ queries, registry: new Registry(), log });
      const self = createOwnProcess(role, errorRecorder);
      const app = await createTestApp(database, {}, undefined, undefined, { self, errorRecorder });
      const stopHeartbeat = startProcessHeartbeat(database, self);
      stopCallbacks.push(async () => {
        await stopHeartbeat();
        await app.close();
      });
      return { app, self, errorRecorder, stopHeartbeat };
    };
    const fetchProcesses = async () => (await fetchReport()).processes;
    const findProcess = async (id: string) =>
      (await fetchProcesses()).find((each) => each.id === id);

    it('lists each process with its start, memory, caches and errors', async () => {
      const { app, self, errorRecorder, stopHeartbeat } = await startProcess('web');
      await app.app.inject(test.library[0]!.path);
      const fail = () => errorRecorder.record('server', new Error('Only there'), '/there');
      const [id] = [fail(), fail()];
      await stopHeartbeat();
      const stopSecondHeartbeat = startProcessHeartbeat(app.database, self);
      await expect.poll(() => findProcess(self.id)).toBeDefined();
      expect(self.getStatus().caches[0]).toMatchObject({ name: 'Pages' });
      expect(self.getStatus().caches[0]!.entries).toBeGreaterThan(0);
      const [own, other] = await fetchProcesses();
      expect([own!.isResponding, other!.isResponding]).toEqual([true, false]);
      expect(other).toMatchObject({
        id: self.id,
        startedAt: self.startedAt.toISOString(),
        isSilent: false,
        status: {
          role: 'web',
          memory: expect.any(Number),
          caches: self.getStatus().caches,
          errors: { count: 2, newest: [{ id, source: 'server', message: 'Only there', count: 2 }] },
        },
      });
      expect(own!.status!.errors.newest.map((each) => each.id)).not.toContain(id);
      await stopSecondHeartbeat();
      expect(await findProcess(self.id)).toBeUndefined();
    });

    it('lists silent processes last, and omits them after a day', async () => {
      const silent = await startProcess('worker');
      const alive = await startProcess('web');
      await expect.poll(async () => (await fetchProcesses()).length).toBe(3);
      const age = (interval: string) =>
        test.database.queries.execute(
          sql`UPDATE processes SET seen_at = now() - ${interval}::interval WHERE id = ${silent.self.id}`,
        );
      await age('44 seconds');
      expect((await findProcess(silent.self.id))!.isSilent).toBe(false);
      await age('46 seconds');
      expect((await fetchProcesses()).map(({ id, isSilent }) => [id, isSilent]).slice(1)).toEqual([
        [alive.self.id, false],
        [silent.self.id, true],
      ]);
      await age('25 hours');
      await startProcess('web');
      await expect.poll(() => findProcess(silent.self.id)).toBeUndefined();
    });

    it('shows a process of a release that did not report its voices', async () => {
      const { self } = await startProcess('web');
      await expect.poll(() => findProcess(self.id)).toBeDefined();
      await test.database.queries.execute(
        sql`UPDATE processes SET standing = standing - 'voicesProblem'`,
      );
      expect((await findProcess(self.id))!.status).toMatchObject({
        role: 'web',
        voicesProblem: null,
      });
    });

    it('shows a process of another release with other fields', async () => {
      const { self } = await startProcess('web');
      await expect.poll(() => findProcess(self.id)).toBeDefined();
      await test.database.queries.execute(
        sql`UPDATE processes SET standing = '{"name": "of the future"}'`,
      );
      expect(await findProcess(self.id)).toMatchObject({ isSilent: false, status: null });
    });
  });

  describe('of jobs', () => {
    beforeEach(async () => {
      queue = new JobQueueTestHarness(test.database);
      await queue.reset(JOB_WITHOUT_RETRIES);
    });

    const enqueueDrawing = (author: string, startAfter?: Date) =>
      test.database.queries.transaction((transaction) =>
        enqueue(
          transaction,
          JOB_WITHOUT_RETRIES,
          { author },
          { key: author, ...(startAfter && { startAfter }) },
        ),
      );

    it('counts waiting, delayed, completed and failed jobs', async () => {
      await enqueueDrawing('Plumbline');
      await enqueueDrawing('Ballast', new Date(Date.now() + 3_600_000));
      expect((await fetchReport()).queues).toEqual([
        { job: 'draw', waiting: 1, scheduled: 1, active: 0, retrying: 0, done: 0, dead: 0 },
      ]);
      queue.start({ ...JOB_WITHOUT_RETRIES, work: () => Promise.reject(new Error('no pen')) });
      await expect.poll(async () => (await fetchReport()).queues[0]!.dead).toBe(1);
      await queue.stop();
      expect((await fetchReport()).dead).toEqual([
        expect.objectContaining({
          job: 'draw',
          payload: { author: 'Plumbline' },
          error: 'no pen',
          attempts: 1,
        }),
      ]);
    });

    it('retries a failed job only once for several requests, and records it', async () => {
      await enqueueDrawing('Plumbline');
      queue.start({ ...JOB_WITHOUT_RETRIES, work: () => Promise.reject(new Error('no pen')) });
      await expect.poll(async () => (await fetchReport()).dead).toHaveLength(1);
      await queue.stop();
      const { id } = (await fetchReport()).dead[0]!;
      const pendingResponses = [1, 2].map(() => editor('POST', `/studio/jobs/${id}/retry`, {}));
      const codes = (await Promise.all(pendingResponses)).map(({ statusCode }) => statusCode);
      expect(codes.toSorted()).toEqual([204, 404]);
      queue.start({ ...JOB_WITHOUT_RETRIES, work: async () => ({}) });
      await expect.poll(async () => (await fetchReport()).queues[0]!.done).toBe(1);
      await queue.stop();
      expect((await fetchReport()).dead).toEqual([]);
      const { entries } = (await editor('GET', '/studio/audit?subject=job')).json().data;
      expect(entries).toEqual([
        expect.objectContaining({ action: 'job.retry', subjectId: id, subjectName: 'draw' }),
      ]);
    });
  });

  it('lists errors by source, newest first, and finds one by its ID', async () => {
    const { queries } = test.database;
    await emptyTables(queries, 'faults');
    const at = new Date('2026-03-01T00:00:00Z');
    const rows = Array.from({ length: 5 }, (_, number) => ({
      id: `0195${number}000-0000-7000-8000-000000000000`,
      source: number % 2 ? ('browser' as const) : ('server' as const),
      message: `Fault ${number}`,
      stack: '',
      path: '/',
      occurredAt: number === 4 ? new Date() : at,
      lastAt: at,
      count: number + 1,
    }));
    await queries.insert(storedErrorGroups).values(rows);
    const list = async (query: string) =>
      (await editor('GET', `/studio/errors?${query}`)).json().data as {
        errors: RecordedErrorGroup[];
        nextToken: string | null;
      };
    const first = await list('limit=3');
    const second = await list(`limit=3&nextToken=${encodeURIComponent(first.nextToken!)}`);
    expect([...first.errors, ...second.errors].map(({ count }) => count)).toEqual([5, 4, 3, 2, 1]);
    expect((await list('source=browser')).errors.map(({ count }) => count)).toEqual([4, 2]);
    const byId = await list(`id=${rows[1]!.id}`);
    expect(byId.errors.map(({ message }) => message)).toEqual(['Fault 1']);
    expect((await fetchReport()).errorsToday).toBe(5);
  });
});
