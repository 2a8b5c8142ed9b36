import { v7 as newId } from 'uuid';
import { describeError, type ErrorSource, type ErrorText, groupKeyOf } from './error-groups.ts';

/** Faults of one kind within a minute: the first of them, and how many there were. */
export interface ErrorGroup extends ErrorText {
  /** What all of them are known by; the error page shows it. */
  id: string;
  source: ErrorSource;
  occurredAt: Date;
  lastAt: Date;
  count: number;
}

/** Milliseconds faults of a kind are counted together. */
const MINUTE = 60_000;

/**
 * Kinds of faults that are told of one by one within a minute. Strangers write what browsers tell of, and can make any
 * number of kinds; what they do takes no room from what is our own fault.
 */
const MAX_GROUPS: Readonly<Record<ErrorSource, number>> = { server: 50, job: 50, browser: 20 };

/** Counts faults by kind, and ends the count once a minute. */
export class ErrorAggregator {
  readonly #onMinute: (kinds: readonly ErrorGroup[]) => void;
  readonly #kinds = new Map<string, ErrorGroup>();
  readonly #sizes: Record<ErrorSource, number> = { server: 0, job: 0, browser: 0 };
  #timer: NodeJS.Timeout | undefined;

  /** `onMinute` hears of every kind that occurred, when its minute is over. */
  constructor(onMinute: (kinds: readonly ErrorGroup[]) => void) {
    this.#onMinute = onMinute;
  }

  /**
   * Counts a fault. `isFirst`: it is the first of its kind, and to be told of whole. Kinds beyond {@link MAX_GROUPS}
   * are counted as one, by its first.
   */
  count(
    source: ErrorSource,
    thrown: unknown,
    path: string,
  ): { told: ErrorGroup; isFirst: boolean } {
    const now = new Date();
    const own = groupKeyOf(source, thrown);
    const isOneTooMany = !this.#kinds.has(own) && this.#sizes[source] >= MAX_GROUPS[source];
    const kind = isOneTooMany ? source : own;
    const before = this.#kinds.get(kind);
    if (before) {
      before.count += 1;
      before.lastAt = now;
      return { told: before, isFirst: false };
    }
    const text = describeError(thrown, path);
    if (isOneTooMany)
      text.message = `Too many distinct errors to list separately; one of them: ${text.message}`;
    const told = { id: newId(), source, ...text, occurredAt: now, lastAt: now, count: 1 };
    this.#kinds.set(kind, told);
    this.#sizes[source] += 1;
    this.#timer ??= setTimeout(() => this.end(), MINUTE).unref();
    return { told, isFirst: true };
  }

  /** Ends the minute now. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const kinds = [...this.#kinds.values()];
    this.#kinds.clear();
    Object.assign(this.#sizes, { server: 0, job: 0, browser: 0 });
    if (kinds.length) this.#onMinute(kinds);
  }
}
