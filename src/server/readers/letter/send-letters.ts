import pLimit from 'p-limit';
import type { Queries } from '#server/platform/db/database.ts';
import { MailError, type MailFailure } from '#server/platform/mail/mail-error.ts';
import { collectLetterContent } from './letter-content.ts';
import type { LetterMailer } from './letter-mailer.ts';
import { findDueLetterWeek, formatLetterDay } from './letter-week.ts';
import {
  claimLetter,
  type DueSubscriber,
  endLetterSubscription,
  listDueSubscribers,
  listLetterTimeZones,
  markLetterSent,
  releaseLetterClaim,
} from './repository.ts';

export interface SendLettersOptions {
  queries: Queries;
  mailer: LetterMailer;
  /** Returns the current time (default: the system clock). */
  now?: () => Date;
}

/** Number of readers that one query selects. */
const BATCH_SIZE = 100;
/** Maximum number of letters that a process sends at the same time. */
const CONCURRENCY = 4;
/**
 * Milliseconds after which a run of the job stops sending. The next run, which starts an hour after this one, sends the
 * remaining letters.
 */
const MAX_RUN_TIME = 50 * 60 * 1000;
/**
 * Number of consecutive failed letters after which a run of the job ends. Without this limit, a mail server that
 * rejects every recipient would cause all subscriptions to be ended.
 */
const MAX_FAILURES_IN_A_ROW = 10;
/** Milliseconds that a stopping process waits for letters that it is already sending. */
const STOP_GRACE = 3000;

/**
 * The outcome of sending a weekly letter. `nothing-new`: there are no articles to send this week. `taken`: another
 * process is sending or has sent the letter. The `MailFailure` values mean that sending failed. `unreachable` also ends
 * the run of the job.
 */
type LetterOutcome = 'sent' | 'nothing-new' | 'taken' | MailFailure;

/** The number of letters with each outcome. */
export type LetterCountsByOutcome = Partial<Record<LetterOutcome, number>>;

/**
 * Sends the weekly letters that are due, in every time zone where it is now Tuesday morning. Rejects if `signal` is
 * aborted. Rejects with a {@link MailError} if the mail server is unreachable, or if {@link MAX_FAILURES_IN_A_ROW}
 * letters fail in a row.
 */
export async function sendDueLetters(
  options: SendLettersOptions,
  signal: AbortSignal,
): Promise<LetterCountsByOutcome> {
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
  let cursor: DueSubscriber['subscription'] | undefined;
  while (!run.isOver) {
    const readers = await listDueSubscribers(queries, due, BATCH_SIZE, cursor);
    await Promise.all(readers.map((reader) => limit(() => run.send(reader, due.week))));
    if (readers.length < BATCH_SIZE) return;
    cursor = readers.at(-1)!.subscription;
  }
}

/**
 * A run of the job that sends weekly letters. It ends when it is stopped, when its time has run out, or when an error
 * occurs.
 */
class LetterRun {
  readonly counts: LetterCountsByOutcome = {};
  readonly #options: Required<SendLettersOptions>;
  readonly #signal: AbortSignal;
  /** Stops the sending of letters when {@link STOP_GRACE} milliseconds have passed since the run was stopped. */
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

  /** True if the run must not send further letters. */
  get isOver(): boolean {
    return (
      this.#signal.aborted ||
      this.#failure !== undefined ||
      this.#options.now().getTime() >= this.#endsAt
    );
  }

  /** Throws if the run was stopped or if an error has ended it. */
  throwIfStopped(): void {
    this.#signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Sends a reader's letter. Does nothing if the run is over. If an unexpected error occurs, ends the run, so that the
   * next call of `throwIfStopped` throws the error.
   */
  async send(reader: DueSubscriber, week: string): Promise<void> {
    if (this.isOver) return;
    try {
      const outcome = await this.#deliver(reader, week);
      this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /**
   * Claims a reader's letter and sends it. The claim is stored before the letter is sent, and released only if the
   * letter was definitely not sent. If the process crashes in between, the reader gets no letter this week. No reader
   * gets the same letter twice.
   */
  async #deliver({ user, subscription }: DueSubscriber, week: string): Promise<LetterOutcome> {
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
    subscription: DueSubscriber['subscription'],
    week: string,
  ): Promise<LetterOutcome> {
    const { queries, now } = this.#options;
    if (!(error instanceof MailError)) throw error;
    const { failure } = error;
    this.#failuresInARow += 1;
    if (failure === 'unreachable' || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW)
      this.#failure ??= error;
    if (failure === 'unreachable' || failure === 'postponed')
      await releaseLetterClaim(queries, subscription, week);
    if (failure === 'invalid-recipient')
      await endLetterSubscription(queries, { userId: subscription.userId }, 'bounced', now());
    return failure;
  }
}
