import { LRUCache } from 'lru-cache';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { Answer } from './answer.ts';

const MEBIBYTE = 1024 ** 2;
/** Milliseconds an answer past its age is given for, until it is tried again to make it anew. */
const RETRY_AFTER = 10_000;
/** Bytes an answer takes beside its bodies: the objects around them, and its place among the others. */
const OVERHEAD = 2048;
/** Changes remembered, to tell what was made across one of them. */
const MOST_CHANGES = 1000;

/** What making came to: an answer to be kept or not, or something else altogether (a redirect, say). */
export interface Made<Other> {
  answer?: Answer;
  /** Whether others who ask are given it too. */
  isKept?: boolean;
  other?: Other;
}

/**
 * Answers in memory, by address, within `maxBytes`; the least recently asked for goes first. An answer stays until
 * something it was made of changes. Past its age it stays too, for when it cannot be made anew.
 */
export class KeptAnswers<Other = never> {
  readonly #answers: LRUCache<string, Answer>;
  readonly #making = new SingleFlight<Made<Other>>();
  /** Answers past their age that are given nevertheless. */
  readonly #prolonged = new WeakSet<Answer>();
  /** Answers of which it is not known whether they are what they would be now. */
  readonly #doubtful = new WeakSet<Answer>();
  /** When it was last tried to make those anew. */
  readonly #tried = new WeakMap<Answer, number>();
  /** What changed, in order; the last one is number `#changes`. Without keys: anything may have. */
  readonly #history: (ReadonlySet<string> | undefined)[] = [];
  #changes = 0;
  #renew: ((address: string) => Promise<unknown>) | undefined;

  constructor(maxBytes = 64 * MEBIBYTE) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      allowStale: true,
      noDeleteOnStaleGet: true,
    });
  }

  /**
   * The answer at `address`, unless it is past its age. One that is doubtful is made anew in the background, or not
   * given where nobody knows how ({@link renewWith}).
   */
  get(address: string): Answer | undefined {
    const answer = this.#answers.get(address, NOT_STALE);
    if (!answer || !this.#doubtful.has(answer)) return answer;
    if (!this.#renew) return undefined;
    this.#renewSoon(address, answer, this.#renew);
    return answer;
  }

  /**
   * Lets an answer past its age be given a little longer, and gives it: to everybody else while one who asks waits
   * for the new one, and to that one too when the new one cannot be had.
   */
  prolong(address: string): Answer | undefined {
    const answer = this.#answers.get(address);
    if (!answer) return undefined;
    this.#prolonged.add(answer);
    this.#keep(address, answer, RETRY_AFTER);
    return answer;
  }

  /**
   * What is at `address`, made when it is not there or past its age. One that is made of what changed meanwhile is
   * given to those who asked before the change, and not kept. Rejects as `make` does, keeping nothing.
   */
  getOrMake(address: string, make: () => Promise<Made<Other>>): Promise<Made<Other>> {
    const kept = this.#answers.get(address, NOT_STALE);
    if (kept && !this.#prolonged.has(kept) && !this.#doubtful.has(kept))
      return Promise.resolve({ answer: kept, isKept: true });
    return this.#making.run(address, async () => {
      const since = this.#changes;
      const made = await make();
      const { answer, isKept } = made;
      if (!answer || !isKept) this.#answers.delete(address);
      else if (!this.#hasChangedSince(since, answer.keys))
        this.#keep(address, answer, (answer.maxAge ?? 0) * 1000);
      return made;
    });
  }

  /** Drops every answer made of one of `keys`. */
  drop(keys: readonly string[]): void {
    const changed = new Set(keys);
    this.#note(changed);
    for (const [address, answer] of this.#answers.entries())
      if (answer.keys.some((key) => changed.has(key))) this.#answers.delete(address);
  }

  /**
   * Takes note that anything may have changed, nobody knows what: answers are given on, and each that is asked for
   * is made anew in the background. A cache that empties itself would have everybody wait at once.
   */
  doubt(): void {
    this.#note(undefined);
    for (const answer of this.#answers.values()) this.#doubtful.add(answer);
  }

  /** `renew` makes the answer of an address anew, by {@link getOrMake}. */
  renewWith(renew: (address: string) => Promise<unknown>): void {
    this.#renew = renew;
  }

  /** How many answers are kept. */
  get size(): number {
    return this.#answers.size;
  }

  /** Bytes they hold. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  #keep(address: string, answer: Answer, ttl: number): void {
    this.#answers.set(address, answer, { size: sizeOf(address, answer), ttl });
    answer.onGrow = () => this.#weigh(address, answer);
  }

  /** Takes note that an answer has grown. The cache takes the same value for no change: it is put in anew. */
  #weigh(address: string, answer: Answer): void {
    if (this.#answers.peek(address, { allowStale: true }) !== answer) return;
    const left = this.#answers.getRemainingTTL(address);
    this.#answers.delete(address);
    // It is as old as before; one past its age has a moment more.
    const ttl = left === Number.POSITIVE_INFINITY ? 0 : Math.max(left, 1);
    this.#answers.set(address, answer, { size: sizeOf(address, answer), ttl });
  }

  /** Whoever asks from now on is not given what was begun before. */
  #note(changed: ReadonlySet<string> | undefined): void {
    this.#making.detachAll();
    this.#changes += 1;
    this.#history.push(changed);
    if (this.#history.length > MOST_CHANGES) this.#history.shift();
  }

  #hasChangedSince(since: number, keys: readonly string[]): boolean {
    const missed = this.#changes - since;
    if (missed > this.#history.length) return true;
    return this.#history
      .slice(this.#history.length - missed)
      .some((changed) => !changed || keys.some((key) => changed.has(key)));
  }

  #renewSoon(address: string, answer: Answer, renew: (address: string) => Promise<unknown>): void {
    const now = performance.now();
    const isTried = now - (this.#tried.get(answer) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER;
    if (isTried || this.#making.isRunning(address)) return;
    this.#tried.set(answer, now);
    // What fails stays doubtful, and is tried again after a while.
    renew(address).catch(() => {});
  }
}

const NOT_STALE = { allowStale: false };

function sizeOf(address: string, answer: Answer): number {
  return answer.size + 2 * address.length + OVERHEAD;
}
