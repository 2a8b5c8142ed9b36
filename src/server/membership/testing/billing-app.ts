import { pino } from 'pino';
import { demoBillingObjects } from '#demo/billing/schema.ts';
import type { TestCardKey } from '#demo/billing/stripe-objects.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { createTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { type BillingSetup, chooseBilling } from '../billing/choose-billing.ts';
import { createBillingJobs } from '../billing/jobs.ts';
import {
  billingEvents,
  billingReconciliation,
  customers,
  customersToDelete,
  subscriptionStartsAndEnds,
} from '../billing/schema.ts';

/** An application that sells Premium through the demo payment processor and runs its billing jobs. */
export interface TestBillingApp extends Omit<LibraryTestApp, 'library'> {
  membership: BillingSetup;
  queue: JobQueueTestHarness;
  /** The log entries of the jobs with level `warn` or higher. */
  warnings: Record<string, unknown>[];
  /** Submits a form on the demo checkout or portal page, and returns the response. */
  press(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; text: string; to: string | undefined }>;
  /** Starts a checkout and returns the URL of the checkout page. */
  checkout(reader: TestReader, billingCycle?: BillingCycle): Promise<string>;
  portal(reader: TestReader): Promise<string>;
  /** Buys Premium and follows the redirect back to the site. */
  buy(reader: TestReader, card?: TestCardKey, billingCycle?: BillingCycle): Promise<void>;
  profileOf(reader: TestReader): Promise<Record<string, unknown>>;
}

/** Creates a {@link TestBillingApp} that uses the given database. */
export async function createTestBillingApp(
  database: Database,
  env: Record<string, string> = {},
): Promise<TestBillingApp> {
  const membership = await chooseBilling(readConfig(env), database.queries);
  const queue = new JobQueueTestHarness(database);
  const warnings: TestBillingApp['warnings'] = [];
  const write = (line: string) => void warnings.push(JSON.parse(line));
  const jobs = createBillingJobs(
    database,
    membership.billing!.stripe,
    pino({ level: 'warn' }, { write }),
  );
  await queue.reset(...jobs);
  queue.start(jobs);
  const test = await createTestApp(database, env, undefined, undefined, { membership });
  await test.app.ready();

  const press: TestBillingApp['press'] = async (url, fields) => {
    const { pathname, search } = new URL(url);
    const response = await test.app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost:3000' },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: response.statusCode, text: response.body, to: response.headers.location };
  };
  const checkout: TestBillingApp['checkout'] = async (reader, billingCycle = 'monthly') => {
    const response = await createApiCaller(test, reader)('POST', '/subscriptions/checkout', {
      billingCycle,
    });
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
    return response.json().data.sessionUrl;
  };
  return {
    ...test,
    async close() {
      await queue.stop();
      await test.close();
    },
    membership,
    queue,
    warnings,
    press,
    checkout,
    async portal(reader) {
      const response = await createApiCaller(test, reader)(
        'POST',
        '/subscriptions/customer-portal',
        {},
      );
      return response.json().data.portalUrl;
    },
    async buy(reader, card = 'works', billingCycle = 'monthly') {
      const { to } = await press(await checkout(reader, billingCycle), { act: 'pay', card });
      const { pathname, search } = new URL(to!);
      await test.app.inject({ url: pathname + search, cookies: reader.cookies });
    },
    async profileOf(reader) {
      return (await createApiCaller(test, reader)('GET', '/user/profile')).json().data;
    },
  };
}

let readerCount = 0;

/**
 * Deletes all readers and signs in a new reader. Each call uses a new IP address, since the tests start more checkouts
 * than the rate limit allows per address.
 */
export async function replaceReadersWithOne({ database }: TestBillingApp): Promise<TestReader> {
  await deleteReadersAndBillingRows(database);
  readerCount += 1;
  const ada = await signInTestReader(database, 'ada');
  return { ...ada, remoteAddress: `10.0.${readerCount >> 8}.${readerCount & 255}` };
}

/**
 * Deletes all billing rows and all readers. Uses DELETE, since TRUNCATE would wait for running transactions. Each
 * table has its own transaction, because a job from an earlier test may still change rows and cause a deadlock, and
 * only transactions are retried after a deadlock.
 */
export async function deleteReadersAndBillingRows({ queries }: Database): Promise<void> {
  for (const table of [
    users,
    customers,
    customersToDelete,
    billingEvents,
    billingReconciliation,
    demoBillingObjects,
    subscriptionStartsAndEnds,
  ])
    await queries.transaction((transaction) => transaction.delete(table));
}
