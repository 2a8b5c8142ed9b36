import pLimit from 'p-limit';
import type { Queries } from '#server/platform/db/database.ts';
import { MailError, type MailFailure } from '#server/platform/mail/mail-error.ts';
import { collectLetterContent } from './letter-content.ts';
import type { LetterMailer } from './letter-mailer.ts';
import { findDueLetterWeek, formatLetterDay } from './letter-week.ts';
import {
  claimLetter,
  type DueReader,
  endSubscription,
  listDueReaders,
  listLetterTimeZones,
  markLetterSent,
  releaseLetter,
} from './repository.ts';

export interface SendLettersOptions {
  queries: Queries;
  mailer: LetterMailer;
  /** Returns the current time. Tests replace it. */
  now?: () => Date;
}

/** Number of readers that are selected at a time. */
const BATCH_SIZE = 100;
/** Maximum number of letters that a process sends at the same time. */
const CONCURRENCY = 4;
/** Milliseconds after which a run ends. The next run, an hour after this one began, continues. */
const MAX_RUN_TIME = 50 * 60 * 1000;
/**
 * Number of letters in a row that were not accepted, after which a run ends. So a server that rejects everything does not
 * end all subscriptions.
 */
const MAX_FAILURES_IN_A_ROW = 10;
/** Milliseconds for which letters that are being sent may be finished when the process stops. */
const STOP_GRACE = 3000;

/**
 * Outcomes of a letter. `nothing-new`: there is nothing to send this week; `taken`: another process sends it; the others
 * are those of `MailFailure`, of which `unreachable` also ends the run.
 */
type LetterOutcome = 'sent' | 'nothing-new' | 'taken' | MailFailure;

/** Number of letters by outcome. */
export type LetterCounts = Partial<Record<LetterOutcome, number>>;

/**
 * Sends the letters that are due, in the time zones in which it is the morning of the letters' day. Rejects once `signal`
 * is aborted, and with the last {@link MailError} if the mail server is unreachable or rejects everything.
 */
export async function sendDueLetters(
  options: SendLettersOptions,
  signal: AbortSignal,
): Promise<LetterCounts> {
  const { queries, now = () => new Date() } = options;
  const run = new LetterRun(options, signal);
  for (const timeZone of await listLetterTimeZones(queries)) {
    const week = findDueLetterWeek(timeZone, now());
    if (week) await sendInTimeZone(run, queries, { timeZone, week });
  }
  run.throwIfStopped();
  return run.counts;
}

async function sendInTimeZone(
  run: LetterRun,
  queries: Queries,
  due: { timeZone: string; week: string },
): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  let cursor: DueReader['subscription'] | undefined;
  while (!run.isOver) {
    const readers = await listDueReaders(queries, due, BATCH_SIZE, cursor);
    await Promise.all(readers.map((reader) => limit(() => run.send(reader, due.week))));
    if (readers.length < BATCH_SIZE) return;
    cursor = readers.at(-1)!.subscription;
  }
}

/** A run of the job: sends letters until it is stopped, its time is over, or the mail server fails. */
class LetterRun {
  readonly counts: LetterCounts = {};
  readonly #options: Required<SendLettersOptions>;
  readonly #signal: AbortSignal;
  /** Aborted a moment after the run was stopped, so that most letters that are being sent can be finished. */
  readonly #sendController = new AbortController();
  readonly #endsAt: number;
  #failuresInARow = 0;
  #failure: unknown;

  constructor(options: SendLettersOptions, signal: AbortSignal) {
    this.#options = { now: () => new Date(), ...options };
    this.#signal = signal;
    this.#endsAt = this.#options.now().getTime() + MAX_RUN_TIME;
    signal.addEventListener(
      'abort',
      () => setTimeout(() => this.#sendController.abort(signal.reason), STOP_GRACE).unref(),
      { once: true },
    );
  }

  /** True if the run sends no more letters. */
  get isOver(): boolean {
    return (
      this.#signal.aborted ||
      this.#failure !== undefined ||
      this.#options.now().getTime() >= this.#endsAt
    );
  }

  /** Throws if the run was stopped, or has ended because of an error. */
  throwIfStopped(): void {
    this.#signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Sends a reader's letter, unless the run is over. Records errors instead of rejecting. */
  async send(reader: DueReader, week: string): Promise<void> {
    if (this.isOver) return;
    try {
      const outcome = await this.#deliver(reader, week);
      this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /**
   * Claims a reader's letter and sends it. The claim is stored before the letter is sent, and released only if it was
   * certainly not sent. If the process ends in between, the reader gets no letter this week, and never gets it twice.
   */
  async #deliver({ user, subscription }: DueReader, week: string): Promise<LetterOutcome> {
    const { queries, mailer } = this.#options;
    const composedAt = this.#options.now();
    const content = await collectLetterContent(queries, user, subscription.sentAt, composedAt);
    if (!(await claimLetter(queries, subscription, week))) return 'taken';
    if (!content) return 'nothing-new';
    const day = formatLetterDay(subscription.timeZone, composedAt);
    try {
      await mailer.sendLetter(
        { user, subscription, content, week, day },
        this.#sendController.signal,
      );
    } catch (error) {
      return this.#handleFailure(error, subscription, week);
    }
    this.#failuresInARow = 0;
    await markLetterSent(queries, user.id, { sentWeek: week, sentAt: composedAt });
    return 'sent';
  }

  async #handleFailure(
    error: unknown,
    subscription: DueReader['subscription'],
    week: string,
  ): Promise<LetterOutcome> {
    const { queries, now } = this.#options;
    if (!(error instanceof MailError)) throw error;
    const { failure } = error;
    this.#failuresInARow += 1;
    if (failure === 'unreachable' || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW)
      this.#failure ??= error;
    if (failure === 'unreachable' || failure === 'postponed')
      await releaseLetter(queries, subscription, week);
    if (failure === 'invalid-recipient')
      await endSubscription(queries, { userId: subscription.userId }, 'bounced', now());
    return failure;
  }
}
