import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { faults } from './schema.ts';

/** Where a fault happened: while a page or call was answered, in a browser, or in work that is no request. */
export type FaultSource = 'server' | 'browser' | 'job';

/** Keeps what went wrong, so that "the team has been notified" is true. */
export interface Faults {
  /**
   * Logs, counts and stores a fault and tells the webhook, without waiting for either. Returns the id it
   * is kept under, for the reader to name.
   */
  record(source: FaultSource, error: unknown, path: string): string;
  /** Resolves when everything recorded so far is stored or has failed to be. */
  settled(): Promise<void>;
}

const MOST_KEPT = 10_000;
const PRUNED_EVERY = 100;
/** Milliseconds a webhook gets. */
const WEBHOOK_TIMEOUT = 5000;
const LONGEST = { message: 1000, stack: 8000, path: 500 } as const;

export function faultRecorder({
  queries,
  log,
  registry,
  webhookUrl,
}: {
  queries: Queries;
  log: Pick<Logger, 'error'>;
  registry: Registry;
  webhookUrl?: string | undefined;
}): Faults {
  const counter = new Counter({
    name: 'octavo_faults_total',
    help: 'Faults of server, browsers and jobs.',
    labelNames: ['source'],
    registers: [registry],
  });
  const underWay = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>, failure: string) => {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };

  let stored = 0;
  const store = async (fault: typeof faults.$inferInsert) => {
    await queries.insert(faults).values(fault);
    if (++stored % PRUNED_EVERY === 0) await prune(queries);
  };

  return {
    record(source, thrown, path) {
      const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
      const fault = {
        id: newId(),
        source,
        message: storable(message, LONGEST.message),
        stack: storable(stack, LONGEST.stack),
        path: storable(path, LONGEST.path),
      };
      log.error({ fault: fault.id, source, path, err: thrown }, message);
      counter.inc({ source });
      track(store(fault), 'A fault could not be stored');
      if (webhookUrl) track(notify(webhookUrl, fault), 'The error webhook could not be reached');
      return fault.id;
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

/** Anyone can tell of faults; the newest {@link MOST_KEPT} are kept. Ids grow with time. */
async function prune(queries: Queries): Promise<void> {
  await queries.execute(sql`
    DELETE FROM ${faults} WHERE id < (
      SELECT id FROM ${faults} ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1)`);
}

/** PostgreSQL's text holds any character but NUL. */
function storable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest);
}

async function notify(url: string, fault: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT),
  });
  if (!response.ok) throw new Error(`The error webhook answered ${response.status}.`);
}
