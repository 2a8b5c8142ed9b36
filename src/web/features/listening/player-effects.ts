import { DEFAULT_NARRATOR_ID, NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { isServerReachable } from '#ui/lib/server-reachable.ts';
import { showToast } from '#ui/toast.tsx';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';
import { promptSignIn, showPrompt } from '#web/reader/prompt.ts';
import { readCurrentReader, watchSession } from '#web/reader/session.ts';
import { awaitLongerRecording, fetchAudioRefusal, fetchNarration } from './fetch-narration.ts';
import {
  deleteListeningPosition,
  fetchListeningPosition,
  fetchPreferredNarrator,
  saveListeningPosition,
} from './listening-state.ts';
import type { Narration } from './narration.ts';
import { PlayerAudio } from './player-audio.ts';
import { reducePlayerState } from './player-reducer.ts';
import type {
  PlayableArticle,
  PlaybackSession,
  PlayerEffect,
  PlayerEffectOfType,
  PlayerEvent,
} from './player-state.ts';
import { getPlaybackSession, PLAYBACK_FAILED_MESSAGE, playerStore } from './player-store.ts';
import { isAutoplayOn, readStoredSpeed } from './preferences.ts';
import { dequeue, enqueueFirst } from './queue.ts';
import { subscribeToOtherPlayback } from './single-playback.ts';

const BUSY_MESSAGE = 'Many narrations are being made just now. Please try again in a minute.';
/** Maps the status code of an error response to the message for the listener. */
const FAILURE_MESSAGES: Readonly<Record<number, string>> = {
  // The service worker responds with status 402 if the right to play a download has expired
  // (service-worker/narrations.ts).
  402: downloadsCopy.rightsExpired,
  404: 'There is no narration of this article.',
  429: BUSY_MESSAGE,
  503: BUSY_MESSAGE,
};

/** The functions that `player.ts` calls when the listener uses a control. */
interface PlayerEffects {
  /** Passes an event to the player's reducer, stores the new state, and runs the resulting effects. */
  dispatch: (event: PlayerEvent) => void;
  /**
   * Plays the next queued article. Returns false if the queue is empty. `isAuto` is true if the listener did not ask
   * for the next article.
   */
  playNextInQueue: (options?: { isAuto?: boolean }) => boolean;
}

/**
 * Connects the player's reducer to the audio element, the server and the reader's account, until the page is closed.
 * Passes their events to the reducer, and runs the effects that the reducer returns.
 */
export function connectPlayer(element: HTMLAudioElement): PlayerEffects {
  const audio = new PlayerAudio(element, dispatch);
  const requests = new NarrationRequests(dispatch);
  let sleepTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Time at which the playhead last moved, in milliseconds since 1970. It is sent with the listening position, which
   * may be saved much later if the page is offline.
   */
  let heardAt = 0;

  function dispatch(event: PlayerEvent): void {
    const before = playerStore.get();
    const [state, ...effects] = reducePlayerState(before, event);
    const isHeard = state.session?.narration && state.playhead !== before.playhead;
    if (isHeard) heardAt = Date.now();
    if (state !== before) playerStore.set(state);
    for (const effect of effects) runEffect(effect);
  }

  function runEffect<Type extends PlayerEffect['type']>(effect: PlayerEffectOfType<Type>): void {
    handlers[effect.type as Type](effect);
  }

  function playNextInQueue({ isAuto = false } = {}): boolean {
    const article = dequeue();
    if (article)
      dispatch({ type: 'play', article, speed: readStoredSpeed(), isFromQueue: true, isAuto });
    return article !== undefined;
  }

  function cancelRequests(): void {
    requests.cancel();
    audio.cancelSentenceEnd();
  }

  function startSleepTimer({ minutes }: PlayerEffectOfType<'startSleepTimer'>): void {
    clearTimeout(sleepTimer);
    if (minutes === undefined) return;
    sleepTimer = setTimeout(() => dispatch({ type: 'sleepTimerExpired' }), minutes * 60_000);
  }

  const handlers: {
    [Type in PlayerEffect['type']]: (effect: PlayerEffectOfType<Type>) => unknown;
  } = {
    load: (effect) => audio.load(effect),
    startAudio: () => audio.start(),
    pauseAudio: () => audio.pause(),
    seekAudio: (effect) => audio.seek(effect),
    setAudioSpeed: () => audio.setSpeed(),
    awaitSentenceEnd: () => audio.awaitSentenceEnd(),
    reset: () => {
      cancelRequests();
      clearTimeout(sleepTimer);
      audio.reset();
    },
    resolveNarrator: () => requests.resolveNarrator(),
    find: () => requests.find(),
    awaitLonger: () => requests.awaitLonger(),
    findNextNarration: () => requests.findNext(fetchNarration),
    awaitNextNarration: ({ audioSeconds }) =>
      requests.findNext((article, narrator, signal) =>
        awaitLongerRecording(article, narrator, audioSeconds, signal),
      ),
    retry: () => requests.retry(audio.error),
    reloadRecording: () => requests.reload(),
    cancelRequests,
    cancelRetry: () => requests.cancelRetry(),
    startSleepTimer,
    savePosition: ({ article, position }) =>
      saveListeningPosition(article, position, heardAt).catch(() =>
        dispatch({ type: 'saveFailed', position }),
      ),
    forgetPosition: () => deleteListeningPosition(getPlaybackSession().article),
    requeue: ({ article }) => enqueueFirst([article]),
    playNext: () => isAutoplayOn() && playNextInQueue({ isAuto: true }),
    skipUnavailable: () => {
      const { title } = getPlaybackSession().article;
      showToast({ kind: 'info', text: `There is no narration of “${title}”.` });
      if (!playNextInQueue({ isAuto: true })) dispatch({ type: 'close' });
    },
    ...MESSAGE_HANDLERS,
  };

  listenToPage(dispatch, audio);
  return { dispatch, playNextInQueue };
}

/**
 * Dispatches an event when the page is hidden or restored, and when the reader or their plan changes. Pauses playback
 * when another tab or a narrator's voice sample starts to play.
 */
function listenToPage(dispatch: (event: PlayerEvent) => void, audio: PlayerAudio): void {
  subscribeToOtherPlayback(() => dispatch({ type: 'pause' }));
  let reader = readCurrentReader();
  watchSession(() => {
    // This listener is also called after the page's first check of the session, when neither the reader nor their plan
    // has changed. The player is not notified in this case.
    if (reader === readCurrentReader()) return;
    reader = readCurrentReader();
    const isPremium = reader?.tier === 'premium';
    dispatch({ type: 'readerChanged', isSignedIn: reader !== null, isPremium });
  });
  const reportHidden = () => dispatch({ type: 'pageHidden' });
  addEventListener('visibilitychange', () => document.hidden && reportHidden());
  addEventListener('pagehide', reportHidden);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatch({ type: 'pageRestored', isAudioPaused: audio.isPaused });
  });
}

/** Sends the player's requests for narrations, and dispatches the outcome of each request as an event. */
class NarrationRequests {
  readonly #dispatch: (event: PlayerEvent) => void;
  /** Abort signals for the requests for the playback session's narration. */
  readonly #narrationSignals = createLatestSignal();
  /** Abort signals for the requests for a recording by the session's `nextNarrator`. */
  readonly #nextNarrationSignals = createLatestSignal();
  readonly #retries = createRetryScheduler();

  constructor(dispatch: (event: PlayerEvent) => void) {
    this.#dispatch = dispatch;
  }

  resolveNarrator(): void {
    this.#dispatchOutcome(this.#narrationSignals.next(), async () => ({
      type: 'narratorResolved',
      narrator: (await fetchPreferredNarrator()) ?? DEFAULT_NARRATOR_ID,
    }));
  }

  /** Fetches the narration, and the reader's listening position in the article. */
  find(): void {
    const { article, narrator } = getPlaybackSession();
    this.#dispatchOutcome(this.#narrationSignals.next(), async () => {
      const [narration, position] = await Promise.all([
        fetchNarration(article, narrator),
        fetchListeningPosition(article.id),
      ]);
      return { type: 'found', narration, position };
    });
  }

  awaitLonger(): void {
    const { article, narrator, narration } = getPlaybackSession();
    const { audioSeconds } = narration!;
    this.#dispatchOutcome(this.#narrationSignals.next(), async (signal) => ({
      type: 'longerReady',
      narration: await awaitLongerRecording(article, narrator, audioSeconds, signal),
    }));
  }

  /**
   * Calls `find` to request a recording by the session's `nextNarrator`, and cancels any earlier request of this kind.
   * If there is no `nextNarrator`, sends no request.
   */
  findNext(
    find: (
      article: PlayableArticle,
      narrator: NarratorId,
      signal: AbortSignal,
    ) => Promise<Narration>,
  ): void {
    const { article, nextNarrator } = getPlaybackSession();
    const signal = this.#nextNarrationSignals.next();
    if (!nextNarrator) return;
    this.#dispatchOutcome(
      signal,
      async (signal) => {
        const narration = await find(article, nextNarrator, signal);
        // When the browser is offline, the service worker may respond with a downloaded recording by another narrator.
        // The switch to the next narrator then fails.
        if (narration.narrator !== nextNarrator) throw new TypeError('Not downloaded');
        return { type: 'nextNarrationFound', narration };
      },
      (error) => {
        logAndReportError(error, 'The next narrator could not be loaded');
        return { type: 'nextNarrationFailed' };
      },
    );
  }

  /**
   * Loads the audio file again after a delay. First asks the server whether it refuses the file, because an audio
   * element does not report whether an error means a lost connection or a deleted or forbidden file. If the server
   * refuses it, requests a replacement. After the last retry, dispatches a failure with the audio element's error.
   */
  retry(error: MediaError | null): void {
    const signal = this.#narrationSignals.signal();
    const { source } = getPlaybackSession().narration!;
    const retryIfAvailable = async () => {
      const refusal = await fetchAudioRefusal(source);
      if (signal.aborted) return;
      if (refusal) this.reload({ source, refusal });
      else this.#dispatch({ type: 'retryDue' });
    };
    if (!this.#retries.schedule(retryIfAvailable)) this.#dispatch(createFailedEvent(error));
  }

  /**
   * Requests the recording again, and retries if the connection fails. `refused` is a recording whose audio file the
   * server has refused. If the response contains the same recording, dispatches the refusal as a failure.
   */
  reload(refused?: { source: string; refusal: ApiError }): void {
    const { article, narrator } = getPlaybackSession();
    this.#dispatchOutcome(
      this.#narrationSignals.next(),
      async () => {
        const narration = await fetchNarration(article, narrator);
        if (narration.source === refused?.source) throw refused.refusal;
        return { type: 'reloaded', narration };
      },
      (error) => {
        const isRetried =
          !(error instanceof ApiError) && this.#retries.schedule(() => this.reload(refused));
        return isRetried ? undefined : createFailedEvent(error);
      },
    );
  }

  cancel(): void {
    this.#narrationSignals.next();
    this.#nextNarrationSignals.next();
    this.cancelRetry();
  }

  cancelRetry(): void {
    this.#retries.reset();
  }

  /** Sends a request and dispatches its outcome as an event, unless the request was aborted. */
  async #dispatchOutcome(
    signal: AbortSignal,
    request: (signal: AbortSignal) => Promise<PlayerEvent>,
    onError: (error: unknown) => PlayerEvent | undefined = createFailedEvent,
  ): Promise<void> {
    let event: PlayerEvent | undefined;
    try {
      event = await request(signal);
    } catch (error) {
      if (!signal.aborted) event = onError(error);
    }
    if (event && !signal.aborted) this.#dispatch(event);
  }
}

/**
 * Creates a holder for one abort signal. `signal` returns the current abort signal. `next` aborts it and returns a new
 * one.
 */
function createLatestSignal() {
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

/** Handlers of the effects that show a message or a dialog. */
const MESSAGE_HANDLERS = {
  reportFailure: async ({ error }: PlayerEffectOfType<'reportFailure'>) => {
    logAndReportError(error, 'A narration could not be played');
    showToast({ kind: 'error', text: await describeFailure(error) });
  },
  reportNextNarrator: ({ narrator }: PlayerEffectOfType<'reportNextNarrator'>) =>
    showToast({
      kind: 'error',
      text: `${NARRATORS_BY_ID[narrator].name} cannot read this just now.`,
    }),
  announceSignOut: () =>
    showToast({ kind: 'info', text: 'You are signed out, so the narration has stopped.' }),
  askToSignIn: ({ article }: PlayerEffectOfType<'askToSignIn'>) => promptForSignIn(article),
  promptAfterPreview: () =>
    readCurrentReader()
      ? showPrompt({ kind: 'narrations', message: 'The full narration comes with Premium.' })
      : promptForSignIn(getPlaybackSession().article),
};

function createFailedEvent(error: unknown): PlayerEvent {
  return { type: 'failed', error, isMissing: error instanceof ApiError && error.status === 404 };
}

function promptForSignIn({ authorAlias, id }: PlaybackSession['article']): void {
  promptSignIn({ action: 'listen', article: { authorAlias, id } });
}

async function describeFailure(error: unknown): Promise<string> {
  if (error instanceof ApiError) return FAILURE_MESSAGES[error.status] ?? PLAYBACK_FAILED_MESSAGE;
  return (await isServerReachable())
    ? PLAYBACK_FAILED_MESSAGE
    : 'You seem to be offline. Please try again later.';
}
