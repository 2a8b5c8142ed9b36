import type { ManuscriptSaveResult } from '#domain/studio/admin-articles.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { ApiError } from '#ui/lib/api.ts';

/**
 * The save state of an article. In each state except `saved`, the browser also stores the unsaved text if its storage
 * is available.
 */
export type SaveState =
  | { kind: 'saved' }
  /** The text has unsaved changes. They are saved after {@link AUTOSAVE_DELAY}. */
  | { kind: 'changed' }
  | { kind: 'saving' }
  /**
   * The text could not be saved, because the server cannot be reached, has failed, or has received
   * too many requests. Another attempt follows.
   */
  | { kind: 'offline' }
  /** The server has rejected the text. `message` explains why. The next change triggers another attempt to save. */
  | { kind: 'refused'; message: string }
  /**
   * Another member, the same member in another window, or a library import has saved the article. The text is not saved
   * until the editor resolves the conflict.
   */
  | { kind: 'conflict'; message: string };

/** Delay in milliseconds between the last change and the save. */
export const AUTOSAVE_DELAY = 1500;
/** Delays in milliseconds before successive retries of a failed save. The last delay repeats. */
const RETRY_DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000];

interface AutosaveOptions {
  /** Number of the stored version on which the text is based. */
  base: number;
  /**
   * Sends the text to the server. Throws {@link ApiError} if the server rejects the text. `isLast` is true if the page
   * may close before the response arrives.
   */
  save: (base: number, content: Manuscript, isLast: boolean) => Promise<ManuscriptSaveResult>;
  /** Stores the text in this browser. Returns false if the browser did not store it. */
  storeLocally: (base: number, content: Manuscript) => boolean;
  /**
   * Removes the text from this browser. Called after the server has saved the text, and when
   * unsaved text is discarded.
   */
  removeLocal: () => void;
  onSaved: (saved: ManuscriptSaveResult, content: Manuscript) => void;
}

/**
 * Saves an article's text shortly after the last change, one request at a time. The text is also stored in this browser
 * until the server confirms it.
 */
export class Autosave {
  #base: number;
  /** The current text, or `undefined` if the server has confirmed it. */
  #unsaved: Manuscript | undefined;
  /**
   * Text of a failed save that the server may have stored, for example because the response was lost. It is sent again
   * unchanged before later changes are sent, because the server recognizes a repeated save only if the text is
   * identical.
   */
  #unconfirmed: Manuscript | undefined;
  #state: SaveState = { kind: 'saved' };
  #pendingSave: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStored = true;
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

  /** True if closing the page would not lose any text, because all text is stored on the server or in this browser. */
  get isStored(): boolean {
    return this.#isStored;
  }

  get base(): number {
    return this.#base;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(content: Manuscript): void {
    this.#unsaved = content;
    this.#storeLocally();
    if (this.#state.kind === 'conflict') return;
    // While saving fails, a change is stored in the browser. The next retry sends it.
    if (this.#state.kind === 'offline') return;
    if (!this.#pendingSave) this.#setState({ kind: 'changed' });
    this.#schedule(AUTOSAVE_DELAY);
  }

  /** Saves unsaved text immediately. Resolves with true if the server has stored all text. */
  async flush(isLast = false): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#pendingSave) await this.#pendingSave;
    if (this.#unsaved && this.#state.kind !== 'conflict') {
      this.#pendingSave = this.#send(this.#unconfirmed ?? this.#unsaved, isLast);
      await this.#pendingSave;
      // If the text has changed during the request, another request saves the change.
      if (this.#unsaved && this.#state.kind === 'changed') return this.flush(isLast);
    }
    return !this.#unsaved && this.#state.kind !== 'conflict';
  }

  /** Discards unsaved text. `base` is the number of the stored version that is now displayed. */
  reset(base: number): void {
    clearTimeout(this.#timer);
    this.#base = base;
    this.#unsaved = undefined;
    this.#unconfirmed = undefined;
    this.#removeLocal();
    this.#setState({ kind: 'saved' });
  }

  /**
   * Reports a conflict if the displayed version is no longer the server's version. Called after an action other than a
   * save. Does nothing while there is unsaved text, because the next save detects the conflict.
   */
  checkServerVersion({ version, savedByName }: { version: number; savedByName: string }): void {
    if (this.#state.kind !== 'saved') return;
    // Version 0 stands for the published text of an article that has no manuscript yet. The server stores the same text
    // as version 1, so a change from 0 to 1 is not a conflict.
    const isDisplayed = version === this.#base || (this.#base === 0 && version === 1);
    if (isDisplayed) this.#base = version;
    else
      this.#setState({
        kind: 'conflict',
        message: `${savedByName} has saved this article in the meantime.`,
      });
  }

  /**
   * Overwrites a conflicting version with `content`. `base` is the number of that version. Called after the editor has
   * compared the two versions.
   */
  overwrite(base: number, content: Manuscript): Promise<boolean> {
    this.#base = base;
    this.#unsaved = content;
    this.#unconfirmed = undefined;
    this.#storeLocally();
    this.#setState({ kind: 'changed' });
    return this.flush();
  }

  /** Starts saving automatically, or resumes after {@link stop}. */
  start(): void {
    this.#isStopped = false;
    if (this.#unsaved && this.#state.kind !== 'conflict') this.#schedule(AUTOSAVE_DELAY);
  }

  /**
   * Saves unsaved changes one last time and stops autosaving. If saving fails, the changes stay in this browser's
   * storage.
   */
  stop(): Promise<boolean> {
    this.#isStopped = true;
    return this.flush();
  }

  async #send(content: Manuscript, isLast: boolean): Promise<void> {
    this.#setState({ kind: 'saving' });
    try {
      const saved = await this.#options.save(this.#base, content, isLast);
      this.#failures = 0;
      this.#base = saved.version;
      this.#pendingSave = undefined;
      this.#unconfirmed = undefined;
      const isUpToDate = this.#unsaved === content;
      if (isUpToDate) {
        this.#unsaved = undefined;
        this.#removeLocal();
      } else this.#storeLocally();
      this.#options.onSaved(saved, content);
      this.#setState({ kind: isUpToDate ? 'saved' : 'changed' });
      if (!isUpToDate) this.#schedule(AUTOSAVE_DELAY);
    } catch (error) {
      this.#pendingSave = undefined;
      this.#handleFailure(error, content);
    }
  }

  #handleFailure(error: unknown, content: Manuscript): void {
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
    this.#unconfirmed = isFinal ? undefined : content;
    if (isFinal) {
      const { status, message } = error;
      this.#setState({ kind: status === 409 ? 'conflict' : 'refused', message });
      if (status !== 409 && this.#unsaved !== content) this.#schedule(AUTOSAVE_DELAY);
    } else {
      this.#setState({ kind: 'offline' });
      this.#schedule(RETRY_DELAYS[Math.min(this.#failures++, RETRY_DELAYS.length - 1)]!);
    }
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #storeLocally(): void {
    const wasStored = this.#isStored;
    this.#isStored = this.#options.storeLocally(this.#base, this.#unsaved!);
    if (this.#isStored !== wasStored) this.#notify();
  }

  #removeLocal(): void {
    this.#isStored = true;
    this.#options.removeLocal();
  }

  #setState(state: SaveState): void {
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
