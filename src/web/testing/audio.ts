/** Milliseconds between two times that an element says where it is. */
const EVERY = 250;

/**
 * Stands in for the browser's audio element: it makes no sound, and goes on with the test's clock. What is loaded lasts as
 * long as `lasts` says of its source.
 */
export class SilentAudio extends EventTarget {
  paused = true;
  seeking = false;
  readyState = 4;
  error: MediaError | null = null;
  defaultPlaybackRate = 1;
  playbackRate = 1;
  currentTime = 0;
  lasts: (source: string) => number = () => 60;
  readonly played = { length: 0, start: () => 0, end: () => 0 };
  #source = '';
  #clock: ReturnType<typeof setInterval> | undefined;

  get src(): string {
    return this.#source;
  }
  /** As browsers have it: what is loaded begins at its beginning, and is silent. */
  set src(source: string) {
    this.#source = source;
    this.currentTime = 0;
    this.error = null;
    this.#halt();
    if (source) this.#tell('loadedmetadata');
  }
  get currentSrc(): string {
    return this.#source;
  }
  get duration(): number {
    return this.lasts(this.#source);
  }
  get ended(): boolean {
    return this.currentTime >= this.duration;
  }

  async play(): Promise<void> {
    if (this.error) throw new DOMException('It cannot be played.', 'NotSupportedError');
    if (!this.paused) return;
    if (this.ended) this.currentTime = 0;
    this.paused = false;
    this.#clock = setInterval(() => this.#goOn(), EVERY);
    this.#tell('playing');
  }

  pause(): void {
    if (this.paused) return;
    this.#halt();
    this.#tell('pause');
  }

  /** The connection is lost. */
  breakOff(): void {
    this.#halt();
    this.error = { code: 2 } as MediaError;
    this.#tell('error');
  }

  load(): void {
    this.src = '';
  }
  removeAttribute(): void {}

  #goOn(): void {
    this.currentTime = Math.min(
      this.currentTime + (EVERY / 1000) * this.playbackRate,
      this.duration,
    );
    this.dispatchEvent(new Event('timeupdate'));
    if (!this.ended || this.paused) return;
    this.#halt();
    this.dispatchEvent(new Event('ended'));
  }

  #halt(): void {
    clearInterval(this.#clock);
    this.paused = true;
  }

  #tell(what: string): void {
    queueMicrotask(() => this.dispatchEvent(new Event(what)));
  }
}
