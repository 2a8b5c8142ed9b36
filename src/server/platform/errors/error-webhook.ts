import type { Logger } from 'pino';
import { postOrThrow } from '../http/post-or-throw.ts';
import type { ErrorGroup } from './error-aggregator.ts';
import type { ErrorSource } from './error-groups.ts';

/** Timeout of a webhook call in milliseconds. */
const TIMEOUT = 5000;
/**
 * Maximum number of error groups per source that are sent individually within a minute. All other groups are included
 * only in the summary.
 */
const MAX_SINGLE_CALLS: Readonly<Record<ErrorSource, number>> = { server: 10, job: 10, browser: 5 };
/** Maximum number of error groups in a summary. The summary also contains the number of omitted groups. */
const MAX_SUMMARIZED_GROUPS = 50;

/**
 * Sends errors to a webhook. In each minute, the first few error groups are sent individually as soon as they occur.
 * All other errors are sent in a summary at the end of the minute.
 */
export class ErrorWebhook {
  readonly #url: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #sent = new Set<string>();
  readonly #calls: Record<ErrorSource, number> = { server: 0, job: 0, browser: 0 };
  readonly #pending = new Set<Promise<void>>();

  constructor(url: string, log: Pick<Logger, 'error'>) {
    this.#url = url;
    this.#log = log;
  }

  /** Sends the first error of a group, unless this minute's limit of individual calls is reached. */
  send({ id, source, message, stack, path }: ErrorGroup): void {
    if (this.#calls[source] >= MAX_SINGLE_CALLS[source]) return;
    this.#calls[source] += 1;
    this.#sent.add(id);
    this.#post({ id, source, message, stack, path });
  }

  /** Sends a summary of the last minute's errors, except those that {@link send} has already sent. */
  sendSummary(groups: readonly ErrorGroup[]): void {
    const unsentGroups = groups
      .map((group) => ({ ...group, count: group.count - (this.#sent.has(group.id) ? 1 : 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    this.#sent.clear();
    Object.assign(this.#calls, { server: 0, job: 0, browser: 0 });
    if (!unsentGroups.length) return;
    const more = unsentGroups
      .slice(0, MAX_SUMMARIZED_GROUPS)
      .map(({ id, source, message, path, count }) => ({ id, source, message, path, count }));
    const count = unsentGroups.reduce((sum, each) => sum + each.count, 0);
    this.#post({ count, kinds: unsentGroups.length, more });
  }

  /** Resolves once all webhook calls have finished. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #post(body: object): void {
    const call = post(this.#url, body)
      .catch((error: unknown) =>
        this.#log.error({ err: error }, 'Failed to call the error webhook'),
      )
      .finally(() => this.#pending.delete(call));
    this.#pending.add(call);
  }
}

function post(url: string, body: object): Promise<void> {
  return postOrThrow('The error webhook', url, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
}
