import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { pino } from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { readConfig } from './platform/config.ts';
import { storedErrorGroups } from './platform/errors/schema.ts';
import { createOrUpdateQueues } from './platform/jobs/queues.ts';
import { updateRole } from './readers/accounts/repository.ts';
import { type Role, users } from './readers/accounts/schema.ts';
import { contactMessages } from './readers/contact/schema.ts';
import { createAiRequestJobs } from './studio/ai-requests/poll-job.ts';
import { advanceOpenRequestsOneStep } from './studio/testing/studio.ts';
import type { AiWriterSetup } from './studio/writer/ai-writer.ts';
import { chooseAiWriterSetup } from './studio/writer/choose-ai-writer-setup.ts';
import {
  arbitraryCalls,
  type FuzzCall,
  KnownIds,
  type OpenApiDocument,
} from './testing/api-fuzz.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';
import { signInTestReader, type TestReader } from './testing/reader.ts';

vi.setConfig({ testTimeout: 30 * 60_000 });

const CALL_COUNT = getPropertyTestRunCount(200, 8000);
/** Number of calls that run at the same time. */
const CONCURRENCY = 5;
/**
 * Number of calls after which every caller gets a new session and their original role, since calls may end a session or
 * remove a role. Pending AI requests also make progress after this number of calls.
 */
const CALLS_PER_ROUND = 50;
/** The callers of the API. Most of them are administrators, since most operations require that role. */
const ADMINISTRATOR = { name: 'administrator', role: 'administrator' } as const;
const CALLERS: readonly (Caller | undefined)[] = [
  // `undefined` stands for a signed-out visitor.
  undefined,
  { name: 'free', role: 'reader' },
  { name: 'premium', role: 'reader', isPremium: true },
  { name: 'editor', role: 'editor' },
  { name: 'editor', role: 'editor' },
  ...Array<Caller>(5).fill(ADMINISTRATOR),
];
/** Returns true for the path of an API call that the test does not make, because its response never ends. */
const isExcluded = (path: string) => path === '/api/v1/user/changes';

interface Caller {
  name: string;
  role: Role;
  isPremium?: boolean;
}

describe.runIf(isRunOfAllTests()).each(await selectTestDatabaseEngines())(
  'random calls, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let writing: AiWriterSetup;
    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      const { database } = test;
      writing = await chooseAiWriterSetup(
        readConfig({}),
        database.queries,
        pino({ level: 'silent' }),
      );
      await createOrUpdateQueues(database, createAiRequestJobs(database.queries, writing));
    });
    afterAll(() => test.close());

    let addresses = 0;
    const nextAddress = () => {
      addresses += 1;
      return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
    };
    const signIn = async (caller: Caller | undefined) => {
      if (!caller) return undefined;
      const { name, role, isPremium } = caller;
      const reader = await signInTestReader(test.database, name);
      await updateRole(test.database.queries, reader.user.id, role);
      if (isPremium)
        await test.database.queries
          .update(users)
          .set({ tier: 'premium', subscriptionStatus: 'active' })
          .where(eq(users.id, reader.user.id));
      return reader;
    };

    const receiveMessages = (count: number) =>
      test.database.queries.insert(contactMessages).values(
        Array.from({ length: count }, () => ({
          id: newId(),
          name: 'Ada',
          email: 'ada@example.org',
          subject: 'general' as const,
          message: 'Where is the article on bridges?',
        })),
      );

    it(`by every caller get no 5xx except 503 with Retry-After (${CALL_COUNT} calls)`, async () => {
      const api = (await test.app.inject('/api/v1/openapi.json')).json<OpenApiDocument>();
      // A fixed seed makes the calls reproducible.
      const calls = fc.sample(arbitraryCalls(api, isExcluded), { numRuns: CALL_COUNT, seed: 2026 });
      const knownIds = new KnownIds(test.library);
      await receiveMessages(5);
      const statuses = new Map<number, number>();
      const failures: unknown[] = [];

      const sendCall = async (
        { method, url, body, choice }: FuzzCall,
        callers: readonly (TestReader | undefined)[],
      ) => {
        const payload = body && knownIds.fillIn(body, url, choice);
        const target = knownIds.fillIn(url, url, choice);
        const response = await test.app.inject({
          method: method as 'GET',
          url: target,
          remoteAddress: nextAddress(),
          cookies: callers[choice % CALLERS.length]?.cookies ?? {},
          ...(payload && {
            payload,
            headers: {
              'content-type': 'application/json',
              'x-content-sha256': createHash('sha256').update(payload).digest('hex'),
            },
          }),
        });
        const { statusCode, headers } = response;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        const isBusy = statusCode === 503 && headers['retry-after'] !== undefined;
        if (statusCode >= 500 && !isBusy)
          failures.push({ method, target, payload, response: response.body });
        // The IDs and names in the response become inputs of later calls.
        if (statusCode < 300) knownIds.addFromResponse(target, response.body);
      };

      let callers: (TestReader | undefined)[] = [];
      for (let offset = 0; offset < calls.length; offset += CONCURRENCY) {
        if (offset % CALLS_PER_ROUND === 0) {
          callers = [];
          for (const caller of CALLERS) callers.push(await signIn(caller));
          await advanceOpenRequestsOneStep(test.database, writing);
        }
        await Promise.all(
          calls.slice(offset, offset + CONCURRENCY).map((call) => sendCall(call, callers)),
        );
      }

      const { queries } = test.database;
      // Errors that browsers report are excluded, because some of the random calls report invented browser errors.
      const recorded = await queries
        .select()
        .from(storedErrorGroups)
        .where(eq(storedErrorGroups.source, 'server'));
      expect({ failures, recorded }).toEqual({ failures: [], recorded: [] });
      // The share of each status code shows whether enough calls pass validation and the permission checks.
      const share = (status: number) => (statuses.get(status) ?? 0) / calls.length;
      expect(share(200) + share(204) + share(201)).toBeGreaterThan(0.25);
      for (const status of [400, 401, 403, 404]) expect(share(status)).toBeGreaterThan(0.01);
    });
  },
);
