import { DEFAULT_NARRATOR, NARRATORS } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { Retries } from '#web/lib/retries.ts';
import { promptSignIn, showPremiumDialog } from '#web/reader/prompt.ts';
import { currentReader, watchSession } from '#web/reader/session.ts';
import { awaitFullRecording, findNarration, findRefusal } from './find-narration.ts';
import { listenedShareCounter } from './listened-share.ts';
import { deletePosition, positionIn, preferredNarrator, savePosition } from './listening-state.ts';
import { onOtherTabPlaying } from './other-tabs.ts';
import { reduce } from './player-reducer.ts';
import type { Effect, PlaybackSession, PlayerEvent } from './player-state.ts';
import { PLAYBACK_FAILED, playerState } from './player-store.ts';
import { isAutoplayOn, storedSpeed } from './preferences.ts';
import { dequeue, enqueueFirst } from './queue.ts';
import { playingSample } from './samples.ts';

/** Maximum interval in milliseconds between two checks whether the current sentence has ended. */
const CHECK_INTERVAL = 250;
/**
 * Time in seconds after the end of a sentence at which playback is interrupted, in the silence before the next
 * sentence.
 */
const INTO_SILENCE = 0.06;
/**
 * Time in milliseconds after a `timeupdate` event at which the playhead is read again. Browsers fire the event four
 * times a second, so the playhead is read eight times a second.
 */
const BETWEEN_UPDATES = 125;

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

const BUSY = 'Many narrations are being made just now. Please try again in a minute.';
/** Error messages by the status code of the response. */
const FAILURES: Readonly<Record<number, string>> = {
  404: 'There is no narration of this article.',
  429: BUSY,
  503: BUSY,
};

/** The player's functions that `player.ts` calls when the listener presses a control. */
interface PlayerEffects {
  /** Applies an event to the player's state, and runs the resulting effects. */
  dispatch: (event: PlayerEvent) => void;
  /** Plays the next article of the queue. Returns false if the queue is empty. */
  playNextInQueue: (options?: { isAuto?: boolean }) => boolean;
}

/**
 * Connects the player's state with the page's audio element, the server and the reader's account, until the page is
 * closed. Passes their events to the reducer, and runs the effects that the reducer returns.
 */
export function connectPlayer(audio: HTMLAudioElement): PlayerEffects {
  /** Abort signals of requests for the current session's narration. */
  const narration = latestOnly();
  /** Abort signals of requests for the narration by the next narrator. */
  const nextNarration = latestOnly();
  const sentenceEnd = latestOnly();
  const retries = new Retries();
  const countListenedShare = listenedShareCounter();
  let sleepTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Time of the last playhead movement, in milliseconds since 1970. An offline page may save the listening position
   * much later than this.
   */
  let heardAt = 0;

  function dispatch(event: PlayerEvent): void {
    const before = playerState.get();
    const [state, ...effects] = reduce(before, event);
    const isHeard = state.session?.narration && state.playhead !== before.playhead;
    if (isHeard) heardAt = Date.now();
    if (state !== before) playerState.set(state);
    for (const effect of effects) run(effect);
  }

  function run<Type extends Effect['type']>(effect: EffectOf<Type>): void {
    handlers[effect.type as Type](effect);
  }

  function playNextInQueue({ isAuto = false } = {}): boolean {
    const article = dequeue();
    if (article) dispatch({ type: 'play', article, speed: storedSpeed(), isQueued: true, isAuto });
    return article !== undefined;
  }

  const handlers: { [Type in Effect['type']]: (effect: EffectOf<Type>) => unknown } = {
    load,
    startAudio,
    pauseAudio: () => audio.pause(),
    seekAudio: ({ seconds }) => {
      audio.currentTime = seconds;
    },
    setAudioSpeed,
    reset,
    resolveNarrator: () => attempt(narration.next(), resolveNarrator),
    find: () => attempt(narration.next(), findWithPosition),
    awaitFullRecording: () => attempt(narration.next(), awaitOwnFullRecording),
    findNextNarration: () => requestNextNarration(findNarration),
    awaitNextNarration: () => requestNextNarration(awaitFullRecording),
    awaitSentenceEnd,
    retry,
    reloadRecording: () => reloadRecording(),
    cancelRequests,
    cancelRetry: () => retries.reset(),
    startSleepTimer,
    savePosition: ({ article, position }) =>
      savePosition(article, position, heardAt).catch(() =>
        dispatch({ type: 'saveFailed', position }),
      ),
    forgetPosition: () => deletePosition(session().article),
    requeue: ({ article }) => enqueueFirst([article]),
    playNext: () => isAutoplayOn() && playNextInQueue({ isAuto: true }),
    skipUnavailable,
    ...MESSAGES,
  };

  /** Runs a request and dispatches its outcome as an event, unless the request was aborted. */
  async function attempt(
    signal: AbortSignal,
    request: (signal: AbortSignal) => Promise<PlayerEvent>,
    onError: (error: unknown) => PlayerEvent | undefined = failed,
  ): Promise<void> {
    let event: PlayerEvent | undefined;
    try {
      event = await request(signal);
    } catch (error) {
      if (!signal.aborted) event = onError(error);
    }
    if (event && !signal.aborted) dispatch(event);
  }

  function requestNextNarration(find: typeof awaitFullRecording): void {
    const { article, nextNarrator } = session();
    const signal = nextNarration.next();
    if (!nextNarrator) return;
    attempt(
      signal,
      async (signal) => ({
        type: 'nextNarrationFound',
        narration: await find(article, nextNarrator, signal),
      }),
      (error) => {
        logError(error, 'The next narrator could not be loaded');
        return { type: 'nextNarrationFailed' };
      },
    );
  }

  /**
   * Loads the audio file again after a delay. An audio element does not distinguish a dropped connection from a
   * recording that was deleted or is forbidden, so the server is asked first. If the server refuses the recording,
   * requests its replacement.
   */
  function retry(): void {
    const signal = narration.signal();
    const { source } = session().narration!;
    const tryAgain = async () => {
      const refusal = await findRefusal(source);
      if (signal.aborted) return;
      if (refusal) reloadRecording({ source, refusal });
      else dispatch({ type: 'retryDue' });
    };
    if (!retries.schedule(tryAgain)) dispatch(failed(audio.error));
  }

  /**
   * Requests the current recording again after a dropped connection. `lost` is a recording that the server has refused.
   * If the server returns the same recording, the request fails.
   */
  function reloadRecording(lost?: { source: string; refusal: ApiError }): void {
    const { article, narrator } = session();
    attempt(
      narration.next(),
      async () => {
        const narration = await findNarration(article, narrator);
        if (narration.source === lost?.source) throw lost.refusal;
        return { type: 'reloaded', narration };
      },
      (error) => {
        const isRetried =
          !(error instanceof ApiError) && retries.schedule(() => reloadRecording(lost));
        return isRetried ? undefined : failed(error);
      },
    );
  }

  function cancelRequests(): void {
    for (const requests of [narration, nextNarration, sentenceEnd]) requests.next();
    retries.reset();
  }

  function load({ from }: EffectOf<'load'>): void {
    audio.src = session().narration!.source;
    setAudioSpeed();
    if (!from) return;
    audio.currentTime = from;
    // Safari resets the playback position while it loads a file, so the position is restored afterwards.
    const restore = () => {
      if (Math.abs(audio.currentTime - from) > 0.5) audio.currentTime = from;
    };
    audio.addEventListener('loadedmetadata', restore, { once: true });
  }

  async function startAudio(): Promise<void> {
    try {
      await audio.play();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // `NotAllowedError` means that the browser requires a press to start playback. Other errors only mean that
      // loading or pausing interrupted the call.
      if (error.name === 'NotAllowedError') dispatch({ type: 'audioPaused' });
    }
  }

  function setAudioSpeed(): void {
    const { speed } = session();
    // The default rate applies to audio files that are loaded later.
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
  }

  function reset(): void {
    cancelRequests();
    clearTimeout(sleepTimer);
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  }

  function startSleepTimer({ minutes }: EffectOf<'startSleepTimer'>): void {
    clearTimeout(sleepTimer);
    if (minutes === undefined) return;
    sleepTimer = setTimeout(() => dispatch({ type: 'sleepTimerExpired' }), minutes * 60_000);
  }

  /**
   * Dispatches `sentenceEnded` at the end of the current sentence, or immediately if nothing plays. Checks the position
   * repeatedly, because the speed may change and playback may stall.
   */
  function awaitSentenceEnd(): void {
    const signal = sentenceEnd.next();
    let endsAt = Number.POSITIVE_INFINITY;
    const check = () => {
      if (signal.aborted) return;
      // After a seek backward, another sentence is the current one, and it ends earlier.
      endsAt = Math.min(endsAt, sentenceEndAfter(audio.currentTime));
      const left = endsAt - audio.currentTime;
      if (audio.paused || audio.ended || left <= 0) dispatch({ type: 'sentenceEnded' });
      else setTimeout(check, Math.min((1000 * left) / audio.playbackRate, CHECK_INTERVAL));
    };
    check();
  }

  function skipUnavailable(): void {
    const { title } = session().article;
    showToast({ kind: 'info', text: `There is no narration of “${title}”.` });
    if (!playNextInQueue({ isAuto: true })) dispatch({ type: 'close' });
  }

  function listenToAudio(): void {
    audio.addEventListener('playing', () => dispatch({ type: 'playing' }));
    audio.addEventListener('waiting', () => !audio.paused && dispatch({ type: 'stalled' }));
    audio.addEventListener('pause', () => {
      if (!audio.ended && !audio.error && audio.currentSrc) dispatch({ type: 'audioPaused' });
    });
    audio.addEventListener('timeupdate', () => {
      reportProgress();
      if (audio.paused) return;
      setTimeout(() => reportProgress(), BETWEEN_UPDATES);
      countShare();
    });
    audio.addEventListener('ended', () => {
      // If the listener has moved the playhead backward before this event arrived, the audio has not ended.
      if (!audio.ended) return;
      countShare();
      dispatch({ type: 'ended', seconds: audio.currentTime });
    });
    audio.addEventListener('error', () => audio.error && dispatch({ type: 'audioFailed' }));
    audio.addEventListener('loadedmetadata', () =>
      dispatch({ type: 'metadataLoaded', duration: audio.duration }),
    );
  }

  function reportProgress(): void {
    const { readyState, seeking, currentTime: seconds, paused: isPaused } = audio;
    // While the audio element loads or seeks, its position is temporarily 0, which must not be reported.
    if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || seeking) return;
    dispatch({ type: 'progressed', seconds, isPaused });
  }

  function countShare(): void {
    const { session } = playerState.get();
    if (session) countListenedShare(session, audio.played);
  }

  function listenToPage(): void {
    const pause = () => dispatch({ type: 'pause' });
    onOtherTabPlaying(pause);
    playingSample.subscribe(() => playingSample.get() && pause());
    let reader = currentReader();
    watchSession(() => {
      // The first session check after a page load also runs this callback, although the reader has not changed.
      if (reader === currentReader()) return;
      reader = currentReader();
      const isPremium = reader?.tier === 'premium';
      dispatch({ type: 'readerChanged', isSignedIn: reader !== null, isPremium });
    });
    const hide = () => dispatch({ type: 'pageHidden' });
    addEventListener('visibilitychange', () => document.hidden && hide());
    addEventListener('pagehide', hide);
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) dispatch({ type: 'pageRestored', isAudioPaused: audio.paused });
    });
  }

  listenToAudio();
  listenToPage();
  return { dispatch, playNextInQueue };
}

/** Returns functions that create abort signals for operations of one kind. Each new signal aborts the previous one. */
function latestOnly() {
  let controller = new AbortController();
  return {
    signal: () => controller.signal,
    next: () => {
      controller.abort();
      controller = new AbortController();
      return controller.signal;
    },
  };
}

/** Handlers of the effects that only show a message. */
const MESSAGES = {
  reportFailure: ({ error }: EffectOf<'reportFailure'>) => {
    logError(error, 'A narration could not be played');
    showToast({ kind: 'error', text: failureText(error) });
  },
  reportNextNarrator: ({ narrator }: EffectOf<'reportNextNarrator'>) =>
    showToast({ kind: 'error', text: `${NARRATORS[narrator].name} cannot read this just now.` }),
  announceSignOut: () =>
    showToast({ kind: 'info', text: 'You are signed out, so the narration has stopped.' }),
  askToSignIn: ({ article }: EffectOf<'askToSignIn'>) => promptForSignIn(article),
  promptAfterPreview: () =>
    currentReader() ? showPremiumDialog() : promptForSignIn(session().article),
};

async function resolveNarrator(): Promise<PlayerEvent> {
  return {
    type: 'narratorResolved',
    narrator: (await preferredNarrator()) ?? DEFAULT_NARRATOR,
  };
}

async function findWithPosition(): Promise<PlayerEvent> {
  const { article, narrator } = session();
  const [narration, position] = await Promise.all([
    findNarration(article, narrator),
    positionIn(article.id),
  ]);
  return { type: 'found', narration, position };
}

async function awaitOwnFullRecording(signal: AbortSignal): Promise<PlayerEvent> {
  const { article, narrator } = session();
  const narration = await awaitFullRecording(article, narrator, signal);
  return { type: 'fullRecordingReady', narration };
}

/** Returns the current playback session. Throws if there is none. */
function session(): PlaybackSession {
  return playerState.get().session!;
}

function failed(error: unknown): PlayerEvent {
  return { type: 'failed', error, isMissing: error instanceof ApiError && error.status === 404 };
}

/** Returns the end of the current sentence in seconds. Between two sentences, returns the end of the next sentence. */
function sentenceEndAfter(seconds: number): number {
  const sentence = session().narration!.sentences.find(({ to }) => to > seconds);
  return sentence ? sentence.to + INTO_SILENCE : seconds;
}

function promptForSignIn({ authorAlias, id }: PlaybackSession['article']): void {
  promptSignIn({ action: 'listen', article: { authorAlias, id } });
}

function failureText(error: unknown): string {
  if (error instanceof ApiError) return FAILURES[error.status] ?? PLAYBACK_FAILED;
  return navigator.onLine ? PLAYBACK_FAILED : 'You seem to be offline. Please try again later.';
}
