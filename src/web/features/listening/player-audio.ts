import { LISTENING_THRESHOLDS } from '#domain/counts.ts';
import { sendCountOnce } from '#web/lib/counts.ts';
import { isPreview } from './narration.ts';
import type { PlaybackSession, PlayerEffectOfType, PlayerEvent } from './player-state.ts';
import { getPlaybackSession, playerStore } from './player-store.ts';

/** Maximum interval in milliseconds between checks for the end of the current sentence. */
const CHECK_INTERVAL = 250;
/**
 * During playback, a recording is replaced this many seconds after the end of a sentence, in the silence before the
 * next sentence.
 */
const SILENCE_OFFSET = 0.06;
/**
 * Delay in milliseconds after each `timeupdate` event until the audio element's position is read a second time.
 * Browsers fire the event four times a second, so the position is read eight times a second.
 */
const EXTRA_READ_DELAY = 125;
/**
 * After a stall, playback counts as resumed once the playhead has moved by this many seconds. The `playing` event is
 * not sufficient: WebKit on Linux does not fire it for a file that is still loading.
 */
const CONTINUED_AFTER = 0.25;
/**
 * Playback counts as stuck if the playhead has not moved for this many milliseconds while the audio element reports
 * that it is playing. This sometimes happens in WebKit on Linux after a longer file has been loaded.
 */
const STUCK_AFTER = 4000;

/**
 * Plays the playback session's narration with an audio element. Dispatches the element's events to the player's
 * reducer.
 */
export class PlayerAudio {
  readonly #audio: HTMLAudioElement;
  readonly #dispatch: (event: PlayerEvent) => void;
  readonly #countListenedShare = createListeningThresholdCounter();
  #sentenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Playback position in seconds at which playback has stalled, or `undefined` while it is not stalled. */
  #stalledAt: number | undefined;
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Playback position in seconds at which the stuck timer was last started. If the position is still the same when the
   * timer expires, playback may be stuck.
   */
  #watchedSeconds: number | undefined;

  constructor(audio: HTMLAudioElement, dispatch: (event: PlayerEvent) => void) {
    this.#audio = audio;
    this.#dispatch = dispatch;
    this.#addListeners();
  }

  get isPaused(): boolean {
    return this.#audio.paused;
  }

  get error(): MediaError | null {
    return this.#audio.error;
  }

  load({ from }: PlayerEffectOfType<'load'>): void {
    const audio = this.#audio;
    audio.src = getPlaybackSession().narration!.source;
    this.setSpeed();
    if (!from) return;
    audio.currentTime = from;
    // Safari resets the playback position while it loads a file, so the position is set again after loading.
    const restore = () => {
      if (Math.abs(audio.currentTime - from) > 0.5) audio.currentTime = from;
    };
    audio.addEventListener('loadedmetadata', restore, { once: true });
  }

  async start(): Promise<void> {
    try {
      await this.#audio.play();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // `NotAllowedError` means that the browser allows playback only after a click. Other errors
      // need no handling: the call was interrupted by loading or pausing, or the file cannot be
      // played, which the `error` event reports.
      if (error.name === 'NotAllowedError') this.#dispatch({ type: 'audioPaused' });
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  seek({ seconds }: PlayerEffectOfType<'seekAudio'>): void {
    this.#audio.currentTime = seconds;
  }

  setSpeed(): void {
    const { speed } = getPlaybackSession();
    // Loading a file resets the playback rate to the default rate, so both are set.
    this.#audio.defaultPlaybackRate = speed;
    this.#audio.playbackRate = speed;
  }

  /** Stops playback and unloads the audio file. */
  reset(): void {
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    this.#audio.load();
  }

  /**
   * Dispatches `sentenceEnded` at the end of the sentence that is being read, or immediately if nothing is playing.
   * Checks the position repeatedly, because the speed may change and playback may stall. A new call replaces the
   * previous one.
   */
  awaitSentenceEnd(): void {
    const audio = this.#audio;
    let endsAt = Number.POSITIVE_INFINITY;
    const check = () => {
      // The end of the sentence is computed again on each check, because it becomes earlier if the listener seeks
      // backward.
      endsAt = Math.min(endsAt, findSentenceEndAfter(audio.currentTime));
      const remaining = endsAt - audio.currentTime;
      if (audio.paused || audio.ended || remaining <= 0) this.#dispatch({ type: 'sentenceEnded' });
      else {
        const interval = Math.min((1000 * remaining) / audio.playbackRate, CHECK_INTERVAL);
        this.#sentenceTimer = setTimeout(check, interval);
      }
    };
    this.cancelSentenceEnd();
    check();
  }

  cancelSentenceEnd(): void {
    clearTimeout(this.#sentenceTimer);
  }

  #addListeners(): void {
    const audio = this.#audio;
    const dispatch = this.#dispatch;
    audio.addEventListener('playing', () => this.#reportPlaying());
    audio.addEventListener('waiting', () => {
      if (audio.paused) return;
      this.#stalledAt = audio.currentTime;
      dispatch({ type: 'stalled' });
    });
    audio.addEventListener('seeking', () => {
      if (this.#stalledAt !== undefined) this.#stalledAt = audio.currentTime;
    });
    audio.addEventListener('pause', () => {
      if (!audio.ended && !audio.error && audio.currentSrc) dispatch({ type: 'audioPaused' });
    });
    audio.addEventListener('timeupdate', () => {
      this.#reportProgress();
      if (audio.paused) return;
      this.#watchPlayhead();
      setTimeout(() => this.#reportProgress(), EXTRA_READ_DELAY);
      this.#countShare();
    });
    audio.addEventListener('ended', () => {
      // The `ended` event may arrive late. If the listener has already moved the playhead backward, the narration has
      // not ended.
      if (!audio.ended) return;
      this.#countShare();
      dispatch({ type: 'ended', seconds: audio.currentTime });
    });
    audio.addEventListener('error', () => audio.error && dispatch({ type: 'audioFailed' }));
    audio.addEventListener('loadedmetadata', () =>
      dispatch({ type: 'metadataLoaded', duration: audio.duration }),
    );
  }

  #reportProgress(): void {
    const { readyState, seeking, currentTime: seconds, paused: isPaused } = this.#audio;
    // While the audio element loads or seeks, its position is temporarily 0. This value must not be reported.
    if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || seeking) return;
    const played = seconds - (this.#stalledAt ?? seconds);
    if (!isPaused && played >= CONTINUED_AFTER) this.#reportPlaying();
    this.#dispatch({ type: 'progressed', seconds, isPaused });
  }

  #reportPlaying(): void {
    this.#stalledAt = undefined;
    this.#watchedSeconds = undefined;
    this.#watchPlayhead();
    this.#dispatch({ type: 'playing' });
  }

  /**
   * Dispatches `audioStuck` if the audio element's position does not change for {@link STUCK_AFTER} milliseconds. Must
   * be called whenever playback starts or the position changes.
   */
  #watchPlayhead(): void {
    const audio = this.#audio;
    const { currentTime: seconds } = audio;
    if (seconds === this.#watchedSeconds) return;
    this.#watchedSeconds = seconds;
    clearTimeout(this.#stuckTimer);
    this.#stuckTimer = setTimeout(() => {
      this.#watchedSeconds = undefined;
      const isStuck =
        !audio.paused &&
        audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA &&
        audio.currentTime === seconds;
      if (isStuck) this.#dispatch({ type: 'audioStuck' });
    }, STUCK_AFTER);
  }

  #countShare(): void {
    const { session } = playerStore.get();
    if (session) this.#countListenedShare(session, this.#audio.played);
  }
}

/**
 * Returns a function that counts how much of a narration was heard. For each threshold, such as a quarter, it sends one
 * count as soon as the listener has played that share of the narration. Skipped parts do not count, and repeated parts
 * count once. Previews are not counted.
 */
export function createListeningThresholdCounter(): (
  session: PlaybackSession,
  played: TimeRanges,
) => void {
  const listened = { articleId: '', hundredths: new Set<number>() };
  return ({ article, narration }, played) => {
    if (!narration || isPreview(narration)) return;
    if (listened.articleId !== article.id) {
      listened.articleId = article.id;
      listened.hundredths = new Set();
    }
    const { hundredths } = listened;
    for (let range = 0; range < played.length; range++)
      for (let hundredth = 0; hundredth < 100; hundredth++) {
        const middle = ((hundredth + 0.5) / 100) * narration.seconds;
        if (played.start(range) <= middle && middle < played.end(range)) hundredths.add(hundredth);
      }
    for (const { kind, share } of LISTENING_THRESHOLDS)
      if (hundredths.size >= 100 * share) sendCountOnce(article, kind);
  };
}

/**
 * Returns the next time in seconds at which the recording can be replaced without cutting off a sentence. This time is
 * shortly after the end of the sentence at `seconds`. Between two sentences, it is shortly after the end of the second
 * one. After the last sentence, returns `seconds`.
 */
function findSentenceEndAfter(seconds: number): number {
  const sentence = getPlaybackSession().narration!.sentences.find(({ to }) => to > seconds);
  return sentence ? sentence.to + SILENCE_OFFSET : seconds;
}
