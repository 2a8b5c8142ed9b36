import type { Saved } from '#domain/studio/admin-articles.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { ApiError } from '#ui/lib/api.ts';

/** State of saving. In every state but `saved`, unsaved text is stored in this browser if it has room. */
export type SaveState =
  | { kind: 'saved' }
  /** There are changes, which will be saved after {@link AUTOSAVE_DELAY}. */
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** The server is unreachable or failing. Saving is retried. */
  | { kind: 'offline' }
  /** The server rejects the text; `message` says why. The next change is saved again. */
  | { kind: 'refused'; message: string }
  /** Somebody else has saved the article. Nothing is saved until the conflict is resolved. */
  | { kind: 'conflict'; message: string };

/** Milliseconds without a change after which the text is saved. */
export const AUTOSAVE_DELAY = 1500;
/** Milliseconds before each retry while the server is unreachable. */
const RETRY_DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000];

interface AutosaveOptions {
  /** The version that the text is based on. */
  base: number;
  /**
   * Sends the text. Throws {@link ApiError} if the server rejects it. `isLast`: the page may close before the response.
   */
  save: (base: number, content: Manuscript, isLast: boolean) => Promise<Saved>;
  /** Stores the text in this browser. Returns false if that failed. */
  storeLocally: (base: number, content: Manuscript) => boolean;
  /** Removes the stored text, after it was saved. */
  removeLocal: () => void;
  onSaved: (saved: Saved, content: Manuscript) => void;
}

/**
 * Saves an article's text a moment after the last change, one request at a time. Until the server confirms it, the text
 * is stored in this browser.
 */
export class Autosave {
  #base: number;
  /** Text that the server does not have yet. */
  #unsaved: Manuscript | undefined;
  /**
   * Text that was sent without a response, so the server may have it. It is sent again unchanged first, which the
   * server recognizes as the same save.
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

  /** True if all text survives closing the page: it is on the server or in this browser. */
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
    // While offline, changes are stored, and sent by the next retry.
    if (this.#state.kind === 'offline') return;
    if (!this.#pendingSave) this.#setState({ kind: 'changed' });
    this.#schedule(AUTOSAVE_DELAY);
  }

  /** Saves unsaved text at once. Resolves to true if the server then has all of it. */
  async flush(isLast = false): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#pendingSave) await this.#pendingSave;
    if (this.#unsaved && this.#state.kind !== 'conflict') {
      this.#pendingSave = this.#send(this.#unconfirmed ?? this.#unsaved, isLast);
      await this.#pendingSave;
      // More was typed during the request.
      if (this.#unsaved && this.#state.kind === 'changed') return this.flush(isLast);
    }
    return !this.#unsaved && this.#state.kind !== 'conflict';
  }

  /** Declares that the server's version `base` is what the editor shows. */
  reset(base: number): void {
    clearTimeout(this.#timer);
    this.#base = base;
    this.#unsaved = undefined;
    this.#unconfirmed = undefined;
    this.#removeLocal();
    this.#setState({ kind: 'saved' });
  }

  /**
   * Compares the server's version with the one shown, after another action on the article. If nothing is unsaved, a
   * different version is a conflict. Otherwise the next save finds out.
   */
  checkServerVersion({ version, savedByName }: { version: number; savedByName: string }): void {
    if (this.#state.kind !== 'saved') return;
    // An article that was never saved has version 0, and the same text as version 1.
    const isShown = version === this.#base || (this.#base === 0 && version === 1);
    if (isShown) this.#base = version;
    else
      this.#setState({
        kind: 'conflict',
        message: `${savedByName} has saved this article in the meantime.`,
      });
  }

  /** Saves `content` over version `base`, which somebody else has saved and the editor has seen. */
  overwrite(base: number, content: Manuscript): Promise<boolean> {
    this.#base = base;
    this.#unsaved = content;
    this.#unconfirmed = undefined;
    this.#storeLocally();
    this.#setState({ kind: 'changed' });
    return this.flush();
  }

  /** Saves automatically from now on, also after {@link stop}. */
  start(): void {
    this.#isStopped = false;
    if (this.#unsaved && this.#state.kind !== 'conflict') this.#schedule(AUTOSAVE_DELAY);
  }

  /** Tries once more to save unsaved changes, and then stops. If that fails, they stay in this browser's storage. */
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
      const isAll = this.#unsaved === content;
      if (isAll) {
        this.#unsaved = undefined;
        this.#removeLocal();
      } else this.#storeLocally();
      this.#options.onSaved(saved, content);
      this.#setState({ kind: isAll ? 'saved' : 'changed' });
      if (!isAll) this.#schedule(AUTOSAVE_DELAY);
    } catch (error) {
      this.#pendingSave = undefined;
      this.#fail(error, content);
    }
  }

  #fail(error: unknown, content: Manuscript): void {
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
    const was = this.#isStored;
    this.#isStored = this.#options.storeLocally(this.#base, this.#unsaved!);
    if (this.#isStored !== was) this.#notify();
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
