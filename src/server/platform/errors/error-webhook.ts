import type { Logger } from 'pino';
import type { ErrorGroup } from './error-aggregator.ts';
import type { ErrorSource } from './error-groups.ts';

/** Milliseconds a webhook gets. */
const TIMEOUT = 5000;
/** Kinds of faults a webhook is told of one by one within a minute; the rest is summed up. */
const MAX_SINGLE_CALLS: Readonly<Record<ErrorSource, number>> = { server: 10, job: 10, browser: 5 };
/** Kinds a sum names; how many more there were it says in figures. */
const MAX_SUMMARIZED_GROUPS = 50;

/** Tells a webhook of faults: of the first ones of a minute as they occur, of the rest at its end. */
export class ErrorWebhook {
  readonly #url: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #told = new Set<string>();
  readonly #calls: Record<ErrorSource, number> = { server: 0, job: 0, browser: 0 };
  readonly #underWay = new Set<Promise<void>>();

  constructor(url: string, log: Pick<Logger, 'error'>) {
    this.#url = url;
    this.#log = log;
  }

  /** Tells of the first fault of a kind, unless there were too many others in this minute. */
  tell({ id, source, message, stack, path }: ErrorGroup): void {
    if (this.#calls[source] >= MAX_SINGLE_CALLS[source]) return;
    this.#calls[source] += 1;
    this.#told.add(id);
    this.#post({ id, source, message, stack, path });
  }

  /** Tells of all that {@link tell} has left out of a minute, in one call. */
  sumUp(kinds: readonly ErrorGroup[]): void {
    const left = kinds
      .map((told) => ({ ...told, count: told.count - (this.#told.has(told.id) ? 1 : 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count);
    this.#told.clear();
    Object.assign(this.#calls, { server: 0, job: 0, browser: 0 });
    if (!left.length) return;
    const more = left
      .slice(0, MAX_SUMMARIZED_GROUPS)
      .map(({ id, source, message, path, count }) => ({ id, source, message, path, count }));
    const count = left.reduce((sum, each) => sum + each.count, 0);
    this.#post({ count, kinds: left.length, more });
  }

  /** Resolves when every call has come to an end. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #post(body: object): void {
    const call = post(this.#url, body)
      .catch((error: unknown) =>
        this.#log.error({ err: error }, 'Failed to call the error webhook'),
      )
      .finally(() => this.#underWay.delete(call));
    this.#underWay.add(call);
  }
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The error webhook returned status ${response.status}.`);
}
