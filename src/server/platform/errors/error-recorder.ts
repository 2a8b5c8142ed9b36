import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Queries } from '#server/platform/db/database.ts';
import { ErrorAggregator, type ErrorGroup } from './error-aggregator.ts';
import type { ErrorSource } from './error-groups.ts';
import { ErrorRepository } from './error-repository.ts';
import { ErrorWebhook } from './error-webhook.ts';

/** Keeps what went wrong, so that "the team has been notified" is true. */
export interface ErrorRecorder {
  /**
   * Counts a fault, and logs and stores the first of its kind within a minute and tells the webhook, without waiting
   * for either; the others of the minute are summed up at its end. Returns the id it is kept under, for the reader to
   * name: all of a kind have one.
   */
  record(source: ErrorSource, error: unknown, path: string): string;
  /** Sums up what there is; resolves when everything recorded so far is stored or has failed to be. */
  settled(): Promise<void>;
  /** What this process met since it started: how many, and the last kinds of each source, newest first. */
  summarize(): ErrorSummary;
}

interface ErrorSummary {
  count: number;
  newest: (Pick<ErrorGroup, 'id' | 'source' | 'message' | 'count'> & { lastAt: string })[];
}

/** Kinds of one source that are remembered as the last: what browsers tell of pushes out nothing of ours. */
const MAX_RECENT = 8;
/** Characters of a message where there are many. */
const MAX_LISTED_MESSAGE = 200;

/** Kinds the line that sums up a minute names. */
const MAX_LOGGED_GROUPS = 20;

export function createErrorRecorder({
  queries,
  log,
  registry,
  webhookUrl,
}: {
  queries: Queries;
  log: Pick<Logger, 'error'>;
  registry: Registry;
  webhookUrl?: string | undefined;
}): ErrorRecorder {
  const counter = new Counter({
    name: 'octavo_faults_total',
    help: 'Errors by source: server, browser or job.',
    labelNames: ['source'],
    registers: [registry],
  });
  const shelf = new ErrorRepository(queries, log);
  const webhook = webhookUrl ? new ErrorWebhook(webhookUrl, log) : undefined;
  const last: Record<ErrorSource, ErrorGroup[]> = { server: [], job: [], browser: [] };
  let total = 0;
  const tally = new ErrorAggregator((kinds) => {
    const again = kinds.filter(({ count }) => count > 1);
    for (const told of again) shelf.save(told);
    if (again.length) logRepeats(log, again);
    webhook?.sumUp(kinds);
  });

  return {
    record(source, thrown, path) {
      counter.inc({ source });
      const { told, isFirst } = tally.count(source, thrown, path);
      total += 1;
      last[source] = [told, ...last[source].filter((each) => each !== told)].slice(0, MAX_RECENT);
      if (isFirst) {
        log.error({ fault: told.id, source, path, err: thrown }, told.message);
        shelf.save(told);
        webhook?.tell(told);
      }
      return told.id;
    },
    async settled() {
      tally.end();
      await Promise.all([shelf.settled(), webhook?.settled()]);
    },
    summarize: () => ({
      count: total,
      newest: Object.values(last)
        .flat()
        // Stable: of one millisecond, each source's stay in the order they came.
        .toSorted((one, other) => other.lastAt.getTime() - one.lastAt.getTime())
        .map(({ id, source, message, count, lastAt }) => ({
          ...{ id, source, count, lastAt: lastAt.toISOString() },
          message: message.slice(0, MAX_LISTED_MESSAGE),
        })),
    }),
  };
}

/** One line for all that came again, the most frequent first. */
function logRepeats(log: Pick<Logger, 'error'>, again: readonly ErrorGroup[]): void {
  const more = again
    .map(({ id, source, message, count }) => ({
      fault: id,
      source,
      message: message.slice(0, MAX_LISTED_MESSAGE),
      count: count - 1,
    }))
    .toSorted((one, other) => other.count - one.count);
  const total = more.reduce((sum, { count }) => sum + count, 0);
  log.error(
    { more: more.slice(0, MAX_LOGGED_GROUPS) },
    `${total} more occurrences of ${more.length} errors logged above`,
  );
}
