import type { Saved } from '#domain/studio/admin-articles.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { ApiError } from '#ui/lib/api.ts';

/** How what is written stands. Whatever it is, what is not saved is kept in this browser, where that has room for it. */
export type SaveState =
  | { kind: 'saved' }
  /** Something was written, and is saved in a moment. */
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** The server cannot be reached, or is in trouble. It is tried again. */
  | { kind: 'offline' }
  /** The server does not take it as it is: `message` says why. The next change is tried again. */
  | { kind: 'refused'; message: string }
  /** Somebody else has saved it meanwhile. Nothing is saved until it is settled. */
  | { kind: 'conflict'; message: string };

/** Milliseconds of rest after which what was written is saved. */
export const REST = 1500;
/** Milliseconds until it is tried again, each time the server cannot be reached. */
const RETRIES = [2_000, 4_000, 8_000, 15_000, 30_000];

interface AutosaveOptions {
  /** The version that what is written is based on. */
  base: number;
  /** Sends it. Throws {@link ApiError} where it is refused. `isLast`: the page may be gone before the answer. */
  save: (base: number, content: Manuscript, isLast: boolean) => Promise<Saved>;
  /** Keeps it where it outlives the page; whether that went well. */
  keep: (base: number, content: Manuscript) => boolean;
  /** It is saved: what was kept is of no use any more. */
  forget: () => void;
  onSaved: (saved: Saved, content: Manuscript) => void;
}

/**
 * Saves what is written: a moment after the last change, and one save at a time. What is written is kept in this browser
 * first, until the server has it.
 */
export class Autosave {
  #base: number;
  /** What the server does not have yet. */
  #waiting: Manuscript | undefined;
  /** What was sent without an answer: the server may have it. It is sent again first, as it was, which is no other save. */
  #unanswered: Manuscript | undefined;
  #state: SaveState = { kind: 'saved' };
  #flight: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isKept = true;
  #isStopped = false;
  readonly #options: AutosaveOptions;
  readonly #listeners = new Set<() => void>();

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Whether everything written outlives the page: on the server, or in this browser. */
  get isKept(): boolean {
    return this.#isKept;
  }

  get base(): number {
    return this.#base;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(content: Manuscript): void {
    this.#waiting = content;
    this.#keep();
    if (this.#state.kind === 'conflict') return;
    // While the line is down it is kept, and tried when its time has come.
    if (this.#state.kind === 'offline') return;
    if (!this.#flight) this.#become({ kind: 'changed' });
    this.#in(REST);
  }

  /** Saves at once what waits. Resolves with whether what is on show is what the server has. */
  async flush(isLast = false): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#flight) await this.#flight;
    if (this.#waiting && this.#state.kind !== 'conflict') {
      this.#flight = this.#send(this.#unanswered ?? this.#waiting, isLast);
      await this.#flight;
      // Written during the flight.
      if (this.#waiting && this.#state.kind === 'changed') return this.flush(isLast);
    }
    return !this.#waiting && this.#state.kind !== 'conflict';
  }

  /** What the server has as version `base` is what is on show: nothing waits. */
  settle(base: number): void {
    clearTimeout(this.#timer);
    this.#base = base;
    this.#waiting = undefined;
    this.#unanswered = undefined;
    this.#forget();
    this.#become({ kind: 'saved' });
  }

  /**
   * Hears which version the server has, where something else was done with the article. With nothing waiting, another one
   * than that on show is somebody else's, as when a save is refused; with something waiting its save will tell.
   */
  compare({ version, savedByName }: { version: number; savedByName: string }): void {
    if (this.#state.kind !== 'saved') return;
    // What nobody had begun says the same as the version it begins with.
    const isShown = version === this.#base || (this.#base === 0 && version === 1);
    if (isShown) this.#base = version;
    else
      this.#become({
        kind: 'conflict',
        message: `${savedByName} has saved this article meanwhile.`,
      });
  }

  /** Saves `content` over version `base`, which somebody else has saved and whoever writes has seen. */
  overwrite(base: number, content: Manuscript): Promise<boolean> {
    this.#base = base;
    this.#waiting = content;
    this.#unanswered = undefined;
    this.#keep();
    this.#become({ kind: 'changed' });
    return this.flush();
  }

  /** Saves automatically from now on, also after {@link stop}. */
  start(): void {
    this.#isStopped = false;
    if (this.#waiting && this.#state.kind !== 'conflict') this.#in(REST);
  }

  /** Tries once more to save unsaved changes, and then stops. If that fails, they stay in this browser's storage. */
  stop(): Promise<boolean> {
    this.#isStopped = true;
    return this.flush();
  }

  async #send(content: Manuscript, isLast: boolean): Promise<void> {
    this.#become({ kind: 'saving' });
    try {
      const saved = await this.#options.save(this.#base, content, isLast);
      this.#failures = 0;
      this.#base = saved.version;
      this.#flight = undefined;
      this.#unanswered = undefined;
      const isAll = this.#waiting === content;
      if (isAll) {
        this.#waiting = undefined;
        this.#forget();
      } else this.#keep();
      this.#options.onSaved(saved, content);
      this.#become({ kind: isAll ? 'saved' : 'changed' });
      if (!isAll) this.#in(REST);
    } catch (error) {
      this.#flight = undefined;
      this.#fail(error, content);
    }
  }

  #fail(error: unknown, content: Manuscript): void {
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
    this.#unanswered = isFinal ? undefined : content;
    if (isFinal) {
      const { status, message } = error;
      this.#become({ kind: status === 409 ? 'conflict' : 'refused', message });
      if (status !== 409 && this.#waiting !== content) this.#in(REST);
    } else {
      this.#become({ kind: 'offline' });
      this.#in(RETRIES[Math.min(this.#failures++, RETRIES.length - 1)]!);
    }
  }

  #in(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #keep(): void {
    const was = this.#isKept;
    this.#isKept = this.#options.keep(this.#base, this.#waiting!);
    if (this.#isKept !== was) this.#tell();
  }

  #forget(): void {
    this.#isKept = true;
    this.#options.forget();
  }

  #become(state: SaveState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
