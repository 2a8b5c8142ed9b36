import type { KillInterval } from './application.ts';
import type { RequestOutcome } from './client.ts';
import { READER_GROUPS, type ReaderGroup } from './readers.ts';
import { isSuccessfulOutcome, type WriteLog } from './writers.ts';

/** Maximum number of unexpected responses that are described in the output. */
const MAX_EXAMPLES = 5;
const MAX_BODY_LENGTH = 200;
/** Maximum milliseconds between the kill of a web process and the failure of a request that it was handling. */
const MAX_INTERRUPTION = 2000;

interface GroupObservation {
  requests: number;
  successes: number;
  /** Number of responses with the status 503 and a Retry-After header. */
  refusals: number;
  /**
   * Number of requests that failed because the test killed the web process that handled them. HAProxy must not retry
   * these requests.
   */
  interrupted: number;
  /** Longest period without a successful request, in seconds. */
  longestGap: number;
  /** Duration of the slowest response, in seconds. */
  slowest: number;
  /** Descriptions of responses that must not occur, even during a failure. */
  unexpected: string[];
}

/** A summary of the requests during a period, for the writes and for each group of readers. */
export type PeriodSummary = Record<'writes' | ReaderGroup, GroupObservation>;

interface NamedOutcome extends RequestOutcome {
  path: string;
}

/** Collects the outcomes of all write and read requests, and summarizes them for a period. */
export class Observations {
  readonly #reads = new Map<ReaderGroup, NamedOutcome[]>();
  readonly #writeLog: WriteLog;
  readonly #kills: readonly KillInterval[];

  constructor(writeLog: WriteLog, kills: readonly KillInterval[]) {
    this.#writeLog = writeLog;
    this.#kills = kills;
  }

  recordRead(group: ReaderGroup, outcome: RequestOutcome, path: string): void {
    const outcomes = this.#reads.get(group) ?? [];
    this.#reads.set(group, outcomes);
    // Only the bodies of error responses are stored, because only these are shown, and the bodies of all pages would
    // need too much memory.
    const body = outcome.status === 200 ? '' : outcome.body;
    outcomes.push({ ...outcome, body, path });
  }

  /** Summarizes the requests that ended between the times `from` and `to`, as returned by `performance.now()`. */
  summarize(from: number, to: number): PeriodSummary {
    const writes = this.#writeLog.outcomes.map((outcome) => ({ ...outcome, path: 'a write' }));
    return {
      writes: this.#summarizeOutcomes(writes, from, to, isSuccessfulOutcome),
      ...(Object.fromEntries(
        READER_GROUPS.map((group) => [group, this.#summarizeReads(group, from, to)]),
      ) as Record<ReaderGroup, GroupObservation>),
    };
  }

  #summarizeReads(group: ReaderGroup, from: number, to: number): GroupObservation {
    const isSuccess = ({ status, path }: NamedOutcome) =>
      status === 200 || (status === 404 && path.includes('/no-article-'));
    const observation = this.#summarizeOutcomes(this.#reads.get(group) ?? [], from, to, isSuccess);
    // A 503 response is also unexpected for a cached page, because cached pages do not need the database.
    if (group === 'cached' && observation.refusals)
      observation.unexpected.push(`${observation.refusals} cached pages responded with 503`);
    return observation;
  }

  #summarizeOutcomes(
    allOutcomes: readonly NamedOutcome[],
    from: number,
    to: number,
    isSuccess: (outcome: NamedOutcome) => boolean,
  ): GroupObservation {
    const outcomes = allOutcomes.filter(({ endedAt }) => endedAt >= from && endedAt < to);
    const successful = outcomes.filter(isSuccess);
    const failed = outcomes.filter((outcome) => !isSuccess(outcome) && !isRefused(outcome));
    const unexpected = failed.filter(
      (outcome) => !this.#kills.some((kill) => hasInterrupted(kill, outcome)),
    );
    const times = [from, ...successful.map(({ endedAt }) => endedAt).toSorted((a, b) => a - b), to];
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    return {
      requests: outcomes.length,
      successes: successful.length,
      refusals: outcomes.filter(isRefused).length,
      interrupted: failed.length - unexpected.length,
      longestGap: findLargest(gaps) / 1000,
      slowest: findLargest(outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt)) / 1000,
      unexpected: unexpected
        .slice(0, MAX_EXAMPLES)
        .map(describeOutcome)
        .concat(describeRemaining(unexpected.length)),
    };
  }
}

/**
 * Returns true if a request failed because its web process was killed. HAProxy then responds with 502, or the response
 * is incomplete.
 */
function hasInterrupted(
  kill: KillInterval,
  { status, startedAt, endedAt }: RequestOutcome,
): boolean {
  return (
    [0, 502].includes(status) &&
    startedAt <= kill.to &&
    endedAt >= kill.from &&
    endedAt <= kill.to + MAX_INTERRUPTION
  );
}

function isRefused({ status, hasRetryAfter }: RequestOutcome): boolean {
  return status === 503 && hasRetryAfter;
}

/**
 * Returns the largest of any number of durations. `Math.max(...durations)` fails for more than about 125,000 durations.
 */
function findLargest(durations: readonly number[]): number {
  return durations.reduce((largest, duration) => Math.max(largest, duration), 0);
}

function describeOutcome({ status, path, body, startedAt, endedAt }: NamedOutcome): string {
  const seconds = ((endedAt - startedAt) / 1000).toFixed(1);
  return `${path}: ${status || 'no response'} after ${seconds} s: ${body.slice(0, MAX_BODY_LENGTH)}`;
}

function describeRemaining(count: number): string[] {
  return count > MAX_EXAMPLES ? [`and ${count - MAX_EXAMPLES} more`] : [];
}
