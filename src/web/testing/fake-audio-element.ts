/** Interval in milliseconds between `timeupdate` events. */
const UPDATE_INTERVAL = 250;

/** A fake of the browser's audio element. It plays silently, and its time follows the test's clock. */
export class FakeAudioElement extends EventTarget {
  paused = true;
  seeking = false;
  readyState = 4;
  error: MediaError | null = null;
  defaultPlaybackRate = 1;
  playbackRate = 1;
  currentTime = 0;
  /** Returns the length of an audio file in seconds. */
  durationOf: (source: string) => number = () => 60;
  readonly played = { length: 0, start: () => 0, end: () => 0 };
  #source = '';
  #clock: ReturnType<typeof setInterval> | undefined;

  get src(): string {
    return this.#source;
  }
  /** Loading resets the position and pauses without a `pause` event, as in browsers. */
  set src(source: string) {
    this.#source = source;
    this.currentTime = 0;
    this.error = null;
    this.#stop();
    if (source) this.#fire('loadedmetadata');
  }
  get currentSrc(): string {
    return this.#source;
  }
  get duration(): number {
    return this.durationOf(this.#source);
  }
  get ended(): boolean {
    return this.currentTime >= this.duration;
  }

  async play(): Promise<void> {
    if (this.error) throw new DOMException('It cannot be played.', 'NotSupportedError');
    if (!this.paused) return;
    if (this.ended) this.currentTime = 0;
    this.paused = false;
    this.#clock = setInterval(() => this.#advance(), UPDATE_INTERVAL);
    this.#fire('playing');
  }

  pause(): void {
    if (this.paused) return;
    this.#stop();
    this.#fire('pause');
  }

  /** Simulates a lost connection. */
  breakConnection(): void {
    this.#stop();
    this.error = { code: 2 } as MediaError;
    this.#fire('error');
  }

  load(): void {
    this.src = '';
  }
  removeAttribute(): void {}

  #advance(): void {
    this.currentTime = Math.min(
      this.currentTime + (UPDATE_INTERVAL / 1000) * this.playbackRate,
      this.duration,
    );
    this.dispatchEvent(new Event('timeupdate'));
    if (!this.ended || this.paused) return;
    this.#stop();
    this.dispatchEvent(new Event('ended'));
  }

  #stop(): void {
    clearInterval(this.#clock);
    this.paused = true;
  }

  #fire(type: string): void {
    queueMicrotask(() => this.dispatchEvent(new Event(type)));
  }
}
