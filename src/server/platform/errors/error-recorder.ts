import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Queries } from '#server/platform/db/database.ts';
import { ErrorAggregator, type ErrorGroup } from './error-aggregator.ts';
import { ErrorGroupWriter } from './error-group-writer.ts';
import type { ErrorSource } from './error-groups.ts';
import { ErrorWebhook } from './error-webhook.ts';

/** Logs, stores and reports errors. */
export interface ErrorRecorder {
  /**
   * Records an error without waiting for the database or the webhook. The first error of a group within a minute is
   * logged, stored and sent to the webhook. Further errors in the group are only counted, and are reported in a summary
   * at the end of the minute. Returns the group's ID, which error pages show.
   */
  record(source: ErrorSource, error: unknown, path: string): string;
  /**
   * Logs, stores and sends the summary of the current minute early. Resolves once all recorded errors have been stored
   * and sent, or once storing or sending them has failed.
   */
  settled(): Promise<void>;
  /**
   * Returns the number of errors since this process started, and the latest error groups from each source, newest
   * first.
   */
  summarize(): ErrorSummary;
}

interface ErrorSummary {
  count: number;
  newest: (Pick<ErrorGroup, 'id' | 'source' | 'message' | 'count'> & { lastAt: string })[];
}

/**
 * Maximum number of error groups per source that {@link ErrorRecorder.summarize} returns. Each source has its own
 * limit, so that browser errors cannot displace server errors.
 */
const MAX_RECENT = 8;
/** Maximum length, in characters, of a message in an {@link ErrorSummary} or in the log line about repeated errors. */
const MAX_LISTED_MESSAGE = 200;

/** Maximum number of groups in the log line that summarizes a minute. */
const MAX_LOGGED_GROUPS = 20;

/** Creates the error recorder of this process, and registers its metric `octavo_faults_total`. */
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
  const repository = new ErrorGroupWriter(queries, log);
  const webhook = webhookUrl ? new ErrorWebhook(webhookUrl, log) : undefined;
  const recentGroups: Record<ErrorSource, ErrorGroup[]> = { server: [], job: [], browser: [] };
  let total = 0;
  const aggregator = new ErrorAggregator((groups) => {
    const repeated = groups.filter(({ count }) => count > 1);
    for (const group of repeated) repository.save(group);
    if (repeated.length) logRepeats(log, repeated);
    webhook?.sendSummary(groups);
  });

  return {
    record(source, thrown, path) {
      counter.inc({ source });
      const { group, isFirst } = aggregator.count(source, thrown, path);
      total += 1;
      recentGroups[source] = [
        group,
        ...recentGroups[source].filter((each) => each !== group),
      ].slice(0, MAX_RECENT);
      if (isFirst) {
        log.error({ errorId: group.id, source, path, err: thrown }, group.message);
        repository.save(group);
        webhook?.send(group);
      }
      return group.id;
    },
    async settled() {
      aggregator.end();
      await Promise.all([repository.settled(), webhook?.settled()]);
    },
    summarize: () => ({
      count: total,
      newest: Object.values(recentGroups)
        .flat()
        // The sort is stable, so groups from the same source keep their order if their times are equal.
        .toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
        .map(({ id, source, message, count, lastAt }) => ({
          ...{ id, source, count, lastAt: lastAt.toISOString() },
          message: message.slice(0, MAX_LISTED_MESSAGE),
        })),
    }),
  };
}

/** Logs one line that lists the repeated errors, the most frequent first. */
function logRepeats(log: Pick<Logger, 'error'>, repeated: readonly ErrorGroup[]): void {
  const more = repeated
    .map(({ id, source, message, count }) => ({
      errorId: id,
      source,
      message: message.slice(0, MAX_LISTED_MESSAGE),
      count: count - 1,
    }))
    .toSorted((a, b) => b.count - a.count);
  const total = more.reduce((sum, { count }) => sum + count, 0);
  log.error(
    { more: more.slice(0, MAX_LOGGED_GROUPS) },
    `${total} more occurrences of ${more.length} errors logged above`,
  );
}
