import { v7 as newId } from 'uuid';
import {
  createErrorTexts,
  type ErrorSource,
  getErrorGroupKey,
  type StoredErrorFields,
} from './error-groups.ts';

/**
 * A group of errors that have the same cause and occurred within the same minute. The message, the stack and the path
 * are those of the first error.
 */
export interface ErrorGroup extends StoredErrorFields {
  /** The group's ID, which error pages show. */
  id: string;
  source: ErrorSource;
  occurredAt: Date;
  lastAt: Date;
  count: number;
}

/** Milliseconds for which errors are grouped before the groups are reported. */
const MINUTE = 60_000;

/**
 * Maximum number of error groups per source within a minute. Each source has its own limit, so that browser error
 * reports, which clients can forge, cannot displace server errors.
 */
const MAX_GROUPS: Readonly<Record<ErrorSource, number>> = { server: 50, job: 50, browser: 20 };

/** Groups errors by their cause, one minute at a time. */
export class ErrorAggregator {
  readonly #onMinute: (groups: readonly ErrorGroup[]) => void;
  readonly #groups = new Map<string, ErrorGroup>();
  readonly #sizes: Record<ErrorSource, number> = { server: 0, job: 0, browser: 0 };
  #timer: NodeJS.Timeout | undefined;

  /** Creates an aggregator that calls `onMinute` at the end of each minute with that minute's groups. */
  constructor(onMinute: (groups: readonly ErrorGroup[]) => void) {
    this.#onMinute = onMinute;
  }

  /**
   * Counts an error and returns its group. `isFirst` is true if the error started a new group. When a source has
   * reached the maximum number of groups ({@link MAX_GROUPS}), its further errors share one additional group.
   */
  count(
    source: ErrorSource,
    thrown: unknown,
    path: string,
  ): { group: ErrorGroup; isFirst: boolean } {
    const now = new Date();
    const ownKey = getErrorGroupKey(source, thrown);
    const isOverflow = !this.#groups.has(ownKey) && this.#sizes[source] >= MAX_GROUPS[source];
    const key = isOverflow ? source : ownKey;
    const existingGroup = this.#groups.get(key);
    if (existingGroup) {
      existingGroup.count += 1;
      existingGroup.lastAt = now;
      return { group: existingGroup, isFirst: false };
    }
    const text = createErrorTexts(thrown, path);
    if (isOverflow)
      text.message = `Too many distinct errors to list separately; one of them: ${text.message}`;
    const group = { id: newId(), source, ...text, occurredAt: now, lastAt: now, count: 1 };
    this.#groups.set(key, group);
    this.#sizes[source] += 1;
    this.#timer ??= setTimeout(() => this.end(), MINUTE).unref();
    return { group, isFirst: true };
  }

  /** Ends the current minute early and reports its groups. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const groups = [...this.#groups.values()];
    this.#groups.clear();
    Object.assign(this.#sizes, { server: 0, job: 0, browser: 0 });
    if (groups.length) this.#onMinute(groups);
  }
}
