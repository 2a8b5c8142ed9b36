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
export const AUTOSAVE_DELAY = 1500;
/** Milliseconds until it is tried again, each time the server cannot be reached. */
const RETRY_DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000];

interface AutosaveOptions {
  /** The version that what is written is based on. */
  base: number;
  /** Sends it. Throws {@link ApiError} where it is refused. `isLast`: the page may be gone before the answer. */
  save: (base: number, content: Manuscript, isLast: boolean) => Promise<Saved>;
  /** Keeps it where it outlives the page; whether that went well. */
  storeLocally: (base: number, content: Manuscript) => boolean;
  /** It is saved: what was kept is of no use any more. */
  removeLocal: () => void;
  onSaved: (saved: Saved, content: Manuscript) => void;
}

/**
 * Saves what is written: a moment after the last change, and one save at a time. What is written is kept in this browser
 * first, until the server has it.
 */
export class Autosave {
  #base: number;
  /** What the server does not have yet. */
  #unsaved: Manuscript | undefined;
  /** What was sent without an answer: the server may have it. It is sent again first, as it was, which is no other save. */
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

  /** Whether everything written outlives the page: on the server, or in this browser. */
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
    // While the line is down it is kept, and tried when its time has come.
    if (this.#state.kind === 'offline') return;
    if (!this.#pendingSave) this.#setState({ kind: 'changed' });
    this.#schedule(AUTOSAVE_DELAY);
  }

  /** Saves at once what waits. Resolves with whether what is on show is what the server has. */
  async flush(isLast = false): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#pendingSave) await this.#pendingSave;
    if (this.#unsaved && this.#state.kind !== 'conflict') {
      this.#pendingSave = this.#send(this.#unconfirmed ?? this.#unsaved, isLast);
      await this.#pendingSave;
      // Written during the flight.
      if (this.#unsaved && this.#state.kind === 'changed') return this.flush(isLast);
    }
    return !this.#unsaved && this.#state.kind !== 'conflict';
  }

  /** What the server has as version `base` is what is on show: nothing waits. */
  reset(base: number): void {
    clearTimeout(this.#timer);
    this.#base = base;
    this.#unsaved = undefined;
    this.#unconfirmed = undefined;
    this.#removeLocal();
    this.#setState({ kind: 'saved' });
  }

  /**
   * Hears which version the server has, where something else was done with the article. With nothing waiting, another one
   * than that on show is somebody else's, as when a save is refused; with something waiting its save will tell.
   */
  checkServerVersion({ version, savedByName }: { version: number; savedByName: string }): void {
    if (this.#state.kind !== 'saved') return;
    // What nobody had begun says the same as the version it begins with.
    const isShown = version === this.#base || (this.#base === 0 && version === 1);
    if (isShown) this.#base = version;
    else
      this.#setState({
        kind: 'conflict',
        message: `${savedByName} has saved this article meanwhile.`,
      });
  }

  /** Saves `content` over version `base`, which somebody else has saved and whoever writes has seen. */
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
