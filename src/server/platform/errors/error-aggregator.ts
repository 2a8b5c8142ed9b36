import { v7 as newId } from 'uuid';
import { describeError, type ErrorSource, type ErrorText, groupKeyOf } from './error-groups.ts';

/** Errors with the same cause within a minute: the first of them, and their number. */
export interface ErrorGroup extends ErrorText {
  /** Shown on error pages. */
  id: string;
  source: ErrorSource;
  occurredAt: Date;
  lastAt: Date;
  count: number;
}

/** Milliseconds in which errors are grouped. */
const MINUTE = 60_000;

/**
 * Groups of each source within a minute. Browser reports can be forged in any number of groups, so they have a limit of
 * their own and take no room from the server's errors.
 */
const MAX_GROUPS: Readonly<Record<ErrorSource, number>> = { server: 50, job: 50, browser: 20 };

/** Groups errors by cause, for a minute at a time. */
export class ErrorAggregator {
  readonly #onMinute: (groups: readonly ErrorGroup[]) => void;
  readonly #groups = new Map<string, ErrorGroup>();
  readonly #sizes: Record<ErrorSource, number> = { server: 0, job: 0, browser: 0 };
  #timer: NodeJS.Timeout | undefined;

  /** Calls `onMinute` with all groups of a minute after it. */
  constructor(onMinute: (groups: readonly ErrorGroup[]) => void) {
    this.#onMinute = onMinute;
  }

  /**
   * Counts an error. `isFirst`: it started a new group. Errors beyond {@link MAX_GROUPS} groups share one more group.
   */
  count(
    source: ErrorSource,
    thrown: unknown,
    path: string,
  ): { group: ErrorGroup; isFirst: boolean } {
    const now = new Date();
    const ownKey = groupKeyOf(source, thrown);
    const isOverflow = !this.#groups.has(ownKey) && this.#sizes[source] >= MAX_GROUPS[source];
    const key = isOverflow ? source : ownKey;
    const before = this.#groups.get(key);
    if (before) {
      before.count += 1;
      before.lastAt = now;
      return { group: before, isFirst: false };
    }
    const text = describeError(thrown, path);
    if (isOverflow)
      text.message = `Too many distinct errors to list separately; one of them: ${text.message}`;
    const group = { id: newId(), source, ...text, occurredAt: now, lastAt: now, count: 1 };
    this.#groups.set(key, group);
    this.#sizes[source] += 1;
    this.#timer ??= setTimeout(() => this.end(), MINUTE).unref();
    return { group, isFirst: true };
  }

  /** Ends the current minute. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const groups = [...this.#groups.values()];
    this.#groups.clear();
    Object.assign(this.#sizes, { server: 0, job: 0, browser: 0 });
    if (groups.length) this.#onMinute(groups);
  }
}
